/**
 * Turns frames into streams by ffmpeg: HLS of two qualities, as files in a folder, and packets of
 * RTP for the relay. Every segment names the hour at which its first frame was taken
 * (`EXT-X-PROGRAM-DATE-TIME`).
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

export const FRAMES_PER_S = 12;
/** What a page loads first; it names both qualities. */
const MASTER_LIST = 'index.m3u8';
/** A small picture of the table as it is, every other second. */
const STILL = 'still.jpg';

interface EncoderParts {
  readonly ffmpeg: string;
  /** It exists, and is the stream’s alone. */
  readonly folder: string;
  readonly width: number;
  readonly height: number;
  /** Where the relay of the table takes packets of RTP, on this machine. */
  readonly videoPort: number | undefined;
  /** Called once, when nothing more can be encoded. */
  readonly onEnded: (why: string) => void;
}

const argumentsOf = ({ width, height, videoPort }: EncoderParts): readonly string[] => {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`];
  const parts = videoPort === undefined ? '3[high][whole][all]' : '4[high][whole][all][near]';
  const size = `${width / 2}:${height / 2}`;
  const halves = `[0:v]split=${parts};[whole]scale=${size}[low];[all]fps=1/2,scale=${size}[still]`;
  const everySecond = ['-g', String(FRAMES_PER_S), '-sc_threshold', '0'];
  return [
    ...['-hide_banner', '-loglevel', 'error', ...input, '-r', String(FRAMES_PER_S), '-i', 'pipe:0'],
    ...['-filter_complex', halves, '-map', '[high]', '-map', '[low]'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-threads', '1'],
    ...['-pix_fmt', 'yuv420p', ...everySecond, '-b:v:0', '700k', '-b:v:1', '200k'],
    ...['-f', 'hls', '-hls_time', '1', '-hls_list_size', '6', '-hls_delete_threshold', '6'],
    ...['-hls_flags', 'delete_segments+program_date_time+independent_segments+omit_endlist'],
    // Segments of a start are never taken for those of the one before it.
    ...['-hls_start_number_source', 'epoch', '-master_pl_name', MASTER_LIST],
    ...['-var_stream_map', 'v:0,name:high v:1,name:low'],
    ...['-hls_segment_filename', '%v-%d.ts', '%v.m3u8'],
    ...['-map', '[still]', '-c:v', 'mjpeg', '-q:v', '6', '-f', 'image2', '-update', '1'],
    ...['-atomic_writing', '1', STILL],
    ...(videoPort === undefined ? [] : nearArguments(videoPort)),
  ];
};

/** For WebRTC: VP8, which every browser plays, and nothing that waits for a later frame. */
const nearArguments = (port: number): readonly string[] => [
  ...['-map', '[near]', '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'],
  ...['-lag-in-frames', '0', '-error-resilient', '1', '-threads', '1', '-pix_fmt', 'yuv420p'],
  ...['-g', String(FRAMES_PER_S), '-b:v', '800k', '-maxrate', '1200k', '-bufsize', '1200k'],
  ...['-f', 'rtp', `rtp://127.0.0.1:${port}?pkt_size=1200`],
];

/** Of the quality that is as large as the frames. */
export const HIGH_LIST = 'high.m3u8';
const HOUR = /^#EXT-X-PROGRAM-DATE-TIME:(.+)$/m;

/** What is kept of what ffmpeg complained of. */
const COMPLAINTS_MOST = 500;

export class Encoder {
  readonly #ffmpeg: ChildProcessByStdio<Writable, null, Readable>;
  #complaints = '';
  #isOver = false;

  constructor(private readonly parts: EncoderParts) {
    // Of an earlier stream nothing is left: its segments are on no list that is kept.
    for (const file of fs.readdirSync(parts.folder)) {
      fs.rmSync(path.join(parts.folder, file), { force: true, recursive: true });
    }
    this.#ffmpeg = spawn(parts.ffmpeg, argumentsOf(parts), {
      cwd: parts.folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const { stdin, stderr } = this.#ffmpeg;
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = `${this.#complaints}${text}`.slice(-COMPLAINTS_MOST);
    });
    stdin.on('error', () => undefined); // It ends, and says why.
    this.#ffmpeg.on('error', ({ message }) => this.#end(message));
    this.#ffmpeg.on('close', (code) => this.#end(this.#complaints.trim() || `code ${code}`));
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
    return this.#ffmpeg.stdin.writableLength > FRAMES_PER_S * width * height * 4;
  }

  /** One frame: RGBA, row by row. It must not change afterwards. */
  write(frame: Uint8Array): void {
    if (!this.#isOver) this.#ffmpeg.stdin.write(frame);
  }

  stop(): void {
    this.#isOver = true;
    this.#ffmpeg.kill('SIGKILL');
  }

  #end(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.parts.onEnded(why);
  }
}
