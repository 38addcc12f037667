/**
 * Films one table: takes a frame at every twelfth of a second, draws it anew where something has
 * changed, with what is heard meanwhile, and keeps to the hour, so that a frame’s place in the
 * stream says when it was taken.
 */
import { createCanvas } from '@napi-rs/canvas';
import type { TableCopy } from '../client/table-copy.js';
import { type Cancel, type Clock } from '../platform/clock.js';
import type { TableStatistics } from '../protocol/statistics.js';
import type { Prints } from './prints.js';
import { Encoder, type EncoderPorts, FRAMES_PER_S } from './encoder.js';
import { type Scene, movesUntilMs, sceneOf } from './scene.js';
import { soundsOf } from './scene-sounds.js';
import { SAMPLES_PER_S, SoundTrack } from './sound-track.js';
import { HEIGHT, WIDTH } from './layout.js';
import { drawTable } from './table-drawing.js';

interface FilmParts {
  readonly ffmpeg: string;
  readonly folder: string;
  readonly ports: EncoderPorts | undefined;
  readonly clock: Clock;
  /**
   * The machine’s time of day, in ms since 1970, by which ffmpeg says when it began. The clock does
   * not follow it where the machine was asleep, or where somebody sets it.
   */
  readonly dayMs: () => number;
  readonly prints: Prints;
  readonly note: (text: string) => void;
}

interface Take {
  readonly encoder: Encoder;
  /** Of its first frame, by the time of day: when it was taken, and then what the stream says. */
  startedAtMs: number;
  isTimed: boolean;
  frames: number;
}

interface Frame {
  readonly data: Uint8Array;
  readonly scene: Scene;
  readonly atMs: number;
  /** As it is written on the table. */
  readonly hour: string;
}

const FRAME_MS = 1_000 / FRAMES_PER_S;
/** A stream that does not come about is tried ever less often. */
const AGAIN_AFTER_MS = 2_000;
const AGAIN_MOST_MS = 120_000;
/**
 * The process stood still for longer than this, or the time of day was set: the stream begins anew.
 */
const GAP_FRAMES = 3 * FRAMES_PER_S;

export class Film {
  readonly #canvas = createCanvas(WIDTH, HEIGHT);
  readonly #brush = this.#canvas.getContext('2d');
  readonly #cancel: Cancel;
  readonly #track = new SoundTrack();
  #scene: Scene | undefined;
  #copy: TableCopy | undefined;
  #statistics: TableStatistics | undefined;
  /** Of which moment, and of which scene, the last frame is. */
  #frame: Frame | undefined;
  #take: Take | undefined;
  #notBeforeMs = 0;
  #failures = 0;

  constructor(private readonly parts: FilmParts) {
    this.#cancel = parts.clock.every(FRAME_MS, () => this.#tick());
  }

  /** A frame was taken lately, and went into the stream. */
  get isLive(): boolean {
    return this.#take !== undefined && this.#take.frames > 0;
  }

  /** The table has become this. */
  show(copy: TableCopy): void {
    this.#copy = copy;
    this.#change(copy);
  }

  /** This is on its spots. */
  showBets(statistics: TableStatistics): void {
    this.#statistics = statistics;
    if (this.#copy !== undefined) this.#change(this.#copy);
  }

  stop(): void {
    this.#cancel();
    this.#take?.encoder.stop();
  }

  #change(copy: TableCopy): void {
    const seen = { copy, statistics: this.#statistics };
    const [nowMs, before] = [this.parts.clock.nowMs(), this.#scene];
    this.#scene = sceneOf(seen, nowMs, before);
    if (this.#take === undefined) return; // Nobody hears it, and later it would be too late.
    for (const { sound, inMs } of soundsOf(this.#scene, before, nowMs)) {
      this.#track.play(sound, inMs);
    }
  }

  #tick(): void {
    const nowMs = this.parts.clock.nowMs();
    const dayMs = this.parts.dayMs();
    const scene = this.#scene;
    if (scene === undefined) return; // The table has not been seen yet.
    if (this.#take === undefined) {
      if (nowMs < this.#notBeforeMs) return;
      this.#take = { encoder: this.#open(), startedAtMs: dayMs, isTimed: false, frames: 0 };
    }
    const take = this.#take;
    if (!take.isTimed && keepTime(take)) this.#failures = 0;
    const due = Math.floor((dayMs - take.startedAtMs) / FRAME_MS) + 1 - take.frames;
    if (Math.abs(due) > GAP_FRAMES || take.encoder.isBehind) {
      this.#startAgain('the picture stood still');
      return;
    }
    if (due <= 0) return;
    const frame = this.#draw(scene, nowMs, hourOf(dayMs));
    for (let index = 0; index < due; index += 1) {
      take.encoder.write(frame, this.#track.take(SAMPLES_PER_S / FRAMES_PER_S));
    }
    take.frames += due;
  }

  #draw(scene: Scene, nowMs: number, hour: string): Uint8Array {
    const last = this.#frame;
    const isSame =
      last !== undefined &&
      last.scene === scene &&
      last.atMs > movesUntilMs(scene) &&
      last.hour === hour;
    if (isSame) return last.data;
    drawTable(this.#brush, scene, { nowMs, clock: hour, prints: this.parts.prints });
    const data = Uint8Array.from(this.#canvas.data()); // The canvas is drawn on again.
    this.#frame = { data, scene, atMs: nowMs, hour };
    return data;
  }

  #open(): Encoder {
    const { ffmpeg, folder, ports } = this.parts;
    const onEnded = (why: string) => this.#startAgain(why);
    return new Encoder({ ffmpeg, folder, ports, width: WIDTH, height: HEIGHT, onEnded });
  }

  #startAgain(why: string): void {
    this.parts.note(`the stream begins anew: ${why}`);
    this.#take?.encoder.stop();
    this.#take = undefined;
    const pauseMs = Math.min(AGAIN_MOST_MS, AGAIN_AFTER_MS * 2 ** this.#failures);
    this.#notBeforeMs = this.parts.clock.nowMs() + pauseMs;
    this.#failures += 1;
  }
}

/**
 * Once the stream has begun, the frames to come are where it says: none is taken until it is their
 * turn. Answers whether it has.
 */
const keepTime = (take: Take): boolean => {
  const startedAtMs = take.encoder.firstFrameAtMs();
  if (startedAtMs === undefined) return false;
  take.startedAtMs = startedAtMs;
  take.isTimed = true;
  return true;
};

/** `14:05:09`, of the day in UTC. */
const hourOf = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
