import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { amount } from '../money/amount.js';
import { emptySlip } from '../punto-banco/slip.js';
import { decideBet, slipRules } from './bet.js';
import type { TableCommand } from './command.js';
import { snapshot } from './snapshot.js';

const NATURAL = ['9h', '4c', 'Kd', '2s'] as const;
const by = 'Sven';
const open = () => new LiveTable({ pauseMs: 3_000 }).open();
const spot = (kind: 'close_spot' | 'open_spot'): TableCommand => ({ kind, spot: 'egalite', by });
const call: TableCommand = { kind: 'call_closing', by };
const callOff: TableCommand = { kind: 'call_off_closing', by };

const bet = ({ state, game }: LiveTable) =>
  decideBet(
    state,
    game,
    emptySlip('normal'),
    { kind: 'place', spot: 'egalite', amount: amount(500) },
    slipRules(state, null),
  );

describe('a spot that the pit closes', () => {
  it('takes no bet from then on, in this round and the next, until it is opened', () => {
    const table = open();
    expect(bet(table)).toMatchObject({ total: 500n });
    expect(bet(table.do(spot('close_spot')))).toBe('spot_is_closed');
    table
      .close()
      .scan(...NATURAL)
      .tick();
    expect(bet(table)).toBe('spot_is_closed');
    expect(table.published('player').at(-1)).toMatchObject({ kind: 'betting_opened' });
    const { spots } = snapshot(table.state, 'player').round!;
    expect(table.published('player').at(-1)).toHaveProperty('spots', spots);
    expect(spots).not.toContain('egalite');
    expect(bet(table.do(spot('open_spot')))).toMatchObject({ total: 500n });
    expect(snapshot(table.state, 'player').round?.spots).toContain('egalite');
  });

  it('is not opened by it where the shoe has closed it', () => {
    const table = open();
    while (table.state.round!.roundInShoe < 45) table.carryOn();
    table.do(
      { kind: 'close_spot', spot: 'super_6', by },
      { kind: 'open_spot', spot: 'super_6', by },
    );
    expect(snapshot(table.state, 'player').round?.spots).not.toContain('super_6');
  });
});

describe('a closing that is called', () => {
  it('ends the table by its clock, once the round in hand has ended', () => {
    const table = open()
      .bets()
      .do(call)
      .close()
      .scan(...NATURAL);
    expect(table.phase).toBe('resulted');
    table.settle();
    expect(table.give({ kind: 'open_betting' })).toMatchObject({ refusal: 'table_is_closing' });
    expect(table.give({ kind: 'start_shoe_change' })).toMatchObject({
      refusal: 'table_is_closing',
    });
    expect(snapshot(table.state, 'dealer').desk).toMatchObject({ next: 'CLOSED', closing: true });
    table.tick();
    expect(table.state).toMatchObject({ phase: 'closed', closing: false, dealer: null });
  });

  it('closes a table at once when closed by hand, even one that does not open its bets itself', () => {
    const table = new LiveTable({ opensItself: false })
      .open()
      .close()
      .scan(...NATURAL)
      .do(call);
    expect(table.tick().phase).toBe('closed');
  });

  it('closes at once where no round is dealt, and after a suspension there', () => {
    const changing = new LiveTable().do({ kind: 'open_table', dealer: DEALER });
    expect(changing.do(call).phase).toBe('closed');
    const suspended = new LiveTable().do({ kind: 'open_table', dealer: DEALER });
    suspended.do({ kind: 'suspend', reason: 'a doubt', by: DEALER }, call);
    expect(suspended.phase).toBe('suspended');
    expect(suspended.do({ kind: 'resume', by }).phase).toBe('closed');
  });

  it('can be called off', () => {
    const table = open()
      .do(call, callOff)
      .close()
      .scan(...NATURAL)
      .tick();
    expect(table.phase).toBe('betting');
    expect(table.give(callOff)).toMatchObject({ refusal: 'table_is_not_closing' });
    expect(table.do(call).give(call)).toMatchObject({ refusal: 'table_is_closing' });
  });
});
