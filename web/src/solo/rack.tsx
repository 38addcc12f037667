/** The chips of a room and its buttons. */
import { ChipRow } from '../table/chip-row.js';
import type { StakeRules } from './desk.js';
import styles from './rack.module.css';
import { type RoomButton, RoomButtons } from './room-buttons.js';

interface Props {
  readonly rules: StakeRules;
  readonly chip: bigint | undefined;
  readonly credit: bigint;
  readonly onChoose: (chip: bigint) => void;
  readonly buttons: readonly RoomButton[];
  readonly canAct: boolean;
}

export const Rack = ({ rules, chip, credit, onChoose, buttons, canAct }: Props) => (
  <div className={styles.rack}>
    <ChipRow
      chips={rules.chips}
      chip={chip}
      currency={rules.currency}
      balance={credit}
      onChoose={onChoose}
    />
    <RoomButtons buttons={buttons} canAct={canAct} />
  </div>
);
