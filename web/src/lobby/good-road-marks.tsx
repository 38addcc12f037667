/** The good roads that a table’s Big Road ends in, in words. */
import { useTranslation } from 'react-i18next';
import type { GoodRoad } from '../../../src/roads/good-road.js';
import styles from './good-road-marks.module.css';

export const GoodRoadMarks = ({ goodRoads }: { readonly goodRoads: readonly GoodRoad[] }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.goodRoads}>
      {goodRoads.map(({ kind, side, length }) => (
        <span key={kind} className={styles.goodRoad} data-good-road={kind}>
          {side === null
            ? t(`lobby.goodRoad.${kind}`, { length })
            : t(`lobby.goodRoad.${kind}_side`, { length, side: t(`roads.outcome.${side}`) })}
        </span>
      ))}
    </span>
  );
};
