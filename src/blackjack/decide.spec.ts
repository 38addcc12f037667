import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/kit/runs.js';
import { cardsIn, watchedDeck } from '../../test/kit/watched-deck.js';
import type { Card } from '../cards/card.js';
import { parseCards } from '../cards/notation.js';
import { fullShoe } from '../cards/shoe.js';
import { type Amount, ZERO, amount, sum } from '../money/amount.js';
import { moved } from '../solo/moved.js';
import { blackjackDecisions } from './cost.js';
import {
  BLACKJACK_REFUSALS,
  type BlackjackCommand,
  type BlackjackRefusal,
  decideBlackjack,
} from './decide.js';
import { BOX_COUNTS, DEFAULT_BLACKJACK_RULES } from './rules.js';
import {
  type BlackjackEvent,
  type BlackjackHand,
  NEW_BLACKJACK_HAND,
  evolveBlackjack,
  handAt,
} from './state.js';
import { viewBlackjack } from './view.js';

const rules = DEFAULT_BLACKJACK_RULES;
const STAKE = amount(1_000);
const SHOE = fullShoe(6);

/** A deck whose first cards are these. */
const deckOf = (text: string): readonly Card[] => [
  ...(parseCards(text) ?? expect.fail(text)),
  ...SHOE,
];

class PlayedHand {
  events: readonly BlackjackEvent[] = [];
  hand: BlackjackHand = NEW_BLACKJACK_HAND;

  constructor(readonly deck: readonly Card[]) {}

  ask(command: BlackjackCommand): BlackjackRefusal | undefined {
    const decision = decideBlackjack(this.hand, command, { deck: this.deck, rules });
    if (!decision.ok) return decision.refusal;
    this.events = [...this.events, ...decision.events];
    this.hand = decision.events.reduce(evolveBlackjack, this.hand);
    return undefined;
  }

  deal(boxes = 1): this {
    const stakes = Array.from({ length: boxes }, () => STAKE);
    expect(this.ask({ kind: 'deal', step: this.hand.step, stakes })).toBeUndefined();
    return this;
  }

  do(...kinds: readonly ('card' | 'stand' | 'double' | 'split' | 'abandon')[]): this {
    for (const kind of kinds) expect(this.ask({ kind, step: this.hand.step })).toBeUndefined();
    return this;
  }

  insure(...boxes: readonly number[]): this {
    expect(this.ask({ kind: 'insure', step: this.hand.step, boxes })).toBeUndefined();
    return this;
  }

  get view() {
    return viewBlackjack(this.hand);
  }

  get paid(): Amount {
    expect(this.hand.isOver).toBe(true);
    return this.hand.paid;
  }
}

/** The deal: the first card of each box, the bank's, the second of each, and the hole card. */
const play = (deck: string, boxes = 1) => new PlayedHand(deckOf(deck)).deal(boxes);

