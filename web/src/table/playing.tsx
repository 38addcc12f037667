/**
 * A player in the studio: the table that is played at, or the room of a solo game. The seat at the
 * table is kept while a solo game is played.
 */
import { Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWatched } from '../lobby/watched-tables.js';
import { FaultGuard } from '../panels/fault-guard.js';
import { type RoomGame, keepGame, keptGame } from '../solo/chosen-room.js';
import { useTables } from '../studio/use-tables.js';
import { useStudio } from '../studio/use-studio.js';
import { ConnectionBanner } from '../studio/connection-banner.js';
import { TablePage } from './table-page.js';
import { Waiting } from './waiting.js';

const LAST_TABLE = 'sabot.table';

const SoloRoom = lazy(() => import('../solo/solo-room.js'));

export const Playing = () => {
  const { t } = useTranslation();
  const studio = useStudio();
  const tables = useTables();
  const [chosen, choose] = useState(() => localStorage.getItem(LAST_TABLE));
  const [game, chooseGame] = useState(keptGame);
  const table = tables?.find((each) => each.table === chosen)?.table ?? tables?.[0]?.table;
  useEffect(() => {
    if (table === undefined) return;
    localStorage.setItem(LAST_TABLE, table);
    studio.seat(table);
    return () => {
      if (!isWatched(table)) studio.leave(table);
    };
  }, [studio, table]);
  const playSolo = useCallback((chosenGame: RoomGame | undefined) => {
    keepGame(chosenGame);
    chooseGame(chosenGame);
  }, []);
  const playAt = useCallback(
    (chosenTable: string) => {
      playSolo(undefined);
      choose(chosenTable);
    },
    [playSolo],
  );
  if (table === undefined) {
    return (
      <>
        <ConnectionBanner />
        <Waiting>{t(tables === undefined ? 'lobby.coming' : 'lobby.none')}</Waiting>
      </>
    );
  }
  const going = { seat: studio.seat(table), onChange: playAt, onPlay: playSolo };
  return (
    <>
      <ConnectionBanner />
      {game === undefined ? (
        <TablePage key={table} {...going} />
      ) : (
        <FaultGuard key={game}>
          <Suspense fallback={<Waiting>{t('menu.loading')}</Waiting>}>
            <SoloRoom game={game} {...going} />
          </Suspense>
        </FaultGuard>
      )}
    </>
  );
};
