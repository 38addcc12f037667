/** The shoe of a table as it is drawn, updated coup by coup for as long as the component lives. */
import { useState } from 'react';
import { type DrawnShoe, ShoeBoard, type PublishedShoe } from './shoe-board.js';

export const useShoe = ({ table, shoe, beads }: PublishedShoe): DrawnShoe => {
  const [board] = useState(() => new ShoeBoard());
  // Given the same twice, the board draws once: a render that React throws away leaves nothing
  // wrong behind.
  return board.follow({ table, shoe, beads });
};
