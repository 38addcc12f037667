/**
 * The bridge between a scanner and a table. The codes that are read go through the scan queue, and
 * the outcome of each is reported.
 */
import type { DealerClient, DealerWatch } from '../client/dealer-client.js';
import { DoubleRead } from '../client/double-read.js';
import type { FollowedTable } from '../client/followed-table.js';
import {
  type ScanDoor,
  ScanQueue,
  type ScanReply,
  type ScanStore,
  placeOf,
} from '../client/scan-queue.js';
import type { CodeOutcome } from './code-outcome.js';

interface BridgeParts {
  readonly client: DealerClient;
  readonly table: string;
  readonly store: ScanStore;
  /** Within this time the same code is the scanner's echo, in ms. 0: there is no echo. */
  readonly echoMs: number;
  readonly report: (code: string, outcome: CodeOutcome) => void;
  readonly note: (text: string) => void;
}

/** A studio that is up is joined within this time, in ms. */
const BEGINNING_MS = 2_000;

export class Bridge {
  readonly #followed: FollowedTable<DealerWatch>;
  readonly #scans: ScanQueue;
  readonly #doubleRead: DoubleRead;
  #isJoined = false;
  /**
   * The studio is being joined for the first time. That it cannot be reached is not reported yet.
   */
  #isBeginning = true;
  readonly #beginning: NodeJS.Timeout;
  /** Codes that were read meanwhile, each with how many waited then. */
  #unsaid: { readonly code: string; readonly waiting: number }[] = [];

  constructor(private readonly parts: BridgeParts) {
    const { client, table, store, note, echoMs } = parts;
    this.#doubleRead = new DoubleRead(echoMs);
    this.#scans = this.#queue(store);
    this.#beginning = setTimeout(() => this.#begun(), BEGINNING_MS);
    let refusal = '';
    this.#followed = client.watch(table, {
      snapshot: () => this.#scans.renewed(),
      message: ({ kind }) => {
        if (kind === 'shoe_started' || kind === 'table_opened') this.#scans.startAnew();
      },
      joined: () => {
        if (!this.#isJoined) note(`${table} is there`);
        this.#isJoined = true;
        this.#unsaid = [];
        this.#begun();
        refusal = '';
        this.#scans.flow();
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
      this.#isJoined = false;
      this.#scans.interrupted();
      this.#begun();
    });
    if (this.waiting > 0) note(`${this.waiting} codes are left from before`);
  }

  /** How many codes have no answer yet. */
  get waiting(): number {
    return this.#scans.codes.length;
  }

  /** A code was read. */
  read(code: string, atMs: number = performance.now()): void {
    if (this.#doubleRead.isAgain(code, atMs)) return this.parts.report(code, { kind: 'echo' });
    this.#scans.scan(code);
    if (!this.#isJoined) this.#unsaid.push({ code, waiting: this.waiting });
    if (!this.#isBeginning) this.#begun();
  }

  /** Resolves when every code has been answered. */
  idle(): Promise<void> {
    return this.#scans.idle();
  }

  close(): void {
    clearTimeout(this.#beginning);
    this.#scans.close();
    this.#followed.leave();
    this.parts.client.close();
  }

  #queue(store: ScanStore): ScanQueue {
    const { client, table, report, note } = this.parts;
    const door: ScanDoor = {
      place: () => {
        const { copy } = this.#followed;
        return this.#isJoined && copy !== undefined ? placeOf(copy) : undefined;
      },
      known: () => this.#followed.copy && placeOf(this.#followed.copy),
      send: (name, scan) => client.send(name, { table, ...scan }),
      report: (text) =>
        client.send('malfunction:report', { table, malfunction: 'scanner_dead', note: text }),
      startOver: () => this.#followed.startOver(),
      after: (ms, act) => {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
      ended: (code, outcome) => report(code, outcomeOf(outcome)),
      waits: (code, refusal) => note(`${code} waits: ${refusal}`),
      stopped: (_, behind, text) => {
        for (const each of behind) report(each, { kind: 'dropped' });
        note(`STOPPED: ${text}`);
      },
      reported: (reply) =>
        note(
          reply.ok
            ? 'the shift manager is notified'
            : `the report did not reach the table: ${reply.refusal}`,
        ),
      // A bridge that cannot write its spool ends. The next one goes on from there.
      failed: (error) => {
        throw error;
      },
    };
    return new ScanQueue(door, store);
  }

  /** By now it is known whether the studio is there, and what waits for it is reported. */
  #begun(): void {
    clearTimeout(this.#beginning);
    this.#isBeginning = false;
    for (const { code, waiting } of this.#unsaid.splice(0)) {
      this.parts.report(code, { kind: 'kept', waiting });
    }
  }
}

const outcomeOf = (reply: ScanReply | 'not_known'): CodeOutcome => {
  if (reply === 'not_known') return { kind: 'not_known' };
  if (!reply.ok) return { kind: 'refused', refusal: reply.refusal };
  const { scanned, seq, card, seat } = reply;
  return scanned === 'cut_card'
    ? { kind: 'cut_card', seq }
    : { kind: 'card', card: card ?? '', seat: seat ?? '', seq };
};
