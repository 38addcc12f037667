import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import type { TableCommand } from './command.js';
import { decide } from './decide.js';

type Order = Extract<TableCommand, { kind: 'order_hand_pay' }>;

const PERSONS = { requestedBy: 'Mona', approvedBy: 'Nora', approval: '7' };
const order = (game: string, changed: Partial<Order> = {}): Order => ({
  kind: 'order_hand_pay',
  game,
  player: '12',
  amount: '2000',
  reason: 'payment_fault',
  ...PERSONS,
  ...changed,
});
const decided = (table: LiveTable, command: Order) =>
  decide(table.state, command, { nowMs: 0, nextGame: '0' });

const unpaid = () => new LiveTable().open().bets().close().scan('9h', 'Kd', 'Ts', 'Qs');

describe('a payment by hand', () => {
  it('is ordered for a round whose coup is decided, as two persons said', () => {
    const table = unpaid();
    expect(decided(table, order(table.game))).toEqual({
      ok: true,
      events: [
        {
          kind: 'hand_pay_ordered',
          ...{ game: table.game, player: '12', amount: '2000', reason: 'payment_fault' },
          ...PERSONS,
        },
      ],
    });
    table.do(order(table.game)).settle();
    expect(table.state.phase).toBe('settled');
  });

  it('is ordered while the table is suspended, too', () => {
    const table = unpaid().do({ kind: 'suspend', reason: 'a fault', by: 'Dora' });
    expect(decided(table, order(table.game)).ok).toBe(true);
  });

  it('is ordered for a correction that is not paid, whatever round is in hand', () => {
    const table = unpaid();
    const { game } = table;
    table.settle().do({
      ...{ kind: 'correct_round', game, correction: 1, fix: 'void', coup: null, player: null },
      ...{ shoe: table.state.shoe!.ordinal, reason: 'misdeal', ...PERSONS },
    });
    const collected = order(game, { correction: 1, amount: '-2000' });
    expect(decided(table, collected)).toMatchObject({
      ok: true,
      events: [{ kind: 'hand_pay_ordered', game, correction: 1, amount: '-2000' }],
    });
    expect(decided(table, order(game, { correction: 2 }))).toMatchObject({
      ok: false,
      refusal: 'correction_is_over',
    });
  });

  it.each([
    ['wrong_round', () => unpaid(), { game: '1' }],
    ['round_is_over', () => unpaid().settle(), { reason: '' }],
    ['round_is_over', () => new LiveTable().open().bets(), {}],
    ['reason_is_missing', () => unpaid(), { reason: '', approvedBy: 'Mona' }],
    ['second_person_is_missing', () => unpaid(), { approvedBy: 'Mona' }],
  ] as const)('is refused: %s', (refusal, at, changed) => {
    const table = at();
    expect(decided(table, order(table.game, changed))).toMatchObject({ ok: false, refusal });
  });
});
