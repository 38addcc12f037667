/**
 * For those who listen: the phase, each card with the totals, the outcome and the player’s own
 * result; and, beside it, each bet as it stands.
 */
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableCopy } from '../../../src/client/table-copy.js';
import { dealCoup, nextSeat } from '../../../src/punto-banco/coup.js';
import { totalOf } from '../../../src/punto-banco/hand.js';
import { SPOTS, type Spot } from '../../../src/punto-banco/spot.js';
import { chipText } from '../money.js';
import { useSeat } from '../studio/use-studio.js';
import { cardName } from './card.js';
import { handsOf } from './hands.js';
import { useShown } from './in-step.js';
import { ownResultText } from './own-result.js';
import type { SeatStore } from './seat-store.js';
import hidden from '../look/hidden.module.css';

export const Voice = ({ seat }: { readonly seat: SeatStore }) => {
  const { t, i18n } = useTranslation();
  const now = useSeat(seat, (view) => view.copy);
  // Cards and results come with the picture, for those who listen to it as for those who look.
  const seen = useShown(seat, (shown) => shown.copy);
  const copy = now !== undefined && OF_CARDS.has(now.phase) ? seen : now;
  // What the round on the table brought the player, in place of what the table says once it is
  // paid.
  const own = useShown(seat, ({ copy: table, result }) =>
    table?.phase === 'settled' && result?.game === table.round?.game ? result : undefined,
  );
  const bets = useSaidBets(t, seat);
  const said =
    copy &&
    (own === undefined || copy.phase !== 'settled'
      ? ofTable(t, copy)
      : ownResultText(t, own, copy.settings.currency, i18n.language));
  return (
    <>
      <p className={hidden.listened} aria-live="polite" data-part="voice">
        {said}
      </p>
      <p className={hidden.listened} aria-live="polite" data-part="voice-of-bets">
        {bets}
      </p>
    </>
  );
};

const OF_CARDS: ReadonlySet<TableCopy['phase']> = new Set(['dealing', 'resulted', 'settled']);

const ofTable = (t: TFunction, { phase, round }: TableCopy): string => {
  const cards = round?.cards ?? [];
  const hands = handsOf(cards);
  const totals = { punto: totalOf(hands.punto), banco: totalOf(hands.banco) };
  const outcome = phase === 'resulted' ? dealCoup(cards)?.outcome : undefined;
  if (outcome !== undefined) {
    return t('voice.result', { outcome: t(`outcome.${outcome}`), ...totals });
  }
  const last = cards.at(-1);
  const dealt = nextSeat(cards.slice(0, -1));
  if (phase === 'dealing' && last !== undefined && dealt !== undefined) {
    const side = t(`spot.${dealt.side}`);
    return t('voice.card', { side, card: cardName(t, last), ...totals });
  }
  // At a squeeze table the first cards lie face down.
  if (phase === 'dealing' && Boolean(round?.faceDown)) return t('phase.opening');
  return t(`phase.${phase}`, { seconds: '' });
};

const NO_BETS: ReadonlyMap<Spot, bigint> = new Map();

/** The stakes that have just changed, as the studio has answered. */
const useSaidBets = (t: TFunction, seat: SeatStore): string => {
  const stakes = useSeat(seat, ({ known }) => known?.own.stakes ?? NO_BETS);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const before = useRef(stakes);
  const [said, say] = useState('');
  useEffect(() => {
    const changed = SPOTS.filter((spot) => stakes.get(spot) !== before.current.get(spot));
    before.current = stakes;
    // A new round begins without bets, and says so itself.
    if (changed.length === 0 || (stakes.size === 0 && changed.length > 1)) return;
    say(
      changed
        .map((spot) => {
          const stake = stakes.get(spot);
          return stake === undefined
            ? t('voice.noBet', { spot: t(`spot.${spot}`) })
            : t('voice.bet', { spot: t(`spot.${spot}`), amount: chipText(stake, currency) });
        })
        .join(', '),
    );
  }, [t, stakes, currency]);
  return said;
};