describe('a hand of Blackjack', () => {
  it('gives two cards to each box from the right, and the bank one up, one down', () => {
    const played = new PlayedHand(deckOf('2h 3h 4h 9s 5h 6h 7h Ks')).deal(3);
    expect(played.events.map(({ kind }) => kind)).toEqual([
      ...['stakes_taken', 'card_dealt', 'card_dealt', 'card_dealt', 'bank_card_dealt'],
      ...['card_dealt', 'card_dealt', 'card_dealt', 'hole_card_dealt'],
    ]);
    const { boxes, bank, inTurn, choices, taken } = played.view;
    expect(boxes.map(({ hands }) => hands.map(({ cards }) => cards.join(' ')))).toEqual([
      ['2h 5h'],
      ['3h 6h'],
      ['4h 7h'],
    ]);
    expect(bank).toEqual({ cards: ['9s'], total: 9, isSoft: false, hasHoleCard: true });
    expect([inTurn, choices, taken]).toEqual([
      { box: 0, hand: 0 },
      ['card', 'stand', 'double'],
      3_000n,
    ]);
  });

  it.each([
    ['a blackjack pays 3:2', 'As 9h Ks 9d', [], 2_500n],
    ['a blackjack against a blackjack is returned', 'As Kh Ks Ad', [], 1_000n],
    ['a blackjack of the bank beats 21', '7s Kh 7d Ad 7h', ['card'], 0n],
    ['more wins', 'Ts 9h 9s Td', ['stand'], 1_000n],
    ['a bank that busts pays', 'Ts 6h 3s Td Kc', ['stand'], 2_000n],
    ['the bank stands on a soft 17', 'Ts 6h 8s Ad 4c', ['stand'], 2_000n],
    ['a bust is lost, though the bank would bust', 'Ts 6h 6s Td Kc', ['card'], 0n],
    ['a double pays twice', '5s 6h 6s Td Tc Kc', ['double'], 4_000n],
    ['a bank’s blackjack takes a doubled stake', '5s Kh 6s Ad Tc', ['double'], 0n],
    [
      'split hands are played one after the other',
      '8s 6h 8d Td 3c Tc Tc Kc',
      ['split', 'double', 'stand'],
      6_000n,
    ],
    ['split aces get a card each, and no 3:2', 'As 6h Ad Td Kc Kd Kh', ['split'], 4_000n],
    ['a split ten and an ace are 21, not blackjack', 'Ts 7h Kd Td Ac Ad', ['split'], 4_000n],
  ] as const)('%s', (_, deck, kinds, paid) => {
    expect(play(deck).do(...kinds).paid).toBe(paid);
  });

  it('offers insurance against an ace, which pays 2:1 and lets the hand go on', () => {
    const insured = play('Ts Ah 9s Kd');
    expect(insured.view.insurance).toEqual([500n]);
    expect(insured.view.choices).toEqual([]);
    expect(insured.insure(0).hand.taken).toBe(1_500n);
    expect(insured.do('stand').paid).toBe(1_500n);
    expect(play('Ts Ah 9s 7d').insure(0).do('stand').paid).toBe(2_000n);
    expect(play('Ts Ah 9s Kd').insure().do('stand').paid).toBe(0n);
  });

  it('is split once, by value, and its second hand gets its card in its turn', () => {
    const split = play('Ks 6h Td 9d Tc 5c').do('split');
    expect(split.view.boxes[0]!.hands.map(({ cards }) => cards)).toEqual([['Ks', 'Tc'], ['Td']]);
    expect(split.view.choices).toEqual(['card', 'stand', 'double']);
    split.do('stand');
    expect(split.view.inTurn).toEqual({ box: 0, hand: 1 });
    expect(handAt(split.hand, { box: 0, hand: 1 }).cards).toHaveLength(2);
  });

  it('is stood on by the house when its player stays away, without insurance', () => {
    const { events, hand } = play('2s Ah 3s 9d').do('abandon');
    expect(hand).toMatchObject({ isOver: true, isAbandoned: true, taken: 1_000n });
    expect(hand.boxes[0]!.hands[0]!.cards).toEqual(['2s', '3s']);
    expect(blackjackDecisions(events)).toEqual([]);
  });

  it('tells what each choice has cost against the best play', () => {
    const decisions = blackjackDecisions(play('Ts 6h 2s Td 9c').do('card').events);
    expect(decisions).toMatchObject([{ chosen: 'card', best: 'stand' }]);
    expect(decisions[0]!.cost > 0n && decisions[0]!.cost < 100n).toBe(true);
    const best = blackjackDecisions(play('5s 6h 6s Td Tc Kc').do('double').events);
    expect(best).toMatchObject([{ chosen: 'double', best: 'double', cost: 0n }]);
  });

  it('tells the cost by the cards of all boxes, as their player sees them', () => {
    // By ten and six against a ten a card is the better choice; not where small cards are gone.
    const costs = (deck: string, boxes: number) =>
      blackjackDecisions(play(deck, boxes).do('stand').events).slice(0, 1);
    expect(costs('Ts Td 6h 9c', 1)).toMatchObject([{ chosen: 'stand', best: 'card' }]);
    expect(costs('Ts 4s 5d Td 6h 5s 4h 9c', 3)).toMatchObject([{ best: 'stand', cost: 0n }]);
    const tens = costs('Ts Ks Kd Td 6h Qs Qh 9c', 3);
    expect(tens).toMatchObject([{ chosen: 'stand', best: 'card' }]);
    expect(tens[0]!.cost).toBeGreaterThan(costs('Ts Td 6h 9c', 1)[0]!.cost);
  });

  /** The stakes, the cards, which boxes are insured, and what that has cost. */
  const INSURED: readonly [string, readonly number[], string, readonly number[], bigint][] = [
    // Of 309 cards unseen 96 are ten-values: 5.00 × (1 − 3 × 96/309) = 0.3398.
    ['of one box', [1_000], '2s Ah 3s 9d', [0], 34n],
    ['declined', [1_000], '2s Ah 3s 9d', [], 0n],
    // 94 of 309: 5.00 × (1 − 3 × 94/309) = 0.4369.
    ['with two tens in the hand', [1_000], 'Ts Ah Js 9d', [0], 44n],
    // 96 of 305: 1.50 × (1 − 3 × 96/305) = 0.0836.
    ['of one box of three', [300, 100, 100], '2s 2d 2h Ah 3s 3d 3h 9d', [0], 8n],
    // 92 of 305: (5.00 + 10.00) × (1 − 3 × 92/305) = 1.4262.
    ['of two boxes', [1_000, 100, 2_000], 'Ts 2d Kh Ah Js 3d Kh 9d', [0, 2], 143n],
    // The tens of a box that is not insured count alike: 94 of 305: 5.00 × (1 − 3 × 94/305) =
    // 0.3770.
    ['beside tens', [1_000, 100, 100], '2s Td 2h Ah 3s Kd 3h 9d', [0], 38n],
  ];

  it.each(INSURED)('tells what insurance has cost: %s', (_, stakes, deck, boxes, cost) => {
    const played = new PlayedHand(deckOf(deck));
    const staked = stakes.map((each) => amount(each));
    expect(played.ask({ kind: 'deal', step: 0, stakes: staked })).toBeUndefined();
    const { step } = played.hand;
    expect(played.ask({ kind: 'insure', step, boxes })).toBeUndefined();
    const chosen = boxes.length > 0 ? 'insure' : 'decline';
    expect(blackjackDecisions(played.events)).toEqual([{ step, chosen, best: 'decline', cost }]);
  });
});

