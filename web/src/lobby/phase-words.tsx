/**
 * A table’s phase in a word or two, with the seconds that are left to bet. On a line that brings
 * nothing neither is known.
 */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyCard } from '../../../src/protocol/lobby.js';
import { classes } from '../classes.js';
import { useLine } from '../studio/use-studio.js';
import styles from './phase-words.module.css';

interface Props {
  /** Null: another process runs the table. */
  readonly phase: LobbyCard['phase'];
  readonly closesAtMs: number | null;
  readonly nowMs: () => number;
}

export const PhaseWords = ({ phase, closesAtMs, nowMs }: Props) => {
  const { t } = useTranslation();
  const isLost = useLine(({ quality }) => quality === 'lost');
  const seconds = useSyncExternalStore(everyQuarter, () =>
    closesAtMs === null ? null : Math.max(0, Math.ceil((closesAtMs - nowMs()) / 1_000)),
  );
  if (isLost) {
    return (
      <span className={styles.phaseWords} data-phase="unknown">
        {t('lobby.phase.unknown')}
      </span>
    );
  }
  return (
    <span
      className={classes(styles.phaseWords, phase !== null && styles[phase])}
      data-phase={phase}
    >
      {t(`lobby.phase.${phase ?? 'elsewhere'}`)}
      {seconds !== null && <b>{seconds}</b>}
    </span>
  );
};

const everyQuarter = (look: () => void): (() => void) => {
  const timer = setInterval(look, 250);
  return () => clearInterval(timer);
};
