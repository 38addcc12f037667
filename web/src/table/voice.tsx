/** Phase, outcome and the player’s own result, for those who listen. */
import { useTranslation } from 'react-i18next';
import { parseBead } from '../../../src/roads/bead.js';
import { useSeat } from '../studio/use-studio.js';
import { ownResultText } from './own-result.js';
import type { SeatStore } from './seat-store.js';
import hidden from '../look/hidden.module.css';

export const Voice = ({ seat }: { readonly seat: SeatStore }) => {
  const { t, i18n } = useTranslation();
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const bead = useSeat(seat, ({ copy }) => copy?.shoe?.beads.at(-1));
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  // What the round on the table brought the player, in place of what the table says once it is
  // paid.
  const own = useSeat(seat, ({ copy, result }) =>
    copy?.phase === 'settled' && result?.game === copy.round?.game ? result : undefined,
  );
  const outcome = phase === 'resulted' && bead !== undefined ? parseBead(bead)?.outcome : undefined;
  return (
    <p className={hidden.listened} aria-live="polite">
      {outcome !== undefined
        ? t(`outcome.${outcome}`)
        : own !== undefined
          ? ownResultText(t, own, currency, i18n.language)
          : phase !== undefined && t(`phase.${phase}`, { seconds: '' })}
    </p>
  );
};
