/** A robot's next bet: what its taste and its dice make of what lies. Lawful, unless the robot is careless. */
import type { Bet } from '../client/betting.js';
import { sum } from '../money/amount.js';
import { wholeChips } from '../punto-banco/chips.js';
import type { BettingRules } from '../punto-banco/limits.js';
import { SPOTS, type Spot } from '../punto-banco/spot.js';
import { mainStake, stakeOn } from '../punto-banco/stakes.js';
import type { Dice } from './dice.js';
import type { OwnBets } from '../client/own-bets.js';
import type { Taste } from './taste.js';

export interface BettingTable {
  readonly rules: BettingRules;
  readonly open: readonly Spot[];
}

/** Undefined when nothing comes to the robot's mind, or it cannot pay for it. */
export const nextBet = (
  taste: Taste,
  own: OwnBets,
  table: BettingTable,
  dice: Dice,
): Bet | undefined => {
  if (dice.chance(taste.carelessPercent)) return carelessBet(dice);
  if (own.placements === 0) return firstBet(taste, own, table, dice);
  if (dice.chance(taste.doubtsPercent)) return dice.chance(20) ? { kind: 'clear' } : undone(own);
  const laid = sum(own.stakes.values());
  const mayDouble = 2n * laid <= ceiling(taste, table) && laid <= own.balance;
  if (mayDouble && dice.chance(taste.doublesPercent)) return { kind: 'double' };
  const sides = taste.sides.filter((spot) => table.open.includes(spot));
  const [first, ...others] = sides;
  if (first === undefined || dice.chance(30)) return laidOn(mainSpot(own), taste, own, table, dice);
  return laidOn(dice.pick([first, ...others]), taste, own, table, dice);
};

const firstBet = (taste: Taste, own: OwnBets, table: BettingTable, dice: Dice): Bet | undefined => {
  if (own.mode !== taste.mode) return { kind: 'mode', mode: taste.mode };
  const previous = sum(own.previous.values());
  const mayRepeat = previous > 0n && previous <= ceiling(taste, table) && previous <= own.balance;
  if (mayRepeat && canRepeat(own, table) && dice.chance(taste.repeatsPercent)) {
    return { kind: 'repeat' };
  }
  const other = taste.main === 'punto' ? 'banco' : 'punto';
  const spot = dice.chance(taste.faithfulPercent) ? taste.main : other;
  return laidOn(spot, taste, own, table, dice);
};

/** Only where nothing would be left out that the rest depends on. */
const canRepeat = (own: OwnBets, table: BettingTable): boolean =>
  [...own.previous.keys()].every((spot) => table.open.includes(spot)) &&
  (own.mode === 'zero_commission' || !own.previous.has('super_6'));

/** An Undo may not leave Super 6 without its main bets; a robot with Super 6 does not go into it. */
const undone = (own: OwnBets): Bet | undefined =>
  own.stakes.has('super_6') ? undefined : { kind: 'undo' };

/** The side that lies already: both at once are refused. */
const mainSpot = (own: OwnBets): Spot => {
  if (own.stakes.has('punto')) return 'punto';
  return own.stakes.has('banco') ? 'banco' : 'egalite';
};

const laidOn = (
  spot: Spot,
  taste: Taste,
  own: OwnBets,
  { rules, open }: BettingTable,
  dice: Dice,
): Bet | undefined => {
  if (!open.includes(spot)) return undefined;
  if (spot === 'super_6' && own.mode === 'normal') return undefined;
  const lies = stakeOn(own.stakes, spot);
  const { min, max } = rules.limits[spot];
  const wanted = chipOf(taste, rules) * BigInt(dice.between(1, taste.chipsMax));
  const least = lies >= min ? 0n : min - lies;
  const room = [max - lies, own.balance, ceiling(taste, { rules }) - sum(own.stakes.values())];
  if (spot === 'super_6') room.push(mainStake(own.stakes) - lies);
  const most = room.reduce((a, b) => (a < b ? a : b));
  const value = wholeChips(wanted < most ? wanted : most, rules.chips);
  return value > 0n && value >= least ? { kind: 'place', spot, amount: `${value}` } : undefined;
};

/** Small bets: robots are to play for a long time. */
const ceiling = (taste: Taste, { rules }: Pick<BettingTable, 'rules'>): bigint =>
  chipOf(taste, rules) * BigInt(taste.chipsInRound);

const chipOf = (taste: Taste, { chips }: BettingRules): bigint =>
  chips[Math.min(taste.chip, chips.length - 1)] ?? 100n;

const carelessBet = (dice: Dice): Bet =>
  dice.pick<Bet>([
    { kind: 'place', spot: dice.pick(SPOTS), amount: '50' },
    { kind: 'place', spot: dice.pick(SPOTS), amount: '5000000' },
    { kind: 'place', spot: 'super_6', amount: '10000' },
    { kind: 'undo' },
    { kind: 'double' },
    { kind: 'mode', mode: 'normal' },
  ]);
