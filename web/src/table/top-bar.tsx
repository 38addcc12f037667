/**
 * The table’s name, limits and dealer, the time, the game number. On a phone notices lie over the
 * first three, and over nothing else.
 */
import { useTranslation } from 'react-i18next';
import { limitsOf } from '../../../src/round/limits-of.js';
import { moneyText } from '../money.js';
import { Menu } from '../panels/menu.js';
import type { ShownPanel } from '../panels/shown-panel.js';
import type { RoomGame } from '../solo/chosen-room.js';
import { useSeat } from '../studio/use-studio.js';
import { LocalTime } from './local-time.js';
import { isTaken } from './own-settings.js';
import type { SeatViewStore } from './seat-view-store.js';
import { Signal } from './signal.js';
import styles from './top-bar.module.css';

interface Props {
  readonly seat: SeatViewStore;
  readonly shown: ShownPanel;
  readonly onShow: (shown: ShownPanel) => void;
  readonly onChange: (table: string) => void;
  readonly onPlay: (game: RoomGame) => void;
}

export const TopBar = ({ seat, shown, onShow, onChange, onPlay }: Props) => {
  const { t, i18n } = useTranslation();
  const copy = useSeat(seat, (view) => view.copy);
  const group = useSeat(seat, ({ known }) => known?.own.group ?? null);
  if (copy === undefined) return null;
  const { settings, round, dealer } = copy;
  const money = (text: string) =>
    moneyText(BigInt(text), settings.currency, i18n.language, { whole: true });
  const { min, max } = limitsOf(settings, group).punto;
  return (
    <header className={styles.top} data-part="top">
      <div className={styles.names}>
        <h1>{settings.name}</h1>
        {isTaken(settings) && (
          <button
            type="button"
            className={styles.limits}
            onClick={() => onShow({ panel: 'help', chapter: 'limits' })}
          >
            {t('table.limits', { min: money(min), max: money(max) })}
          </button>
        )}
        {dealer !== null && (
          <p>
            {t('table.dealer', { dealer })}
            {settings.tipMax !== null && (
              <button
                type="button"
                className={styles.tip}
                data-tip
                title={t('table.tip')}
                onClick={() => onShow({ panel: 'cashier' })}
              >
                {t('order.tip')}
              </button>
            )}
          </p>
        )}
      </div>
      <div className={styles.clock}>
        <LocalTime />
        <Signal />
        {round !== null && <p data-game={round.game}>{t('table.game', { game: round.game })}</p>}
      </div>
      <Menu
        seat={seat}
        onChange={onChange}
        onPlay={onPlay}
        opened={shown.panel}
        chapter={shown.chapter}
        onOpen={(panel) => onShow({ panel })}
      />
    </header>
  );
};
