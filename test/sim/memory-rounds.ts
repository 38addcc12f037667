/** The rounds of a simulation: their rows, which follow the log, and how they are paid. */
import type { Chunk, Payment } from '../../src/ledger/pay-chunk.js';
import { paytable } from '../../src/punto-banco/paytable.js';
import { parseCoup } from '../../src/punto-banco/notation.js';
import type { Verdict } from '../../src/money/verdict.js';
import { verdicts } from '../../src/punto-banco/settle.js';
import type { TableEvent } from '../../src/round/event.js';
import type { PaidRound } from '../../src/settlement/pay-round.js';
import type { OwedPayment } from '../../src/settlement/store.js';
import type { BetRow } from '../../src/table/placed-bets.js';
import type { RowChange } from '../../src/table/rows.js';
import { type Journal, Refused } from './journal.js';
import type { PartOwed } from './memory-hand-pays.js';
import type { Ledger } from './memory-ledger.js';

type RoundStatus = 'betting' | 'closed' | 'resulted' | 'settled' | 'void' | 'refunded';

/** The states from which a round comes into each of its states. */
const COMES_FROM: Readonly<Record<RoundStatus, readonly RoundStatus[]>> = {
  betting: [],
  closed: ['betting'],
  resulted: ['closed'],
  settled: ['resulted'],
  void: ['betting', 'closed'],
  refunded: ['void'],
};

export interface MemoryRound {
  readonly game: string;
  readonly table: string;
  readonly paytable: string;
  readonly stakesAccountId: string;
  readonly shoe: number;
  readonly openedSeq: number;
  readonly status: RoundStatus;
  readonly closedSeq: number | null;
  readonly coup: string | null;
  readonly chunks: number | null;
}

interface PaidChunk extends Chunk {
  readonly payment: Payment;
  readonly stakes: bigint;
  readonly paid: bigint;
  readonly payouts: ReadonlyMap<string, bigint>;
}

export class Rounds {
  readonly #rounds = new Map<string, MemoryRound>();
  readonly #chunks = new Map<string, PaidChunk[]>();
  readonly #owed = new Map<string, number>();

  constructor(
    private readonly journal: Journal,
    private readonly ledger: Ledger,
  ) {}

  find(game: string): MemoryRound | undefined {
    return this.#rounds.get(game);
  }

  all(): Iterable<MemoryRound> {
    return this.#rounds.values();
  }

  /** When the payment was put into the outbox. Undefined when it is not owed. */
  owedSinceMs(payment: OwedPayment): number | undefined {
    return this.#owed.get(keyOf(payment));
  }

  /** What the round paid the player, before any correction. */
  payout(game: string, player: string): bigint {
    const done = this.#chunks.get(game) ?? [];
    return done.reduce((sum, { payouts }) => sum + (payouts.get(player) ?? 0n), 0n);
  }

