/**
 * The bridge between a scanner and a table: one code at a time, in order, each until the studio has
 * answered. A code whose answer was lost is sent again under its own number, and the table takes it
 * once. Where the table has gone on since, it is not sent again.
 *
 * The *backlog* is every code that could not go out at once: it waited when the bridge began, when
 * the connection broke or when a try failed, was read while the table was not followed, or was read
 * behind another one of the backlog. Its codes belong one after the other, and nobody saw what
 * became of them. Where one of them is not taken, the rest is thrown away, and the table waits for
 * the shift manager.
 */
import type { DealerClient, DealerWatch } from '../client/dealer-client.js';
import { NoAnswer } from '../client/connection.js';
import { delayAfter } from '../client/delays.js';
import { DoubleRead } from '../client/double-read.js';
import type { FollowedTable } from '../client/followed-table.js';
import { type AcceptedOf, isPassing } from '../protocol/command.js';
import type { DealerCommands } from '../protocol/dealer.js';
import { droppedNote } from '../client/dropped-note.js';
import type { CodeOutcome } from './code-outcome.js';
import type { Scan, Sending, Spool } from './spool.js';

interface BridgeParts {
  readonly client: DealerClient;
  readonly table: string;
  readonly spool: Spool;
  /** Within this time the same code is the scanner's echo, in ms. 0: there is no echo. */
  readonly echoMs: number;
  readonly report: (code: string, outcome: CodeOutcome) => void;
  readonly note: (text: string) => void;
}

/** A studio that is up is joined within this time, in ms. */
const BEGINNING_MS = 2_000;

/**
 * What to do after a try: send the next code, send the same one, or wait until something has
 * changed.
 */
type Step = 'next' | 'again' | 'wait';

export class Bridge {
  readonly #followed: FollowedTable<DealerWatch>;
  #isBusy = false;
  /** Something changed while a code was under way. */
  #isWoken = false;
  /** The copy came after the last doubt about what was taken. */
  #isCertain = false;
  #isJoined = false;
  /**
   * The studio is being joined for the first time. That it cannot be reached is not reported yet.
   */
  #isBeginning = true;
  /** Codes that were read meanwhile, each with how many waited then. */
  #unsaid: { readonly code: string; readonly waiting: number }[] = [];
  readonly #beginning: NodeJS.Timeout;
  /** The last number that is known to be taken, and in which shoe. */
  #taken = { shoe: 0, scanSeq: 0 };
  readonly #doubleRead: DoubleRead;
  /** The id of the backlog's last code. */
  #backlogEnd = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #idle: (() => void)[] = [];

