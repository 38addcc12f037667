/** The chips, and Undo, Clear, Repeat, Double. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeat } from '../studio/use-studio.js';
import { ChipRow } from './chip-row.js';
import type { SeatViewStore } from './seat-view-store.js';
import { isBetting, useDrawn, useIsReached } from './use-drawn.js';
import styles from './chip-rack.module.css';

interface Props {
  readonly seat: SeatViewStore;
  readonly chip: bigint | undefined;
  readonly onChoose: (chip: bigint) => void;
}

const COMMANDS = ['undo', 'clear', 'repeat', 'double'] as const;
const NO_CHIPS: readonly string[] = [];

export const ChipRack = ({ seat, chip, onChoose }: Props) => {
  const { t } = useTranslation();
  const drawn = useDrawn(seat);
  const chips = useSeat(seat, ({ copy }) => copy?.settings.chips ?? NO_CHIPS);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const hasPrevious = useSeat(seat, ({ known }) => (known?.own.previous.size ?? 0) > 0);
  const isReached = useIsReached(seat);
  const balance = drawn?.balance ?? 0n;
  const values = useMemo(() => chips.map(BigInt), [chips]);
  const lies = (drawn?.slip.stakes.size ?? 0) > 0;
  const can = { undo: lies, clear: lies, repeat: hasPrevious, double: lies };
  return (
    <div className={styles.rack}>
      <ChipRow
        chips={values}
        chip={chip}
        currency={currency}
        balance={balance}
        onChoose={onChoose}
      />
      <div className={styles.commands} data-part="commands">
        {COMMANDS.map((kind) => {
          const isOpen = isBetting(phase) && can[kind] && isReached && values.length > 0;
          return (
            <button
              key={kind}
              type="button"
              data-command={kind}
              aria-disabled={!isOpen}
              onClick={() => isOpen && void seat.bet({ kind })}
            >
              {t(`bets.${kind}`)}
            </button>
          );
        })}
      </div>
    </div>
  );
};
