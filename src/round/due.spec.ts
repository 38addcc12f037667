import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { CLOCK_SET_BACK, wasSetBack } from './due.js';
import { STUDIO } from './fault.js';

const BACK_MS = -3_600_000;
const NATURAL = ['9h', '4c', 'Kd', '2s'] as const;

const settled = (settings = {}) =>
  new LiveTable(settings)
    .open()
    .close()
    .scan(...NATURAL);
const people = { requestedBy: DEALER, approvedBy: 'Sven', approval: '7' };

/** Tables that go on by themselves, at the moment from which that takes longest. */
const WAITING: Readonly<Record<string, () => LiveTable>> = {
  'whose bets are open': () => new LiveTable().open(),
  'whose last bets are called': () => new LiveTable().open().tick(),
  'with a card that lies face down': () =>
    new LiveTable({ squeezeMs: 5_000 }).open().close().scan('9h'),
  'whose round is settled': () => settled(),
  'whose round is void': () => {
    const table = new LiveTable().open();
    const { game } = table;
    return table.do({ kind: 'void_round', game, reason: 'misread', ...people });
  },
};

describe('a clock that was set back', () => {
  describe.each(Object.entries(WAITING))('at a table %s', (_, make) => {
    it('is known by a time that is further away than the rules put it', () => {
      const table = make();
      const isKnown = (ms: number) => wasSetBack(table.state, table.nowMs + ms);
      expect([0, -1_000, -1_001, BACK_MS].map(isKnown)).toEqual([false, false, true, true]);
    });

    it('has the table go on at once, by the present time', () => {
      const table = make();
      table.later(BACK_MS).do({ kind: 'tick' });
      expect(wasSetBack(table.state, table.nowMs)).toBe(false);
      expect(table.log.at(-1)?.atMs).toBe(table.nowMs);
    });

    it('waits for the end of a suspension', () => {
      const table = make().do({ kind: 'suspend', reason: 'a doubt', by: 'Sven' }).later(BACK_MS);
      expect(table.give({ kind: 'tick' })).toMatchObject({ refusal: 'nothing_is_due' });
      table.do({ kind: 'resume', by: 'Sven' });
      expect(wasSetBack(table.state, table.nowMs)).toBe(true);
    });
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('closes the bets %s the last are called, and waits for the pit', (_, ticks) => {
    const table = new LiveTable().open().bets().asking();
    for (let tick = 0; tick < ticks; tick += 1) table.tick();
    const { seq } = table.state;
    table.later(BACK_MS).do({ kind: 'tick' });
    const called = ticks === 0 ? ['last_bets_called'] : [];
    expect(table.kinds(seq)).toEqual([...called, 'betting_closed', 'table_suspended']);
    expect(table.state.suspension).toEqual({
      from: 'accepting_bets',
      sinceMs: table.nowMs,
      reason: CLOCK_SET_BACK,
    });
    expect(table.log.at(-1)?.event).toMatchObject({ by: STUDIO });
    // Wallets are asked for as long as ever.
    expect(table.state.round?.acceptedByMs).toBe(table.nowMs + 3_000);
  });

  it('opens the next bets for as long as ever', () => {
    const table = settled().later(BACK_MS).do({ kind: 'tick' });
    expect(table.phase).toBe('betting');
    expect(table.state.round?.closesAtMs).toBe(table.nowMs + table.state.settings.betMs);
  });

  it('closes a table that is closing, and changes a shoe that is spent', () => {
    const closing = settled().do({ kind: 'call_closing', by: 'Sven' });
    expect(closing.later(BACK_MS).do({ kind: 'tick' }).phase).toBe('closed');
    const spent = new LiveTable()
      .open()
      .scan('CUT')
      .close()
      .scan(...NATURAL);
    spent.later(BACK_MS).do({ kind: 'tick' });
    expect(spent.phase).toBe('shoe_change');
  });

  it('opens no bets where the dealer opens them', () => {
    const table = settled({ opensItself: false }).later(BACK_MS);
    expect(table.give({ kind: 'tick' })).toMatchObject({ refusal: 'nothing_is_due' });
  });
});
