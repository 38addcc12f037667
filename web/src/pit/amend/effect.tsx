/** What an action would do, as a sentence with its numbers, before anything is done. */
import type { ApprovalKind, Preview } from '../../../../src/protocol/approval.js';
import { Fault } from '../parts/fault.js';
import type { Read } from '../parts/use-read.js';
import { classes } from '../../classes.js';
import { type RightWords, useRightWords } from './words.js';
import styles from './effect.module.css';

interface Props {
  readonly kind: ApprovalKind;
  readonly currency: string;
  /** Undefined: the request is not complete yet. */
  readonly read: Read<{ readonly preview: Preview | null }> | undefined;
  /** Nothing was typed yet, so it is no fault that nothing would change. */
  readonly isUntouched?: boolean;
}

export const Effect = ({ kind, currency, read, isUntouched = false }: Props) => {
  const words = useRightWords();
  const { own } = words;
  if (read === undefined)
    return <p className={classes(styles.effect, styles.dim)}>{own('effect.notWhole')}</p>;
  if (read.fault === 'nothing_to_correct' && isUntouched) {
    return (
      <p className={classes(styles.effect, styles.dim)} data-untouched>
        {own('effect.asItStands')}
      </p>
    );
  }
  if (read.fault !== undefined) return <Fault fault={read.fault} onAgain={read.again} />;
  if (read.value === undefined)
    return <p className={classes(styles.effect, styles.dim)}>{own('effect.counting')}</p>;
  const { preview } = read.value;
  if (preview === null) return <p className={styles.effect}>{own('effect.noMoney')}</p>;
  const { further = [] } = preview;
  const isShort = [preview, ...further].some(({ shortPlayers }) => shortPlayers > 0);
  return (
    <p
      className={classes(styles.effect, isShort && styles.short)}
      role="status"
      data-effect={kind}
      data-bets={preview.bets}
      data-players={preview.players}
      data-back={preview.back}
      data-taken-back={preview.takenBack}
      data-losers={preview.losers}
      data-given={preview.given}
      data-gainers={preview.gainers}
      data-short={preview.shortPlayers}
      data-shortfall={preview.shortfall}
    >
      {[{ ...preview, currency: preview.currency ?? currency }, ...further]
        .filter(({ bets }) => bets > 0 || further.length === 0)
        .map((each) => effectSentence(words, kind, each, each.currency))
        .join(' ')}
    </p>
  );
};

/**
 * `Resettle: 21 bets of 15 players; €200.00 taken back from 2 players, €160.00 given to 1 player;
 * 1 player would fall below zero, by €20.00.`
 */
const effectSentence = (
  { t, own, money, count }: RightWords,
  kind: ApprovalKind,
  preview: Omit<Preview, 'further'>,
  currency: string,
): string => {
  const { bets, players, takenBack, losers, given, gainers, shortPlayers, shortfall } = preview;
  const playersText = (many: number): string => t('ofPlayers', { count: many, shown: count(many) });
  const touched = own('effect.touched', {
    bets: own('effect.bets', { count: bets, shown: count(bets) }),
    players: playersText(players),
  });
  const amounts = [
    losers > 0 &&
      own('effect.fromPlayers', {
        amount: money(takenBack, currency),
        players: playersText(losers),
      }),
    gainers > 0 &&
      own('effect.toPlayers', { amount: money(given, currency), players: playersText(gainers) }),
  ].filter((part) => part !== false);
  const moved = amounts.length === 0 ? own('effect.nothing') : amounts.join(', ');
  const sentence = `${t(`kind.${kind}`)}: ${touched}; ${moved}`;
  return shortPlayers === 0
    ? `${sentence}. ${own('effect.noneShort')}`
    : `${sentence}; ${own('effect.short', { count: shortPlayers, shown: count(shortPlayers), amount: money(shortfall, currency) })}`;
};
