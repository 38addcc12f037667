/** What every panel is given. */
import type { SeatStore } from '../table/seat-store.js';

export interface PanelProps {
  readonly seat: SeatStore;
  /** Plays at another table. */
  readonly onChange: (table: string) => void;
  readonly onClose: () => void;
}
