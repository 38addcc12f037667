import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { amount } from '../money/amount.js';
import { emptySlip } from '../punto-banco/slip.js';
import type { Spot } from '../punto-banco/spot.js';
import { decideBet, slipRules } from './bet.js';

const open = () => new LiveTable().open();

const bet = ({ state, game }: LiveTable, spot: Spot = 'punto', of = game) => {
  const command = { kind: 'place', spot, amount: amount(500) } as const;
  return decideBet(state, of, emptySlip('zero_commission'), command, slipRules(state, null));
};

describe('a bet', () => {
  it('stands in PLACE YOUR BETS and in LAST BETS', () => {
    expect(bet(open())).toMatchObject({ total: 500n });
    expect(bet(open().tick())).toMatchObject({ total: 500n });
  });

  it('that comes after the close is refused, until the next bets open', () => {
    const table = open().bets().close();
    expect(bet(table)).toBe('betting_is_closed');
    expect(bet(table.scan('9h'))).toBe('betting_is_closed');
    expect(bet(table.scan('4c', 'Kd', '2s'))).toBe('betting_is_closed');
    expect(bet(table.settle())).toBe('betting_is_closed');
    expect(bet(table.tick())).toMatchObject({ total: 500n });
  });

  it('for another round than the one in hand is refused', () => {
    expect(bet(open(), 'punto', '1000000009')).toBe('wrong_round');
    const table = open().close().scan('9h', '4c', 'Kd', '2s').tick();
    expect(bet(table, 'punto', '1000000001')).toBe('wrong_round');
  });

  it('waits while the table is suspended, and is not taken at one that is closed', () => {
    const table = open().do({ kind: 'suspend', reason: 'video lost', by: DEALER });
    expect(bet(table)).toBe('table_is_suspended');
    expect(bet(table.do({ kind: 'resume', by: 'Sven' }))).toMatchObject({ total: 500n });
    expect(bet(new LiveTable(), 'punto', 'none')).toBe('table_is_closed');
  });

  it('keeps to the limits that the table had when its bets opened', () => {
    const table = open();
    const { settings } = table.state;
    const limits = { ...settings.limits, punto: { min: '1000', max: '2000' } };
    table.do({ kind: 'change_settings', settings: { ...settings, limits } });
    expect(bet(table)).toMatchObject({ total: 500n });
    table.close().scan('9h', '4c', 'Kd', '2s').tick();
    expect(bet(table)).toBe('stake_below_minimum');
  });

  it('finds the spots closed that are closed in this round of the shoe', () => {
    const table = open();
    while (table.state.round!.roundInShoe < 45) table.carryOn();
    expect(bet(table, 'punto_bonus')).toBe('spot_is_closed');
    expect(bet(table, 'punto_pair')).toMatchObject({ total: 500n });
  });
});
