/** One whole table: the stage, the bets, the roads, the money. */
import { Suspense, lazy, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Spot } from '../../../src/punto-banco/spot.js';
import { Watched } from '../lobby/watched.js';
import type { ShownPanel } from '../panels/shown-panel.js';
import { Roads } from '../roads/roads.js';
import { liesOnExtra } from '../settings/extra-spots.js';
import { Banners } from '../studio/banners.js';
import { useSettings } from '../studio/settings-store.js';
import { useAccount, useSeat } from '../studio/use-studio.js';
import { AccountBar } from './account-bar.js';
import { AskMode } from './ask-mode.js';
import { BettingGrid } from './betting-grid.js';
import { ChipRack } from './chip-rack.js';
import { Deposit } from './deposit.js';
import { Notices } from './notices.js';
import { isShut } from './seat-view-store.js';
import { Stage } from './stage.js';
import { TableKeys } from './table-keys.js';
import type { TablePageProps } from './table-page-props.js';
import { TopBar } from './top-bar.js';
import { useChip } from './use-chip.js';
import { useFavourite } from './use-favourite.js';
import { useModeWish } from './use-mode-wish.js';
import { useSounds } from './use-sounds.js';
import { Voice } from './voice.js';
import { Waiting } from './waiting.js';
import styles from './table-page.module.css';

const AbsentTable = lazy(() => import('./absent-table.js'));

export const TablePage = ({ seat, onChange, onPlay }: TablePageProps) => {
  const { t } = useTranslation();
  const { settings, isRead, change } = useSettings();
  const hasCopy = useSeat(seat, ({ copy }) => copy !== undefined);
  const absent = useSeat(seat, (view) => view.absent);
  // What lies at a table that is not open any more is shown until it has played.
  const isAway = useSeat(seat, (view) => isShut(view) && !seat.holdsBets);
  const [isAwayShown, showAway] = useState(isAway);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const extraLies = useSeat(
    seat,
    ({ known }) => known !== undefined && liesOnExtra(known.own.stakes),
  );
  const isOpen = useAccount(({ session }) => session?.open !== false);
  const [chip, chooseChip] = useChip(seat);
  const [shown, show] = useState<ShownPanel>({});
  // A panel stays in the page that it was opened in: an order may be under way in it.
  if (isAway !== isAwayShown && shown.panel === undefined) showAway(isAway);
  const showRule = useCallback((spot: Spot) => show({ panel: 'help', chapter: spot }), []);
  const placeFavourite = useFavourite(seat);
  const { isAnswered, wish } = useModeWish(seat);
  useSounds(seat, settings.gameSounds);
  if (!hasCopy || isAwayShown) {
    return (
      <>
        <Banners seat={seat} onPlay={onPlay} />
        {absent === undefined && !isAwayShown ? (
          <Waiting>{t('table.joining')}</Waiting>
        ) : (
          <Suspense fallback={<Waiting>{t('menu.loading')}</Waiting>}>
            <AbsentTable
              absent={absent}
              shown={shown}
              onShow={show}
              seat={seat}
              onChange={onChange}
              onPlay={onPlay}
            />
          </Suspense>
        )}
      </>
    );
  }
  const statistics = !settings.betStatistics ? 'none' : settings.darkStatistics ? 'dark' : 'plain';
  return (
    <main className={styles.tablePage} data-part="table">
      <TopBar seat={seat} shown={shown} onShow={show} onChange={onChange} onPlay={onPlay} />
      <Notices seat={seat} onPlay={onPlay} />
      <Stage seat={seat} />
      <Roads seat={seat} />
      <div className={styles.bets}>
        <BettingGrid
          seat={seat}
          chip={chip}
          hasExtra={settings.extraSideBets || extraLies}
          statistics={statistics}
          onRule={showRule}
        />
        {isOpen ? (
          <ChipRack seat={seat} chip={chip} onChoose={chooseChip} />
        ) : (
          <Deposit currency={currency} />
        )}
      </div>
      <Watched className={styles.watched} current={seat.table} onChange={onChange} />
      <AccountBar seat={seat} />
      <TableKeys onRule={showRule} onFavourite={placeFavourite} />
      <Voice seat={seat} />
      {isRead && !settings.modeAsked && !isAnswered && (
        <AskMode
          onChoose={(mode) => {
            change({ modeAsked: true });
            wish(mode);
          }}
        />
      )}
    </main>
  );
};
