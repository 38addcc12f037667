import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bet } from '../client/betting.js';
import { amount } from '../money/amount.js';
import { DEFAULT_BETTING_RULES } from '../punto-banco/limits.js';
import { spotsOpen } from '../punto-banco/opening.js';
import { type SlipCommand, changeSlip, emptySlip } from '../punto-banco/slip.js';
import { NO_STAKES, readStakes } from '../punto-banco/stakes.js';
import { diceOf } from './dice.js';
import { hashStream } from './hash-stream.js';
import { type OwnBets, afterBet, inNextRound } from '../client/own-bets.js';
import { nextBet } from './robot-bet.js';
import { type BettingStyle, bettingStyleOf } from './betting-style.js';
import { runs } from '../../test/kit/runs.js';

const commandOf = (bet: Bet, own: OwnBets): SlipCommand => {
  switch (bet.kind) {
    case 'place':
      return { kind: 'place', spot: bet.spot, amount: amount(BigInt(bet.amount)) };
    case 'place_all':
      return { kind: 'place_all', stakes: readStakes(bet.stakes) };
    case 'repeat':
      return { kind: 'repeat', previous: own.previous };
    case 'mode':
      return bet;
    case 'undo':
    case 'clear':
    case 'double':
      return { kind: bet.kind };
  }
};

interface Play {
  readonly bets: Bet[];
  readonly refusals: string[];
}

/** A robot plays `rounds` rounds of a shoe against the rules themselves. */
const play = (
  name: string,
  style: BettingStyle,
  firstRound: number,
  rounds: number,
  balance = 1_000_000n,
): Play => {
  const dice = diceOf(hashStream(name));
  const bets: Bet[] = [];
  const refusals: string[] = [];
  let own: OwnBets = {
    game: undefined,
    stakes: NO_STAKES,
    placements: 0,
    seq: 0,
    previous: NO_STAKES,
    mode: 'zero_commission',
    group: null,
    currency: null,
    balance,
  };
  let slip = emptySlip(own.mode);
  for (let round = firstRound; round < firstRound + rounds; round += 1) {
    const game = String(1_000_000_000 + round);
    own = inNextRound(own, game);
    slip = emptySlip(slip.mode);
    const open = spotsOpen(round);
    const rules = { ...DEFAULT_BETTING_RULES, open };
    for (let move = 0; move < style.movesMax; move += 1) {
      const bet = nextBet(style, own, { rules, open: [...open] }, dice);
      if (bet === undefined) continue;
      bets.push(bet);
      const change = changeSlip(slip, commandOf(bet, own), rules);
      if (typeof change === 'string' || change.total > own.balance) {
        refusals.push(typeof change === 'string' ? change : 'insufficient_funds');
        continue;
      }
      slip = change.slip;
      own = afterBet(own, game, bet, {
        ok: true,
        seq: 1,
        balance: `${own.balance - change.total}`,
        change: Object.fromEntries([...change.change].map(([spot, each]) => [spot, `${each}`])),
        leftOut: [],
        capped: [],
      });
      expect(own.stakes).toEqual(slip.stakes);
      expect(own.placements).toBe(slip.placements.length);
    }
  }
  return { bets, refusals };
};

const anyName = fc.nat(100_000).map((number) => `robot-${number}`);

const anyRound = fc.integer({ min: 1, max: 60 });
const anyBalance = fc.bigInt({ min: 0n, max: 200_000n });

describe('a robot', () => {
  it('bets lawfully unless it is careless, however little it has', () => {
    fc.assert(
      fc.property(anyName, anyRound, anyBalance, (name, firstRound, balance) => {
        const style = { ...bettingStyleOf(name), carelessPercent: 0 };
        expect(play(name, style, firstRound, 10, balance).refusals).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('is refused now and then when it is careless', () => {
    const style = { ...bettingStyleOf('robot-1'), carelessPercent: 50 };
    expect(play('robot-1', style, 1, 50).refusals.length).toBeGreaterThan(0);
  });

  it('always has the same style', () => {
    expect(bettingStyleOf('robot-7')).toEqual(bettingStyleOf('robot-7'));
    expect(bettingStyleOf('robot-8')).not.toEqual(bettingStyleOf('robot-7'));
  });

  it('gives, together with others, every command and bets on every spot', () => {
    const names = Array.from({ length: 60 }, (_, index) => `robot-${index}`);
    const bets = names.flatMap((name) => play(name, bettingStyleOf(name), 1, 30).bets);
    const kinds = new Set(bets.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['clear', 'double', 'mode', 'place', 'repeat', 'undo']);
    const spots = new Set(bets.flatMap((bet) => (bet.kind === 'place' ? [bet.spot] : [])));
    expect(spots.size).toBe(10);
  });
});
