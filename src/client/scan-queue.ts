/**
 * The queue of scans from a scanner to a table: one at a time, in the order in which they were
 * read, each until the studio has answered. A scan whose answer was lost is sent again under its
 * own number, and the table takes it once. Where the table has gone on since, it is not sent again.
 *
 * A scan is *late* that could not go out at once: it waited when the queue began, when the
 * connection broke or when a try failed, was read while the table was not followed, or was read
 * behind another late one. Late scans belong one after the other, and nobody saw what became of
 * them. Where one of them is not taken, the rest is thrown away, and the table waits for the shift
 * manager. One that is late is not sent at all where a card came otherwise since it was read.
 */
import { type ReplyOf, isPassing } from '../protocol/command.js';
import type { DealerCommands } from '../protocol/dealer.js';
import { NoAnswer } from './connection.js';
import { delayAfter } from './delays.js';
import { droppedNote } from './dropped-note.js';
import type { TableCopy } from './table-copy.js';
import {
  type WaitingScans,
  type ScanChange,
  type ScanCommand,
  type SentScan,
  type WaitingScan,
  afterChange,
  isEmpty,
} from './waiting-scans.js';

export type ScanReply = ReplyOf<DealerCommands[ScanCommand]>;
type ReportReply = ReplyOf<DealerCommands['malfunction:report']>;

/** Keeps what waits beyond the end of a page or a process. */
export interface ScanStore {
  /** What was left by the queue before. */
  readonly left: WaitingScans;
  /** Keeps a change, before anything follows from it. `after` is what waits by then. */
  keep(change: ScanChange, after: WaitingScans): void;
}

/** The table as it is known over a working connection. */
export interface ScanPlace {
  readonly command: ScanCommand;
  /** The number of the last scan that the table took. Null where it takes any. */
  readonly lastScanSeq: number | null;
  /** The ordinal of the shoe. 0 before the first. */
  readonly shoe: number;
  readonly game: string | undefined;
  /** How many are on the table. */
  readonly cards: number;
}

export interface ScanDoor {
  /** Undefined while the connection is down, or the table is not joined. */
  place(): ScanPlace | undefined;
  /** The round in hand and its cards, as far as is known: nothing before the first join. */
  known(): Partial<Pick<ScanPlace, 'game' | 'cards'>> | undefined;
  /** Rejects with `NoAnswer`. */
  send(command: ScanCommand, scan: NumberedScan): Promise<ScanReply>;
  /** Reports to the shift manager what was thrown away. Rejects with `NoAnswer`. */
  report(note: string): Promise<ReportReply>;
  /** Asks for the table as it is. `renewed` and `flow` are called when it has come. */
  startOver(): void;
  /** Returns what calls it off. */
  after(ms: number, act: () => void): () => void;
  /**
   * The outcome of a scan. `not_known`: the table has gone on since it was sent or, where it is
   * late, since it was read.
   */
  ended(code: string, outcome: ScanReply | 'not_known'): void;
  /** It is not taken for now, and is tried again. */
  waits?(code: string, refusal: string): void;
  /** `code` was not taken, and those behind it were thrown away. `note` says so. */
  stopped(code: string, behind: readonly string[], note: string): void;
  /** The report was taken, or was refused for good. */
  reported(reply: ReportReply): void;
  /** Something threw. The queue tries again what waits, unless this ends the process. */
  failed(error: unknown): void;
}

export interface NumberedScan {
  readonly code: string;
  readonly scanSeq: number;
  readonly game?: string;
}

export const placeOf = ({ desk, lastScanSeq, shoe, round }: TableCopy): ScanPlace => ({
  command: desk?.next === 'SCAN_BURN' ? 'shoe:burn' : 'card:scan',
  lastScanSeq,
  shoe: shoe?.ordinal ?? 0,
  game: round?.game,
  cards: round?.cards.length ?? 0,
});

/**
 * What to do after a try: send the next scan, send the same one, or wait until something has
 * changed.
 */
type Step = 'next' | 'again' | 'wait';

export class ScanQueue {
  #waiting: WaitingScans;
  /** The id of the last scan that is late. */
  #lastLate: number;
  /** The table as it is has come after the last doubt about what it took. */
  #isCertain = false;
  /** The number in the last answer, until the table sends one itself. */
  #answered = 0;
  /** The id of the scan that was refused under what seemed to be the table’s last number. */
  #refusedAsLast: number | undefined;
  #isBusy = false;
  /** Something changed while a scan was under way. */
  #isWoken = false;
  #failures = 0;
  #callOff: () => void = () => undefined;
  #idle: (() => void)[] = [];

