import { describe, expect, it } from 'vitest';
import type { SeatMessage } from '../protocol/player.js';
import { type OwnBets, afterBet, inNextRound, ownBetsOf } from './own-bets.js';
import type { TableCopy } from './table-copy.js';

const [FIRST, SECOND] = ['1000000001', '1000000002'] as const;
const PLACED = { kind: 'place', spot: 'punto', amount: '500' } as const;
const reply = (seq: number, balance: string) => ({
  ...{ ok: true as const, seq, balance },
  ...{ change: { punto: '500' }, leftOut: [], capped: [] },
});
/** Without `seq`: the player has given no command in the round in hand. */
const SEAT: SeatMessage = {
  ...{ player: '7', mode: 'normal', balance: '1000', group: null },
  ...{ stakes: {}, placements: 0, previous: {} },
};
const joined = (game: string, seat: Partial<SeatMessage> = {}): OwnBets =>
  ownBetsOf({ ...SEAT, ...seat }, { round: { game } } as TableCopy);
const lie = ({ stakes, balance }: OwnBets) => [stakes.get('punto') ?? 0n, balance];

describe('the answer to a bet', () => {
  it('adds what it changed to the stakes of its round', () => {
    const own = afterBet(joined(FIRST), FIRST, PLACED, reply(9, '500'));
    expect(lie(own)).toEqual([500n, 500n]);
    expect(lie(afterBet(own, FIRST, PLACED, reply(10, '0')))).toEqual([1_000n, 0n]);
  });

  it('adds nothing where the seat has the bet already', () => {
    const own = joined(FIRST, { stakes: { punto: '500' }, balance: '500', seq: 9 });
    expect(afterBet(own, FIRST, PLACED, reply(9, '500'))).toBe(own);
  });

  it('adds nothing that comes when the next round has begun, with or without a new seat', () => {
    const begun = inNextRound(joined(FIRST), SECOND);
    for (const own of [begun, joined(SECOND)]) {
      expect(afterBet(own, FIRST, PLACED, reply(9, '500'))).toBe(own);
      expect(lie(afterBet(own, SECOND, PLACED, reply(20, '400')))).toEqual([500n, 400n]);
    }
  });
});
