/** Keeps the last minutes of a stream. They outlast a stream that begins anew. */
import fs from 'node:fs';
import path from 'node:path';
import { KEPT_MS, makeSegmentName, parseSegmentName, segmentsIn } from '../demo/recording.js';

interface RecorderParts {
  /** The list of the stream, beside its segments. */
  readonly list: string;
  /** A folder of the recording’s own, on the same disk. */
  readonly kept: string;
}

export class Recorder {
  #list = '';

  constructor(private readonly parts: RecorderParts) {
    fs.mkdirSync(parts.kept, { recursive: true });
  }

  /** Keeps what is new, and lets go of what is old. */
  look(nowMs: number): void {
    const { list, kept } = this.parts;
    let text: string;
    try {
      text = fs.readFileSync(list, 'utf8');
    } catch {
      return; // The stream has not begun.
    }
    if (text === this.#list) return;
    this.#list = text;
    for (const { file, ...segment } of segmentsIn(text)) {
      const name = path.join(kept, makeSegmentName(segment));
      if (!fs.existsSync(name)) keep(path.join(path.dirname(list), file), name);
    }
    for (const name of fs.readdirSync(kept)) {
      const segment = parseSegmentName(name);
      if (segment !== undefined && segment.fromMs >= nowMs - KEPT_MS) continue;
      fs.rmSync(path.join(kept, name), { force: true });
    }
  }
}

/**
 * The same bytes under another name. A segment that has gone by now, or that there is no room for,
 * is left out.
 */
const keep = (segment: string, name: string): void => {
  try {
    fs.linkSync(segment, name);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
  }
  // The disk has no hard links. Nobody reads half a copy: it has no segment’s name.
  const half = `${name}.half`;
  try {
    fs.copyFileSync(segment, half);
    fs.renameSync(half, name);
  } catch {
    fs.rmSync(half, { force: true });
  }
};
