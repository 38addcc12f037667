import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../../test/kit/live-table.js';
import { type Stalled, stallOf } from './stall.js';

const PATIENCE = { clockMs: 2_000, dealMs: 30_000, payMs: 5_000 };

/** What the watch says of the table as it is, this many ms after it last moved. */
const after = (table: LiveTable, ms: number): Stalled | null =>
  stallOf(table.state, table.nowMs, table.nowMs + ms, PATIENCE);

describe('a table is stalled', () => {
  it('when its bets are not closed, nor called last, two seconds after their time', () => {
    const table = new LiveTable().open();
    const { lastBetsAtMs, closesAtMs } = table.state.round!;
    expect(after(table, lastBetsAtMs + 2_000 - table.nowMs)).toBeNull();
    expect(after(table, lastBetsAtMs + 2_001 - table.nowMs)).toEqual({
      what: 'bets_not_closed',
      sinceMs: lastBetsAtMs + 2_000,
    });
    table.tick();
    expect(after(table, closesAtMs + 2_000 - table.nowMs)).toBeNull();
    expect(after(table, closesAtMs + 2_001 - table.nowMs)?.what).toBe('bets_not_closed');
  });

  it('when no card comes for half a minute, from the close and from each card', () => {
    const table = new LiveTable().open().close();
    expect(after(table, 30_000)).toBeNull();
    expect(after(table, 30_001)?.what).toBe('coup_not_dealt');
    table.later(20_000).scan('9h');
    expect(after(table, 30_000)).toBeNull();
    expect(after(table, 30_001)?.what).toBe('coup_not_dealt');
  });

  it('when a round is not paid within five seconds, even during a suspension', () => {
    const table = new LiveTable().open().bets().close().scan('9h', 'Kd', 'Ts', 'Qs');
    expect(table.phase).toBe('resulted');
    expect(after(table, 5_000)).toBeNull();
    expect(after(table, 5_001)?.what).toBe('round_not_paid');
    table.do({ kind: 'suspend', reason: 'video', by: 'Mona' });
    expect(after(table, 5_001)?.what).toBe('round_not_paid');
    table.settle();
    expect(after(table, 3_600_000)).toBeNull();
  });

  it('when a void round is not refunded within five seconds', () => {
    const table = new LiveTable().open().bets();
    const { game } = table;
    const persons = { requestedBy: 'Mona', approvedBy: 'Mila', approval: '1' };
    table.do({ kind: 'void_round', game, reason: 'misdeal', ...persons });
    expect(after(table, 5_001)?.what).toBe('round_not_paid');
    table.refund();
    expect(after(table, 5_001)?.what).not.toBe('round_not_paid');
  });

  it('when the next bets do not open by themselves after the pause', () => {
    const table = new LiveTable({ opensItself: true }).open().close().scan('9h', 'Kd', 'Ts', 'Qs');
    expect(table.phase).toBe('settled');
    const opensAtMs = table.state.opensAtMs!;
    expect(after(table, opensAtMs + 2_000 - table.nowMs)).toBeNull();
    expect(after(table, opensAtMs + 2_001 - table.nowMs)?.what).toBe('bets_not_opened');
    const byHand = new LiveTable({ opensItself: false }).open().close();
    byHand.scan('9h', 'Kd', 'Ts', 'Qs');
    expect(after(byHand, 3_600_000)).toBeNull();
  });

  it('never while it waits for people: closed, between shoes, or suspended', () => {
    const table = new LiveTable();
    expect(after(table, 3_600_000)).toBeNull();
    table.open().close().scan('9h').do({ kind: 'suspend', reason: 'a fall', by: 'Dora' });
    expect(after(table, 3_600_000)).toBeNull();
  });
});
