/**
 * The scans that wait for the studio's answer, on disk: what a bridge that was killed had read, and
 * what it had sent of it.
 */
import fs from 'node:fs';
import { z } from 'zod';
import {
  NONE_WAITING,
  type WaitingScans,
  type ScanChange,
  afterChange,
  changesOf,
  isEmpty,
} from '../client/waiting-scans.js';
import type { ScanStore } from '../client/scan-queue.js';

const line = z.discriminatedUnion('line', [
  z.object({
    line: z.literal('scanned'),
    id: z.int(),
    code: z.string(),
    game: z.string().optional(),
    cards: z.int().optional(),
  }),
  z.object({
    line: z.literal('sent'),
    id: z.int(),
    name: z.enum(['card:scan', 'shoe:burn']),
    scanSeq: z.int(),
    shoe: z.int(),
    game: z.string().optional(),
    cards: z.int().optional(),
  }),
  z.object({ line: z.literal('kept'), id: z.int() }),
  z.object({ line: z.literal('done'), id: z.int(), isDealt: z.boolean().optional() }),
  z.object({ line: z.literal('stopped'), id: z.int(), note: z.string() }),
  // `told` is what earlier bridges wrote.
  z
    .object({ line: z.literal(['reported', 'told']), id: z.int() })
    .transform(({ id }) => ({ line: 'reported' as const, id })),
]);

/**
 * An append-only file with a line for each change. Without one, what is kept is lost with the
 * process.
 */
export class Spool implements ScanStore {
  readonly left: WaitingScans;
  readonly #file: number | undefined;

  /** Throws where the file cannot be written. */
  constructor(path?: string) {
    this.left = path === undefined ? NONE_WAITING : recall(path);
    if (path === undefined) return;
    // What is finished is left out. The new file is written beside the old one, so that a crash now
    // costs nothing.
    const fresh = `${path}.new`;
    fs.writeFileSync(fresh, changesOf(this.left).map(written).join(''), {
      mode: 0o600,
      flush: true,
    });
    fs.renameSync(fresh, path);
    this.#file = fs.openSync(path, 'a');
  }

  keep(change: ScanChange, after: WaitingScans): void {
    if (this.#file === undefined) return;
    writeWhole(this.#file, written(change));
    fs.fdatasyncSync(this.#file);
    if (isEmpty(after)) fs.ftruncateSync(this.#file);
  }
}

/** A disk that is nearly full takes a part of a line, and refuses only the next. */
const writeWhole = (file: number, text: string): void => {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += fs.writeSync(file, bytes, done);
};

const written = (change: ScanChange): string => `${JSON.stringify(change)}\n`;

/** A last line that was cut off was never acted on. */
const recall = (path: string): WaitingScans => {
  if (!fs.existsSync(path)) return NONE_WAITING;
  const changes = fs.readFileSync(path, 'utf8').split('\n').map(parse);
  return changes.filter((change) => change !== undefined).reduce(afterChange, NONE_WAITING);
};

const parse = (text: string): ScanChange | undefined => {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
