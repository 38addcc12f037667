import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { type TableState, emptyTable } from '../round/state.js';
import { LastBatches } from './last-batches.js';

const CLOSES_AT_MS = 1_000_000;

const betting = (over: Partial<TableState> = {}, betMs = 15_000): TableState => {
  const empty = emptyTable('pb-1', { ...DEFAULT_SETTINGS, betMs });
  const round = { game: '1', closesAtMs: CLOSES_AT_MS } as TableState['round'];
  return { ...empty, phase: 'betting', round, ...over };
};

/** How long before the close no batch is begun any more, in ms. */
const heldMs = (batches: LastBatches, state = betting()): number => {
  let ms = 0;
  while (batches.mustWait(state, CLOSES_AT_MS - ms - 1)) ms += 1;
  return ms;
};

const after = (...tookMs: readonly number[]): LastBatches => {
  const batches = new LastBatches();
  for (const each of tookMs) batches.note(each);
  return batches;
};

describe('the last batch before the close', () => {
  it('begins twice as long before it as the longest of the last ones took', () => {
    expect(heldMs(after())).toBe(0);
    expect(heldMs(after(3, 40, 5))).toBe(80);
  });

  it('is near for as long as the longest of them took, and as a bet would wait', () => {
    const batches = after(3, 40, 5);
    const isNear = (ms: number) => batches.isNear(betting(), CLOSES_AT_MS - ms, 100);
    expect([isNear(80 + 140), isNear(80 + 141)]).toEqual([true, false]);
    expect(batches.isNear(betting({ phase: 'bets_closed' }), CLOSES_AT_MS, 100)).toBe(false);
  });

  it('begins at once where the last sixteen were', () => {
    expect(heldMs(after(90, ...Array.from({ length: 15 }, () => 4)))).toBe(180);
    expect(heldMs(after(90, ...Array.from({ length: 16 }, () => 4)))).toBe(8);
  });

  it('may begin until 200 ms before it, or a twentieth of the time of the bets', () => {
    expect(heldMs(after(5_000))).toBe(200);
    expect(heldMs(after(5_000), betting({}, 1_000))).toBe(50);
  });

  it('is not begun from the close on', () => {
    expect(after().mustWait(betting(), CLOSES_AT_MS - 1)).toBe(false);
    expect(after().mustWait(betting({ phase: 'last_bets' }), CLOSES_AT_MS)).toBe(true);
  });

  it('waits for no close where none is to come', () => {
    for (const phase of ['bets_closed', 'suspended', 'closed'] as const) {
      expect(after(5_000).mustWait(betting({ phase }), CLOSES_AT_MS), phase).toBe(false);
    }
    expect(after(5_000).mustWait(betting({ round: null }), CLOSES_AT_MS)).toBe(false);
  });
});
