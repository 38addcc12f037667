/** The betting grid. */
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  BONUS_SPOTS,
  MAIN_SPOTS,
  type Mode,
  PAIR_SPOTS,
  SPOTS,
  type Spot as SpotName,
} from '../../../src/punto-banco/spot.js';
import { EXTRA_SPOTS } from '../settings/extra-spots.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from './seat-view-store.js';
import { type Closed, Spot } from './spot.js';
import { isBetting, useDrawn, useIsReached } from './use-drawn.js';
import { useShares } from './use-shares.js';
import { useShown } from './in-step.js';
import { wonSpots } from './won-spots.js';
import styles from './betting-grid.module.css';

interface Props {
  readonly seat: SeatViewStore;
  readonly chip: bigint | undefined;
  /** Whether the extra side bets are shown. */
  readonly hasExtra: boolean;
  readonly statistics: 'none' | 'plain' | 'dark';
  /** A spot’s rule is asked for: by the other button of a mouse, or by a long touch. */
  readonly onRule: (spot: SpotName) => void;
}

const SIDE_BETS: readonly SpotName[] = [...BONUS_SPOTS, 'super_6'];
const PAIRS: ReadonlySet<SpotName> = new Set(PAIR_SPOTS);

export const BettingGrid = ({ seat, chip, hasExtra, statistics, onRule }: Props) => {
  const { t } = useTranslation();
  const copy = useSeat(seat, (view) => view.copy);
  const drawn = useDrawn(seat);
  const seen = useShown(seat, (shown) => shown.copy);
  const game = copy?.round?.game;
  const settled = useShown(seat, ({ result }) =>
    result?.game === game ? result?.bets : undefined,
  );
  const answered = useSeat(seat, ({ known }) => known?.own.stakes);
  const isLate = useSeat(seat, ({ asked }) => asked.some((each) => each.isLate));
  const isReached = useIsReached(seat);
  const shares = useShares(seat, statistics !== 'none');
  const mode = drawn?.slip.mode ?? 'zero_commission';
  const won = useMemo(
    () => (seen?.round?.game === game ? seen && wonSpots(seen, mode) : undefined),
    [seen, game, mode],
  );
  const [stop, setStop] = useState<SpotName>('punto');
  const bet = useCallback(
    (spot: SpotName) =>
      chip !== undefined && void seat.bet({ kind: 'place', spot, amount: chip.toString() }),
    [seat, chip],
  );
  if (copy === undefined || drawn === undefined) return null;
  const { round, settings, phase, closedSpots } = copy;
  const shown = (spots: readonly SpotName[]) =>
    hasExtra ? spots : spots.filter((spot) => !EXTRA_SPOTS.includes(spot));
  const row = (name: string, spots: readonly SpotName[]) => (
    <div className={styles.row} data-row={name}>
      {spots.map((spot) => {
        const stake = drawn.slip.stakes.get(spot);
        const closed = whyClosed(spot, mode, round?.spots, closedSpots);
        const end = settled?.find((each) => each.spot === spot);
        return (
          <Spot
            key={spot}
            spot={spot}
            pays={spot === 'banco' && mode === 'normal' ? 'banco_normal' : spot}
            stake={stake}
            pending={stake === answered?.get(spot) ? undefined : isLate ? 'late' : 'asked'}
            paid={end?.paid}
            settings={settings}
            closed={closed}
            canBet={isBetting(phase) && chip !== undefined && isReached}
            isWon={won?.has(spot) === true && (closed === undefined || stake !== undefined)}
            share={shares?.get(spot)}
            isStop={stop === spot}
            onBet={bet}
          />
        );
      })}
    </div>
  );
  return (
    <div
      className={styles.grid}
      data-part="grid"
      data-statistics={statistics}
      role="group"
      aria-label={t('bets.title')}
      onKeyDown={moveFocus}
      onFocus={({ target }) => {
        const spot = spotOf(target);
        if (spot !== undefined) setStop(spot);
      }}
      onContextMenu={(event) => {
        const spot = spotOf(event.target);
        if (spot === undefined) return;
        event.preventDefault();
        onRule(spot);
      }}
    >
      {row('pairs', shown(PAIR_SPOTS))}
      {row('main', MAIN_SPOTS)}
      {row('bonus', shown(SIDE_BETS))}
    </div>
  );
};

export const spotOf = (target: EventTarget | null): SpotName | undefined => {
  const name = target instanceof Element ? target.closest<HTMLElement>('[data-spot]') : null;
  return SPOTS.find((spot) => spot === name?.dataset['spot']);
};

/** The arrows lead from spot to spot: along a row, or to what is above and below. */
const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const rows = [...event.currentTarget.querySelectorAll('[data-row]')].map((row) => [
    ...row.querySelectorAll<HTMLButtonElement>('button'),
  ]);
  const at = rows.findIndex((row) => row.some((spot) => spot === document.activeElement));
  const row = rows[at];
  if (row === undefined) return;
  const column = row.findIndex((spot) => spot === document.activeElement);
  const near = (to: readonly HTMLButtonElement[] | undefined) =>
    to?.[Math.min(to.length - 1, Math.floor(((column + 0.5) / row.length) * to.length))];
  const next = {
    ArrowLeft: row[column - 1],
    ArrowRight: row[column + 1],
    ArrowUp: near(rows[at - 1]),
    ArrowDown: near(rows[at + 1]),
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

const whyClosed = (
  spot: SpotName,
  mode: Mode,
  open: readonly SpotName[] | undefined,
  closedByPit: readonly SpotName[],
): Closed | undefined => {
  if (closedByPit.includes(spot)) return 'pit';
  if (spot === 'super_6' && mode === 'normal') return 'mode';
  if (open === undefined || open.includes(spot)) return undefined;
  return PAIRS.has(spot) ? 'after_60' : 'after_44';
};
