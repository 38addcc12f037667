import { describe, expect, it } from 'vitest';
import { SOLO_GAMES } from '../../../../src/solo/game.js';
import { provenHand } from '../../../../test/kit/proven-hands.js';
import { dealtTable } from './dealt-table.js';

const eventsOf = (proof: ReturnType<typeof provenHand>) =>
  proof['events'] as readonly { readonly kind: string; readonly card?: string }[];

describe.each(SOLO_GAMES)('a hand of %s on the table', (game) => {
  it.each(['one', 'two', 'three', 'four'])('has the cards that were dealt: %s', (seed) => {
    const events = eventsOf(provenHand(game, seed));
    for (let shown = 0; shown <= events.length; shown += 1) {
      const first = events.slice(0, shown);
      const { hands } = dealtTable(game, first);
      const dealt = first.flatMap(({ card }) => (card === undefined ? [] : [card]));
      expect(hands.flatMap(({ cards }) => cards).sort()).toEqual(dealt.sort());
      const hasHoleCard =
        first.some(({ kind }) => kind === 'hole_card_dealt') &&
        !first.some(({ kind }) => kind === 'hole_card_turned');
      expect(hands.some((hand) => hand.hasHoleCard)).toBe(hasHoleCard);
      for (const { cards, total } of hands) {
        expect(total === undefined).toBe(cards.length === 0);
      }
    }
  });

  it('has taken and paid what its events say', () => {
    const events = eventsOf(provenHand(game, 'money'));
    const sum = (name: 'taken' | 'paid') =>
      events.reduce(
        (total, event) => total + BigInt((event as { readonly [n in string]?: string })[name] ?? 0),
        0n,
      );
    const before = dealtTable(game, []);
    expect([before.taken, before.paid]).toEqual([0n, 0n]);
    const after = dealtTable(game, events);
    expect([after.taken, after.paid]).toEqual([sum('taken'), sum('paid')]);
  });
});