  constructor(private readonly parts: BridgeParts) {
    const { client, table, note, spool, echoMs } = parts;
    this.#doubleRead = new DoubleRead(echoMs);
    this.#fallBehind();
    this.#beginning = setTimeout(() => this.#begun(), BEGINNING_MS);
    let refusal = '';
    this.#followed = client.watch(table, {
      snapshot: () => (this.#isCertain = true),
      joined: () => {
        if (!this.#isJoined) note(`${table} is there`);
        this.#isJoined = true;
        this.#unsaid = [];
        this.#begun();
        refusal = '';
        this.#pump();
      },
      refused: (reason) => {
        if (reason !== refusal && reason !== 'no_answer') note(`${table} is away: ${reason}`);
        this.#begun();
        refusal = reason;
      },
    });
    client.connection.onState((state, reason) => {
      if (state === 'connected' || state === 'closed') return;
      if (this.#isJoined) note(`the link is down (${reason || state}): codes are kept`);
      this.#fallBehind();
      this.#isJoined = false;
      this.#isCertain = false;
      this.#begun();
    });
    if (spool.waiting > 0) note(`${spool.waiting} codes are left from before`);
  }

  /** A code was read. */
  read(code: string, atMs: number = performance.now()): void {
    const { spool, report } = this.parts;
    if (this.#doubleRead.isAgain(code, atMs)) return report(code, { kind: 'echo' });
    const { first, stop } = spool;
    const isBehind = first !== undefined && first.id <= this.#backlogEnd;
    spool.add(code, this.#followed.copy?.round?.game);
    if (!this.#isJoined || isBehind || stop !== undefined) this.#fallBehind();
    if (!this.#isJoined) this.#unsaid.push({ code, waiting: spool.waiting });
    if (!this.#isBeginning) this.#begun();
    this.#pump();
  }

  /** Resolves when every code has been answered. */
  idle(): Promise<void> {
    const { waiting, stop } = this.parts.spool;
    if (waiting === 0 && stop === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#beginning);
    this.#followed.leave();
    this.parts.client.close();
  }

  /** By now it is known whether the studio is there, and what waits for it is reported. */
  #begun(): void {
    clearTimeout(this.#beginning);
    this.#isBeginning = false;
    for (const { code, waiting } of this.#unsaid.splice(0)) {
      this.parts.report(code, { kind: 'kept', waiting });
    }
  }

  /** Everything that waits now belongs to the backlog. */
  #fallBehind(): void {
    this.#backlogEnd = this.parts.spool.lastId;
  }

  #pump(): void {
    this.#isWoken = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#timer);
    void this.#runWhileWoken();
  }

  async #runWhileWoken(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      await this.#run();
    }
    this.#isBusy = false;
  }

  async #run(): Promise<void> {
    const { spool } = this.parts;
    for (;;) {
      const { stop, first } = spool;
      if (stop === undefined && first === undefined) break;
      const step = await (stop === undefined ? this.#deliver(first!) : this.#report(stop));
      if (step === 'wait') return;
      if (step === 'again') {
        this.#fallBehind();
        this.#failures += 1;
        this.#timer = setTimeout(() => this.#pump(), delayAfter(this.#failures));
        return;
      }
      this.#failures = 0;
    }
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #deliver(scan: Scan): Promise<Step> {
    const { copy } = this.#followed;
    if (!this.#isJoined || copy === undefined) return 'wait';
    if (scan.sent !== undefined && !this.#isCertain) return this.#lookAnew();
    const shoe = copy.shoe?.ordinal ?? 0;
    const lastScanSeq = copy.lastScanSeq ?? 0;
    const { sent } = scan;
    const game = copy.round?.game;
    const cards = copy.round?.cards.length ?? 0;
    if (sent === undefined) {
      const name = copy.desk?.next === 'SCAN_BURN' ? 'shoe:burn' : 'card:scan';
      const taken = this.#taken.shoe === shoe ? this.#taken.scanSeq : 0;
      const scanSeq = Math.max(lastScanSeq, taken) + 1;
      return this.#send(scan, { name, scanSeq, shoe, game, cards }, undefined);
    }
    // A card that was entered meanwhile, by hand or in another round, may be this very one.
    const isAsItWas = sent.cards === undefined || (sent.game === game && sent.cards === cards);
    const mayBeLast =
      lastScanSeq === sent.scanSeq || (lastScanSeq === sent.scanSeq - 1 && isAsItWas);
    if (sent.shoe === shoe && mayBeLast) return this.#send(scan, sent, lastScanSeq);
    return this.#end(scan, { kind: 'not_known' });
  }

  /** `lastScanSeq` is the table's last, where the code has gone out before. */
  async #send(scan: Scan, sending: Sending, lastScanSeq: number | undefined): Promise<Step> {
    const { client, table, spool } = this.parts;
    const { name, scanSeq } = sending;
    if (scan.sent === undefined) spool.sending(scan.id, sending);
    let reply;
    try {
      const { code, game } = scan;
      reply = await client.send(name, {
        table,
        code,
        scanSeq,
        ...(game !== undefined && { game }),
      });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#isCertain = false;
      return client.connection.state === 'connected' ? 'again' : 'wait';
    }
    if (reply.ok) {
      this.#taken = { shoe: sending.shoe, scanSeq };
      return this.#end(scan, outcomeOf(reply));
    }
    const { refusal } = reply;
    if (refusal === 'scan_out_of_order') {
      // The number belongs to another scan. If it was the table's last when this code had gone out
      // before, then that scan was not this code.
      const isNotTaken = lastScanSeq === undefined || lastScanSeq === scanSeq;
      if (isNotTaken) spool.kept(scan.id);
      this.#taken = { shoe: 0, scanSeq: 0 };
      return this.#lookAnew();
    }
    if (isPassing(refusal)) {
      if (this.#failures === 0) this.parts.note(`${scan.code} waits: ${refusal}`);
      this.#isCertain = false;
      return 'again';
    }
    return this.#end(scan, { kind: 'refused', refusal });
  }

  /** Asks for the table as it is, and goes on when that has come. */
  #lookAnew(): Step {
    this.#isCertain = false;
    this.#followed.startOver();
    return 'wait';
  }

  #end({ id, code }: Scan, outcome: CodeOutcome): Step {
    const { spool, report } = this.parts;
    spool.done(id);
    report(code, outcome);
    if (this.#hasGoneWrong(id, outcome)) this.#stop(code, outcome, id <= this.#backlogEnd);
    return 'next';
  }

  /**
   * A code of the backlog was not taken. If its outcome is not known nothing follows from it,
   * unless others wait behind it.
   */
  #hasGoneWrong(id: number, outcome: CodeOutcome): boolean {
    if (outcome.kind === 'not_known') return id <= this.#backlogEnd && this.parts.spool.waiting > 0;
    // The table was in another round when the code was read. So it was late, whatever the state of
    // the connection was.
    return (
      outcome.kind === 'refused' && (id <= this.#backlogEnd || outcome.refusal === 'wrong_round')
    );
  }

  /**
   * The codes that wait are thrown away before anybody is notified. Whatever ends the bridge now,
   * they are never sent.
   */
  #stop(code: string, outcome: CodeOutcome, isLate: boolean): void {
    const { spool, report, note } = this.parts;
    const { codes } = spool;
    const why =
      outcome.kind === 'refused' ? `was refused: ${outcome.refusal}` : 'may have been taken';
    const which = isLate ? `${code}, which could not be sent at once,` : code;
    const text = droppedNote(`${which} ${why}`, codes);
    spool.throwAway(text);
    for (const each of codes) report(each, { kind: 'dropped' });
    note(`STOPPED: ${text}`);
  }

  /** The table waits for the shift manager. Nothing is sent before. */
  async #report(note: string): Promise<Step> {
    const { client, table, spool } = this.parts;
    if (!this.#isJoined) return 'wait';
    let reply;
    try {
      reply = await client.send('malfunction:report', { table, malfunction: 'scanner_dead', note });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return client.connection.state === 'connected' ? 'again' : 'wait';
    }
    if (!reply.ok && isPassing(reply.refusal)) return 'again';
    spool.reported();
    this.parts.note(
      reply.ok
        ? 'the shift manager is notified'
        : `the report did not reach the table: ${reply.refusal}`,
    );
    return 'next';
  }
}

type Taken = AcceptedOf<DealerCommands['card:scan']>;

const outcomeOf = ({ scanned, seq, card, seat }: Taken): CodeOutcome =>
  scanned === 'cut_card'
    ? { kind: 'cut_card', seq }
    : { kind: 'card', card: card ?? '', seat: seat ?? '', seq };
