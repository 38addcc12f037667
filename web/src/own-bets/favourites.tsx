/** The favourite bets: each is placed, renamed or deleted, and the bets that lie become one. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { FAVOURITES_MOST } from '../../../src/protocol/no-preferences.js';
import type { FavouriteBet } from '../../../src/protocol/preferences.js';
import { readStakes } from '../../../src/punto-banco/stakes.js';
import { focused } from '../focused.js';
import { FaultNote } from '../history/fault-note.js';
import { preferencesOf } from '../studio/preferences-store.js';
import { useSeat, useStudio } from '../studio/use-studio.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { isBetting, useIsReached } from '../table/use-drawn.js';
import { Favourite } from './favourite.js';
import { NotPlaced } from './not-placed.js';
import { NameForm } from './name-form.js';
import { stakesText } from './stakes-text.js';
import { useBetsWords } from './words.js';
import notes from '../look/notes.module.css';
import styles from './favourites.module.css';

export const Favourites = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { t, i18n } = useTranslation();
  const own = useBetsWords();
  const studio = useStudio();
  const preferences = preferencesOf(studio);
  const { kept, isRead, fault } = useStore(preferences.store);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const lying = useSeat(seat, ({ known }) => known?.own.stakes);
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const isReached = useIsReached(seat);
  const [deleted, setDeleted] = useState<{ readonly at: number; readonly bet: FavouriteBet }>();
  const { favourites } = kept;
  const change = (changed: readonly FavouriteBet[]) =>
    void preferences.change({ favourites: [...changed] });
  if (!isRead) {
    if (fault !== undefined) {
      return <FaultNote fault={fault} onAgain={() => void preferences.readAgain()} />;
    }
    return (
      <p className={notes.nothing} role="status">
        {t('menu.loading')}
      </p>
    );
  }
  const isFull = favourites.length >= FAVOURITES_MOST;
  const stakes = lying !== undefined && lying.size > 0 ? lying : undefined;
  return (
    <section className={styles.favourites} aria-labelledby="favourite-bets">
      <h3 id="favourite-bets">{own('favourites')}</h3>
      {fault !== undefined && <FaultNote fault={fault} />}
      {favourites.length === 0 && <p className={notes.nothing}>{own('none')}</p>}
      <ol>
        {favourites.map((bet, index) => (
          <Favourite
            key={index}
            name={bet.name}
            stakes={readStakes(bet.stakes)}
            currency={currency}
            canPlace={isBetting(phase) && isReached}
            onPlace={() => void seat.bet({ kind: 'place_all', stakes: bet.stakes })}
            onRename={(name) => change(favourites.with(index, { ...bet, name }))}
            onDelete={() => {
              setDeleted({ at: index, bet });
              change(favourites.filter((each) => each !== bet));
            }}
          />
        ))}
      </ol>
      {deleted !== undefined && (
        <p className={styles.deleted} role="status">
          {own('deleted', { name: deleted.bet.name })}{' '}
          {!isFull && (
            <button
              ref={focused}
              type="button"
              onClick={() => {
                change(favourites.toSpliced(deleted.at, 0, deleted.bet));
                setDeleted(undefined);
              }}
            >
              {own('putBack')}
            </button>
          )}
        </p>
      )}
      <NotPlaced seat={seat} />
      {isFull ? (
        <p className={styles.note}>{own('full', { most: FAVOURITES_MOST })}</p>
      ) : stakes === undefined ? (
        <p className={styles.note}>{own('noBets')}</p>
      ) : (
        <>
          <p>{own('lying', { bets: stakesText(stakes, t, currency, i18n.language) })}</p>
          <NameForm
            submit={own('keep')}
            onName={(name) => {
              const record = Object.fromEntries(
                [...stakes].map(([spot, stake]) => [spot, stake.toString()]),
              );
              change([...favourites, { name, stakes: record }]);
            }}
          />
        </>
      )}
      {favourites.length > 0 && (
        <p className={styles.note}>{own('keys', { first: 1, last: FAVOURITES_MOST })}</p>
      )}
    </section>
  );
};
