/** What a robot does next in a hand of a solo game: the best play, and no insurance. */
import { basicStrategy, playing } from '../blackjack/basic-strategy.js';
import { countKinds, kindOf } from '../blackjack/kinds.js';
import { BLACKJACK_PAYTABLES, CURRENT_BLACKJACK_PAYTABLE } from '../blackjack/paytable.js';
import { handOf } from '../blackjack/player-hands.js';
import { assert } from '../money/assert.js';
import type { DealtHand } from '../protocol/solo.js';
import {
  CURRENT_SETTE_E_MEZZO_PAYTABLE,
  SETTE_E_MEZZO_PAYTABLES,
} from '../sette-e-mezzo/paytable.js';
import { bestChoice, choiceValues } from '../sette-e-mezzo/tree.js';
import type { SoloGame } from '../solo/game.js';

type HandOf<Game extends SoloGame> = Extract<DealtHand, { readonly game: Game }>;

/** What is asked of a hand in play, in the words of the protocol. */
type SoloMove =
  | { readonly name: 'sette-e-mezzo:draw' | 'sette-e-mezzo:stand' }
  | { readonly name: 'blackjack:insure' }
  | { readonly name: `blackjack:${'card' | 'stand' | 'double' | 'split'}` };

/** Undefined where the hand waits for nothing. */
export const soloMove = (hand: DealtHand): SoloMove | undefined => {
  switch (hand.game) {
    case 'punto_e_banco':
      return undefined;
    case 'sette_e_mezzo':
      return setteEMezzoMove(hand);
    case 'blackjack':
      return blackjackMove(hand);
  }
};

const setteEMezzoMove = ({ view }: HandOf<'sette_e_mezzo'>): SoloMove | undefined => {
  const [bank] = view.bank.cards;
  if (view.choices.length === 0 || bank === undefined) return undefined;
  const paytable = SETTE_E_MEZZO_PAYTABLES[CURRENT_SETTE_E_MEZZO_PAYTABLE];
  const best = bestChoice(choiceValues(view.player.cards, bank, paytable));
  assert(best !== undefined, 'who may choose has a best choice');
  return { name: `sette-e-mezzo:${best}` };
};

/** Made when it is first needed: it takes a moment. */
let tables: ReturnType<typeof basicStrategy> | undefined;

const blackjackMove = ({ view }: HandOf<'blackjack'>): SoloMove | undefined => {
  const { phase, inTurn, choices } = view;
  if (phase === 'insurance') return { name: 'blackjack:insure' };
  if (inTurn === undefined) return undefined;
  tables ??= basicStrategy(BLACKJACK_PAYTABLES[CURRENT_BLACKJACK_PAYTABLE]);
  const { cards } = view.boxes[inTurn.box]!.hands[inTurn.hand]!;
  const choose = playing(tables[kindOf(view.bank.cards[0]!)]!);
  const gains = Object.fromEntries(choices.map((choice) => [choice, 0]));
  const choice = choose(handOf(countKinds(cards)), gains);
  assert(choice !== undefined, 'a hand in turn has a choice');
  return { name: `blackjack:${choice}` };
};
