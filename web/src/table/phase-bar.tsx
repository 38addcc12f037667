/** What the table is doing, in the trade’s words, with the countdown as a bar. */
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MALFUNCTIONS } from '../../../src/round/malfunction.js';
import { useLine, useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from './seat-view-store.js';
import { isBetting, useIsReached, useSecondsUntil } from './use-drawn.js';
import { classes } from '../classes.js';
import styles from './phase-bar.module.css';

export const PhaseBar = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { t } = useTranslation();
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const reason = useSeat(seat, ({ copy }) => copy?.suspended?.reason);
  const isVoid = useSeat(seat, ({ copy }) => copy?.suspended?.from === 'void');
  const closesAtMs = useSeat(seat, ({ copy }) =>
    isBetting(copy?.phase) ? copy?.round?.closesAtMs : undefined,
  );
  const betMs = useSeat(seat, ({ copy }) => copy?.settings.betMs ?? 0);
  const isLast = useSeat(seat, ({ copy }) => copy?.round?.isLast === true);
  const isAccepted = useAccepted(seat);
  const isOpening = useSeat(seat, ({ copy }) => Boolean(copy?.round?.faceDown));
  const isReached = useIsReached(seat);
  const absent = useSeat(seat, (view) => view.absent);
  const hasLine = useLine(({ quality }) => quality !== 'lost');
  const acceptedByMs = useSeat(seat, ({ copy }) =>
    phase === 'accepting_bets' ? copy?.round?.acceptedByMs : undefined,
  );
  const seconds = useSecondsUntil(seat, closesAtMs ?? acceptedByMs);
  if (phase === undefined) return null;
  if (!isReached) {
    // What the table does now is not known, and a countdown would say that it is.
    const isRefused = hasLine && absent !== undefined;
    const why = absent === 'not_allowed' ? t('table.notOpen') : t('table.absent');
    return (
      <div className={classes(styles.phase, styles.unknown)} data-part="phase" data-unknown="">
        <strong>{isRefused ? why : t('phase.unknown')}</strong>
        <span>{t('phase.unknownNote')}</span>
        <span className={styles.bar} />
      </div>
    );
  }
  const words =
    phase === 'dealing' && isOpening
      ? t('phase.opening')
      : isAccepted
        ? t('phase.bets_accepted')
        : t(`phase.${isVoid ? 'void' : phase}`, { seconds: seconds ?? 0 });
  return (
    <div
      className={classes(styles.phase, styles[phase])}
      data-part="phase"
      data-waits={phase === 'suspended' ? '' : undefined}
      data-last={isLast && phase !== 'suspended' ? '' : undefined}
    >
      <strong>{words}</strong>
      {phase === 'suspended' && <Why text={whyText(t, reason)} />}
      {isLast && phase !== 'suspended' && <span>{t('phase.lastHand')}</span>}
      <span className={styles.bar}>
        {closesAtMs !== undefined && (
          <TimeLeft key={closesAtMs} betMs={betMs} leftMs={closesAtMs - seat.nowMs()} />
        )}
      </span>
    </div>
  );
};

/** What people wrote may be long. Two lines of it are seen, and the whole where it is touched. */
const Why = ({ text }: { readonly text: string }) => (
  <span title={text} tabIndex={0}>
    {text}
  </span>
);

/** A malfunction in plain words. What people wrote is shown as they wrote it. */
export const whyText = (t: TFunction, reason = ''): string => {
  if (reason === 'impossible_state' || reason === 'database_restored') return t('phase.fault');
  const malfunction = MALFUNCTIONS.find((each) => each === reason);
  return malfunction === undefined
    ? t('phase.why', { reason })
    : t(`phase.malfunction.${malfunction}`);
};

interface TimeLeftProps {
  readonly betMs: number;
  /** When it is drawn first. From then on the browser runs it by itself. */
  readonly leftMs: number;
}

const TimeLeft = ({ betMs, leftMs }: TimeLeftProps) => {
  const [style] = useState(() => ({
    animationDuration: `${betMs}ms`,
    animationDelay: `${Math.min(0, leftMs - betMs)}ms`,
  }));
  return <span className={styles.left} data-says="time-left" style={style} />;
};

/** BETS CLOSED is shown for a while before BETS ACCEPTED takes its place. */
const CLOSED_MS = 800;

/** Whether the player's bets of the round are closed, and each of them has its answer. */
const useAccepted = (seat: SeatViewStore): boolean => {
  const game = useSeat(seat, ({ copy, known, asked }) =>
    (copy?.phase === 'bets_closed' || copy?.phase === 'dealing') &&
    (known?.own.stakes.size ?? 0) > 0 &&
    asked.length === 0
      ? copy.round?.game
      : undefined,
  );
  const [accepted, accept] = useState<string>();
  useEffect(() => {
    if (game === undefined) return undefined;
    const timer = setTimeout(() => accept(game), CLOSED_MS);
    return () => clearTimeout(timer);
  }, [game]);
  return game !== undefined && accepted === game;
};
