/**
 * One table in the lobby. At a touch it becomes the one that is played. Pinned, it is watched
 * beside it.
 */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import { SmallBigRoad } from '../roads/small-big-road.js';
import { GoodRoadMarks } from './good-road-marks.js';
import { PhaseWords } from './phase-words.js';
import { type ShownTable, limitsFor } from './shown-tables.js';
import { classes } from '../classes.js';
import buttons from '../look/button.module.css';
import styles from './lobby-tile.module.css';

interface Props {
  readonly shown: ShownTable;
  readonly nowMs: () => number;
  /** Of whoever looks: a table that takes it shows its limits in it. */
  readonly currency: string | undefined;
  /** The limit group of whoever looks. */
  readonly group: string | null | undefined;
  readonly isCurrent: boolean;
  readonly isPinned: boolean;
  readonly canPin: boolean;
  readonly onChoose: (table: string) => void;
  readonly onPin: (table: string) => void;
}

const COLUMNS = 30;

export const LobbyTile = memo(({ shown: { card, beads }, ...given }: Props) => {
  const { t, i18n } = useTranslation();
  const { nowMs, isCurrent, isPinned, canPin, onChoose, onPin } = given;
  const { table, name, dealer, players, phase, closesAtMs } = card;
  const { min, max, currency } = limitsFor(card, given.currency, given.group);
  /** Nobody sits there who has no money that it takes. */
  const isTaken = given.currency === undefined || currency === given.currency;
  const money = (text: string) => moneyText(BigInt(text), currency, i18n.language, { whole: true });
  return (
    <li
      className={classes(styles.lobbyTile, isCurrent && styles.current)}
      data-table={table}
      aria-current={isCurrent}
    >
      <header role="presentation">
        <h3>{name}</h3>
        <PhaseWords phase={phase} closesAtMs={closesAtMs} nowMs={nowMs} />
      </header>
      <p className={styles.about}>
        <span className={styles.limits}>
          {t('table.limits', { min: money(min), max: money(max) })}
        </span>
        {!isTaken && <span data-taken={currency}>{t('lobby.otherMoney', { currency })}</span>}
        {dealer !== null && <span>{t('table.dealer', { dealer })}</span>}
        {players !== null && <span>{t('lobby.players', { count: players })}</span>}
      </p>
      <SmallBigRoad table={table} shoe={card.shoe} beads={beads} columns={COLUMNS} />
      <GoodRoadMarks goodRoads={card.goodRoads} />
      <footer role="presentation">
        <button
          type="button"
          className={buttons.primary}
          disabled={isCurrent || !isTaken}
          aria-label={`${t(isCurrent ? 'lobby.here' : 'lobby.play')}: ${name}`}
          onClick={() => onChoose(table)}
        >
          {t(isCurrent ? 'lobby.here' : 'lobby.play')}
        </button>
        <button
          type="button"
          aria-pressed={isPinned}
          disabled={!isPinned && !canPin}
          aria-label={`${t(isPinned ? 'lobby.watched' : 'lobby.watch')}: ${name}`}
          onClick={() => onPin(table)}
        >
          {t(isPinned ? 'lobby.watched' : 'lobby.watch')}
        </button>
      </footer>
    </li>
  );
});
