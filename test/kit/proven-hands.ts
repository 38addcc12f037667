/** Hands of solo games played with any choices, and the files that prove them. */
import { plainObject } from '../../src/solo/plain.js';
import { decideBlackjack } from '../../src/blackjack/decide.js';
import { BOX_COUNTS, DEFAULT_BLACKJACK_RULES } from '../../src/blackjack/rules.js';
import { NEW_BLACKJACK_HAND, evolveBlackjack } from '../../src/blackjack/state.js';
import { viewBlackjack } from '../../src/blackjack/view.js';
import { type Entropy, uniformBelow } from '../../src/cards/shuffle.js';
import { type Deal, deckOf } from '../../src/chance/deck.js';
import { newOpening } from '../../src/chance/opening.js';
import { makeProof } from '../../src/chance/proof.js';
import { amount } from '../../src/money/amount.js';
import { decidePuntoEBancoHand } from '../../src/punto-e-banco/decide.js';
import { DEFAULT_PUNTO_E_BANCO_RULES } from '../../src/punto-e-banco/rules.js';
import { PUNTO_E_BANCO_SPOTS } from '../../src/punto-e-banco/spot.js';
import { NEW_PUNTO_E_BANCO_HAND, evolvePuntoEBancoHand } from '../../src/punto-e-banco/state.js';
import { decideSetteEMezzo } from '../../src/sette-e-mezzo/decide.js';
import { DEFAULT_SETTE_E_MEZZO_RULES } from '../../src/sette-e-mezzo/rules.js';
import { NEW_SETTE_E_MEZZO_HAND, evolveSetteEMezzo } from '../../src/sette-e-mezzo/state.js';
import { viewSetteEMezzo } from '../../src/sette-e-mezzo/view.js';
import { hashStream } from '../../src/simulator/hash-stream.js';
import type { SoloDecision } from '../../src/solo/decision.js';
import type { SoloGame } from '../../src/solo/game.js';
import type { PlainObject } from '../../src/solo/plain.js';

/** The file of a whole hand; the same text gives the same hand. */
export const provenHand = (game: SoloGame, seed: string): PlainObject => {
  const chance = hashStream(seed);
  const opening = newOpening(game, chance);
  const hand = String(100_000_000_000 + uniformBelow(65_536, chance));
  const deal: Deal =
    game === 'blackjack'
      ? { game, rules: 'blackjack-1', hand, cut: uniformBelow(312, chance) }
      : {
          game,
          rules: game === 'punto_e_banco' ? 'punto-e-banco-1' : 'sette-e-mezzo-1',
          hand,
          seed: `seed of ${seed}`.slice(0, 64),
        };
  const { commands, events } = played(deal, opening, chance);
  const steps = commands.map((command, index) => ({
    id: `0198a3f0-0000-4000-8000-${String(index).padStart(12, '0')}`,
    command: plainObject(command),
  }));
  return makeProof({ deal, status: 'over', opening, steps, events: events.map(plainObject) });
};

interface Played {
  readonly commands: readonly object[];
  readonly events: readonly object[];
}

const played = (deal: Deal, opening: Uint8Array, chance: Entropy): Played => {
  const deck = deckOf(deal, opening);
  switch (deal.game) {
    case 'punto_e_banco':
      return play(
        NEW_PUNTO_E_BANCO_HAND,
        (hand) => (hand.phase === 'over' ? undefined : coupCommand(chance)),
        (hand, command) =>
          decidePuntoEBancoHand(hand, command, { deck, rules: DEFAULT_PUNTO_E_BANCO_RULES }),
        evolvePuntoEBancoHand,
      );
    case 'sette_e_mezzo':
      return play(
        NEW_SETTE_E_MEZZO_HAND,
        (hand) => {
          const { phase, step, choices } = viewSetteEMezzo(hand);
          if (phase === 'over') return undefined;
          if (phase === 'stake') return { kind: 'deal' as const, step, stake: stake(chance) };
          return { kind: oneOf([...choices, ...choices, 'abandon' as const], chance), step };
        },
        (hand, command) =>
          decideSetteEMezzo(hand, command, { deck, rules: DEFAULT_SETTE_E_MEZZO_RULES }),
        evolveSetteEMezzo,
      );
    case 'blackjack':
      return play(
        NEW_BLACKJACK_HAND,
        (hand) => {
          const { phase, step, choices, boxes } = viewBlackjack(hand);
          if (phase === 'over') return undefined;
          if (phase === 'stakes') {
            const stakes = Array.from({ length: oneOf(BOX_COUNTS, chance) }, () => stake(chance));
            return { kind: 'deal' as const, step, stakes };
          }
          if (phase === 'insurance') {
            const insured = boxes.map((_, box) => box).filter(() => uniformBelow(2, chance) === 0);
            return { kind: 'insure' as const, step, boxes: insured };
          }
          const often = Array.from({ length: 9 }, () => choices).flat();
          return { kind: oneOf([...often, 'abandon' as const], chance), step };
        },
        (hand, command) => decideBlackjack(hand, command, { deck, rules: DEFAULT_BLACKJACK_RULES }),
        evolveBlackjack,
      );
  }
};

const play = <S, C extends object, E extends object>(
  fresh: S,
  choose: (hand: S) => C | undefined,
  decide: (hand: S, command: C) => SoloDecision<E, string>,
  evolve: (hand: S, event: E) => S,
): Played => {
  const commands: C[] = [];
  const events: E[] = [];
  let hand = fresh;
  for (let command = choose(hand); command !== undefined; command = choose(hand)) {
    const decision = decide(hand, command);
    if (!decision.ok) throw new Error(`A hand of a test is refused: ${decision.refusal}.`);
    commands.push(command);
    events.push(...decision.events);
    hand = decision.events.reduce(evolve, hand);
  }
  return { commands, events };
};

const coupCommand = (chance: Entropy) => {
  const spots = PUNTO_E_BANCO_SPOTS.filter(() => uniformBelow(2, chance) === 0);
  const on = spots.length === 0 ? (['banco'] as const) : spots;
  const stakes = Object.fromEntries(on.map((spot) => [spot, stake(chance)]));
  return { kind: 'deal' as const, step: 0, stakes };
};

const stake = (chance: Entropy) => amount(100 * (1 + uniformBelow(200, chance)));

const oneOf = <T>(items: readonly T[], chance: Entropy): T =>
  items[uniformBelow(items.length, chance)]!;
