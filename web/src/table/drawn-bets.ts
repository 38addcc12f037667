/**
 * What the page draws of the player’s bets: what the studio has answered, and what was asked for
 * since, as it will be if it stands.
 */
import type { Bet, BetReply } from '../../../src/client/betting.js';
import { type OwnBets, afterBet, inNextRound } from '../../../src/client/own-bets.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import { amount } from '../../../src/money/amount.js';
import {
  type Slip,
  type SlipCommand,
  type SlipRules,
  changeSlip,
} from '../../../src/punto-banco/slip.js';
import { NO_STAKES, type Stakes, readStakes } from '../../../src/punto-banco/stakes.js';
import { bettingRules } from '../../../src/round/settings.js';
import { isTaken } from './own-settings.js';

/**
 * `placed` are the newest placements, as far as this page has seen them placed. After a reload it
 * has not.
 */
export interface KnownBets {
  readonly own: OwnBets;
  readonly placed: readonly Stakes[];
}

export const unseen = (own: OwnBets): KnownBets => ({ own, placed: [] });

export const nextRound = ({ own }: KnownBets, game: string): KnownBets =>
  unseen(inNextRound(own, game));

/** The player's wallet did not give the stakes of the round. */
export const offSpots = ({ own }: KnownBets): KnownBets =>
  unseen({ ...own, stakes: NO_STAKES, placements: 0 });

/** The studio said that the bet on the round `game` stands. */
export const afterAnswer = (
  { own, placed }: KnownBets,
  game: string,
  bet: Bet,
  reply: Extract<BetReply, { ok: true }>,
): KnownBets => ({ own: afterBet(own, game, bet, reply), placed: placedAfter(placed, bet, reply) });

const placedAfter = (
  placed: readonly Stakes[],
  bet: Bet,
  reply: Extract<BetReply, { ok: true }>,
): readonly Stakes[] => {
  switch (bet.kind) {
    case 'place':
    case 'place_all':
    case 'repeat':
    case 'double':
      return [
        ...placed,
        new Map(
          Object.entries(reply.change).map(([spot, change]) => [spot, amount(BigInt(change))]),
        ) as Stakes,
      ];
    case 'undo':
      return placed.slice(0, -1);
    case 'clear':
      return [];
    case 'mode':
      return placed;
  }
};

export const slipRulesOf = ({ settings, round }: TableCopy, { group }: OwnBets): SlipRules => ({
  ...bettingRules(settings, group),
  // Where the player's currency is not taken there is no chip, and no stake is within the limits.
  ...(!isTaken(settings) && { chips: [amount(1)] }),
  open: new Set(round?.spots ?? []),
});

export interface DrawnBets {
  readonly slip: Slip;
  /** The credit that is left, minor units. */
  readonly balance: bigint;
}

/**
 * A command that would be refused, as far as the page can see, is not drawn. The answer will say.
 */
export const draw = (
  { own, placed }: KnownBets,
  balance: bigint,
  asked: readonly Bet[],
  rules: SlipRules,
): DrawnBets => {
  const unseenOnes = Math.max(0, own.placements - placed.length);
  const placements = [...Array.from({ length: unseenOnes }, () => NO_STAKES), ...placed];
  let slip: Slip = { mode: own.mode, placements, stakes: own.stakes };
  let left = balance;
  for (const bet of asked) {
    // What an unseen placement took is not known. The answer will say.
    if (bet.kind === 'undo' && slip.placements.at(-1) === NO_STAKES) continue;
    const change = changeSlip(slip, commandOf(bet, own.previous), rules);
    if (typeof change === 'string' || change.total > left) continue;
    slip = change.slip;
    left -= change.total;
  }
  return { slip, balance: left };
};

const commandOf = (bet: Bet, previous: Stakes): SlipCommand => {
  switch (bet.kind) {
    case 'place':
      return { kind: 'place', spot: bet.spot, amount: amount(BigInt(bet.amount)) };
    case 'place_all':
      return { kind: 'place_all', stakes: readStakes(bet.stakes) };
    case 'repeat':
      return { kind: 'repeat', previous };
    case 'mode':
      return bet;
    case 'undo':
    case 'clear':
    case 'double':
      return { kind: bet.kind };
  }
};
