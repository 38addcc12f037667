/**
 * Turns frames and sound into streams by ffmpeg: HLS of two qualities, as files in a folder, and
 * packets of RTP for the relay. Every segment names the hour at which its first frame was taken
 * (`EXT-X-PROGRAM-DATE-TIME`).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { assert } from '../money/assert.js';
import { SAMPLES_PER_S } from './sound-track.js';

export const FRAMES_PER_S = 12;
/** Where ffmpeg reads the sound. */
const SOUND_PIPE = 3;
/** What a page loads first; it names both qualities. */
const MASTER_LIST = 'index.m3u8';
/** A small picture of the table as it is, every other second. */
const STILL = 'still.jpg';

/** Where the relay of the table takes packets of RTP, on this machine. */
export interface EncoderPorts {
  readonly video: number;
  readonly audio: number;
}

interface EncoderParts {
  readonly ffmpeg: string;
  /** It exists, and is the stream’s alone. */
  readonly folder: string;
  readonly width: number;
  readonly height: number;
  readonly ports: EncoderPorts | undefined;
  /** Called once, when nothing more can be encoded. */
  readonly onEnded: (why: string) => void;
}

const argumentsOf = ({ width, height, ports }: EncoderParts): readonly string[] => {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`];
  const sound = ['-f', 's16le', '-ar', String(SAMPLES_PER_S), '-ac', '1'];
  const parts = ports === undefined ? '3[high][whole][all]' : '4[high][whole][all][near]';
  const size = `${width / 2}:${height / 2}`;
  const halves = `[0:v]split=${parts};[whole]scale=${size}[low];[all]fps=1/2,scale=${size}[still]`;
  const everySecond = ['-g', String(FRAMES_PER_S), '-sc_threshold', '0'];
  return [
    ...['-hide_banner', '-loglevel', 'error', ...input, '-r', String(FRAMES_PER_S), '-i', 'pipe:0'],
    ...[...sound, '-thread_queue_size', '64', '-i', `pipe:${SOUND_PIPE}`],
    ...['-filter_complex', halves, '-map', '[high]', '-map', '[low]', '-map', '1:a', '-map', '1:a'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-threads', '1'],
    ...['-pix_fmt', 'yuv420p', ...everySecond, '-b:v:0', '700k', '-b:v:1', '200k'],
    ...['-c:a', 'aac', '-b:a', '48k'],
    ...['-f', 'hls', '-hls_time', '1', '-hls_list_size', '6', '-hls_delete_threshold', '6'],
    ...['-hls_flags', 'delete_segments+program_date_time+independent_segments+omit_endlist'],
    // Segments of a start are never taken for those of the one before it.
    ...['-hls_start_number_source', 'epoch', '-master_pl_name', MASTER_LIST],
    ...['-var_stream_map', 'v:0,a:0,name:high v:1,a:1,name:low'],
    ...['-hls_segment_filename', '%v-%d.ts', '%v.m3u8'],
    ...['-map', '[still]', '-c:v', 'mjpeg', '-q:v', '6', '-f', 'image2', '-update', '1'],
    ...['-atomic_writing', '1', STILL],
    ...(ports === undefined ? [] : nearArguments(ports)),
  ];
};

const rtpTo = (port: number): readonly string[] => [
  ...['-f', 'rtp', `rtp://127.0.0.1:${port}?pkt_size=1200`],
];

/**
 * For WebRTC: VP8 and Opus, which every browser plays, and nothing that waits for a later frame.
 */
const nearArguments = ({ video, audio }: EncoderPorts): readonly string[] => [
  ...['-map', '[near]', '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'],
  ...['-lag-in-frames', '0', '-error-resilient', '1', '-threads', '1', '-pix_fmt', 'yuv420p'],
  ...['-g', String(FRAMES_PER_S), '-b:v', '800k', '-maxrate', '1200k', '-bufsize', '1200k'],
  ...rtpTo(video),
  ...['-map', '1:a', '-c:a', 'libopus', '-b:a', '32k', '-application', 'lowdelay'],
  ...rtpTo(audio),
];

/** Of the quality that is as large as the frames. */
export const HIGH_LIST = 'high.m3u8';
const HOUR = /^#EXT-X-PROGRAM-DATE-TIME:(.+)$/m;

/** What is kept of what ffmpeg complained of. */
const COMPLAINTS_MOST = 500;

export class Encoder {
  readonly #ffmpeg: ChildProcess;
  readonly #frames: Writable;
  readonly #sound: Writable;
  #complaints = '';
  #isOver = false;

  constructor(private readonly parts: EncoderParts) {
    // Of an earlier stream nothing is left: its segments are on no list that is kept.
    for (const file of fs.readdirSync(parts.folder)) {
      fs.rmSync(path.join(parts.folder, file), { force: true, recursive: true });
    }
    this.#ffmpeg = spawn(parts.ffmpeg, argumentsOf(parts), {
      cwd: parts.folder,
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    });
    const { stdin, stderr } = this.#ffmpeg;
    this.#frames = pipeOf(stdin);
    this.#sound = pipeOf(this.#ffmpeg.stdio[SOUND_PIPE]);
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = `${this.#complaints}${text}`.slice(-COMPLAINTS_MOST);
    });
    // It ends, and says why.
    for (const pipe of [this.#frames, this.#sound]) pipe.on('error', () => undefined);
    this.#ffmpeg.on('error', ({ message }) => this.#end(message));
    this.#ffmpeg.on('close', (code) => {
      this.#removeStill();
      this.#end(this.#complaints.trim() || `code ${code}`);
    });
  }

  /**
   * The hour that the stream gives its first frame, in ms since 1970: the one at which ffmpeg was
   * ready, a while after it was sent. Undefined until the first segment is written.
   */
  firstFrameAtMs(): number | undefined {
    let list: string;
    try {
      list = fs.readFileSync(this.#list, 'utf8');
    } catch {
      return undefined;
    }
    const hour = HOUR.exec(list)?.[1];
    return hour === undefined ? undefined : Date.parse(hour.replace(/\+0000$/, 'Z'));
  }

  get #list(): string {
    return path.join(this.parts.folder, HIGH_LIST);
  }

  /** Frames that ffmpeg has not taken yet are more than a second’s: it cannot follow. */
  get isBehind(): boolean {
    const { width, height } = this.parts;
    return this.#frames.writableLength > FRAMES_PER_S * width * height * 4;
  }

  /**
   * One frame: RGBA, row by row, and the samples of as long as it lasts. They must not change
   * afterwards.
   */
  write(frame: Uint8Array, samples: Uint8Array): void {
    if (this.#isOver) return;
    this.#frames.write(frame);
    this.#sound.write(samples);
  }

  stop(): void {
    this.#isOver = true;
    this.#ffmpeg.kill('SIGKILL');
    this.#removeStill();
  }

  /** It would be shown as the table is now. */
  #removeStill(): void {
    fs.rmSync(path.join(this.parts.folder, STILL), { force: true });
  }

  #end(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.parts.onEnded(why);
  }
}

/** A pipe that this process opened for writing. */
const pipeOf = (pipe: unknown): Writable => {
  assert(pipe instanceof Writable, 'a pipe was asked for');
  return pipe;
};
