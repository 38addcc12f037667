/**
 * The squeeze: cards are dealt face down, and shown one by one in the order of dealing, by the
 * dealer or by the clock. Players see no face before it is shown, and no result before all are.
 */
import type { Card } from '../cards/card.js';
import type { CardSeat } from '../punto-banco/coup.js';
import { seatIndex } from './seat-index.js';
import { type FaceDown, type RoundState, type TableState, roundOf } from './state.js';

/** What becomes of the cards face down when one more is dealt. */
export const oneMoreFaceDown = (state: TableState, atMs: number): FaceDown => {
  const { faceDown, cards } = roundOf(state);
  if (faceDown !== null) return { ...faceDown, cards: faceDown.cards + 1 };
  return { open: cards.length, cards: 1, showsAtMs: atMs + (state.settings.squeezeMs ?? 0) };
};

/** The last of them is taken off the table. */
export const oneFewerFaceDown = (faceDown: FaceDown): FaceDown | null =>
  faceDown.cards === 1 ? null : { ...faceDown, cards: faceDown.cards - 1 };

/** The state after the next of them was shown. Who did not know its face has it from now on. */
export const openedCard = (
  state: TableState,
  event: CardSeat & { readonly card: Card },
  atMs: number,
): TableState => {
  const round = roundOf(state);
  const { faceDown, cards, codes } = round;
  if (faceDown === null) return state;
  const isKnown = seatIndex(cards, event) !== -1;
  const left = oneFewerFaceDown(faceDown);
  return {
    ...state,
    round: {
      ...round,
      cards: isKnown ? cards : [...cards, event.card],
      codes: isKnown ? codes : [...codes, null],
      faceDown: left && {
        ...left,
        open: faceDown.open + 1,
        showsAtMs: atMs + (state.settings.squeezeMs ?? 0),
      },
    },
  };
};

/** How many cards were dealt, face down or not, whether the viewer knows them all or not. */
export const cardsDealt = ({ cards, faceDown }: Pick<RoundState, 'cards' | 'faceDown'>): number =>
  faceDown === null ? cards.length : faceDown.open + faceDown.cards;

/** The cards that lie open: all that players may know. */
export const openCards = ({
  cards,
  faceDown,
}: Pick<RoundState, 'cards' | 'faceDown'>): readonly Card[] =>
  faceDown === null ? cards : cards.slice(0, faceDown.open);

/** Whether the card at `index`, in the order of dealing, lies face down. */
export const liesFaceDown = ({ faceDown }: RoundState, index: number): boolean =>
  faceDown !== null && index >= faceDown.open;
