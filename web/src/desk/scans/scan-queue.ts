/**
 * The queue of scans from the desk to the table: one at a time, in the order in which they were
 * read, each under a number of its own. What is read while the connection is down waits here. A
 * scan whose answer was lost is sent again under its number, and the table takes it once.
 *
 * A scan is *late* that could not go out at once: it was read while the connection was down or
 * behind another late one, or it waited when a try failed. Late ones belong one after the other.
 * Where one of them is not taken, the rest is thrown away, and the shift manager is notified.
 */
import { NoAnswer } from '../../../../src/client/connection.js';
import { delayAfter } from '../../../../src/client/delays.js';
import { droppedNote } from '../../../../src/client/dropped-note.js';
import { type ReplyOf, isPassing } from '../../../../src/protocol/command.js';
import type { DealerCommands } from '../../../../src/protocol/dealer.js';

export type ScanCommand = 'card:scan' | 'shoe:burn';
export type ScanReply = ReplyOf<DealerCommands[ScanCommand]>;

export interface WaitingScan {
  readonly code: string;
  /** The round in hand when it was read, as far as the desk knew. */
  readonly game?: string;
  readonly isLate?: true;
  /** Once it was sent it keeps both. */
  readonly sent?: { readonly command: ScanCommand; readonly scanSeq: number };
  /** Not a code, but the report to the shift manager, which goes out before the next code. */
  readonly note?: string;
}

/**
 * What became of a scan. `unknown`: it was sent, and the table has gone on since. The cards on the
 * table show what happened. `dropped`: it came late or was of another round, and was thrown away
 * with those `behind` it.
 */
export type ScanOutcome =
  | { readonly code: string; readonly reply: ScanReply }
  | { readonly code: string; readonly reply: 'unknown' }
  | { readonly code: string; readonly reply: 'dropped'; readonly behind: readonly string[] };

/** The table as the desk knows it over a working connection. */
export interface ScanPlace {
  /** The number of the last scan that the table took. Null where it takes any. */
  readonly lastScanSeq: number | null;
  readonly command: ScanCommand;
}

export interface ScanDoor {
  /** The round in hand, as far as the desk knows. */
  readonly game: () => string | undefined;
  /** Undefined while the connection is down, or the table is not joined. */
  readonly place: () => ScanPlace | undefined;
  /** Rejects with `NoAnswer`. */
  readonly send: (command: ScanCommand, scan: Numbered) => Promise<ScanReply>;
  /**
   * Reports to the shift manager that scans were thrown away. False where it must be reported
   * again.
   */
  readonly report: (note: string) => Promise<boolean>;
  /** Asks for the table anew, because the number that the desk used was not the table's. */
  readonly startOver: () => void;
  /** What waits is kept beyond a reload of the page. */
  readonly keep: (waiting: readonly WaitingScan[]) => void;
  readonly notice: (outcome: ScanOutcome) => void;
  readonly pause: (ms: number) => Promise<void>;
}

interface Numbered {
  readonly code: string;
  readonly scanSeq: number;
  readonly game?: string | undefined;
}

export class ScanQueue {
  #waiting: readonly WaitingScan[];
  #isRunning = false;
  /** The number in the last answer, until the table sends one itself. */
  #answered = 0;

  constructor(
    private readonly door: ScanDoor,
    kept: readonly WaitingScan[] = [],
  ) {
    this.#waiting = kept.map(late);
  }

  get waiting(): readonly WaitingScan[] {
    return this.#waiting;
  }

  scan(code: string): void {
    const game = this.door.game();
    const scan = { code, ...(game !== undefined && { game }) };
    const isLate = this.door.place() === undefined || this.#waiting.some(isOfBacklog);
    this.#keep([...this.#waiting, isLate ? late(scan) : scan]);
    this.flow();
  }

