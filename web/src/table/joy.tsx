/**
 * The joy of a win, and not for long: light from below, and coins that fly up once. Who wants no
 * motion has the words alone.
 */
import { useShown } from './in-step.js';
import { endOf } from './own-result.js';
import type { SeatViewStore } from './seat-view-store.js';
import styles from './joy.module.css';

const COINS = Array.from({ length: 22 }, (_, index) => ({
  '--away': `${Math.round(Math.cos(index * 2.4) * (18 + ((index * 7) % 26)))}cqw`,
  '--up': `${-(24 + ((index * 13) % 50))}cqh`,
  animationDelay: `${(index * 23) % 260}ms`,
}));

export const Joy = ({ seat }: { readonly seat: SeatViewStore }) => {
  const result = useShown(seat, (shown) => shown.result);
  const game = useShown(seat, ({ copy }) => copy?.round?.game);
  if (result === undefined || result.game !== game || result.outcome === 'refunded') return null;
  if (endOf(BigInt(result.stakes), BigInt(result.paid)) !== 'won') return null;
  return (
    <div key={result.game} className={styles.joy} data-part="joy" aria-hidden="true">
      {COINS.map((style, index) => (
        <i key={index} className={styles.coin} style={style as object} />
      ))}
    </div>
  );
};
