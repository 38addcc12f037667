/**
 * The wallet of an operator in simulated time, and the way to it: what is asked arrives late, twice
 * or not at all, and so do the answers. What it books, it books once: its book is the simulated
 * operator's own.
 */
import { Book } from '../../src/operator-simulator/book.js';
import { BUSY, type CallVerdict, type WalletCalls } from '../../src/wallet/wallet-calls.service.js';
import type { Evidence } from '../../src/wallet/signed-answer.js';
import type { Chance } from './chance.js';
import type { Process } from './process.js';
import type { Timeline } from './timeline.js';

/** What an answer means to the studio that got it in time. */
export interface HeardVerdict {
  readonly movementId: string;
  readonly status: 'done' | 'refused';
  /** Minor units. */
  readonly total: bigint;
}

interface WalletParts {
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly heard: (verdict: HeardVerdict) => void;
  readonly count: (what: string) => void;
}

type Asked = Pick<WalletCalls, 'ask' | 'connections'>;
type Kind = 'debit' | 'credit' | 'cancel' | 'adjust';
/** What goes wrong with a request. */
type Wrong = 'lost_before' | 'lost_after' | 'late' | 'doubled' | 'wrong' | 'error' | 'busy';

/** Out of a hundred requests. */
const WRONG = 20;
const REFUSED = 4;
const WRONGS: readonly Wrong[] = [
  'lost_before',
  'lost_after',
  'late',
  'doubled',
  'wrong',
  'error',
  'busy',
];
/** To one wallet at once, so that some requests wait. */
const CONNECTIONS = 4;
const LATE_MS = 6_000;

const NO_EVIDENCE: Evidence = {
  kid: '',
  signed: '',
  signature: Buffer.alloc(0),
  body: Buffer.alloc(0),
};

export class OperatorWallet {
  readonly book = new Book();
  isDead = false;
  /** Nothing goes wrong any more. */
  isCalm = false;

  constructor(private readonly parts: WalletParts) {}

  /** As the outbox of that process asks it. */
  askedBy(process: Process): Asked {
    return {
      connections: CONNECTIONS,
      ask: (_to, verb, order, withinMs) => this.#ask(process, verb as Kind, order, withinMs),
    };
  }

  #ask(
    process: Process,
    kind: Kind,
    order: Readonly<Record<string, unknown>>,
    withinMs: number,
  ): Promise<CallVerdict> {
    const { timeline, chance, heard, count } = this.parts;
    const wrong = !this.isCalm && chance.percent(WRONG) ? chance.pick(WRONGS) : undefined;
    if (wrong !== undefined) count(`wallets: ${wrong}`);
    const movementId = String(order['movementId']);
    const total = BigInt(String(order['total']));
    return new Promise((resolve) => {
      const giveUp = process.clock.after(withinMs, () => unknown('nothing in time'));
      let isOver = false;
      const end = (verdict: CallVerdict): void => {
        if (isOver) return;
        isOver = true;
        giveUp();
        if (verdict.status !== 'unknown') heard({ movementId, status: verdict.status, total });
        resolve(verdict);
      };
      const unknown = (why: string): void => end({ status: 'unknown', why });
      const answer = (act: () => void): void => {
        const ms = wrong === 'late' ? chance.below(LATE_MS) : this.#wayMs();
        timeline.after(ms, () => process.deliver(act));
      };
      const arrive = (): void => {
        if (this.isDead) return answer(() => unknown('nobody is there'));
        if (wrong === 'error') return answer(() => unknown('status 500'));
        if (wrong === 'busy') return answer(() => unknown(BUSY));
        const verdict = this.#book(kind, movementId, total, order);
        if (wrong === 'lost_after') return;
        if (wrong === 'wrong') return answer(() => unknown('an answer to something else'));
        answer(() => end(verdict));
      };
      if (wrong === 'lost_before') return;
      timeline.after(wrong === 'late' ? chance.below(LATE_MS) : this.#wayMs(), arrive);
      if (wrong === 'doubled') timeline.after(chance.below(LATE_MS), arrive);
    });
  }

  #book(
    kind: Kind,
    movementId: string,
    total: bigint,
    { player, refers }: Readonly<Record<string, unknown>>,
  ): CallVerdict {
    const { chance } = this.parts;
    const { book } = this;
    const who = String(player);
    if (chance.percent(REFUSED)) book.barred.set(who, 'limit');
    const movement = { movementId, kind, player: who, total };
    const answer = book.book({
      ...movement,
      ...(refers !== undefined && { refers: refers as string }),
    });
    book.barred.delete(who);
    const asked = { requestId: '', movementId, evidence: NO_EVIDENCE };
    return answer.status === 'done'
      ? { ...asked, status: 'done', balance: `${answer.balance}` }
      : { ...asked, status: 'refused', reason: answer.reason };
  }

  #wayMs(): number {
    return 1 + this.parts.chance.below(30);
  }
}
