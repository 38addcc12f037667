/**
 * The line of scans from the desk to the table: one at a time, in the order in which they were read, each under a number of its own.
 * What is read while the link is down waits here. A scan whose answer was lost is sent again under its number: the table takes it once.
 */
import { NoAnswer } from '../../../../src/client/connection.js';
import { delayAfter } from '../../../../src/client/delays.js';
import type { ReplyOf } from '../../../../src/protocol/command.js';
import type { DealerCommands } from '../../../../src/protocol/dealer.js';

export type ScanCommand = 'card:scan' | 'shoe:burn';
export type ScanReply = ReplyOf<DealerCommands[ScanCommand]>;

export interface WaitingScan {
  readonly code: string;
  /** Once it was sent: it keeps both. */
  readonly sent?: { readonly command: ScanCommand; readonly scanSeq: number };
}

/** What became of a scan. `unknown`: it was sent, and the table has gone on since; the cards on the table say. */
export type ScanOutcome =
  | { readonly code: string; readonly reply: ScanReply }
  | { readonly code: string; readonly reply: 'unknown' };

/** The table as the desk knows it over a link that stands. */
export interface ScanPlace {
  /** The number of the last scan that the table took; null where it takes any. */
  readonly lastScanSeq: number | null;
  readonly command: ScanCommand;
}

export interface ScanDoor {
  /** Undefined while the link is down, or the table is not joined. */
  readonly place: () => ScanPlace | undefined;
  /** Rejects with `NoAnswer`. */
  readonly send: (command: ScanCommand, scan: Numbered) => Promise<ScanReply>;
  /** Asks for the table anew: the number that the desk went by was not the table's. */
  readonly startOver: () => void;
  /** What waits is kept beyond a reload of the page. */
  readonly keep: (waiting: readonly WaitingScan[]) => void;
  readonly told: (outcome: ScanOutcome) => void;
  readonly pause: (ms: number) => Promise<void>;
}

interface Numbered {
  readonly code: string;
  readonly scanSeq: number;
}

/** The table was not asked, in truth: it is asked again. */
const PASSING: ReadonlySet<string> = new Set([
  'table_not_here',
  'table_is_busy',
  'too_many_messages',
  'internal_error',
]);

export class ScanLine {
  #waiting: readonly WaitingScan[];
  #isRunning = false;
  /** The number that the last answer told, until the table tells one itself. */
  #answered = 0;

  constructor(
    private readonly door: ScanDoor,
    kept: readonly WaitingScan[] = [],
  ) {
    this.#waiting = kept;
  }

  get waiting(): readonly WaitingScan[] {
    return this.#waiting;
  }

  scan(code: string): void {
    this.#keep([...this.#waiting, { code }]);
    this.flow();
  }

  /** The link is back, or the table has told something new. */
  flow(): void {
    if (!this.#isRunning) void this.#run();
  }

  /** The table takes any number: what was answered before counts no longer. */
  startAnew(): void {
    this.#answered = 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let failures = 0; ;) {
        const [first] = this.#waiting;
        const place = this.door.place();
        if (first === undefined || place === undefined) return;
        const isDone = await this.#send(first, place);
        failures = isDone ? 0 : failures + 1;
        if (!isDone) await this.door.pause(delayAfter(failures));
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Whether the scan has its answer. */
  async #send(first: WaitingScan, place: ScanPlace): Promise<boolean> {
    if (this.#isPast(first, place)) return this.#tell(first, 'unknown');
    const last = Math.max(place.lastScanSeq ?? 0, this.#answered);
    const sent = first.sent ?? { command: place.command, scanSeq: last + 1 };
    const { command, scanSeq } = sent;
    this.#keep([{ ...first, sent }, ...this.#waiting.slice(1)]);
    let reply: ScanReply;
    try {
      reply = await this.door.send(command, { code: first.code, scanSeq });
    } catch (error) {
      if (error instanceof NoAnswer) return false;
      throw error;
    }
    if (!reply.ok && PASSING.has(reply.refusal)) return false;
    if (!reply.ok && reply.refusal === 'scan_out_of_order') return this.#outOfOrder(first);
    this.#answered = scanSeq;
    return this.#tell(first, reply);
  }

  /** The table has begun its count anew since it was sent: whether it took the scan before is not to be learned. */
  #isPast({ sent }: WaitingScan, { lastScanSeq }: ScanPlace): boolean {
    const isAnew = lastScanSeq === null && this.#answered === 0;
    return isAnew && sent !== undefined && sent.scanSeq !== 1;
  }

  /** Another scanner was there. A scan that the table has never seen gets the next number; of another nobody knows. */
  #outOfOrder(first: WaitingScan): boolean {
    this.#answered = 0;
    this.door.startOver();
    if (first.sent !== undefined) return this.#tell(first, 'unknown');
    this.#keep([{ code: first.code }, ...this.#waiting.slice(1)]);
    return false;
  }

  #tell({ code }: WaitingScan, reply: ScanReply | 'unknown'): true {
    this.#keep(this.#waiting.slice(1));
    this.door.told(reply === 'unknown' ? { code, reply } : { code, reply });
    return true;
  }

  #keep(waiting: readonly WaitingScan[]): void {
    this.#waiting = waiting;
    this.door.keep(waiting);
  }
}
