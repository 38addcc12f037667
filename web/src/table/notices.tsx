/**
 * The place of everything that is said besides the round: of the line and the session, of bets
 * without an answer, of refusals, and of what happens at the table. It covers and moves nothing.
 */
import { lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { classes } from '../classes.js';
import { Apart } from '../panels/apart.js';
import type { RoomProps } from '../solo/room-props.js';
import { PlayerNotices } from '../studio/banners.js';
import { ConnectionBanner } from '../studio/connection-banner.js';
import { useSeat } from '../studio/use-studio.js';
import { autoplay } from './autoplay-store.js';
import { betName, noticeText } from './notice-text.js';
import { isTaken } from './own-settings.js';
import { useNoticeWords } from './use-notice-words.js';
import styles from './notices.module.css';

const AutoplayBar = lazy(() => import('../own-bets/autoplay-bar.js'));

export const Notices = ({ seat, onPlay }: Pick<RoomProps, 'seat' | 'onPlay'>) => {
  const { t } = useTranslation();
  const notices = useSeat(seat, (view) => view.notices);
  const asked = useSeat(seat, (view) => view.asked);
  const words = useNoticeWords(seat);
  const game = useSeat(seat, ({ copy }) => copy?.round?.game);
  const hasAutoplay = useStore(
    autoplay,
    ({ running, ended }) => running?.seat === seat || ended !== undefined,
  );
  useEffect(() => seat.draws(), [seat]);
  if (words === undefined) return null;
  const { settings } = words;
  const { currency } = settings;
  const late = asked.filter((each) => each.isLate);
  return (
    <div
      className={styles.notices}
      role="group"
      aria-label={t('table.notices')}
      tabIndex={0}
      data-part="notices"
    >
      {notices.map((notice) => (
        <p
          key={notice.count}
          className={classes(styles.notice, styles[notice.kind])}
          role={notice.kind === 'refusal' ? 'alert' : 'status'}
          data-says={notice.kind}
          data-refusal={notice.kind === 'refusal' ? notice.refusal : undefined}
          data-happened={notice.kind === 'happened' ? notice.what.kind : undefined}
          onAnimationEnd={() => seat.dismiss(notice.count)}
        >
          {noticeText(words, notice)}
          {notice.game !== undefined && notice.game !== game && (
            <small> {t('table.game', { game: notice.game })}</small>
          )}
        </p>
      ))}
      <ConnectionBanner />
      {hasAutoplay && (
        <Apart>
          <AutoplayBar seat={seat} />
        </Apart>
      )}
      {!isTaken(settings) && (
        <p className={styles.late} role="status" data-not-taken={currency}>
          {t('table.notTaken', { currency })}
        </p>
      )}
      <PlayerNotices seat={seat} onPlay={onPlay} />
      {late.length > 0 && (
        <p className={styles.late} role="status" data-late={late.length}>
          {late.map(({ bet }) => betName(words, bet)).join(', ')}: {t('bets.unanswered')}
        </p>
      )}
    </div>
  );
};
