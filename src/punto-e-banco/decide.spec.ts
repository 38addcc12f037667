import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/kit/runs.js';
import { cardsIn, watchedDeck } from '../../test/kit/watched-deck.js';
import { type Card, FACES } from '../cards/card.js';
import { parseCards } from '../cards/notation.js';
import { type Amount, ZERO, amount, sum } from '../money/amount.js';
import { paid } from '../money/verdict.js';
import { dealCoup } from '../punto-banco/coup.js';
import { moved } from '../solo/moved.js';
import {
  type PuntoEBancoCommand,
  type PuntoEBancoRefusal,
  PUNTO_E_BANCO_REFUSALS,
  decidePuntoEBancoHand,
} from './decide.js';
import { PUNTO_E_BANCO_PAYTABLES } from './paytable.js';
import { DEFAULT_PUNTO_E_BANCO_RULES } from './rules.js';
import { PUNTO_E_BANCO_SPOTS, type PuntoEBancoStakes, stakesOf } from './spot.js';
import { NEW_PUNTO_E_BANCO_HAND, type PuntoEBancoHand, evolvePuntoEBancoHand } from './state.js';
import { puntoEBancoVerdict } from './verdict.js';
import { viewPuntoEBancoHand } from './view.js';

const rules = DEFAULT_PUNTO_E_BANCO_RULES;

const euros = (whole: number): Amount => amount(whole * 100);

/** A deck whose first cards are these. */
const deckOf = (text: string): readonly Card[] => {
  const first = parseCards(text) ?? expect.fail(text);
  return [...first, ...FACES.filter((face) => !first.includes(face))];
};

const dealt = (stakes: PuntoEBancoStakes, deck: readonly Card[]) => {
  const command: PuntoEBancoCommand = { kind: 'deal', step: 0, stakes };
  const decision = decidePuntoEBancoHand(NEW_PUNTO_E_BANCO_HAND, command, { deck, rules });
  const events = decision.ok ? decision.events : expect.fail(decision.refusal);
  return { events, hand: events.reduce(evolvePuntoEBancoHand, NEW_PUNTO_E_BANCO_HAND) };
};

const ON_ALL: PuntoEBancoStakes = {
  punto: euros(10),
  banco: euros(10),
  egalite: euros(10),
  punto_pair: euros(10),
  banco_pair: euros(10),
};

