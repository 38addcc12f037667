/** What an action would do, as a sentence with its numbers, before anything is done. */
import type { ApprovalKind, Preview } from '../../../../src/protocol/approval.js';
import { Fault } from '../parts/fault.js';
import type { Read } from '../parts/use-read.js';
import { type Words, useWords } from '../use-words.js';
import './right.css';

interface Given {
  readonly kind: ApprovalKind;
  readonly currency: string;
  /** Undefined: what is asked is not whole yet. */
  readonly read: Read<{ readonly preview: Preview | null }> | undefined;
}

export const Effect = ({ kind, currency, read }: Given) => {
  const words = useWords();
  const { t } = words;
  if (read === undefined) return <p className="effect dim">{t('effect.notWhole')}</p>;
  if (read.fault !== undefined) return <Fault fault={read.fault} onAgain={read.again} />;
  if (read.value === undefined) return <p className="effect dim">{t('effect.counting')}</p>;
  const { preview } = read.value;
  if (preview === null) return <p className="effect">{t('effect.noMoney')}</p>;
  return (
    <p
      className={preview.shortPlayers > 0 ? 'effect short' : 'effect'}
      role="status"
      data-effect={kind}
      data-bets={preview.bets}
      data-players={preview.players}
      data-back={preview.back}
      data-short={preview.shortPlayers}
      data-shortfall={preview.shortfall}
    >
      {effectSentence(words, kind, preview, currency)}
    </p>
  );
};

/** `Void: 132 bets of 17 players, €4,310.00 back; 3 players would fall below zero, by €120.00.` */
export const effectSentence = (
  { t, money, count }: Words,
  kind: ApprovalKind,
  { bets, players, back, shortPlayers, shortfall }: Preview,
  currency: string,
): string => {
  const moved = BigInt(back);
  const amount = money(moved < 0n ? -moved : moved, currency);
  const way = moved > 0n ? 'toPlayers' : moved < 0n ? 'fromPlayers' : 'nothing';
  const touched = t('effect.touched', {
    bets: t('effect.bets', { count: bets, shown: count(bets) }),
    players: t('effect.players', { count: players, shown: count(players) }),
  });
  const sentence = `${t(`kind.${kind}`)}: ${touched}, ${t(`effect.${way}`, { amount })}`;
  return shortPlayers === 0
    ? `${sentence}. ${t('effect.noneShort')}`
    : `${sentence}; ${t('effect.short', { count: shortPlayers, shown: count(shortPlayers), amount: money(shortfall, currency) })}`;
};
