/** The floor as the screen shows it: each table, what it paid, and how the robots fare. */
import type { ConnectionState } from '../client/connection.js';
import type { TableCopy } from '../client/table-copy.js';
import type { Scoreboard } from '../roads/scoreboard.js';

/** What a robot got back in the last round that ended. */
export interface RobotPayment {
  readonly name: string;
  readonly paid: bigint;
}

/** How the last round ended. Amounts in minor units. */
export interface RoundEnd {
  readonly game: string;
  readonly outcome: 'settled' | 'refunded';
  readonly stakes: bigint;
  readonly paid: bigint;
}

export interface FloorTable {
  readonly copy: TableCopy;
  readonly board: Scoreboard;
  /** The studio's clock, ms since 1970. */
  readonly nowMs: number;
  readonly state: ConnectionState;
  /** The stakes of the round in hand, in minor units. */
  readonly stakes: bigint;
  readonly lastEnd: RoundEnd | undefined;
  /** For the round that `lastEnd` is about. */
  readonly payments: readonly RobotPayment[];
}

export interface Floor {
  readonly url: string;
  readonly tables: readonly FloorTable[];
  readonly robots: { readonly seated: number; readonly all: number };
  readonly bets: { readonly stood: number; readonly refused: number; readonly refusals: string };
  /** Solo hands that are over, by game. Empty where there are none. */
  readonly hands: string;
  /** The last things worth noting, the newest last. */
  readonly notes: readonly string[];
}
