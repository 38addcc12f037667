/** A hand of any solo game as it is on the table after each of its events, for a replay. */
import { NEW_BLACKJACK_HAND, evolveBlackjack } from '../../../../src/blackjack/state.js';
import { viewBlackjack } from '../../../../src/blackjack/view.js';
import type { Card } from '../../../../src/cards/card.js';
import { readEvents } from '../../../../src/protocol/solo-events.js';
import { SIDES } from '../../../../src/punto-banco/outcome.js';
import {
  NEW_PUNTO_E_BANCO_HAND,
  evolvePuntoEBancoHand,
} from '../../../../src/punto-e-banco/state.js';
import { viewPuntoEBancoHand } from '../../../../src/punto-e-banco/view.js';
import { NEW_SETTE_E_MEZZO_HAND, evolveSetteEMezzo } from '../../../../src/sette-e-mezzo/state.js';
import { viewSetteEMezzo } from '../../../../src/sette-e-mezzo/view.js';
import type { SoloGame } from '../../../../src/solo/game.js';
import { pointsText } from '../sette-e-mezzo/points-text.js';

/** Whose cards they are. A box is counted from the right, from 0; so are its hands. */
export type Holder =
  | { readonly kind: 'punto' | 'banco' | 'player' | 'bank' }
  | { readonly kind: 'box'; readonly box: number; readonly hand: number };

interface DealtHand {
  readonly holder: Holder;
  readonly cards: readonly Card[];
  /** Whether another one lies face down. */
  readonly hasHoleCard: boolean;
  /** Their points, in the words of the game. Undefined where there is no card. */
  readonly total: string | undefined;
  /** Where each hand has one of its own. */
  readonly stake: bigint | undefined;
}

/** Amounts in minor units. */
interface DealtTable {
  readonly hands: readonly DealtHand[];
  readonly taken: bigint;
  readonly paid: bigint;
}

const handOf = (
  holder: Holder,
  cards: readonly Card[],
  total: string,
  { stake, hasHoleCard = false }: { readonly stake?: bigint; readonly hasHoleCard?: boolean } = {},
): DealtHand => ({
  holder,
  cards,
  hasHoleCard,
  total: cards.length === 0 ? undefined : total,
  stake,
});

/** `events` are the first ones of the hand, as they are in its steps. Throws on anything else. */
export const dealtTable = (game: SoloGame, events: readonly unknown[]): DealtTable => {
  switch (game) {
    case 'punto_e_banco': {
      const read = readEvents.punto_e_banco(events);
      const hand = read.reduce(evolvePuntoEBancoHand, NEW_PUNTO_E_BANCO_HAND);
      const { cards, totals, taken, paid } = viewPuntoEBancoHand(hand);
      const hands = SIDES.map((side) => handOf({ kind: side }, cards[side], `${totals[side]}`));
      return { hands, taken, paid };
    }
    case 'sette_e_mezzo': {
      const read = readEvents.sette_e_mezzo(events);
      const view = viewSetteEMezzo(read.reduce(evolveSetteEMezzo, NEW_SETTE_E_MEZZO_HAND));
      const { taken, paid } = view;
      const hands = (['bank', 'player'] as const).map((kind) =>
        handOf({ kind }, view[kind].cards, pointsText(view[kind].halfPoints)),
      );
      return { hands, taken, paid };
    }
    case 'blackjack': {
      const read = readEvents.blackjack(events);
      const view = viewBlackjack(read.reduce(evolveBlackjack, NEW_BLACKJACK_HAND));
      const { bank, boxes, taken, paid } = view;
      const { hasHoleCard } = bank;
      const ofPlayer = boxes.flatMap(({ hands }, box) =>
        hands.map(({ cards, total, stake }, hand) =>
          handOf({ kind: 'box', box, hand }, cards, `${total}`, { stake }),
        ),
      );
      return {
        hands: [
          handOf({ kind: 'bank' }, bank.cards, `${bank.total}`, { hasHoleCard }),
          ...ofPlayer,
        ],
        taken,
        paid,
      };
    }
  }
};
