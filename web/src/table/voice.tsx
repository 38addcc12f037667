/** Phase, outcome and refusals, for those who listen; and the refusal for those who look. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { BetReply } from '../../../src/protocol/player.js';
import { parseBead } from '../../../src/roads/bead.js';
import { moneyText } from '../money.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatStore } from './seat-store.js';
import { classes } from '../classes.js';
import hidden from '../look/hidden.module.css';
import toast from './toast.module.css';
import styles from './voice.module.css';

export const Voice = ({ seat }: { readonly seat: SeatStore }) => {
  const { t, i18n } = useTranslation();
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const bead = useSeat(seat, ({ copy }) => copy?.shoe?.beads.at(-1));
  const refusal = useSeat(seat, (view) => view.refusal);
  const note = useSeat(seat, (view) => view.note);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  // What the player got from the round on the table, in place of what the table says once it is
  // paid.
  const paid = useSeat(seat, ({ copy, result }) =>
    copy?.phase === 'settled' && result?.game === copy.round?.game ? result?.paid : undefined,
  );
  const outcome = phase === 'resulted' && bead !== undefined ? parseBead(bead)?.outcome : undefined;
  return (
    <>
      <p className={hidden.listened} aria-live="polite">
        {outcome !== undefined
          ? t(`outcome.${outcome}`)
          : paid !== undefined && paid !== '0'
            ? t('stage.paid', { amount: moneyText(BigInt(paid), currency, i18n.language) })
            : phase !== undefined && t(`phase.${phase}`, { seconds: '' })}
      </p>
      <p
        key={refusal?.count}
        className={classes(toast.toast, styles.refusal)}
        role="alert"
        data-says="refusal"
        data-refusal={refusal?.refusal}
      >
        {refusal !== undefined && t(`refusal.${refusal.refusal}`)}
      </p>
      <p
        key={`note-${note?.count}`}
        className={classes(toast.toast, styles.refusal, styles.note)}
        role="status"
        data-says="note"
      >
        {note !== undefined && noteText(t, note.reply)}
      </p>
    </>
  );
};

/** What Repeat left out, or Double could not raise whole. */
const noteText = (t: TFunction, { leftOut, capped }: BetReply): string => {
  const names = (spots: BetReply['capped']) => spots.map((spot) => t(`spot.${spot}`)).join(', ');
  return leftOut.length > 0
    ? t('bets.leftOut', { spots: names(leftOut) })
    : t('bets.capped', { spots: names(capped) });
};
