/**
 * A robot's next bet: what its style and its dice make of its present stakes. Lawful, unless the
 * robot is careless.
 */
import type { Bet } from '../client/betting.js';
import { sum } from '../money/amount.js';
import { wholeChips } from '../punto-banco/chips.js';
import type { BettingRules } from '../punto-banco/limits.js';
import { SPOTS, type Spot } from '../punto-banco/spot.js';
import { mainStake, stakeOn } from '../punto-banco/stakes.js';
import type { Dice } from './dice.js';
import type { OwnBets } from '../client/own-bets.js';
import type { BettingStyle } from './betting-style.js';

interface BettingTable {
  readonly rules: BettingRules;
  readonly open: readonly Spot[];
}

/** Undefined when the robot has no idea for a bet, or cannot pay for it. */
export const nextBet = (
  style: BettingStyle,
  own: OwnBets,
  table: BettingTable,
  dice: Dice,
): Bet | undefined => {
  if (dice.chance(style.carelessPercent)) return carelessBet(dice);
  if (own.placements === 0) return firstBet(style, own, table, dice);
  if (dice.chance(style.doubtsPercent)) return dice.chance(20) ? { kind: 'clear' } : undone(own);
  const placed = sum(own.stakes.values());
  const mayDouble = 2n * placed <= ceiling(style, table) && placed <= own.balance;
  if (mayDouble && dice.chance(style.doublesPercent)) return { kind: 'double' };
  const sides = style.sides.filter((spot) => table.open.includes(spot));
  const [first, ...others] = sides;
  if (first === undefined || dice.chance(30))
    return placedOn(mainSpot(own), style, own, table, dice);
  return placedOn(dice.pick([first, ...others]), style, own, table, dice);
};

const firstBet = (
  style: BettingStyle,
  own: OwnBets,
  table: BettingTable,
  dice: Dice,
): Bet | undefined => {
  if (own.mode !== style.mode) return { kind: 'mode', mode: style.mode };
  const previous = sum(own.previous.values());
  const mayRepeat = previous > 0n && previous <= ceiling(style, table) && previous <= own.balance;
  if (mayRepeat && canRepeat(own, table) && dice.chance(style.repeatsPercent)) {
    return { kind: 'repeat' };
  }
  const other = style.main === 'punto' ? 'banco' : 'punto';
  const spot = dice.chance(style.faithfulPercent) ? style.main : other;
  return placedOn(spot, style, own, table, dice);
};

/** Only where nothing would be left out that the rest depends on. */
const canRepeat = (own: OwnBets, table: BettingTable): boolean =>
  [...own.previous.keys()].every((spot) => table.open.includes(spot)) &&
  (own.mode === 'zero_commission' || !own.previous.has('super_6'));

/**
 * An Undo may not leave Super 6 without its main bets. A robot with a stake on Super 6 does not
 * risk it.
 */
const undone = (own: OwnBets): Bet | undefined =>
  own.stakes.has('super_6') ? undefined : { kind: 'undo' };

/** The side that it has bet on already. Both sides at once are refused. */
const mainSpot = (own: OwnBets): Spot => {
  if (own.stakes.has('punto')) return 'punto';
  return own.stakes.has('banco') ? 'banco' : 'egalite';
};

const placedOn = (
  spot: Spot,
  style: BettingStyle,
  own: OwnBets,
  { rules, open }: BettingTable,
  dice: Dice,
): Bet | undefined => {
  if (!open.includes(spot)) return undefined;
  if (spot === 'super_6' && own.mode === 'normal') return undefined;
  const lies = stakeOn(own.stakes, spot);
  const { min, max } = rules.limits[spot];
  const wanted = chipOf(style, rules) * BigInt(dice.between(1, style.chipsMax));
  const least = lies >= min ? 0n : min - lies;
  const room = [max - lies, own.balance, ceiling(style, { rules }) - sum(own.stakes.values())];
  if (spot === 'super_6') room.push(mainStake(own.stakes) - lies);
  const most = room.reduce((a, b) => (a < b ? a : b));
  const value = wholeChips(wanted < most ? wanted : most, rules.chips);
  return value > 0n && value >= least ? { kind: 'place', spot, amount: `${value}` } : undefined;
};

/** Small bets, because robots are to play for a long time. */
const ceiling = (style: BettingStyle, { rules }: Pick<BettingTable, 'rules'>): bigint =>
  chipOf(style, rules) * BigInt(style.chipsInRound);

const chipOf = (style: BettingStyle, { chips }: BettingRules): bigint =>
  chips[Math.min(style.chip, chips.length - 1)] ?? 100n;

const carelessBet = (dice: Dice): Bet =>
  dice.pick<Bet>([
    { kind: 'place', spot: dice.pick(SPOTS), amount: '50' },
    { kind: 'place', spot: dice.pick(SPOTS), amount: '5000000' },
    { kind: 'place', spot: 'super_6', amount: '10000' },
    { kind: 'undo' },
    { kind: 'double' },
    { kind: 'mode', mode: 'normal' },
  ]);