  /** The connection is back, or the table has sent something new. */
  flow(): void {
    if (!this.#isRunning) void this.#run();
  }

  /** The table takes any number. Earlier answers count no longer. */
  startAnew(): void {
    this.#answered = 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let failures = 0; ;) {
        const [first] = this.#waiting;
        const place = this.door.place();
        if (first === undefined) return;
        if (place === undefined) return this.#fallBehind();
        const isDone = await this.#deliver(first, place);
        failures = isDone ? 0 : failures + 1;
        if (!isDone) await this.door.pause(delayAfter(failures));
      }
    } finally {
      this.#isRunning = false;
    }
  }

  #deliver(first: WaitingScan, place: ScanPlace): Promise<boolean> {
    return first.note === undefined ? this.#send(first, place) : this.#report(first.note);
  }

  async #report(note: string): Promise<boolean> {
    const isNotice = await this.door.report(note);
    if (isNotice) this.#keep(this.#waiting.slice(1));
    return isNotice;
  }

  /** Whether the scan has its answer. */
  async #send(first: WaitingScan, place: ScanPlace): Promise<boolean> {
    if (this.#isPast(first, place)) return this.#publish(first, 'unknown');
    const last = Math.max(place.lastScanSeq ?? 0, this.#answered);
    const sent = first.sent ?? { command: place.command, scanSeq: last + 1 };
    const { command, scanSeq } = sent;
    this.#keep([{ ...first, sent }, ...this.#waiting.slice(1)]);
    const { code, game } = first;
    let reply: ScanReply;
    try {
      reply = await this.door.send(command, { code, scanSeq, ...(game !== undefined && { game }) });
    } catch (error) {
      if (error instanceof NoAnswer) return this.#failed();
      throw error;
    }
    if (!reply.ok && isPassing(reply.refusal)) return this.#failed();
    if (!reply.ok && reply.refusal === 'scan_out_of_order') return this.#outOfOrder(first);
    this.#answered = scanSeq;
    return this.#publish(first, reply);
  }

  /**
   * The table has started its count again since the scan was sent. It cannot be learned whether it
   * took the scan before.
   */
  #isPast({ sent }: WaitingScan, { lastScanSeq }: ScanPlace): boolean {
    const isAnew = lastScanSeq === null && this.#answered === 0;
    return isAnew && sent !== undefined && sent.scanSeq !== 1;
  }

  /**
   * Another scanner was there. A scan that the table has never seen gets the next number. Of any
   * other it is not known.
   */
  #outOfOrder(first: WaitingScan): boolean {
    this.#answered = 0;
    this.door.startOver();
    if (first.sent !== undefined) return this.#publish(first, 'unknown');
    this.#keep([unsent(this.#waiting[0] ?? first), ...this.#waiting.slice(1)]);
    return false;
  }

  #publish({ code }: WaitingScan, reply: ScanReply | 'unknown'): true {
    const [first, ...behind] = this.#waiting;
    this.#keep(behind);
    this.door.notice(reply === 'unknown' ? { code, reply } : { code, reply });
    if (first !== undefined && hasGoneWrong(first, behind, reply)) this.#stop(first, reply, behind);
    return true;
  }

  /** What waits is thrown away at once, and replaced by the report to the shift manager. */
  #stop(
    { code, isLate }: WaitingScan,
    reply: ScanReply | 'unknown',
    scans: readonly WaitingScan[],
  ): void {
    const behind = scans.map((each) => each.code);
    const refusal = reply === 'unknown' || reply.ok ? undefined : reply.refusal;
    const why = refusal === undefined ? 'may have been taken' : `was refused: ${refusal}`;
    const which = isLate === true ? `${code}, which could not be sent at once,` : code;
    const note = droppedNote(`${which} ${why}`, behind);
    this.#keep([{ code: '', note }]);
    this.door.notice({ code, reply: 'dropped', behind });
  }

  #failed(): false {
    this.#fallBehind();
    return false;
  }

  #fallBehind(): void {
    this.#keep(this.#waiting.map(late));
  }

  #keep(waiting: readonly WaitingScan[]): void {
    this.#waiting = waiting;
    this.door.keep(waiting);
  }
}

const late = (scan: WaitingScan): WaitingScan => ({ ...scan, isLate: true });

const unsent = ({ sent: _, ...scan }: WaitingScan): WaitingScan => scan;

const isOfBacklog = ({ isLate, note }: WaitingScan): boolean =>
  isLate === true || note !== undefined;

/**
 * From a scan whose outcome is not known nothing follows, unless others wait behind it. A scan of
 * another round was late, whatever the state of the connection was.
 */
const hasGoneWrong = (
  { isLate }: WaitingScan,
  behind: readonly WaitingScan[],
  reply: ScanReply | 'unknown',
): boolean => {
  if (reply === 'unknown') return isLate === true && behind.length > 0;
  return !reply.ok && (isLate === true || reply.refusal === 'wrong_round');
};
