/** Who is shown what happens on the floor: a screen that is drawn, or lines that are written. */
import type { ConnectionState } from '../client/connection.js';
import type { TableCopy } from '../client/table-copy.js';
import type { Amount } from '../money/amount.js';
import type { PlayerResult } from '../protocol/player.js';
import type { TableMessage } from '../protocol/table.js';
import type { SoloGame } from '../solo/game.js';

/** Amounts in minor units. */
export interface SimulatedHand {
  readonly name: string;
  readonly game: SoloGame;
  readonly hand: string;
  /** Every stake and addition. */
  readonly taken: Amount;
  readonly paid: Amount;
}

export interface Report {
  /** A table as it is found, at the start or where messages were lost for good. */
  snapshot(copy: TableCopy, nowMs: () => number): void;
  message(message: TableMessage, copy: TableCopy, before: TableCopy): void;
  connection(table: string, state: ConnectionState): void;
  /** A robot's own result of a round. */
  result(name: string, result: PlayerResult): void;
  /** A robot's solo hand that is over. */
  hand(played: SimulatedHand): void;
  note(text: string): void;
  close(): void;
}
