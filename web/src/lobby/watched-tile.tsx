/**
 * A table that is watched: its phase, the last outcome, the end of its Big Road, and the player's
 * stakes on it.
 */
import { useTranslation } from 'react-i18next';
import { Mark } from '../look/mark.js';
import { sum } from '../../../src/money/amount.js';
import { moneyText } from '../money.js';
import { SmallBigRoad } from '../roads/small-big-road.js';
import { useGoodRoads } from '../roads/use-good-roads.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { isBetting, useDrawn } from '../table/use-drawn.js';
import { GoodRoadMarks } from './good-road-marks.js';
import { PhaseWords } from './phase-words.js';
import { ResultBadge } from './result-badge.js';
import styles from './watched-tile.module.css';

interface Props {
  readonly seat: SeatViewStore;
  readonly onChoose: () => void;
  readonly onUnpin: () => void;
}

const COLUMNS = 8;
const NONE: readonly string[] = [];

export const WatchedTile = ({ seat, onChoose, onUnpin }: Props) => {
  const { t, i18n } = useTranslation();
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const closesAtMs = useSeat(seat, ({ copy }) =>
    isBetting(copy?.phase) ? (copy?.round?.closesAtMs ?? null) : null,
  );
  const name = useSeat(seat, ({ copy }) => copy?.settings.name ?? seat.table);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const beads = useSeat(seat, ({ copy }) => copy?.shoe?.beads ?? NONE);
  const shoe = useSeat(seat, ({ copy }) => copy?.shoe?.ordinal ?? null);
  const drawn = useDrawn(seat);
  const stake = sum(drawn?.slip.stakes.values() ?? []);
  const last = beads.at(-1);
  const [good] = useGoodRoads(beads);
  return (
    <li className={styles.watchedTile} data-table={seat.table}>
      <header>
        <h3>{name}</h3>
        {phase !== undefined && (
          <PhaseWords phase={phase} closesAtMs={closesAtMs} nowMs={seat.nowMs} />
        )}
      </header>
      <SmallBigRoad
        className={styles.road}
        table={seat.table}
        shoe={shoe}
        beads={beads}
        columns={COLUMNS}
      />
      <p>
        {last !== undefined && <ResultBadge bead={last} />}
        {good !== undefined && (
          <span className={styles.good} role="status">
            <GoodRoadMarks goodRoads={[good]} />
          </span>
        )}
        {stake > 0n && (
          <span className={styles.stake} data-stake={stake.toString()}>
            {t('lobby.mine', {
              amount: moneyText(stake, currency, i18n.language, { whole: true }),
            })}
          </span>
        )}
      </p>
      <button
        type="button"
        className={styles.choose}
        aria-label={t('lobby.playAt', { table: name })}
        onClick={onChoose}
      />
      <button
        type="button"
        className={styles.unpin}
        aria-label={t('lobby.unwatch', { table: name })}
        onClick={onUnpin}
      >
        <Mark name="close" />
      </button>
    </li>
  );
};
