/**
 * What is said to a player besides the game: of the connection, of the session, and of what became
 * of their hands and bets where they are not.
 */
import { lazy } from 'react';
import { Apart } from '../panels/apart.js';
import type { RoomProps } from '../solo/room-props.js';
import { AwayResults } from './away-results.js';
import styles from './banner.module.css';
import { ConnectionBanner } from './connection-banner.js';
import { useCurrency } from './own-player.js';
import { SessionBanner } from './session-banner.js';
import { useLine } from './use-studio.js';

const HandNotice = lazy(() => import('../solo/hand-notice.js'));

type Props = Pick<RoomProps, 'seat' | 'onPlay'>;

/** Over a page that is not a live table, one below the other. */
export const Banners = (given: Props) => (
  <div className={styles.banners} data-part="banners">
    <ConnectionBanner />
    <PlayerNotices {...given} />
  </div>
);

/** A live table says it where its other notices are. */
export const PlayerNotices = ({ seat, onPlay }: Props) => {
  const currency = useCurrency(seat);
  const hasHands = useLine(({ hands }) => hands.length > 0);
  return (
    <>
      <SessionBanner currency={currency} nowMs={seat.nowMs} />
      <AwayResults />
      {hasHands && (
        <Apart>
          <HandNotice seat={seat} onPlay={onPlay} />
        </Apart>
      )}
    </>
  );
};
