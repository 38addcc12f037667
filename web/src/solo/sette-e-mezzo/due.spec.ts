import { expect, test } from 'vitest';
import { type Card, parseCard } from '../../../../src/cards/card.js';
import { amount } from '../../../../src/money/amount.js';
import { FORTY_CARDS } from '../../../../src/sette-e-mezzo/points.js';
import { DEFAULT_SETTE_E_MEZZO_RULES } from '../../../../src/sette-e-mezzo/rules.js';
import {
  NEW_SETTE_E_MEZZO_HAND,
  type SetteEMezzoHand,
  evolveSetteEMezzo,
} from '../../../../src/sette-e-mezzo/state.js';
import { decideSetteEMezzo } from '../../../../src/sette-e-mezzo/decide.js';
import { viewSetteEMezzo } from '../../../../src/sette-e-mezzo/view.js';
import { dueOf, resultOf } from './due.js';

/** Dealt from these cards, and played by these choices: `d` draws, `s` stands. */
const played = (cards: string, choices: string): ReturnType<typeof viewSetteEMezzo> => {
  const first: readonly Card[] = cards.split(' ').map((text) => parseCard(text)!);
  const deck = [...first, ...FORTY_CARDS.filter((card) => !first.includes(card))];
  let hand: SetteEMezzoHand = NEW_SETTE_E_MEZZO_HAND;
  for (const choice of ` ${choices}`) {
    const { step } = hand;
    const decision = decideSetteEMezzo(
      hand,
      choice === ' '
        ? { kind: 'deal', step, stake: amount(500) }
        : { kind: choice === 'd' ? 'draw' : 'stand', step },
      { deck, rules: DEFAULT_SETTE_E_MEZZO_RULES },
    );
    if (!decision.ok) throw new Error(decision.refusal);
    hand = decision.events.reduce(evolveSetteEMezzo, hand);
  }
  return viewSetteEMezzo(hand);
};

test.each([
  ['4h 5c', '', 'mustDrawBelow'],
  ['Kd Jc', '', 'mustDrawMatta'],
  ['5h 4c', '', 'choose'],
  ['Kd 5c 6h', 'd', 'choose'],
] as const)('after %s, choices %j: %s', (cards, choices, due) => {
  expect(dueOf(played(cards, choices), false)).toBe(due);
  expect(dueOf(played(cards, choices), true)).toBe('dealing');
  expect(resultOf(played(cards, choices))).toBeUndefined();
});

test('before the stake a stake is asked for', () => {
  expect(dueOf(viewSetteEMezzo(NEW_SETTE_E_MEZZO_HAND), false)).toBe('place');
});

test.each([
  ['6h 5c', 's', 'won', 1_000n],
  ['5h 5c', 's', 'returned', 500n],
  ['4h 4c 3s', 's', 'lost', 0n],
  ['6h 4c 7s', 's', 'bankBust', 1_000n],
  ['6h 4c 7s', 'd', 'bust', 0n],
] as const)('%s, choices %j: %s', (cards, choices, result, paid) => {
  const hand = played(cards, choices);
  expect(resultOf(hand)).toBe(result);
  expect(hand.paid).toBe(paid);
});
