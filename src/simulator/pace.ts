/** How quickly a robot dealer works: pauses before each move, in ms, which always vary a little. */
import type { Dice } from './dice.js';
import type { DealerMove } from './dealer-move.js';

export type Pace = Readonly<Record<DealerMove['kind'], number>>;

export const HUMAN_PACE: Pace = {
  open_table: 1_500,
  relieve: 1_500,
  change_shoe: 1_500,
  bring_cards: 1_500,
  shuffle: 2_500,
  cut: 1_500,
  burn: 2_500,
  open_betting: 2_000,
  scan: 1_200,
  show: 2_800,
  confirm: 1_000,
};

export const FAST_PACE: Pace = {
  open_table: 150,
  relieve: 150,
  change_shoe: 150,
  bring_cards: 80,
  shuffle: 80,
  cut: 80,
  burn: 150,
  open_betting: 150,
  scan: 80,
  show: 200,
  confirm: 80,
};

/** A quarter more or less. */
export const pauseBefore = ({ kind }: DealerMove, pace: Pace, dice: Dice): number =>
  (pace[kind] * dice.between(75, 125)) / 100;
