import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable, START_MS } from '../../test/kit/live-table.js';
import { cardsDealt, liesFaceDown, openCards } from './face-down.js';
import { roundOf } from './state.js';
import { evolve } from './evolve.js';
import { emptyTable } from './state.js';
import { known, snapshot } from './snapshot.js';

const SQUEEZE_MS = 3_000;

/** Bets are closed, and the cards lie face down, a second after one another. */
const squeezed = (...cards: readonly string[]) => {
  const table = new LiveTable({ squeezeMs: SQUEEZE_MS }).open().bets().close();
  for (const card of cards) table.later(1_000).scan(card);
  return table;
};

const shows = { kind: 'show_card', by: DEALER } as const;

describe('a card that lies face down', () => {
  it('is shown by the clock so long after the first was dealt, and the next one so long after it', () => {
    const table = squeezed('9h', '4c', 'Kd', '2s');
    const firstAtMs = table.nowMs - 3_000;
    expect(roundOf(table.state).faceDown).toEqual({
      ...{ open: 0, cards: 4, showsAtMs: firstAtMs + SQUEEZE_MS },
    });
    table.tick();
    expect(table.nowMs).toBe(firstAtMs + SQUEEZE_MS);
    expect(roundOf(table.state).faceDown).toEqual({
      ...{ open: 1, cards: 3, showsAtMs: table.nowMs + SQUEEZE_MS },
    });
    table.later(500).do(shows);
    expect(roundOf(table.state).faceDown).toEqual({
      ...{ open: 2, cards: 2, showsAtMs: table.nowMs + SQUEEZE_MS },
    });
  });

  it('is counted as dealt, and is not among the open ones', () => {
    const table = squeezed('9h', '4c', 'Kd', '2s').do(shows);
    const round = roundOf(table.state);
    expect(openCards(round)).toEqual(['9h']);
    expect([cardsDealt(round), cardsDealt({ cards: ['9h', '4c'], faceDown: null })]).toEqual([
      4, 2,
    ]);
    expect([0, 1, 3].map((index) => liesFaceDown(round, index))).toEqual([false, true, true]);
    expect(liesFaceDown({ ...round, faceDown: null }, 3)).toBe(false);
  });

  it('names who showed it, where it was the dealer', () => {
    const table = squeezed('9h', '4c', 'Kd', '2s').do(shows).tick();
    const shown = table.log.map(({ event }) => event).filter(({ kind }) => kind === 'card_shown');
    const { game } = table;
    expect(shown).toEqual([
      { kind: 'card_shown', game, side: 'punto', position: 1, card: '9h', by: DEALER },
      { kind: 'card_shown', game, side: 'banco', position: 1, card: '4c' },
    ]);
  });

  it('is shown before a third card is taken', () => {
    const table = squeezed('2h', '2c', '3d', '3s').do(shows).scan('Kh');
    const last = table.log.slice(-4).map(({ event }) => event);
    expect(last).toMatchObject([
      { kind: 'card_shown', side: 'banco', position: 1, card: '2c' },
      { kind: 'card_shown', side: 'punto', position: 2, card: '3d' },
      { kind: 'card_shown', side: 'banco', position: 2, card: '3s' },
      { kind: 'card_dealt', side: 'punto', position: 3, card: 'Kh', faceDown: true },
    ]);
    expect(roundOf(table.state)).toMatchObject({ faceDown: { open: 4, cards: 1 } });
  });

  it('gets its face in the copy of who did not know it', () => {
    const table = squeezed('9h', '4c', 'Kd', '2s').do(shows);
    const { settings } = table.state;
    const copy = { ...emptyTable('pb-1', settings), ...known(snapshot(table.state, 'player')) };
    expect(roundOf(copy)).toMatchObject({ cards: ['9h'], faceDown: { open: 1, cards: 3 } });
    const { game } = table;
    const after = evolve(copy, {
      ...{ seq: copy.seq + 1, atMs: START_MS },
      event: { kind: 'card_shown', game, side: 'banco', position: 1, card: '4c' },
    });
    expect(roundOf(after)).toMatchObject({
      ...{ cards: ['9h', '4c'], codes: [null, null] },
      faceDown: { open: 2, cards: 2, showsAtMs: START_MS + SQUEEZE_MS },
    });
  });
});