  write(table: string, seq: number, { does, columns, once }: RowChange): void {
    const game = String(columns['game_number']);
    const before = this.#rounds.get(game);
    const status = columns['status'] as RoundStatus;
    if (does === 'adds') {
      if (before !== undefined) throw new Refused('23505', `round ${game} exists`);
      return this.#put({
        game,
        table,
        status,
        paytable: String(columns['paytable']),
        stakesAccountId: this.ledger.open(String(columns['stakes_account']), 'round'),
        shoe: Number(columns['shoe_ordinal']),
        openedSeq: seq,
        closedSeq: null,
        coup: null,
        chunks: null,
      });
    }
    if (before === undefined) return;
    const closes = typeof columns['closed_seq'] === 'number';
    if (closes && before.closedSeq !== null && once !== 'closed_seq') {
      throw new Refused('SB007', `round ${game} was closed by event ${before.closedSeq}`);
    }
    if (status === 'settled' || status === 'refunded') {
      const left = this.ledger.balance(before.stakesAccountId);
      if (left !== 0n) throw new Refused('SB006', `round ${game} cannot end: ${left} are left`);
    }
    if (!COMES_FROM[status].includes(before.status)) {
      throw new Refused('SB017', `round ${game} is ${before.status}, and not to be ${status}`);
    }
    const { coup } = columns;
    this.#put({
      ...before,
      status,
      closedSeq: before.closedSeq ?? (closes ? seq : null),
      coup: typeof coup === 'string' ? coup : before.coup,
    });
  }

  /** The payment that is owed from this event on, or done with it. */
  noteJobs(_table: string, event: TableEvent, nowMs: number): void {
    const { owes, done } = outboxOf(event);
    if (owes !== undefined) {
      const key = keyOf(owes);
      this.#owed.set(key, nowMs);
      this.journal.did(() => this.#owed.delete(key));
    }
    if (done !== undefined) {
      const key = keyOf(done);
      const since = this.#owed.get(key);
      this.#owed.delete(key);
      if (since !== undefined) this.journal.did(() => this.#owed.set(key, since));
    }
  }

  /** Cuts the round into `chunks`, unless it is cut already, and returns the number. */
  cut(game: string, chunks: number): number {
    const round = this.#rounds.get(game);
    if (round === undefined || round.status === 'betting' || round.status === 'closed') {
      throw new Error('only a round that is resulted is settled');
    }
    if (round.chunks !== null) return round.chunks;
    this.#put({ ...round, chunks });
    return chunks;
  }

  /** Whether the player's part of the round is paid. */
  isPaid(game: string, player: string): boolean {
    const done = this.#chunks.get(game) ?? [];
    return done.some(({ chunk, chunks }) => Number(player) % chunks === chunk);
  }

  /** What each player is to get of a round that is to be paid, whose part of it is not. */
  owed(game: string, bets: readonly BetRow[]): ReadonlyMap<string, PartOwed> {
    const round = this.#rounds.get(game);
    if (round?.status !== 'resulted' && round?.status !== 'void') return new Map();
    const payment = round.status === 'void' ? 'void' : 'settle';
    const whole = { game, chunk: 0, chunks: 1 };
    const { paid } = owedBy(whole, bets, verdictOf(round, payment));
    const lying = playerStakes(bets, 0, 1);
    return new Map(
      [...paid].flatMap(([player, amount]): [string, PartOwed][] => {
        if (this.isPaid(game, player)) return [];
        const own = lying.filter(({ bet }) => bet.player_id === player);
        const stakes = own.reduce((sum, { stake }) => sum + stake, 0n);
        return [[player, { bets: own.length, stakes, was: 0n, paid: amount }]];
      }),
    );
  }

  /**
   * Pays one chunk of a round that was cut, or refunds it. Does nothing the second time. What was
   * ordered to be paid by hand goes outside.
   */
  pay(
    chunk: Chunk,
    bets: readonly BetRow[],
    sessionOf: (playerId: string) => string,
    byHand: ReadonlyMap<string, bigint>,
  ): void {
    const { game } = chunk;
    const round = this.#rounds.get(game);
    if (round === undefined) throw new Error(`round ${game} exists`);
    const done = this.#chunks.get(game) ?? [];
    if (done.some((each) => each.chunk === chunk.chunk)) return;
    const payment = round.status === 'void' || round.status === 'refunded' ? 'void' : 'settle';
    const isDue = round.status === 'resulted' || round.status === 'void';
    const { stakes, paid } = owedBy(chunk, bets, verdictOf(round, payment));
    if (!isDue && stakes !== 0n) throw new Refused('SB018', `chunk ${chunk.chunk} is not due`);
    for (const [player, amount] of byHand) {
      const isOfPart = Number(player) % chunk.chunks === chunk.chunk;
      if (!isOfPart || paid.get(player) === amount) continue;
      throw new Refused('SB018', `chunk ${chunk.chunk} does not pay by hand what was ordered`);
    }
    this.#chunks.set(game, done);
    let sum = 0n;
    const postings = [...paid].map(([player, amount]) => {
      sum += amount;
      const destination = byHand.has(player) ? this.ledger.outside : sessionOf(player);
      return { source: round.stakesAccountId, destination, amount };
    });
    if (stakes !== sum) {
      const toHouse = stakes > sum;
      postings.unshift({
        source: toHouse ? round.stakesAccountId : this.ledger.house,
        destination: toHouse ? this.ledger.house : round.stakesAccountId,
        amount: toHouse ? stakes - sum : sum - stakes,
      });
    }
    if (stakes > 0n) this.ledger.post(`round:${game}:${payment}:${chunk.chunk}`, postings);
    done.push({ ...chunk, payment, stakes, paid: sum, payouts: paid });
    this.journal.did(() => done.pop());
  }

  /** What the chunks paid in total. Undefined while one is missing. */
  readPaid(game: string): PaidRound | undefined {
    const done = this.#chunks.get(game) ?? [];
    const [first] = done;
    if (first === undefined || done.length < first.chunks) return undefined;
    return {
      outcome: first.payment,
      stakes: done.reduce((sum, { stakes }) => sum + stakes, 0n),
      paid: done.reduce((sum, { paid }) => sum + paid, 0n),
    };
  }

  #put(round: MemoryRound): void {
    const before = this.#rounds.get(round.game);
    this.#rounds.set(round.game, round);
    this.journal.did(() => {
      if (before === undefined) this.#rounds.delete(round.game);
      else this.#rounds.set(round.game, before);
    });
  }
}

