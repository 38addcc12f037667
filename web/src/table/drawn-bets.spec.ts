import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bet, BetReply } from '../../../src/client/betting.js';
import type { OwnBets } from '../../../src/client/own-bets.js';
import { amount } from '../../../src/money/amount.js';
import { DEFAULT_BETTING_RULES } from '../../../src/punto-banco/limits.js';
import { type Slip, changeSlip, emptySlip } from '../../../src/punto-banco/slip.js';
import { readStakes } from '../../../src/punto-banco/stakes.js';
import { SPOTS, type Spot } from '../../../src/punto-banco/spot.js';
import { type KnownBets, afterAnswer, draw, nextRound, unseen } from './drawn-bets.js';

const RULES = { ...DEFAULT_BETTING_RULES, open: new Set(SPOTS) };
const CREDIT = 1_000_000n;
const GAME = '1000000001';

const own = (given: Partial<OwnBets> = {}): OwnBets => ({
  game: GAME,
  stakes: new Map(),
  placements: 0,
  seq: 0,
  previous: new Map(),
  mode: 'zero_commission',
  group: null,
  currency: null,
  balance: CREDIT,
  ...given,
});
const place = (spot: Spot, euros: number): Bet => ({
  kind: 'place',
  spot,
  amount: String(euros * 100),
});
const stakes = (known: KnownBets, asked: readonly Bet[], balance = CREDIT) =>
  Object.fromEntries(
    [...draw(known, balance, asked, RULES).slip.stakes].map(([spot, stake]) => [
      spot,
      stake / 100n,
    ]),
  );

/** The studio as far as one player’s slip goes. It answers each bet in its turn. */
class Table {
  slip: Slip = emptySlip('zero_commission');
  balance = CREDIT;

  answer(bet: Bet): BetReply | undefined {
    const command =
      bet.kind === 'place'
        ? { ...bet, amount: amount(BigInt(bet.amount)) }
        : bet.kind === 'place_all'
          ? { kind: bet.kind, stakes: readStakes(bet.stakes) }
          : bet.kind === 'repeat'
            ? { kind: bet.kind, previous: new Map() }
            : bet.kind === 'mode'
              ? bet
              : { kind: bet.kind };
    const change = changeSlip(this.slip, command, RULES);
    if (typeof change === 'string' || change.total > this.balance) return undefined;
    this.slip = change.slip;
    this.balance -= change.total;
    return {
      ok: true,
      seq: 1,
      balance: this.balance.toString(),
      change: Object.fromEntries([...change.change].map(([spot, by]) => [spot, by.toString()])),
      leftOut: [...change.leftOut],
      capped: [...change.capped],
    };
  }
}

describe('what is drawn', () => {
  it('is a bet that was asked for, before the studio has answered', () => {
    expect(stakes(unseen(own()), [place('punto', 5), place('punto', 5)])).toEqual({ punto: 10n });
    expect(draw(unseen(own()), 1_000n, [place('punto', 5)], RULES).balance).toBe(500n);
  });

  it('leaves out what would be refused', () => {
    expect(stakes(unseen(own()), [place('super_6', 1)])).toEqual({});
    expect(stakes(unseen(own()), [place('punto', 5), place('banco', 5)])).toEqual({ punto: 5n });
    expect(stakes(unseen(own()), [place('punto', 500)], 100n)).toEqual({});
  });

  it('waits for the answer where Undo takes back a placement that the page never saw', () => {
    const after = own({ stakes: new Map([['punto', amount(700)]]), placements: 2 });
    expect(stakes(unseen(after), [{ kind: 'undo' }])).toEqual({ punto: 7n });
    expect(stakes(unseen(after), [{ kind: 'clear' }])).toEqual({});
    expect(stakes(unseen(after), [place('punto', 1), { kind: 'clear' }])).toEqual({});
  });

  it('places the bets of the round before again', () => {
    const before = unseen(own({ stakes: new Map([['banco', amount(2_500)]]), placements: 1 }));
    expect(stakes(nextRound(before, '1000000002'), [{ kind: 'repeat' }])).toEqual({ banco: 25n });
  });

  it('is what stands, once everything is answered, however long the answers take', () => {
    const bets: fc.Arbitrary<Bet> = fc.oneof(
      fc
        .tuple(fc.constantFrom(...SPOTS), fc.constantFrom(1, 5, 25, 500))
        .map(([spot, euros]) => place(spot, euros)),
      fc.constantFrom<Bet>({ kind: 'undo' }, { kind: 'clear' }, { kind: 'double' }),
      fc.constantFrom('normal' as const, 'zero_commission' as const).map((mode): Bet => ({
        kind: 'mode',
        mode,
      })),
    );
    const steps = fc.array(fc.tuple(bets, fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (asking) => {
        const table = new Table();
        let known = unseen(own());
        let balance = CREDIT;
        let asked: Bet[] = [];
        const hear = () => {
          const bet = asked.shift()!;
          const reply = table.answer(bet);
          if (reply?.ok !== true) return;
          known = afterAnswer(known, GAME, bet, reply);
          balance = BigInt(reply.balance);
        };
        for (const [bet, isHeard] of asking) {
          asked = [...asked, bet];
          if (isHeard) hear();
        }
        const drawn = draw(known, balance, asked, RULES);
        while (asked.length > 0) hear();
        const settled = draw(known, balance, [], RULES);
        expect(settled.slip.stakes).toEqual(table.slip.stakes);
        expect(settled.balance).toBe(table.balance);
        expect(settled.slip.mode).toBe(table.slip.mode);
        // All of it was lawful as far as the page could see, so it was drawn right the first time.
        expect(drawn.slip.stakes).toEqual(settled.slip.stakes);
        expect(drawn.balance).toBe(settled.balance);
      }),
    );
  });
});
