/** What the page of a table is given, and the page in its place where it cannot be joined. */
import type { RoomGame } from '../solo/chosen-room.js';
import type { SeatViewStore } from './seat-view-store.js';

export interface TablePageProps {
  readonly seat: SeatViewStore;
  readonly onChange: (table: string) => void;
  readonly onPlay: (game: RoomGame) => void;
}
