/**
 * What happens at the table besides the round: a change of dealer, a card or a round that is
 * amended, a spot that closes.
 */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import { useSeat } from '../studio/use-studio.js';
import { cardName } from './card.js';
import type { Happened as What, SeatStore } from './seat-store.js';
import toast from './toast.module.css';
import { classes } from '../classes.js';
import styles from './happened.module.css';

export const Happened = ({ seat }: { readonly seat: SeatStore }) => {
  const { t, i18n } = useTranslation();
  const happened = useSeat(seat, (view) => view.happened);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const money = (text: string) => moneyText(BigInt(text), currency, i18n.language);
  return (
    <p
      key={happened?.count}
      className={classes(toast.toast, styles.happened)}
      role="status"
      data-says="happened"
      data-happened={happened?.what.kind}
    >
      {happened !== undefined && textOf(t, happened.what, money)}
    </p>
  );
};

const textOf = (t: TFunction, what: What, money: (text: string) => string): string => {
  switch (what.kind) {
    case 'dealer_changed':
      return t('happened.dealer_changed', { dealer: what.dealer });
    case 'card_corrected':
      return t('happened.card_corrected', { card: cardName(t, what.card) });
    case 'round_corrected':
      return t(`happened.round_corrected.${what.fix}`, { game: what.game });
    case 'correction': {
      const { game, shortfall } = what;
      const balance = money(what.balance);
      if (shortfall === '0') return t('happened.correction', { game, balance });
      return t('happened.shortfall', { game, balance, owed: money(shortfall) });
    }
    case 'spot_closed':
    case 'spot_opened':
      return t(`happened.${what.kind}`, { spot: t(`spot.${what.spot}`) });
    case 'card_withdrawn':
    case 'closing_called':
    case 'closing_called_off':
      return t(`happened.${what.kind}`);
  }
};
