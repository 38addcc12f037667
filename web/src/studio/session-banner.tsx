/**
 * Says that the session ends soon, or has ended and what went back. A warning comes first: it is of
 * the next session, and cannot wait until the end of the one before was seen.
 */
import { useTranslation } from 'react-i18next';
import { useSyncExternalStore } from 'react';
import { moneyText } from '../money.js';
import { useAccount, useLine, useStudio } from './use-studio.js';
import { classes } from '../classes.js';
import hidden from '../look/hidden.module.css';
import banners from './banner.module.css';

interface Props {
  readonly currency: string;
  /** The studio’s clock, ms since 1970. */
  readonly nowMs: () => number;
}

export const SessionBanner = ({ currency, nowMs }: Props) => {
  const { t, i18n } = useTranslation();
  const studio = useStudio();
  /** A page that is cut off does not hear when the session goes on elsewhere. */
  const isCutOff = useLine(({ state }) => state === 'ended' || state === 'refused');
  const ended = useAccount((account) => account.ended);
  const endsAtMs = useAccount((account) => account.endsAtMs);
  const seconds = useSyncExternalStore(everySecond, () =>
    endsAtMs === undefined ? undefined : Math.max(0, Math.ceil((endsAtMs - nowMs()) / 1_000)),
  );
  if (seconds !== undefined && !isCutOff) {
    return (
      <div className={classes(banners.banner, banners.warn)} data-session-ends={endsAtMs}>
        <span aria-hidden="true">{t('session.warned', { time: timeText(seconds) })}</span>
        {/* Announced minute by minute, so that a screen reader does not read every second. */}
        <span className={hidden.listened} role="alert">
          {t('session.warned', { time: timeText(Math.ceil(seconds / 60) * 60) })}
        </span>
      </div>
    );
  }
  if (ended === undefined) return null;
  const amount = moneyText(ended.amount, currency, i18n.language);
  return (
    <div className={banners.banner} role="alert" data-session-ended={ended.reason}>
      {t(`session.ended.${ended.reason}`, { amount })}
      <button type="button" onClick={() => studio.seenEnd()}>
        {t('line.seen')}
      </button>
    </div>
  );
};

const timeText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const everySecond = (look: () => void): (() => void) => {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
};
