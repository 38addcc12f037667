/** What is said of a coup to those who listen: each card, and the totals that it makes. */
import { useTranslation } from 'react-i18next';
import type { PuntoEBancoEvent, PuntoEBancoHand } from '../../../../src/punto-e-banco/state.js';
import { viewPuntoEBancoHand } from '../../../../src/punto-e-banco/view.js';
import { cardName } from '../../table/card.js';

export const useHeard = () => {
  const { t } = useTranslation();
  return (event: PuntoEBancoEvent, hand: PuntoEBancoHand): string | undefined => {
    if (event.kind !== 'card_dealt') return undefined;
    const { totals } = viewPuntoEBancoHand(hand);
    const side = t(`spot.${event.side}`);
    return t('voice.card', { side, card: cardName(t, event.card), ...totals });
  };
};
