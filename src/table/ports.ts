/**
 * What a table needs from the studio around it: the time, who publishes, who pays, who follows. All
 * of them are required.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../platform/clock.js';
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import type { TableStatistics } from '../protocol/statistics.js';
import type { TableMessage } from '../protocol/table.js';
import type { LoneCommand } from '../round/command.js';
import type { LoggedEvent } from '../round/event.js';
import type { Audience } from '../round/audience.js';
import type { Lease } from './lease.js';
import type { Alongside } from './log.js';
import type { SeatStore, TableStore } from './store.js';

/** Where a table publishes what it has committed. */
export interface Publisher {
  toTable(audience: Audience, message: TableMessage): void;
  /**
   * To those who sit at the table, but not to the dealer, who may not know the stakes before the
   * close.
   */
  toPlayers(statistics: TableStatistics): void;
  toPlayer(playerId: string, result: PlayerResult): void;
  correctionToPlayer(playerId: string, correction: PlayerCorrection): void;
  /**
   * Breaks the connections of everybody at a table that no longer runs here. They connect again,
   * and find it where it is.
   */
  cutOff(table: string): void;
}

/** Pays a round once its coup is decided, refunds it once it is void, and pays its corrections. */
export interface Payer {
  /**
   * Returns at once. The table gets the outcome by `finish_settlement` or `finish_refund`.
   * `players` is how many have stakes in the round, however many commands they gave.
   */
  begin(table: string, game: string, players: number): void;
  /** Returns at once. The table gets the outcome by `finish_correction`. */
  correct(table: string, game: string, correction: number): void;
}

/** Collects what operators' wallets decide on the stakes of a round (W3). */
export interface Acceptor {
  /**
   * Returns at once. The table gets the outcome by `finish` once every stake is decided, or by
   * `untilMs` at the latest, and again until it has taken it. What is returned calls it off.
   */
  begin(table: string, game: string, untilMs: number, finish: FinishAcceptance): () => void;
}

/** Answers whether the table has taken it, or needs it no more. */
export type FinishAcceptance = (
  command: Extract<LoneCommand, { kind: 'finish_acceptance' }>,
  alongside: Alongside,
) => Promise<boolean>;

/** Follows what tables have committed, in the order of each table's log. */
export interface Follower {
  /** Whether nothing goes between this process and the others for the time being. */
  readonly isCutOff: boolean;
  /** Returns at once. `timeline` says which of its histories the studio's database is in. */
  take(table: string, logged: LoggedEvent, timeline: number): void;
}

export const PUBLISHER = Symbol('Publisher');
export const PAYER = Symbol('Payer');
export const ACCEPTOR = Symbol('Acceptor');
export const FOLLOWER = Symbol('Follower');

@Injectable()
export class TablePorts {
  constructor(
    @Inject(CLOCK) readonly clock: Clock,
    @Inject(PUBLISHER) readonly publisher: Publisher,
    @Inject(PAYER) readonly payer: Payer,
    @Inject(ACCEPTOR) readonly acceptor: Acceptor,
    @Inject(FOLLOWER) readonly follower: Follower,
  ) {}
}

/** What one table is made of. */
export interface TableParts {
  readonly lease: Lease;
  readonly store: TableStore;
  /** For what players ask to be looked up. */
  readonly seats: SeatStore;
  readonly ports: TablePorts;
  readonly options: {
    /** Letters that may wait. Beyond that: `table_is_busy`. */
    readonly mailboxCapacity: number;
    /** Bets committed as one statement, at most. */
    readonly batchMax: number;
  };
}
