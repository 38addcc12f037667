/**
 * What a notice says: of which bet, and why, with the number that decides; or what happened at the
 * table.
 */
import type { TFunction } from 'i18next';
import type { Bet } from '../../../src/client/betting.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { Spot } from '../../../src/punto-banco/spot.js';
import { type Stakes, readStakes } from '../../../src/punto-banco/stakes.js';
import { limitsOf } from '../../../src/round/limits-of.js';
import { cardName } from './card.js';
import type { KnownBets } from './drawn-bets.js';
import type { Happened, Notice } from './seat-view-store.js';

export interface NoticeWords {
  readonly t: TFunction;
  /** Minor units as money. */
  readonly money: (value: bigint) => string;
  readonly settings: TableCopy['settings'];
  readonly known: KnownBets | undefined;
  /** The session’s credit. What the seat knows of it is as old as the last bet here. */
  readonly balance: bigint;
}

/** `Egalité €25`, `Double`. */
export const betName = ({ t, money }: Pick<NoticeWords, 't' | 'money'>, bet: Bet): string => {
  switch (bet.kind) {
    case 'place':
      return `${t(`spot.${bet.spot}`)} ${money(BigInt(bet.amount))}`;
    case 'place_all':
      return t('bets.together');
    case 'mode':
      return t('bets.noCommission');
    case 'undo':
    case 'clear':
    case 'repeat':
    case 'double':
      return t(`bets.${bet.kind}`);
  }
};

export const noticeText = (words: NoticeWords, notice: Notice): string => {
  switch (notice.kind) {
    case 'refusal':
      return `${betName(words, notice.bet)}: ${refusalText(words, notice)}`;
    case 'note':
      return `${betName(words, notice.bet)}: ${noteText(words, notice.reply)}`;
    case 'happened':
      return happenedText(words, notice.what);
  }
};

const refusalText = (
  words: NoticeWords,
  { refusal, bet }: Extract<Notice, { kind: 'refusal' }>,
): string => {
  const { t, money, settings, known, balance } = words;
  const stakes = known?.own.stakes;
  if (refusal === 'nothing_to_double' && stakes !== undefined && stakes.size > 0) {
    return t('bets.atMaximum', { spots: withLimits(words, [...stakes.keys()]) });
  }
  const passed =
    refusal === 'stake_above_maximum' || refusal === 'stake_below_minimum'
      ? passedLimit(words, refusal, bet)
      : undefined;
  if (passed !== undefined) {
    const { spot, limit } = passed;
    const where = bet.kind === 'place' ? t('bets.here') : t(`spot.${spot}`);
    const most = refusal === 'stake_above_maximum';
    return t(most ? 'bets.atMost' : 'bets.atLeast', { limit: money(limit), where });
  }
  return t(`refusal.${refusal}`, {
    balance: money(balance),
    chip: money(BigInt(settings.chips[0] ?? '0')),
    placements: settings.placementsMax,
  });
};

/** The spot that a bet would have taken past its limit, and that limit. */
const passedLimit = (
  { settings, known }: NoticeWords,
  refusal: 'stake_above_maximum' | 'stake_below_minimum',
  bet: Bet,
): { readonly spot: Spot; readonly limit: bigint } | undefined => {
  const placed = placedBy(bet, known);
  for (const [spot, added] of placed) {
    const stake = (known?.own.stakes.get(spot) ?? 0n) + added;
    const { min, max } = limitsOf(settings, known?.own.group ?? null)[spot];
    const limit = BigInt(refusal === 'stake_above_maximum' ? max : min);
    if (bet.kind === 'place') return { spot, limit };
    if (refusal === 'stake_above_maximum' ? stake > limit : stake < limit) return { spot, limit };
  }
  return undefined;
};

const placedBy = (bet: Bet, known: KnownBets | undefined): Iterable<readonly [Spot, bigint]> => {
  if (bet.kind === 'place') return [[bet.spot, BigInt(bet.amount)]];
  if (bet.kind === 'place_all') return readStakes(bet.stakes);
  const none: Stakes | undefined = undefined;
  return (bet.kind === 'repeat' ? known?.own.previous : none) ?? [];
};

/** What Repeat left out, or Double could not raise whole. */
const noteText = (
  words: NoticeWords,
  { leftOut, capped }: Extract<Notice, { kind: 'note' }>['reply'],
): string => {
  const { t } = words;
  const spots = leftOut.map((spot) => t(`spot.${spot}`)).join(', ');
  return leftOut.length > 0
    ? t('bets.leftOut', { spots })
    : t('bets.capped', { spots: withLimits(words, capped) });
};

/** `Punto €10,000, Egalité €1,000`. */
const withLimits = ({ t, money, settings, known }: NoticeWords, spots: readonly Spot[]): string => {
  const limits = limitsOf(settings, known?.own.group ?? null);
  return spots.map((spot) => `${t(`spot.${spot}`)} ${money(BigInt(limits[spot].max))}`).join(', ');
};

const happenedText = ({ t, money }: NoticeWords, what: Happened): string => {
  switch (what.kind) {
    case 'dealer_changed':
      return t('happened.dealer_changed', { dealer: what.dealer });
    case 'card_corrected':
      return what.card === undefined
        ? t('happened.card_corrected_face_down')
        : t('happened.card_corrected', { card: cardName(t, what.card) });
    case 'round_corrected':
      return t(`happened.round_corrected.${what.fix}`, { game: what.game });
    case 'correction': {
      const { game, shortfall } = what;
      const balance = money(BigInt(what.balance));
      if (shortfall === '0') return t('happened.correction', { game, balance });
      return t('happened.shortfall', { game, balance, owed: money(BigInt(shortfall)) });
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
