/**
 * A round's bet statistics, sent to the players while they bet: at most twice a second, only when
 * they changed, and once more at the close.
 */
import type { TableStatistics } from '../protocol/statistics.js';
import { SPOTS, type Spot } from '../punto-banco/spot.js';
import type { Stakes } from '../punto-banco/stakes.js';
import type { EventKind } from '../round/event.js';
import { type TableState, phaseBeneath } from '../round/state.js';
import type { Cancel, Clock } from '../platform/clock.js';

/** Between two messages of one table. */
const APART_MS = 500;
/**
 * What a connection was sent just before must have left it. Until then it is skipped by volatile
 * messages.
 */
const SETTLED_MS = 50;

interface StatisticsParts {
  readonly clock: Clock;
  readonly state: () => TableState;
  /** The stakes, slip by slip, of those who have any on the table. */
  readonly stakes: () => Iterable<Stakes>;
  readonly publish: (statistics: TableStatistics) => void;
}

/** How many players have bet on each spot, and how much. */
export const countStakes = (all: Iterable<Stakes>): Pick<TableStatistics, 'players' | 'spots'> => {
  const spots = new Map<Spot, { players: number; amount: bigint }>();
  let players = 0;
  for (const stakes of all) {
    if (stakes.size > 0) players += 1;
    for (const [spot, stake] of stakes) {
      const share = spots.get(spot);
      if (share === undefined) spots.set(spot, { players: 1, amount: stake });
      else {
        share.players += 1;
        share.amount += stake;
      }
    }
  }
  const shares: TableStatistics['spots'] = {};
  for (const spot of SPOTS) {
    const share = spots.get(spot);
    if (share !== undefined) shares[spot] = { ...share, amount: share.amount.toString() };
  }
  return { players, spots: shares };
};

/**
 * A bet costs only a check whether a message is waiting to be sent. The seats are summed up when it
 * is sent. All that is remembered is what was sent last, so that a table that comes back from its
 * log goes on with the sums of its seats.
 */
export class BetStatistics {
  #cancel: Cancel | undefined;
  #lastAtMs: number;
  /** What was sent last in the round in hand. Undefined before the first message. */
  #published: string | undefined;

  constructor(private readonly parts: StatisticsParts) {
    this.#lastAtMs = parts.clock.nowMs();
  }

  /** Takes notice of an event that the state has just taken in. */
  take(kind: EventKind): void {
    if (kind === 'betting_opened') this.#begin();
    if (kind === 'bets_accepted' || kind === 'table_resumed') this.wait();
    if (kind === 'betting_closed') this.#tellLast();
  }

  /** Sends when it is time again. Shortly before the close it leaves that to the last message. */
  wait(): void {
    const { clock, state } = this.parts;
    const { round } = state();
    if (this.#cancel !== undefined || round === null || !this.#isBetting()) return;
    const nowMs = clock.nowMs();
    const atMs = Math.max(nowMs + SETTLED_MS, this.#lastAtMs + APART_MS);
    if (atMs > round.closesAtMs - APART_MS) return;
    this.#cancel = clock.after(atMs - nowMs, () => {
      this.#cancel = undefined;
      const isOnTime = clock.nowMs() >= atMs && clock.nowMs() <= round.closesAtMs - APART_MS;
      if (isOnTime && this.#isBetting()) this.#publishIfNew();
      else this.wait();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #begin(): void {
    this.stop();
    this.#published = undefined;
  }

  #publishIfNew(): void {
    const statistics = this.#count();
    const isNew =
      this.#published === undefined
        ? statistics.players > 0
        : JSON.stringify(statistics) !== this.#published;
    if (isNew) this.#publish(statistics);
  }

  /**
   * The sums that were played for, in every round for which anything was sent, or that has any
   * stake.
   */
  #tellLast(): void {
    this.stop();
    const statistics = this.#count();
    if (this.#published === undefined && statistics.players === 0) return;
    this.#cancel = this.parts.clock.after(SETTLED_MS, () => {
      this.#cancel = undefined;
      this.#publish(statistics);
    });
  }

  #publish(statistics: TableStatistics): void {
    this.#published = JSON.stringify(statistics);
    this.#lastAtMs = this.parts.clock.nowMs();
    this.parts.publish(statistics);
  }

  #count(): TableStatistics {
    const { table, round } = this.parts.state();
    return { table, game: round?.game ?? '0', ...countStakes(this.parts.stakes()) };
  }

  #isBetting(): boolean {
    const phase = phaseBeneath(this.parts.state());
    return phase === 'betting' || phase === 'last_bets';
  }
}