describe('whatever a player sends', () => {
  const commands = fc.array(
    fc.record({
      kind: fc.constantFrom('card', 'card', 'stand', 'stand', 'double', 'split', 'split', 'insure'),
      late: fc.nat(9),
      boxes: fc.array(fc.nat(5), { maxLength: 2 }),
    }),
    { maxLength: 40 },
  );
  const boxes = fc.constantFrom(...BOX_COUNTS);
  /** Pairs, aces and tens come up more often than in a whole shoe. */
  const decks = fc.oneof(
    fc.shuffledSubarray([...SHOE], { minLength: 312 }),
    fc.array(fc.constantFrom<Card>('As', '8s', 'Th', 'Kd', '5c', '6d'), {
      minLength: 120,
      maxLength: 120,
    }),
  );
  const send = (
    played: PlayedHand,
    { kind, boxes: insured }: { kind: string; boxes: number[] },
  ) => {
    const { step } = played.hand;
    switch (kind) {
      case 'insure':
        return played.ask({ kind, step, boxes: insured });
      case 'card':
      case 'stand':
      case 'double':
      case 'split':
        return played.ask({ kind, step });
    }
    return undefined;
  };

  it('money is taken for what is staked and paid at the end, and replay gives the same hand', () => {
    fc.assert(
      fc.property(decks, boxes, commands, (deck, count, sent) => {
        const played = new PlayedHand(deck).deal(count);
        for (const each of sent) {
          const before = played.hand;
          if (each.late === 0) {
            expect(played.ask({ kind: 'stand', step: before.step - 1 })).toBe('wrong_step');
          }
          expect(send(played, each) === undefined).toBe(played.hand !== before);
        }
        const { hand, events } = played;
        expect(events.reduce(evolveBlackjack, NEW_BLACKJACK_HAND)).toEqual(hand);
        expect(hand.step).toBe(events.length);
        expect({ taken: hand.taken, paid: hand.paid }).toEqual(moved(events));
        const hands = hand.boxes.flatMap((box) => box.hands);
        const insured = hand.boxes.map(({ insurance }) => insurance);
        expect(hand.taken).toBe(sum([...hands.map(({ stake }) => stake), ...insured]));
        expect(hand.paid > 0n && !hand.isOver).toBe(false);
        expect(hand.paid <= (hand.taken * 5n) / 2n + 2n * sum(insured)).toBe(true);
        expect(hand.boxes.every((box) => box.hands.length <= 2)).toBe(true);
        const { phase, choices, insurance } = played.view;
        expect(choices.length > 0).toBe(phase === 'player');
        expect(insurance !== undefined).toBe(phase === 'insurance');
        if (!hand.isOver) expect(played.do('abandon').hand.isOver).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('no card is looked at before it lies face up, and no view shows another', () => {
    fc.assert(
      fc.property(decks, boxes, commands, (cards, count, sent) => {
        const { deck, looked } = watchedDeck(cards);
        const played = new PlayedHand(deck).deal(count);
        for (const each of sent) {
          send(played, each);
          expect(cardsIn(played.events)).toEqual(looked());
        }
        for (const upTo of played.events.keys()) {
          const so = played.events.slice(0, upTo + 1);
          const hand = so.reduce(evolveBlackjack, NEW_BLACKJACK_HAND);
          expect(cardsIn(viewBlackjack(hand))).toEqual(cardsIn(so));
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('a refusal', () => {
  const fresh = NEW_BLACKJACK_HAND;
  const inPlay = () => play('Ts 9h 9s Kd').hand;
  const drawn = () => play('2s 9h 3s Kd 4s').do('card').hand;
  const ace = () => play('Ts Ah 9s Kd').hand;
  const over = () => play('As 9h Ks 9d').hand;
  const deal = (hand: BlackjackHand, ...cents: readonly number[]) =>
    [hand, { kind: 'deal', step: hand.step, stakes: cents.map((each) => amount(each)) }] as const;
  const small = (): BlackjackHand => ({
    ...ace(),
    boxes: ace().boxes.map((box) => ({
      ...box,
      hands: box.hands.map((hand) => ({ ...hand, stake: amount(1) })),
    })),
  });
  /** In descending precedence: each command breaks its rule and those below that it can break. */
  const REFUSED: Readonly<
    Record<BlackjackRefusal, () => readonly [BlackjackHand, BlackjackCommand]>
  > = {
    wrong_step: () => [over(), { kind: 'deal', step: 0, stakes: [] }],
    hand_is_over: () => deal(over()),
    hand_in_play: () => deal(inPlay()),
    wrong_number_of_boxes: () => deal(fresh, 50, 50),
    stake_not_made_of_chips: () => deal(fresh, 50, 100, 100_100),
    stake_below_minimum: () => deal(fresh, 200, 100, 100_100),
    stake_above_maximum: () => deal(fresh, 200, 200, 100_100),
    nothing_staked: () => [fresh, { kind: 'double', step: 0 }],
    insurance_is_pending: () => [ace(), { kind: 'split', step: ace().step }],
    insurance_is_not_offered: () => [inPlay(), { kind: 'insure', step: inPlay().step, boxes: [7] }],
    no_such_box: () => [small(), { kind: 'insure', step: ace().step, boxes: [0, 1] }],
    stake_too_small_to_insure: () => [small(), { kind: 'insure', step: ace().step, boxes: [0] }],
    may_not_double: () => [drawn(), { kind: 'double', step: drawn().step }],
    may_not_split: () => [inPlay(), { kind: 'split', step: inPlay().step }],
  };

  it.each(Object.entries(REFUSED))('is given: %s', (refusal, given) => {
    const [hand, command] = given();
    const limits = { ...rules.limits, min: amount(200) };
    const decision = decideBlackjack(hand, command, {
      deck: SHOE,
      rules: { ...rules, limits },
    });
    expect(decision).toEqual({ ok: false, refusal });
  });

  it('is one of the list, in its order', () => {
    expect(Object.keys(REFUSED)).toEqual(BLACKJACK_REFUSALS);
    expect(small().boxes[0]!.insurance).toBe(ZERO);
  });
});