  constructor(
    private readonly door: ScanDoor,
    private readonly store: ScanStore,
  ) {
    this.#waiting = store.left;
    this.#lastLate = store.left.lastId;
  }

  /** The codes that wait, in their order. */
  get codes(): readonly string[] {
    return this.#waiting.scans.map(({ code }) => code);
  }

  scan(code: string): void {
    const { scans, stop, lastId } = this.#waiting;
    const [first] = scans;
    const isBehind = stop !== undefined || (first !== undefined && this.#isLate(first));
    const { game, cards } = this.door.known() ?? {};
    this.#keep({ line: 'scanned', id: lastId + 1, code, game, cards });
    if (isBehind || this.door.place() === undefined) this.#fallBehind();
    this.flow();
  }

  /** The connection is back, or the table has sent something new. */
  flow(): void {
    this.#isWoken = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#callOff();
    this.#runWhileWoken().catch((error: unknown) => this.door.failed(error));
  }

  /** The table takes any number. Earlier answers count no longer. */
  startAnew(): void {
    this.#answered = 0;
  }

  /** The table as it is has come. */
  renewed(): void {
    this.#isCertain = true;
    this.startAnew();
  }

  /** The connection is down. Whether the scan under way was taken is not known. */
  interrupted(): void {
    this.#isCertain = false;
    this.#fallBehind();
  }

  /** Resolves when every scan has its answer. */
  idle(): Promise<void> {
    if (isEmpty(this.#waiting)) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Tries nothing again. */
  close(): void {
    this.#callOff();
  }

  async #runWhileWoken(): Promise<void> {
    try {
      while (this.#isWoken) {
        this.#isWoken = false;
        await this.#run();
      }
    } catch (error) {
      this.#isCertain = false;
      this.#tryLater();
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  async #run(): Promise<void> {
    for (;;) {
      const { scans, stop } = this.#waiting;
      const [first] = scans;
      if (stop === undefined && first === undefined) break;
      const step = await (stop === undefined ? this.#deliver(first!) : this.#report(stop));
      if (step === 'wait') return;
      if (step === 'again') {
        this.#tryLater();
        return;
      }
      this.#failures = 0;
    }
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #tryLater(): void {
    this.#fallBehind();
    this.#failures += 1;
    this.#callOff();
    this.#callOff = this.door.after(delayAfter(this.#failures), () => this.flow());
  }

  async #deliver(scan: WaitingScan): Promise<Step> {
    const place = this.door.place();
    if (place === undefined) return this.#waitForTable();
    const { sent } = scan;
    if (sent !== undefined && !this.#isCertain) return this.#lookAnew();
    if (sent === undefined && this.#mayBeDealt(scan, place)) return this.#end(scan, 'not_known');
    if (sent === undefined || this.#isAnothers(scan.id, sent, place)) {
      const { command: name, shoe, game, cards } = place;
      const scanSeq = Math.max(place.lastScanSeq ?? 0, this.#answered) + 1;
      this.#refusedAsLast = undefined;
      const anew = { name, scanSeq, shoe, game, cards };
      this.#keep({ line: 'sent', id: scan.id, ...anew });
      return this.#send(scan, anew, undefined);
    }
    return mayBeLast(sent, place)
      ? this.#send(scan, sent, place.lastScanSeq ?? 0)
      : this.#end(scan, 'not_known');
  }

  /** `lastScanSeq` is the table’s last number, where the scan was sent before. */
  async #send(scan: WaitingScan, sent: SentScan, lastScanSeq: number | undefined): Promise<Step> {
    const { id, code, game } = scan;
    const { name, scanSeq } = sent;
    let reply: ScanReply;
    try {
      reply = await this.door.send(name, { code, scanSeq, ...(game !== undefined && { game }) });
    } catch (error) {
      return this.#unanswered(error);
    }
    if (!reply.ok && reply.refusal === 'scan_out_of_order') {
      if (lastScanSeq === undefined) this.#keep({ line: 'kept', id });
      else this.#refusedAsLast = lastScanSeq === scanSeq ? id : undefined;
      return this.#lookAnew();
    }
    if (!reply.ok && isPassing(reply.refusal)) {
      if (this.#failures === 0) this.door.waits?.(code, reply.refusal);
      this.#isCertain = false;
      return 'again';
    }
    // Not every refusal uses the number up. Where one does, the table’s message came before it.
    if (reply.ok) this.#answered = scanSeq;
    return this.#end(scan, reply);
  }

  /**
   * A card came otherwise since the late scan was read: by hand, or because the dealer scanned it
   * on another scanner. It may be this very one. In another round the table refuses it.
   */
  #mayBeDealt(scan: WaitingScan, { game, cards, lastScanSeq }: ScanPlace): boolean {
    // The card that was answered last is not on the table yet, as far as this is known.
    if (!this.#isLate(scan) || (lastScanSeq ?? 0) < this.#answered) return false;
    return scan.cards !== undefined && scan.game === game && scan.cards !== cards;
  }

  /**
   * The scan was refused under its number, which was the table’s last before that and is so after.
   * So the number belongs to another scan, and this one was not taken.
   */
  #isAnothers(id: number, sent: SentScan, place: ScanPlace): boolean {
    const isLast = sent.shoe === place.shoe && sent.scanSeq === place.lastScanSeq;
    return isLast && id === this.#refusedAsLast;
  }

  #unanswered(error: unknown): Step {
    if (!(error instanceof NoAnswer)) throw error;
    this.#isCertain = false;
    return this.door.place() === undefined ? this.#waitForTable() : 'again';
  }

  #waitForTable(): Step {
    this.#fallBehind();
    return 'wait';
  }

  /** Asks for the table as it is, and goes on when that has come. */
  #lookAnew(): Step {
    this.#isCertain = false;
    this.#answered = 0;
    this.door.startOver();
    return 'wait';
  }

  #end(scan: WaitingScan, outcome: ScanReply | 'not_known'): Step {
    if (this.#hasGoneWrong(scan, outcome)) return this.#stop(scan, outcome);
    const { id, code } = scan;
    this.#keep({ line: 'done', id, isDealt: isDealt(outcome) });
    this.door.ended(code, outcome);
    return 'next';
  }

  /**
   * A late scan was not taken. If its outcome is not known nothing follows from it, unless others
   * wait behind it. A scan of another round was late, whatever the state of the connection was.
   */
  #hasGoneWrong(scan: WaitingScan, outcome: ScanReply | 'not_known'): boolean {
    if (outcome === 'not_known') return this.#isLate(scan) && this.codes.length > 1;
    return !outcome.ok && (this.#isLate(scan) || outcome.refusal === 'wrong_round');
  }

  /**
   * The scan and what waits behind it are thrown away in one change, before anybody is notified.
   * Whatever ends the queue before or after, what is behind is never sent.
   */
  #stop(scan: WaitingScan, outcome: ScanReply | 'not_known'): Step {
    const { code } = scan;
    const behind = this.codes.slice(1);
    const isRefused = outcome !== 'not_known' && !outcome.ok;
    const why = isRefused ? `was refused: ${outcome.refusal}` : 'may have been taken';
    const which = this.#isLate(scan) ? `${code}, which could not be sent at once,` : code;
    const note = droppedNote(`${which} ${why}`, behind);
    this.#keep({ line: 'stopped', id: this.#waiting.lastId, note });
    this.door.ended(code, outcome);
    this.door.stopped(code, behind, note);
    return 'next';
  }

  /** The table waits for the shift manager. Nothing is sent before. */
  async #report(note: string): Promise<Step> {
    if (this.door.place() === undefined) return this.#waitForTable();
    let reply: ReportReply;
    try {
      reply = await this.door.report(note);
    } catch (error) {
      return this.#unanswered(error);
    }
    if (!reply.ok && isPassing(reply.refusal)) return 'again';
    this.#keep({ line: 'reported', id: this.#waiting.lastId });
    this.door.reported(reply);
    return 'next';
  }

  #isLate({ id }: WaitingScan): boolean {
    return id <= this.#lastLate;
  }

  /** Everything that waits now is late. */
  #fallBehind(): void {
    this.#lastLate = this.#waiting.lastId;
  }

  #keep(change: ScanChange): void {
    const after = afterChange(this.#waiting, change);
    this.store.keep(change, after);
    this.#waiting = after;
  }
}

/** Whether it lies on the table. The first card of a new shoe is burned. */
const isDealt = (outcome: ScanReply | 'not_known'): boolean =>
  outcome !== 'not_known' && outcome.ok && outcome.card !== null && outcome.seat !== 'burn';

/** A card that was entered meanwhile, by hand or in another round, may be this very one. */
const mayBeLast = (sent: SentScan, place: ScanPlace): boolean => {
  const lastScanSeq = place.lastScanSeq ?? 0;
  const isAsItWas =
    sent.cards === undefined || (sent.game === place.game && sent.cards === place.cards);
  const isNext = lastScanSeq === sent.scanSeq - 1 && isAsItWas;
  return sent.shoe === place.shoe && (lastScanSeq === sent.scanSeq || isNext);
};
