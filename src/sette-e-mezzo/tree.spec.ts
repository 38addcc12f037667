import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/kit/runs.js';
import type { Card } from '../cards/card.js';
import { parseCards } from '../cards/notation.js';
import { amount } from '../money/amount.js';
import { ImpossibleState } from '../money/assert.js';
import {
  type Fraction,
  addFractions,
  fraction,
  multiplyFractions,
  percentText,
} from '../money/fraction.js';
import { KINDS, countKinds } from './bank-hands.js';
import { decideSetteEMezzo } from './decide.js';
import { SETTE_E_MEZZO_PAYTABLES } from './paytable.js';
import { FORTY_CARDS, MATTA } from './points.js';
import { DEFAULT_SETTE_E_MEZZO_RULES, choicesOf, houseChoice } from './rules.js';
import { NEW_SETTE_E_MEZZO_HAND, type SetteEMezzoHand, evolveSetteEMezzo } from './state.js';
import { strategy } from './strategy.js';
import { bestChoice, choiceValues, setteEMezzoReturn } from './tree.js';

const PAYTABLE = SETTE_E_MEZZO_PAYTABLES['sette-e-mezzo-1'];
const rules = DEFAULT_SETTE_E_MEZZO_RULES;
const STAKE = amount(100);

const cards = (text: string) => parseCards(text) ?? expect.fail(text);

/** A hand that waits for its player's choice. */
const waiting = (player: readonly Card[], bank: Card): SetteEMezzoHand => ({
  ...NEW_SETTE_E_MEZZO_HAND,
  phase: 'player',
  paytable: 'sette-e-mezzo-1',
  taken: STAKE,
  player,
  bank: [bank],
});

/** What a machine gives when the deck that it was given is not long enough. */
const orUndefined = <T>(machine: () => T): T | undefined => {
  try {
    return machine();
  } catch (error) {
    if (error instanceof ImpossibleState) return undefined;
    throw error;
  }
};

/**
 * What standing brings back, by the machine itself: it is given every deck, card by card, as far as
 * it asks for one.
 */
const standing = (hand: SetteEMezzoHand, deck: readonly Card[]): Fraction => {
  const command = { kind: 'stand', step: hand.step } as const;
  const decision = orUndefined(() => decideSetteEMezzo(hand, command, { deck, rules }));
  if (decision !== undefined) {
    const events = decision.ok ? decision.events : expect.fail(decision.refusal);
    return fraction(events.reduce(evolveSetteEMezzo, hand).paid, STAKE);
  }
  const left = countKinds(FORTY_CARDS).map((count, kind) => count - countKinds(deck)[kind]!);
  const all = BigInt(FORTY_CARDS.length - deck.length);
  return left
    .map((count, kind) =>
      count === 0
        ? fraction(0n)
        : multiplyFractions(fraction(BigInt(count), all), standing(hand, [...deck, KINDS[kind]!])),
    )
    .reduce(addFractions, fraction(0n));
};

describe('the tree of Sette e Mezzo', () => {
  it('returns 99.827383 % with the best play, and less as the house plays', () => {
    expect(percentText(setteEMezzoReturn(PAYTABLE), 6)).toBe('99.827383');
    expect(percentText(setteEMezzoReturn(PAYTABLE, houseChoice), 6)).toBe('97.327544');
  });

  it('values standing as the machine pays it, over every deck', () => {
    const hands = fc
      .tuple(fc.shuffledSubarray([...FORTY_CARDS], { minLength: 4, maxLength: 4 }), fc.nat(2))
      .map(([[bank, ...drawn], more]) => ({ bank: bank!, player: drawn.slice(0, more + 1) }))
      .filter(({ bank, player }) => choicesOf(player, [bank]).includes('stand'));
    const asPaid = ({ bank, player }: { bank: Card; player: readonly Card[] }) => {
      const value = choiceValues(player, bank, PAYTABLE).get('stand');
      expect(value).toEqual(standing(waiting(player, bank), [...player, bank]));
    };
    asPaid({ bank: MATTA, player: cards('4s 2h') });
    fc.assert(fc.property(hands, asPaid), { numRuns: runs(15) });
  });

  it('values drawing as the mean of what may come', () => {
    const [player, bank] = [cards('7s'), '7h'] as const;
    const values = choiceValues(player, bank, PAYTABLE);
    // Eleven figures and the matta make 7½: all other cards bust, against a bank that has 7.
    expect(values).toEqual(
      new Map([
        ['draw', fraction(2n * 12n, 38n)],
        ['stand', fraction(1n)],
      ]),
    );
    expect(bestChoice(values)).toBe('stand');
  });

  it('leaves no choice where there is none', () => {
    expect([...choiceValues(cards('Kd'), '4s', PAYTABLE).keys()]).toEqual(['draw']);
    expect([...choiceValues(cards('3s'), '4s', PAYTABLE).keys()]).toEqual(['draw']);
    expect(choiceValues(cards('7s Jh'), '4s', PAYTABLE).size).toBe(0);
    expect(bestChoice(choiceValues(cards('7s 2h'), '4s', PAYTABLE))).toBeUndefined();
  });

  it('is printed as a table, whose exceptions depend on the cards', () => {
    const cells = strategy(PAYTABLE);
    const at = (bank: Card, halfPoints: number) =>
      cells.find((cell) => cell.bank === bank && cell.halfPoints === halfPoints);
    expect(at('3s', 6)).toEqual({
      bank: '3s',
      halfPoints: 6,
      best: 'stand',
      isForced: false,
      unless: [],
    });
    expect(at('Js', 8)).toMatchObject({ best: 'stand', unless: [['4s']] });
    expect(at('As', 6)).toMatchObject({ best: 'draw', unless: [['3s']] });
    expect(at('7s', 13)).toMatchObject({ best: 'draw', isForced: true });
    expect(at(MATTA, 13)).toMatchObject({ best: 'draw', isForced: false, unless: [] });
  });
});
