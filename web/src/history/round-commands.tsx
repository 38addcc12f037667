/**
 * The bets of a round one by one, as they stood: what each placed or took back, and the credit
 * after it.
 */
import { useTranslation } from 'react-i18next';
import type { PlayedRound } from '../../../src/protocol/http.js';
import type { Spot } from '../../../src/punto-banco/spot.js';
import { moneyText } from '../money.js';
import { unanswered } from '../studio/unanswered.js';
import { useHistoryWords } from './words.js';
import styles from './round-commands.module.css';

export const RoundCommands = ({ round }: { readonly round: PlayedRound }) => {
  const { t, i18n } = useTranslation();
  const own = useHistoryWords();
  const { commands, currency } = round;
  const lost = new Set(unanswered().map(({ betId }) => betId));
  const change = ([spot, moved]: [string, string]) =>
    `${t(`spot.${spot as Spot}`)} ${moneyText(BigInt(moved), currency, i18n.language, { signed: true })}`;
  return (
    <details className={styles.oneByOne}>
      <summary>{own('commands', { times: commands.length })}</summary>
      <ol>
        {commands.map(({ betId, kind, change: changes, balance }) => (
          <li key={betId} data-bet={betId}>
            <span>
              {own(`command.${kind}`)} {Object.entries(changes).map(change).join(', ')}
            </span>
            <span>
              {own('creditAfter', {
                amount: moneyText(BigInt(balance), currency, i18n.language),
              })}
            </span>
            {lost.has(betId) && <em>{own('outcome.stands')}</em>}
          </li>
        ))}
      </ol>
    </details>
  );
};
