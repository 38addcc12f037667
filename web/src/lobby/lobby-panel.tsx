/**
 * The lobby: every table live, without leaving the one that is played. Nothing changes until a
 * table is chosen.
 */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { WATCHED_MOST } from '../../../src/protocol/no-preferences.js';
import type { PanelProps } from '../panels/panel-props.js';
import { SoloTiles } from '../solo/solo-tiles.js';
import { ownPlayerOf, useOwnPlayer } from '../studio/own-player.js';
import { useSeat, useStudio } from '../studio/use-studio.js';
import { LobbyStore } from './lobby-store.js';
import { LobbyTile } from './lobby-tile.js';
import { isOwnTable } from './own-tables.js';
import { type RoadFilter, isShownBy } from './road-filter.js';
import { RoadFilters } from './road-filters.js';
import { openFirst } from './shown-tables.js';
import { usePin, useWatched } from './use-pin.js';
import { Watched } from './watched.js';
import styles from './lobby-panel.module.css';

const LobbyPanel = ({ seat, game, onChange, onPlay, onClose }: PanelProps) => {
  const { t } = useTranslation();
  const studio = useStudio();
  const [lobby] = useState(() => new LobbyStore(studio.client));
  useEffect(() => lobby.open(), [lobby]);
  // The operator may have changed since which tables its players see.
  useEffect(() => void ownPlayerOf(studio).read(), [studio]);
  const player = useOwnPlayer();
  const all = useStore(lobby.store, (view) => view.tables);
  const tables = player && all?.filter(({ card }) => isOwnTable(player, card.table));
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency) ?? player?.currency;
  const isSeated = useSeat(seat, ({ copy }) => copy !== undefined);
  const watched = useWatched();
  const [filter, setFilter] = useState<RoadFilter>('all');
  const shownTables = tables && openFirst(tables.filter(({ card }) => isShownBy(filter, card)));
  const pin = usePin();
  const choose = useCallback(
    (table: string) => {
      onChange(table);
      onClose();
    },
    [onChange, onClose],
  );
  return (
    <div className={styles.lobby}>
      <SoloTiles
        current={game}
        onChoose={(chosen) => {
          onPlay(chosen);
          onClose();
        }}
      />
      <Watched className={styles.watched} current={seat.table} onChange={choose} />
      {tables === undefined && <p role="status">{t('lobby.coming')}</p>}
      {tables?.length === 0 && <p role="status">{t('lobby.none')}</p>}
      {tables !== undefined && tables.length > 1 && (
        <RoadFilters cards={tables.map(({ card }) => card)} filter={filter} onChoose={setFilter} />
      )}
      {tables !== undefined && tables.length > 0 && shownTables?.length === 0 && (
        <p role="status">{t('lobby.filter.none')}</p>
      )}
      <ul>
        {shownTables?.map((shown) => (
          <LobbyTile
            key={shown.card.table}
            shown={shown}
            currency={currency ?? undefined}
            group={player?.group}
            nowMs={lobby.nowMs}
            isCurrent={isSeated && game === undefined && shown.card.table === seat.table}
            isPinned={watched.includes(shown.card.table)}
            canPin={watched.length < WATCHED_MOST}
            onChoose={choose}
            onPin={pin}
          />
        ))}
      </ul>
    </div>
  );
};
export default LobbyPanel;
