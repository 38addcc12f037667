/**
 * The bar above a solo room: its name and limits, the hand’s number, the time, and the ways out.
 */
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Mark } from '../look/mark.js';
import { SHARED_PANELS } from '../panels/menu.js';
import { MenuBar, type PanelName } from '../panels/menu-bar.js';
import { LocalTime } from '../table/local-time.js';
import type { SoloGame } from '../../../src/solo/game.js';
import styles from './room-bar.module.css';
import type { RoomProps } from './room-props.js';
import type { ShownStore } from './shown-store.js';
import { useSoloWords } from './words.js';

const PANELS = { ...SHARED_PANELS, help: lazy(() => import('./help/solo-help-panel.js')) };

interface Props extends RoomProps {
  readonly game: SoloGame;
  readonly store: ShownStore;
  readonly limits: string;
  readonly opened: PanelName | undefined;
  readonly onOpen: (panel: PanelName | undefined) => void;
}

export const RoomBar = ({ game, store, limits, opened, onOpen, ...room }: Props) => {
  const { t } = useTranslation();
  const own = useSoloWords();
  const number = useStore(store, ({ dealt }) => dealt?.number);
  return (
    <header className={styles.bar} data-part="top">
      <div className={styles.names}>
        <h1>{own(`game.${game}`)}</h1>
        <span className={styles.limits}>{limits}</span>
        <LocalTime />
      </div>
      <p className={styles.place}>
        <button
          type="button"
          className={styles.back}
          data-command="tables"
          onClick={() => room.onChange(room.seat.table)}
        >
          <Mark name="back" /> {own('tables')}
        </button>
        {number !== undefined && (
          <span className={styles.number} data-hand-number={number}>
            {t('table.game', { game: number })}
          </span>
        )}
      </p>
      <MenuBar
        {...room}
        game={game}
        panels={PANELS}
        unread={0}
        isBeside={false}
        opened={opened}
        onOpen={onOpen}
      />
    </header>
  );
};
