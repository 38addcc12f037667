import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/kit/runs.js';
import { cardsIn, watchedDeck } from '../../test/kit/watched-deck.js';
import type { Card } from '../cards/card.js';
import { parseCards } from '../cards/notation.js';
import { ZERO, amount } from '../money/amount.js';
import { paid } from '../money/verdict.js';
import { moved } from '../solo/moved.js';
import { setteEMezzoDecisions } from './cost.js';
import {
  SETTE_E_MEZZO_REFUSALS,
  type SetteEMezzoCommand,
  type SetteEMezzoRefusal,
  decideSetteEMezzo,
} from './decide.js';
import { SETTE_E_MEZZO_PAYTABLES, setteEMezzoVerdict } from './paytable.js';
import { FORTY_CARDS, HALF_POINTS_MAX, halfPointsOf, isMattaAlone } from './points.js';
import { DEFAULT_SETTE_E_MEZZO_RULES } from './rules.js';
import {
  NEW_SETTE_E_MEZZO_HAND,
  type SetteEMezzoEvent,
  type SetteEMezzoHand,
  evolveSetteEMezzo,
} from './state.js';
import { viewSetteEMezzo } from './view.js';

const PAYTABLE = SETTE_E_MEZZO_PAYTABLES['sette-e-mezzo-1'];
const rules = DEFAULT_SETTE_E_MEZZO_RULES;
const STAKE = amount(1_000);

/** A deck whose first cards are these: the player's first, the bank's first, then all others. */
const deckOf = (text: string): readonly Card[] => {
  const first = parseCards(text) ?? expect.fail(text);
  return [...first, ...FORTY_CARDS.filter((card) => !first.includes(card))];
};

class PlayedHand {
  events: readonly SetteEMezzoEvent[] = [];
  hand: SetteEMezzoHand = NEW_SETTE_E_MEZZO_HAND;

  constructor(readonly deck: readonly Card[]) {}

  ask(command: SetteEMezzoCommand): SetteEMezzoRefusal | undefined {
    const decision = decideSetteEMezzo(this.hand, command, { deck: this.deck, rules });
    if (!decision.ok) return decision.refusal;
    this.events = [...this.events, ...decision.events];
    this.hand = decision.events.reduce(evolveSetteEMezzo, this.hand);
    return undefined;
  }

  do(...kinds: readonly ('draw' | 'stand' | 'abandon' | 'deal')[]): this {
    for (const kind of kinds) {
      const { step } = this.hand;
      const refusal = this.ask(kind === 'deal' ? { kind, step, stake: STAKE } : { kind, step });
      if (refusal !== undefined) expect.fail(refusal);
    }
    return this;
  }
}

const play = (deck: string, ...kinds: readonly ('draw' | 'stand' | 'abandon')[]) =>
  new PlayedHand(deckOf(deck)).do('deal', ...kinds);

describe('a hand of Sette e Mezzo', () => {
  it('gives a card each, and waits for the player', () => {
    const { hand, events } = play('4s Kd');
    expect(events.map(({ kind }) => kind)).toEqual(['stake_taken', 'card_dealt', 'card_dealt']);
    expect(viewSetteEMezzo(hand)).toEqual({
      step: 3,
      phase: 'player',
      player: { cards: ['4s'], halfPoints: 8, matta: undefined },
      bank: { cards: ['Kd'], halfPoints: 1, matta: 1 },
      choices: ['draw', 'stand'],
      isAbandoned: false,
      verdict: undefined,
      taken: STAKE,
      paid: 0n,
    });
  });

  it.each([
    ['a bust, and the bank does not play', '7s 4h 2s', ['draw'], 'lost', 1],
    ['more points than the bank', '6s 4h Jh Ah', ['stand'], 'won', 3],
    ['as many points', '6s 4h 2s', ['stand'], 'returned', 2],
    ['7½, on which nobody draws', '7s 4h Js As', ['draw'], 'won', 2],
    ['a bank that busts', '5s 4h 4s', ['stand'], 'won', 2],
    ['a bank that stands on 5, whatever the player has', '5s 5h As', ['draw', 'stand'], 'won', 1],
    ['a bank’s matta, which must draw', '4s Kd 7h', ['stand'], 'lost', 2],
    ['a player’s matta, which must draw', 'Kd 7h As', ['draw', 'stand'], 'returned', 1],
  ] as const)('can end with %s', (_, deck, kinds, verdict, bankCards) => {
    const { hand } = play(deck, ...kinds);
    expect([hand.phase, hand.verdict, hand.bank.length]).toEqual(['over', verdict, bankCards]);
  });

  it('is played by the house when its player stays away', () => {
    expect(play('2s Jh 3s', 'abandon').hand.player).toEqual(['2s', '3s']);
    expect(play('Kd Jh 3s', 'abandon').hand.player).toEqual(['Kd', '3s']);
    expect(play('5s 6h Js Jh', 'abandon').hand.player).toEqual(['5s', 'Js', 'Jh']);
    expect(play('5s Kd As Ah', 'abandon').hand.player).toEqual(['5s', 'As', 'Ah']); // up to 7
    const { hand, events } = play('5s 4h', 'abandon');
    expect(hand.player).toEqual(['5s']);
    expect(events[3]).toEqual({ kind: 'house_took_over' });
    expect(setteEMezzoDecisions(events)).toEqual([]);
  });

  it('tells what each choice has cost against the best play', () => {
    // 7 against 7: standing returns the stake, drawing brings 24/38 of it.
    const { events } = play('7s 7h 2s', 'draw');
    expect(setteEMezzoDecisions(events)).toEqual([
      { step: 3, chosen: 'draw', best: 'stand', cost: 368n },
    ]);
    expect(setteEMezzoDecisions(play('7s 7h', 'stand').events)).toEqual([
      { step: 3, chosen: 'stand', best: 'stand', cost: 0n },
    ]);
  });
});

