/**
 * For those who listen: the phase and why the table waits, each card with the totals and the
 * outcome; beside it the player’s own result as soon as it is there, and each bet as it stands.
 */
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableCopy } from '../../../src/client/table-copy.js';
import { dealCoup, nextSeat } from '../../../src/punto-banco/coup.js';
import { totalOf } from '../../../src/punto-banco/hand.js';
import { SPOTS, type Spot } from '../../../src/punto-banco/spot.js';
import { moneyText } from '../money.js';
import { useSeat } from '../studio/use-studio.js';
import { cardName } from './card.js';
import { handsOf } from './hands.js';
import { useShown } from './in-step.js';
import { tableResultText } from './own-result.js';
import { whyText } from './phase-bar.js';
import type { SeatViewStore } from './seat-view-store.js';
import hidden from '../look/hidden.module.css';

export const Voice = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { t, i18n } = useTranslation();
  const now = useSeat(seat, (view) => view.copy);
  // Cards and results come with the picture, for those who listen to it as for those who look.
  const seen = useShown(seat, (shown) => shown.copy);
  const copy = now !== undefined && OF_CARDS.has(now.phase) ? seen : now;
  const result = useShown(seat, (shown) => shown.result);
  const game = useShown(seat, (shown) => shown.copy?.round?.game);
  const bets = useSaidBets({ t, language: i18n.language }, seat);
  const own =
    copy && result && tableResultText(t, result, game, copy.settings.currency, i18n.language);
  // What the round brought the player is said in place of what the table says once it is paid.
  const isOwn = copy?.phase === 'settled' && result?.game === copy.round?.game;
  const said = copy && !isOwn && ofTable(t, copy);
  return (
    <>
      <p className={hidden.listened} aria-live="polite" data-part="voice">
        {said}
      </p>
      <p className={hidden.listened} aria-live="polite" data-part="voice-of-result">
        {own}
      </p>
      <p className={hidden.listened} aria-live="polite" data-part="voice-of-bets">
        {bets}
      </p>
    </>
  );
};

const OF_CARDS: ReadonlySet<TableCopy['phase']> = new Set(['dealing', 'resulted', 'settled']);

const ofTable = (t: TFunction, { phase, round, suspended }: TableCopy): string => {
  if (phase === 'suspended') {
    const what = t(suspended?.from === 'void' ? 'phase.void' : 'phase.suspended');
    return `${what}. ${whyText(t, suspended?.reason)}`;
  }
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

interface LyingBets {
  /** Undefined where no round has begun. */
  readonly game: string | undefined;
  readonly stakes: ReadonlyMap<Spot, bigint>;
}

const NO_BETS: LyingBets['stakes'] = new Map();

interface Spoken {
  readonly t: TFunction;
  readonly language: string;
}

/** Undefined: nothing. A new round begins without bets, and says so itself. */
export const saidBets = (
  { t, language }: Spoken,
  before: LyingBets,
  now: LyingBets,
  currency: string,
): string | undefined => {
  const changed = SPOTS.filter((spot) => now.stakes.get(spot) !== before.stakes.get(spot));
  if (changed.length === 0 || (now.stakes.size === 0 && now.game !== before.game)) return undefined;
  return changed
    .map((spot) => {
      const stake = now.stakes.get(spot);
      return stake === undefined
        ? t('voice.noBet', { spot: t(`spot.${spot}`) })
        : t('voice.bet', {
            spot: t(`spot.${spot}`),
            amount: moneyText(stake, currency, language, { whole: true }),
          });
    })
    .join(', ');
};

/** The stakes that have just changed, as the studio has answered. */
const useSaidBets = ({ t, language }: Spoken, seat: SeatViewStore): string => {
  const stakes = useSeat(seat, ({ known }) => known?.own.stakes ?? NO_BETS);
  const game = useSeat(seat, ({ copy }) => copy?.round?.game);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const before = useRef<LyingBets>({ game, stakes });
  const [said, say] = useState('');
  useEffect(() => {
    const words = saidBets({ t, language }, before.current, { game, stakes }, currency);
    before.current = { game, stakes };
    if (words !== undefined) say(words);
  }, [t, language, game, stakes, currency]);
  return said;
};