const verdictOf = (round: MemoryRound, payment: Payment) => {
  if (payment === 'void') return (): Verdict => ({ kind: 'returned' });
  const coup = parseCoup(round.coup ?? '');
  const rates = paytable(round.paytable);
  if (coup === undefined || rates === undefined) throw new Error('a resulted round has a coup');
  const all = verdicts(coup, rates);
  return ({ mode, spot }: BetRow): Verdict => all[mode][spot];
};

/** The stakes of the chunk's players, and what comes back to each who gets something. */
const owedBy = (
  { chunk, chunks }: Chunk,
  bets: readonly BetRow[],
  verdict: (bet: BetRow) => Verdict,
): { readonly stakes: bigint; readonly paid: ReadonlyMap<string, bigint> } => {
  let stakes = 0n;
  const paid = new Map<string, bigint>();
  for (const { bet, stake } of playerStakes(bets, chunk, chunks)) {
    stakes += stake;
    const given = verdict(bet);
    if (given.kind === 'lost') continue;
    const won =
      given.kind === 'won' ? (stake * BigInt(given.odds.win)) / BigInt(given.odds.stake) : 0n;
    paid.set(bet.player_id, (paid.get(bet.player_id) ?? 0n) + stake + won);
  }
  return { stakes, paid };
};

/** What lies on each spot of each of the chunk's players. */
export const playerStakes = (
  bets: readonly BetRow[],
  chunk: number,
  chunks: number,
): readonly { readonly bet: BetRow; readonly stake: bigint }[] => {
  const placed = new Map<string, { readonly bet: BetRow; stake: bigint }>();
  for (const bet of bets) {
    if (Number(bet.player_id) % chunks !== chunk) continue;
    const key = `${bet.player_id} ${bet.spot} ${bet.mode}`;
    const before = placed.get(key) ?? { bet, stake: 0n };
    before.stake += BigInt(bet.amount);
    placed.set(key, before);
  }
  return [...placed.values()].filter(({ stake }) => stake > 0n);
};

const keyOf = ({ game, correction = 0 }: OwedPayment): string => `${game} ${correction}`;

/** The payments that an event puts into the outbox, or says to be done. */
const outboxOf = (
  event: TableEvent,
): { readonly owes?: OwedPayment; readonly done?: OwedPayment } => {
  const { kind } = event;
  if (kind === 'coup_decided' || kind === 'round_voided') return { owes: { game: event.game } };
  if (kind === 'round_settled' || kind === 'round_refunded') return { done: { game: event.game } };
  if (kind !== 'round_corrected' && kind !== 'correction_paid') return {};
  const { game, correction } = event;
  return kind === 'round_corrected'
    ? { owes: { game, correction } }
    : { done: { game, correction } };
};