describe('whatever a player sends', () => {
  const commands = fc.array(
    fc.record({
      kind: fc.constantFrom('deal', 'draw', 'stand', 'stand', 'draw', 'abandon'),
      late: fc.nat(9),
      stake: fc.constantFrom(0, 100, 1_000, 99, 100_000, 100_100),
    }),
    { maxLength: 12 },
  );
  const decks = fc.shuffledSubarray([...FORTY_CARDS], { minLength: 40 });

  it('the stake is taken once, paid by the points at the end, and replay gives the same hand', () => {
    fc.assert(
      fc.property(decks, commands, (deck, sent) => {
        const played = new PlayedHand(deck);
        for (const { kind, late, stake } of sent) {
          const before = played.hand;
          const step = late === 0 ? before.step - 1 : before.step;
          const command = kind === 'deal' ? { kind, step, stake: amount(stake) } : { kind, step };
          const refusal = played.ask(command);
          expect(refusal === undefined).toBe(played.hand !== before);
          if (late === 0) expect(refusal).toBe('wrong_step');
        }
        const { hand, events } = played;
        expect(events.reduce(evolveSetteEMezzo, NEW_SETTE_E_MEZZO_HAND)).toEqual(hand);
        expect(hand.step).toBe(events.length);
        expect({ taken: hand.taken, paid: hand.paid }).toEqual(moved(events));
        expect(events.filter(({ kind }) => kind === 'stake_taken').length).toBeLessThanOrEqual(1);
        const [player, bank] = [halfPointsOf(hand.player), halfPointsOf(hand.bank)];
        if (hand.phase === 'over') {
          expect(hand.paid).toBe(paid(setteEMezzoVerdict(player, bank, PAYTABLE), hand.taken));
          expect(hand.bank.length > 1 && player > HALF_POINTS_MAX).toBe(false);
          expect(player <= HALF_POINTS_MAX && (bank < 10 || isMattaAlone(hand.bank))).toBe(false);
        } else {
          expect(hand.paid).toBe(ZERO);
          expect(viewSetteEMezzo(hand).choices.length > 0).toBe(hand.phase === 'player');
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('no card is looked at before it is dealt, and no view shows another', () => {
    fc.assert(
      fc.property(decks, commands, (cards, sent) => {
        const { deck, looked } = watchedDeck(cards);
        const played = new PlayedHand(deck).do('deal');
        for (const { kind } of sent) {
          if (kind !== 'deal') played.ask({ kind, step: played.hand.step });
          expect(cardsIn(played.events)).toEqual(looked());
        }
        for (const upTo of played.events.keys()) {
          const so = played.events.slice(0, upTo + 1);
          const hand = so.reduce(evolveSetteEMezzo, NEW_SETTE_E_MEZZO_HAND);
          expect(cardsIn(viewSetteEMezzo(hand))).toEqual(cardsIn(so));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a refusal', () => {
  const fresh = NEW_SETTE_E_MEZZO_HAND;
  const inPlay = () => play('3s 4h').hand;
  const over = () => play('7s 7h', 'stand').hand;
  const deal = (hand: SetteEMezzoHand, cents: number) =>
    [hand, { kind: 'deal', step: hand.step, stake: amount(cents) }] as const;
  /** In descending precedence: each command breaks its rule and those below that it can break. */
  const REFUSED: Readonly<
    Record<SetteEMezzoRefusal, () => readonly [SetteEMezzoHand, SetteEMezzoCommand]>
  > = {
    wrong_step: () => [over(), { kind: 'deal', step: 0, stake: ZERO }],
    hand_is_over: () => deal(over(), 0),
    hand_in_play: () => deal(inPlay(), 0),
    stake_not_made_of_chips: () => deal(fresh, 50),
    stake_below_minimum: () => deal(fresh, 100),
    stake_above_maximum: () => deal(fresh, 100_100),
    nothing_staked: () => [fresh, { kind: 'stand', step: 0 }],
    must_draw: () => [inPlay(), { kind: 'stand', step: inPlay().step }],
  };

  it.each(Object.entries(REFUSED))('is given: %s', (refusal, given) => {
    const [hand, command] = given();
    const limits = { ...rules.limits, min: amount(200) };
    const decision = decideSetteEMezzo(hand, command, {
      deck: deckOf('3s 4h'),
      rules: { ...rules, limits },
    });
    expect(decision).toEqual({ ok: false, refusal });
  });

  it('is one of the list, in its order', () => {
    expect(Object.keys(REFUSED)).toEqual(SETTE_E_MEZZO_REFUSALS);
  });
});
