/** One round that the player bet in: when and where, what was dealt, what was bet and paid. */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayedRound } from '../../../src/protocol/http.js';
import { moneyText } from '../money.js';
import { HandDealt } from './hand-dealt.js';
import { RoundBets } from './round-bets.js';
import { RoundCommands } from './round-commands.js';
import { timeText } from './time.js';
import { classes } from '../classes.js';
import { useHistoryWords } from './words.js';
import styles from './round-played.module.css';

export const RoundPlayed = memo(({ round }: { readonly round: PlayedRound }) => {
  const { t, i18n } = useTranslation();
  const own = useHistoryWords();
  const { game, openedAtMs, tableName, status, coup, mode, commands, correction, byHand } = round;
  const { currency } = round;
  return (
    <article
      className={classes(styles.played, styles[status])}
      data-game={game}
      data-status={status}
      aria-label={t('table.game', { game })}
    >
      <header>
        <time dateTime={new Date(openedAtMs).toISOString()}>
          {timeText(openedAtMs, i18n.language)}
        </time>
        <span>{tableName}</span>
        <span className={styles.game}>{t('table.game', { game })}</span>
        <span className={styles.status}>{own(`status.${status}`)}</span>
      </header>
      {byHand && <p className={styles.corrected}>{own('byHand')}</p>}
      {correction !== null && (
        <p className={styles.corrected} data-correction={correction.fix}>
          {own(`correction.${correction.fix}`, {
            was: moneyText(BigInt(correction.was), currency, i18n.language),
          })}
        </p>
      )}
      {coup !== null && <HandDealt coup={coup} />}
      <RoundBets round={round} />
      <footer>
        <span>{own(`mode.${mode}`)}</span>
        {commands.length > 0 && <RoundCommands round={round} />}
      </footer>
    </article>
  );
});
