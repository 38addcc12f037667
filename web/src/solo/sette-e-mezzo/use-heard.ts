/** What is said of a hand of Sette e Mezzo to those who listen: each card, and its points. */
import { MATTA } from '../../../../src/sette-e-mezzo/points.js';
import type { SetteEMezzoEvent, SetteEMezzoHand } from '../../../../src/sette-e-mezzo/state.js';
import { viewSetteEMezzo } from '../../../../src/sette-e-mezzo/view.js';
import { useCardName } from '../../decks/drawn-card.js';
import { useSettings } from '../../studio/settings-store.js';
import { pointsText } from './points-text.js';
import { useSetteEMezzoWords } from './words.js';

export const useHeard = () => {
  const own = useSetteEMezzoWords();
  const name = useCardName();
  const { deck } = useSettings().settings;
  return (event: SetteEMezzoEvent, hand: SetteEMezzoHand): string | undefined => {
    if (event.kind !== 'card_dealt') return undefined;
    const { halfPoints, matta } = viewSetteEMezzo(hand)[event.to];
    const said = own('heard', {
      who: own(event.to),
      card: name(deck, event.card, event.card === MATTA),
      points: own('points', { points: pointsText(halfPoints) }),
    });
    return matta === undefined || event.card === MATTA
      ? said
      : `${said} ${own('worth', { points: pointsText(matta) })}`;
  };
};
