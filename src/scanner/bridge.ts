/**
 * The bridge between a scanner and a table: one code at a time, in order, each until the studio has answered. A code whose answer was
 * lost goes out again under its own number, which the table takes once; where the table has gone on since, it does not go out at all.
 */
import type { DealerClient, DealerWatch } from '../client/dealer-client.js';
import { NoAnswer } from '../client/connection.js';
import { delayAfter } from '../client/delays.js';
import type { FollowedTable } from '../client/followed-table.js';
import type { AcceptedOf } from '../protocol/command.js';
import type { DealerCommands } from '../protocol/dealer.js';
import { type Fate, isPassing } from './fate.js';
import type { Scan, Sending, Spool } from './spool.js';

export interface BridgeParts {
  readonly client: DealerClient;
  readonly table: string;
  readonly spool: Spool;
  /** The same code again within so long is the scanner's echo, ms; 0: none is. */
  readonly echoMs: number;
  readonly tell: (code: string, fate: Fate) => void;
  readonly note: (text: string) => void;
}

/** What to do after a try: with the next code, with the same one, or when something has changed. */
type Step = 'next' | 'again' | 'wait';

export class Bridge {
  readonly #followed: FollowedTable<DealerWatch>;
  #isBusy = false;
  /** Something changed while a code was under way. */
  #isWoken = false;
  /** The copy came after the last doubt about what was taken. */
  #isCertain = false;
  #isJoined = false;
  /** The last number that we know to be taken, in which shoe. */
  #taken = { shoe: 0, scanSeq: 0 };
  #last = { code: '', atMs: -Infinity };
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #idle: (() => void)[] = [];

  constructor(private readonly parts: BridgeParts) {
    const { client, table, note } = parts;
    let refusal = '';
    this.#followed = client.watch(table, {
      snapshot: () => (this.#isCertain = true),
      joined: () => {
        if (!this.#isJoined) note(`${table} is there`);
        this.#isJoined = true;
        refusal = '';
        this.#pump();
      },
      refused: (reason) => {
        if (reason !== refusal && reason !== 'no_answer') note(`${table} is away: ${reason}`);
        refusal = reason;
      },
    });
    client.connection.onState((state, reason) => {
      if (state === 'connected' || state === 'closed') return;
      if (this.#isJoined) note(`the link is down (${reason || state}): codes are kept`);
      this.#isJoined = false;
      this.#isCertain = false;
    });
    if (parts.spool.waiting > 0) note(`${parts.spool.waiting} codes are left from before`);
  }

  /** A code was read. */
  read(code: string, atMs: number = performance.now()): void {
    const { spool, tell, echoMs } = this.parts;
    const isEcho = code === this.#last.code && atMs - this.#last.atMs < echoMs;
    this.#last = { code, atMs };
    if (isEcho) return tell(code, { kind: 'echo' });
    spool.add(code);
    if (!this.#isJoined) tell(code, { kind: 'kept', waiting: spool.waiting });
    this.#pump();
  }

  /** Resolves when every code has been answered. */
  idle(): Promise<void> {
    if (this.parts.spool.waiting === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#followed.leave();
    this.parts.client.close();
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
    for (let scan = spool.first; scan !== undefined; scan = spool.first) {
      const step = await this.#deliver(scan);
      if (step === 'wait') return;
      if (step === 'again') {
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
    // A card that came onto the table otherwise meanwhile, by hand or in another round, may be this very one.
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
      reply = await client.send(name, { table, code: scan.code, scanSeq });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#isCertain = false;
      return client.connection.state === 'connected' ? 'again' : 'wait';
    }
    if (reply.ok) {
      this.#taken = { shoe: sending.shoe, scanSeq };
      return this.#end(scan, fateOf(reply));
    }
    const { refusal } = reply;
    if (refusal === 'scan_out_of_order') {
      // The number is another scan's. Where it was the table's last when this code had gone out before, the code was not the one.
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

  /** Asks for the table as it is; goes on when that has come. */
  #lookAnew(): Step {
    this.#isCertain = false;
    this.#followed.startOver();
    return 'wait';
  }

  #end({ id, code }: Scan, fate: Fate): Step {
    this.parts.spool.done(id);
    this.parts.tell(code, fate);
    return 'next';
  }
}

type Taken = AcceptedOf<DealerCommands['card:scan']>;

const fateOf = ({ scanned, seq, card, seat }: Taken): Fate =>
  scanned === 'cut_card'
    ? { kind: 'cut_card', seq }
    : { kind: 'card', card: card ?? '', seat: seat ?? '', seq };
