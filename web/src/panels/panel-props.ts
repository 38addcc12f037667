/** What every panel is given. */
import type { Spot } from '../../../src/punto-banco/spot.js';
import type { SoloGame } from '../../../src/solo/game.js';
import type { RoomGame } from '../solo/chosen-room.js';
import type { SeatViewStore } from '../table/seat-view-store.js';

export interface PanelProps {
  readonly seat: SeatViewStore;
  /** The solo game whose room the panel is opened in. Undefined at a live table. */
  readonly game: SoloGame | undefined;
  /** Of the help, where it opens: at the limits, or at the rule of a spot. */
  readonly chapter?: 'limits' | Spot | undefined;
  /** Plays at another table. */
  readonly onChange: (table: string) => void;
  /** Plays a solo game. The seat at the table is kept. */
  readonly onPlay: (game: RoomGame) => void;
  readonly onClose: () => void;
}
