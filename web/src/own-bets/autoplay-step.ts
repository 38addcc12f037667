/**
 * What autoplay does next, and what its last round brought, by what the page knows. It decides, and
 * does nothing itself.
 */
import { sum } from '../../../src/money/amount.js';
import type { Autoplay, AutoplayEnd } from '../table/autoplay-store.js';
import type { SeatView } from '../table/seat-view-store.js';

/** What the page knows at this moment. */
export interface AutoplaySight {
  readonly isConnected: boolean;
  /** Whether the seat is joined over the connection there is. */
  readonly isReached: boolean;
  /** Whether the player has a session with credit. */
  readonly isOpen: boolean;
  readonly credit: bigint;
  readonly phase: string | undefined;
  readonly game: string | undefined;
  readonly result: SeatView['result'];
  /** Whether the player has stakes in the round in hand, or has asked for some. */
  readonly hasBets: boolean;
  /** Whether the bets of its own round are others than it placed, by the player’s hand. */
  readonly isChanged: boolean;
}

type AutoplayStep = 'wait' | 'bet' | { readonly ends: AutoplayEnd };

const STOPPED: ReadonlySet<string> = new Set(['suspended', 'void', 'closed']);
const OPEN: ReadonlySet<string> = new Set(['betting', 'last_bets']);

export const autoplayStep = (running: Autoplay, sight: AutoplaySight): AutoplayStep => {
  const { stakes, stops, roundsLeft, net, game, isIn } = running;
  const { phase = '' } = sight;
  if (!sight.isConnected) return { ends: 'line' };
  if (!sight.isOpen) return { ends: 'session' };
  if (isNotTaken(sight.result, game)) return { ends: 'refused' };
  if (STOPPED.has(phase)) return { ends: 'suspended' };
  if (isIn) return sight.isChanged ? { ends: 'own_bets' } : 'wait';
  const { creditMin, winMax, lossMax } = stops;
  if (winMax !== undefined && net >= winMax) return { ends: 'win' };
  if (roundsLeft === 0) return { ends: 'rounds' };
  if (sight.game === undefined || sight.game === game) return 'wait';
  if (!OPEN.has(phase) || !sight.isReached) return 'wait';
  if (sight.hasBets) return { ends: 'own_bets' };
  const total = sum(stakes.values());
  if (lossMax !== undefined && total - net > lossMax) return { ends: 'loss' };
  if (creditMin !== undefined && sight.credit - total < creditMin) return { ends: 'credit' };
  return 'bet';
};

/**
 * Whether the player has changed by hand what autoplay placed in the round in hand. Its own answer
 * is there, and the bets are open. A seat that is unsure may lack bets that lie.
 */
export const isChangedByHand = (
  { isIn, game, stakes }: Autoplay,
  { copy, known, asked, isUnsure }: Pick<SeatView, 'copy' | 'known' | 'asked' | 'isUnsure'>,
): boolean => {
  if (!isIn || isUnsure || known === undefined) return false;
  if (copy?.round?.game !== game || !OPEN.has(copy?.phase ?? '')) return false;
  const placed = known.own.stakes;
  const isAsSet =
    placed.size === stakes.size && [...stakes].every(([spot, stake]) => placed.get(spot) === stake);
  return !isAsSet || asked.some(({ bet }) => bet.kind !== 'mode');
};

/** The operator's wallet did not give the stakes of the round. */
const isNotTaken = (result: AutoplaySight['result'], game: string | undefined): boolean =>
  result?.outcome === 'not_taken' && result.game === game;

/**
 * With what its last round brought, once that is known. Where the player took the bets back by
 * hand, it brought nothing. A seat that is unsure may lack bets that lie, and does not say so.
 */
export const afterRound = (
  running: Autoplay,
  {
    result,
    copy,
    known,
    asked,
    isUnsure,
  }: Pick<SeatView, 'result' | 'copy' | 'known' | 'asked' | 'isUnsure'>,
): Autoplay => {
  if (!running.isIn) return running;
  if (result !== undefined && result.game === running.game) {
    const net = running.net + BigInt(result.paid) - BigInt(result.stakes);
    return { ...running, net, isIn: false };
  }
  const isClosed = copy?.round?.game === running.game && !OPEN.has(copy?.phase ?? '');
  const isBare = !isUnsure && known?.own.stakes.size === 0 && asked.length === 0;
  return isClosed && isBare ? { ...running, isIn: false } : running;
};
