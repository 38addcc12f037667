/**
 * A player in the studio: the table that is played at, or the room of a solo game. The seat at the
 * table is kept while a solo game is played.
 */
import { Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstTable } from '../lobby/own-tables.js';
import { useWatched } from '../lobby/use-pin.js';
import { Apart } from '../panels/apart.js';
import { FaultGuard } from '../panels/fault-guard.js';
import type { ShownPanel } from '../panels/shown-panel.js';
import { type RoomGame, keepGame, keptGame } from '../solo/chosen-room.js';
import { useNotices } from '../safety/use-notices.js';
import { useRealityCheck } from '../safety/use-reality-check.js';
import { useOwnPlayer } from '../studio/own-player.js';
import { sayToParent } from '../studio/parent-page.js';
import { useTables } from '../studio/use-tables.js';
import { useStudio } from '../studio/use-studio.js';
import banners from '../studio/banner.module.css';
import { Banners } from '../studio/banners.js';
import { ConnectionBanner } from '../studio/connection-banner.js';
import { NoTable } from './no-table.js';
import { NOWHERE, nowhere } from './seat-view-store.js';
import { TablePage } from './table-page.js';
import { Waiting } from './waiting.js';
import { browserKeeps } from '../browser-keeps.js';

const LAST_TABLE = 'sabot.table';

const SoloRoom = lazy(() => import('../solo/solo-room.js'));
const RealityCheck = lazy(() => import('../safety/reality-check.js'));
const WalletNotice = lazy(() => import('../safety/wallet-notice.js'));
const AskLeave = lazy(() => import('./ask-leave.js'));

export const Playing = () => {
  const { t } = useTranslation();
  const studio = useStudio();
  const player = useOwnPlayer();
  const [last] = useState(() => browserKeeps.getItem(LAST_TABLE));
  /** At first by the page, then in the lobby, which also shows tables that have opened since. */
  const [chosen, choose] = useState<string>();
  const tables = useTables(chosen === undefined);
  /** Where there is no table. What is open there stays when one comes. */
  const [shown, show] = useState<ShownPanel>({});
  const [game, chooseGame] = useState(keptGame);
  /** Where the player wants to go while bets lie here. */
  const [wanted, want] = useState<string>();
  const [check, checked] = useRealityCheck();
  const [notice, answered] = useNotices();
  const isKnown = tables !== undefined && player !== undefined;
  const mayMove = isKnown && shown.panel === undefined;
  const found = mayMove ? firstTable(tables, player, last) : undefined;
  // What is said of the tables later moves nobody who sits.
  if (chosen === undefined && found !== undefined) choose(found);
  const table = chosen ?? found;
  useEffect(() => {
    if (table === undefined) return;
    browserKeeps.setItem(LAST_TABLE, table);
    sayToParent({ kind: 'table', table });
    studio.seat(table);
  }, [studio, table]);
  const watched = useWatched();
  // A seat that is neither played nor watched any more is left. Bets there stay.
  useEffect(
    () => studio.stayAt(table === undefined ? watched : [table, ...watched]),
    [studio, table, watched],
  );
  useEffect(() => studio.show(game === undefined ? table : undefined), [studio, game, table]);
  const playSolo = useCallback((chosenGame: RoomGame | undefined) => {
    keepGame(chosenGame);
    chooseGame(chosenGame);
  }, []);
  const playAt = useCallback(
    (chosenTable: string) => {
      if (table !== undefined && chosenTable !== table && studio.seat(table).holdsBets) {
        want(chosenTable);
        return;
      }
      want(undefined);
      playSolo(undefined);
      if (chosenTable !== NOWHERE) choose(chosenTable);
    },
    [playSolo, studio, table],
  );
  const none = useMemo(() => nowhere(studio.client), [studio]);
  const leaveFor = (chosenTable: string | undefined) => {
    want(undefined);
    if (chosenTable === undefined) return;
    playSolo(undefined);
    choose(chosenTable);
  };
  if (table === undefined && !isKnown) {
    return (
      <>
        <div className={banners.banners}>
          <ConnectionBanner />
        </div>
        <Waiting>{t('lobby.coming')}</Waiting>
      </>
    );
  }
  const seat = table === undefined ? none : studio.seat(table);
  const going = { seat, onChange: playAt, onPlay: playSolo };
  return (
    <>
      {game === undefined && table !== undefined && <TablePage key={table} {...going} />}
      {game === undefined && table === undefined && tables !== undefined && (
        <NoTable tables={tables} shown={shown} onShow={show} {...going} />
      )}
      {game !== undefined && (
        <FaultGuard key={game}>
          <Banners {...going} />
          <Suspense fallback={<Waiting>{t('menu.loading')}</Waiting>}>
            <SoloRoom game={game} {...going} />
          </Suspense>
        </FaultGuard>
      )}
      {check !== undefined && (
        <Apart>
          <RealityCheck check={check} onConfirmed={checked} />
        </Apart>
      )}
      {check === undefined && notice !== undefined && (
        <Apart key={notice.id}>
          <WalletNotice notice={notice} seat={going.seat} onAnswered={answered} />
        </Apart>
      )}
      {wanted !== undefined && (
        <Apart>
          <AskLeave seat={going.seat} onAnswer={(goes) => leaveFor(goes ? wanted : undefined)} />
        </Apart>
      )}
    </>
  );
};
