/** Whether the connection to the studio works, and which scans wait for it. */
import type { ConnectionState } from '../../../src/client/connection.js';
import { useDeskView } from './use-desk.js';
import { type DeskWords, useDeskWords } from './words.js';
import { classes } from '../classes.js';
import styles from './connection-status.module.css';

export const ConnectionStatusLine = () => {
  const t = useDeskWords();
  const { state } = useDeskView(({ line }) => line);
  const isJoined = useDeskView((view) => view.isJoined);
  const waiting = useDeskView((view) => view.waiting);
  if (isJoined && waiting.length === 0) return null;
  const isDown = state !== 'connected';
  return (
    <div
      className={classes(styles.link, isDown && styles.bad)}
      role="alert"
      data-link={state}
      data-waiting={waiting.length}
    >
      <strong>{t(HEADINGS[state])}</strong>
      <span>{words(state, waiting.length, t)}</span>
      <span className={styles.codes}>{waiting.join(' · ')}</span>
    </div>
  );
};

const words = (state: ConnectionState, count: number, t: DeskWords): string => {
  if (count > 0) return t(state === 'connected' ? 'line.sending' : 'line.waiting', { count });
  return HEADINGS[state] === 'line.ended' ? t('line.kept') : t('line.goOn');
};

const HEADINGS = {
  connecting: 'line.connecting',
  connected: 'table.joining',
  lost: 'line.lost',
  refused: 'line.ended',
  ended: 'line.ended',
  closed: 'line.ended',
} as const satisfies Readonly<Record<ConnectionState, string>>;
