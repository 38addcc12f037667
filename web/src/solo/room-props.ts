/** What the room of every solo game is given. */
import type { SeatViewStore } from '../table/seat-view-store.js';
import type { RoomGame } from './chosen-room.js';

export interface RoomProps {
  /** The seat at the live table, which is kept meanwhile. */
  readonly seat: SeatViewStore;
  /** Goes to a live table. */
  readonly onChange: (table: string) => void;
  /** Goes to the room of another game. */
  readonly onPlay: (game: RoomGame) => void;
}