describe('a hand of Punto e Banco', () => {
  it('is dealt by the tableau and paid at once', () => {
    const { events, hand } = dealt({ banco: euros(7) }, deckOf('2h 3c Kd 4s 5s'));
    expect(events.map(({ kind }) => kind)).toEqual([
      'stakes_taken',
      ...Array.from({ length: 5 }, () => 'card_dealt'),
      'hand_ended',
    ]);
    expect(viewPuntoEBancoHand(hand)).toEqual({
      step: 7,
      phase: 'over',
      stakes: { banco: 700n },
      cards: { punto: ['2h', 'Kd', '5s'], banco: ['3c', '4s'] },
      totals: { punto: 7, banco: 7 },
      outcome: 'egalite',
      pairs: { punto: undefined, banco: undefined },
      paidOn: { banco: 700n },
      taken: 700n,
      paid: 700n,
    });
  });

  it('is seen in its phases, each with the cards so far, and with its pairs at the end', () => {
    const { events } = dealt({ punto: euros(1) }, deckOf('4h 2c 4d Kc'));
    const seen = events.map((_, index) => {
      const hand = events.slice(0, index + 1).reduce(evolvePuntoEBancoHand, NEW_PUNTO_E_BANCO_HAND);
      const { phase, cards, pairs } = viewPuntoEBancoHand(hand);
      return [phase, cards.punto.join(' '), cards.banco.join(' '), pairs.punto, pairs.banco];
    });
    expect(seen).toEqual([
      ['dealing', '', '', undefined, undefined],
      ['dealing', '4h', '', undefined, undefined],
      ['dealing', '4h', '2c', undefined, undefined],
      ['dealing', '4h 4d', '2c', undefined, undefined],
      ['dealing', '4h 4d', '2c Kc', 'colour', undefined],
      ['over', '4h 4d', '2c Kc', 'colour', undefined],
    ]);
    expect(viewPuntoEBancoHand(NEW_PUNTO_E_BANCO_HAND).phase).toBe('stakes');
  });

  it.each([
    // Punto 9 with a pair of no kind, against 0.
    ['4h Kc 5d Qs', { punto: 2_000n, banco: 0n, egalite: 0n, punto_pair: 0n, banco_pair: 0n }],
    // Banco 9 against 0 with two kings.
    ['Kh 4c Kd 5s', { punto: 0n, banco: 1_950n, egalite: 0n, punto_pair: 16_000n, banco_pair: 0n }],
    // 8 each, both pairs of fours.
    [
      '4h 4c 4d 4s',
      { punto: 1_000n, banco: 1_000n, egalite: 10_000n, punto_pair: 16_000n, banco_pair: 16_000n },
    ],
  ])('of %s pays 1:1, 0.95:1, 9:1 and 15:1', (cards, paidOn) => {
    expect(dealt(ON_ALL, deckOf(cards)).hand.paidOn).toEqual(paidOn);
  });

  it('pays Banco less a commission that is rounded against the player, by the cent', () => {
    const chips = [amount(1)];
    const limits = { min: amount(1), max: amount(100) };
    const fine = { ...rules, chips, limits: { ...rules.limits, banco: limits } };
    const command: PuntoEBancoCommand = { kind: 'deal', step: 0, stakes: { banco: amount(33) } };
    const decision = decidePuntoEBancoHand(NEW_PUNTO_E_BANCO_HAND, command, {
      deck: deckOf('Kh 4c Qd 5s'),
      rules: fine,
    });
    expect(decision.ok && moved(decision.events)).toEqual({ taken: 33n, paid: 64n });
  });

  const stakes = fc
    .record(
      Object.fromEntries(
        PUNTO_E_BANCO_SPOTS.map((spot) => [spot, fc.integer({ min: 1, max: 500 }).map(euros)]),
      ),
      { requiredKeys: [] },
    )
    .filter((staked) => Object.keys(staked).length > 0);
  const decks = fc.shuffledSubarray([...FACES], { minLength: 52 });

  it('takes what is staked, pays what the verdicts say, and is the same when it is replayed', () => {
    fc.assert(
      fc.property(stakes, decks, (staked, deck) => {
        const { events, hand } = dealt(staked, deck);
        const list = stakesOf(staked);
        const coup = dealCoup(hand.cards) ?? expect.fail('the coup is complete');
        const due = list.map(({ spot, stake }) =>
          paid(puntoEBancoVerdict(coup, spot, PUNTO_E_BANCO_PAYTABLES['punto-e-banco-1']), stake),
        );
        expect(moved(events)).toEqual({
          taken: sum(list.map(({ stake }) => stake)),
          paid: sum(due),
        });
        expect({ taken: hand.taken, paid: hand.paid }).toEqual(moved(events));
        expect(events.reduce(evolvePuntoEBancoHand, NEW_PUNTO_E_BANCO_HAND)).toEqual(hand);
        expect(hand.step).toBe(events.length);
        expect(hand.cards).toEqual(deck.slice(0, hand.cards.length));
      }),
      { numRuns: runs(300) },
    );
  });

  it('looks at no card but those that it tells, and its view at every event shows no other', () => {
    fc.assert(
      fc.property(decks, (cards) => {
        const { deck, looked } = watchedDeck(cards);
        const { events } = dealt({ punto: euros(1) }, deck);
        expect(cardsIn(events)).toEqual(looked());
        for (const upTo of events.keys()) {
          const so = events.slice(0, upTo + 1);
          const hand = so.reduce(evolvePuntoEBancoHand, NEW_PUNTO_E_BANCO_HAND);
          expect(cardsIn(viewPuntoEBancoHand(hand))).toEqual(cardsIn(so));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a refusal', () => {
  const over = () => dealt(ON_ALL, FACES).hand;
  /** In descending precedence: each command breaks its rule and those of all lines below it. */
  const REFUSED: Readonly<
    Record<
      PuntoEBancoRefusal,
      () => readonly [hand: PuntoEBancoHand, step: number, stakes: PuntoEBancoStakes]
    >
  > = {
    wrong_step: () => [over(), 0, {}],
    hand_is_over: () => [over(), over().step, {}],
    nothing_staked: () => [NEW_PUNTO_E_BANCO_HAND, 0, {}],
    stake_not_made_of_chips: () => [
      NEW_PUNTO_E_BANCO_HAND,
      0,
      { punto: amount(150), egalite: euros(1_001), banco: ZERO },
    ],
    stake_below_minimum: () => [
      NEW_PUNTO_E_BANCO_HAND,
      0,
      { punto: euros(1), egalite: euros(1_001) },
    ],
    stake_above_maximum: () => [NEW_PUNTO_E_BANCO_HAND, 0, { egalite: euros(1_001) }],
  };

  it.each(Object.entries(REFUSED))('is given: %s', (refusal, given) => {
    const [hand, step, stakes] = given();
    const limits = { ...rules.limits, punto: { min: euros(2), max: euros(9) } };
    const circumstances = { deck: FACES, rules: { ...rules, limits } };
    const command: PuntoEBancoCommand = { kind: 'deal', step, stakes };
    expect(decidePuntoEBancoHand(hand, command, circumstances)).toEqual({ ok: false, refusal });
  });

  it('is one of the list, in its order', () => {
    expect(Object.keys(REFUSED)).toEqual(PUNTO_E_BANCO_REFUSALS);
  });
});
