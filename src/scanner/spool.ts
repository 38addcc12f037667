/**
 * Codes that wait for the studio's answer, on disk: what a bridge that was killed had read, and
 * what it had sent of it.
 */
import fs from 'node:fs';
import { z } from 'zod';

/**
 * Under which number a code was sent, and in which state of the table. These say whether it was
 * taken.
 */
export interface Sending {
  readonly name: 'card:scan' | 'shoe:burn';
  readonly scanSeq: number;
  /** The ordinal of the shoe. 0 before the first. */
  readonly shoe: number;
  /** The cards on the table then. A card that came in another way since may be this very one. */
  readonly game?: string | undefined;
  readonly cards?: number | undefined;
}

export interface Scan {
  readonly id: number;
  readonly code: string;
  /** The round in hand when it was read, as far as the bridge knew. */
  readonly game: string | undefined;
  /** Undefined until it goes out for the first time. */
  readonly sent: Sending | undefined;
}

const line = z.discriminatedUnion('line', [
  z.object({
    line: z.literal('scanned'),
    id: z.int(),
    code: z.string(),
    game: z.string().optional(),
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
  z.object({ line: z.literal('done'), id: z.int() }),
  z.object({ line: z.literal('stopped'), id: z.int(), note: z.string() }),
  // `told` is what earlier bridges wrote.
  z.object({ line: z.literal(['reported', 'told']), id: z.int() }),
]);
type SpoolLine = z.infer<typeof line>;

/** An append-only file. Without one, what is kept is lost with the process. */
export class Spool {
  /** In the order in which they were read. */
  readonly #waiting = new Map<number, Scan>();
  #stop: string | undefined;
  readonly #file: number | undefined;
  #lastId = 0;

  /** Throws where the file cannot be written. */
  constructor(path?: string) {
    if (path === undefined) return;
    if (fs.existsSync(path)) this.#recall(fs.readFileSync(path, 'utf8'));
    // What is finished is left out. The new file is written beside the old one, so that a crash now
    // costs nothing.
    const fresh = `${path}.new`;
    fs.writeFileSync(fresh, this.#text(), { mode: 0o600, flush: true });
    fs.renameSync(fresh, path);
    this.#file = fs.openSync(path, 'a');
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The next one that is to be sent. */
  get first(): Scan | undefined {
    return this.#waiting.values().next().value;
  }

  get codes(): readonly string[] {
    return [...this.#waiting.values()].map(({ code }) => code);
  }

  /** The id of the last that was read. */
  get lastId(): number {
    return this.#lastId;
  }

  /** What must be reported to the table before any other code is sent. */
  get stop(): string | undefined {
    return this.#stop;
  }

  add(code: string, game?: string): Scan {
    const id = this.#lastId + 1;
    this.#write({ line: 'scanned', id, code, game });
    return this.#waiting.get(id)!;
  }

  /** Recorded before it is sent. From here on it may have been taken. */
  sending(id: number, sending: Sending): void {
    this.#write({ line: 'sent', id, ...sending });
  }

  /** It is certain that it was not taken. */
  kept(id: number): void {
    this.#write({ line: 'kept', id });
  }

  done(id: number): void {
    this.#write({ line: 'done', id });
    this.#beginAnew();
  }

  /**
   * Everything that waits is thrown away in one step, and the table is to get the report `note`.
   */
  throwAway(note: string): void {
    this.#write({ line: 'stopped', id: this.#lastId, note });
  }

  /** The table knows what was thrown away. */
  reported(): void {
    this.#write({ line: 'reported', id: this.#lastId });
    this.#beginAnew();
  }

  /** Where nothing waits. */
  #beginAnew(): void {
    const isEmpty = this.waiting === 0 && this.#stop === undefined;
    if (this.#file !== undefined && isEmpty) fs.ftruncateSync(this.#file);
  }

  #write(each: SpoolLine): void {
    if (this.#file !== undefined) {
      fs.writeSync(this.#file, `${JSON.stringify(each)}\n`);
      fs.fdatasyncSync(this.#file);
    }
    this.#apply(each);
  }

  #apply(each: SpoolLine): void {
    const { id } = each;
    this.#lastId = Math.max(this.#lastId, id);
    const scan = this.#waiting.get(id);
    switch (each.line) {
      case 'scanned':
        this.#waiting.set(id, { id, code: each.code, game: each.game, sent: undefined });
        return;
      case 'sent': {
        const { name, scanSeq, shoe, game, cards } = each;
        const sent = { name, scanSeq, shoe, game, cards };
        if (scan !== undefined) this.#waiting.set(id, { ...scan, sent });
        return;
      }
      case 'kept':
        if (scan !== undefined) this.#waiting.set(id, { ...scan, sent: undefined });
        return;
      case 'done':
        this.#waiting.delete(id);
        return;
      case 'stopped':
        this.#waiting.clear();
        this.#stop = each.note;
        return;
      case 'reported':
      case 'told':
        this.#stop = undefined;
    }
  }

  /** A last line that was cut off was never acted on. */
  #recall(text: string): void {
    for (const each of text.split('\n')) {
      const parsed = parse(each);
      if (parsed !== undefined) this.#apply(parsed);
    }
  }

  #text(): string {
    const lines = [...this.#waiting.values()].flatMap(({ id, code, game, sent }): SpoolLine[] => [
      { line: 'scanned', id, code, game },
      ...(sent === undefined ? [] : [{ line: 'sent' as const, id, ...sent }]),
    ]);
    // The report comes first: it throws away what is before it.
    if (this.#stop !== undefined) lines.unshift({ line: 'stopped', id: 0, note: this.#stop });
    return lines.map((each) => `${JSON.stringify(each)}\n`).join('');
  }
}

const parse = (text: string): SpoolLine | undefined => {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
