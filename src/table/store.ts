/** The stores: what a table keeps outside of itself, and who may write there. */
import type { BatchOutcome, BetCommit } from '../ledger/place-bets.js';
import type { NotTakenReason, PlayerCorrection } from '../protocol/player.js';
import type { Spot } from '../punto-banco/spot.js';
import type { LoggedEvent } from '../round/event.js';
import type { TableSettings } from '../round/settings.js';
import type { TableState } from '../round/state.js';
import type { HeldElsewhere, Lease, Renewal } from './lease.js';
import type { Alongside, Replayed } from './log.js';
import type { FoundBet, ReadSeat } from './seat.js';

/** The round that is bet on, and the accounts of its stakes. */
export interface BettingRound {
  readonly game: string;
  /** In the table's own currency, or in `currency`. */
  readonly stakesAccountId: string;
  /** The further currency that a batch is of. Left out where it is the table's own. */
  readonly currency?: string;
  /** The accounts of its stakes in further currencies, by currency. */
  readonly further: ReadonlyMap<string, string>;
  /** How long stakes wait for the wallet of each operator whose is asked, in ms, by operator. */
  readonly stakesWithinMs: ReadonlyMap<string, number>;
}

/** The seats of players, and their bets that stand. */
export interface SeatStore {
  /**
   * Seats of players at `table`, by player, without the bets of the round in hand, `game`. Players
   * who do not exist are left out.
   */
  readSeats(
    table: string,
    playerIds: readonly string[],
    game: string | null,
  ): Promise<ReadonlyMap<string, ReadSeat>>;
  /** Every command that stands in `game`, in the order of the log. */
  betsOfRound(game: string): Promise<readonly FoundBet[]>;
  /** The command that this player gave under `betId`, in whatever round. */
  findBet(playerId: string, betId: string): Promise<FoundBet | undefined>;
  /** Resolves when those have asked whose seats are best read together. */
  othersAsked(): Promise<void>;
}

/**
 * One table's log with all that is written along with it, under the lease that it was opened with.
 * What is written takes effect in the order of the calls, each call wholly or not at all. A call
 * that rejects without a refusal of the store (an SQLSTATE, or `LeaseLost`) leaves open whether it
 * took effect: only the log can tell.
 */
export interface TableStore {
  /**
   * Appends events in one transaction. Refuses a writer whose epoch is over, a gap and a falling
   * epoch. Where what goes `alongside` is refused, `NotWrittenAlongside` is thrown.
   */
  append(
    events: readonly LoggedEvent[],
    after: TableState,
    alongside?: ReturnType<Alongside>,
  ): Promise<void>;
  /**
   * Commits a batch of bets, all of one currency, as the next event of the log. Commands that
   * cannot stand are left out, each for its own reason, and the rest stands.
   */
  placeBets(
    round: BettingRound,
    atMs: number,
    commits: readonly BetCommit[],
  ): Promise<BatchOutcome>;
  /** Keeps the state after the log's last event, so that a replay may begin there. */
  keepCheckpoint(state: TableState): Promise<void>;
  /** The table as its log records it, and every event after `knownSeq` at least. */
  replay(settings: TableSettings, knownSeq?: number): Promise<Replayed>;
  bettingRound(game: string): Promise<BettingRound>;
  /** A game number in hand, so that opening the bets need not wait for one. */
  reserveGame(): Promise<string>;
  /** The balances of accounts now, in minor units, by account. */
  balances(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The players whose wallets did not give the stakes of the round, and are void. */
  voidStakes(game: string): Promise<readonly VoidStakes[]>;
  /**
   * What a correction changed, player by player, or the last that changed anything for each. Those
   * for whom nothing changed are left out.
   */
  corrections(game: string, correction?: number): Promise<readonly OwnCorrection[]>;
}

export type OwnCorrection = Omit<PlayerCorrection, 'table' | 'game'> & {
  readonly player_id: string;
};

/** Stakes of a player that are off the spots again. Minor units. */
export interface VoidStakes {
  readonly playerId: string;
  readonly bets: readonly { readonly spot: Spot; readonly stake: string }[];
  /** The session's credit after it. */
  readonly balance: string;
  readonly reason: NotTakenReason;
}

/** A table's store, as long as a connection to it holds. */
export interface OpenStore {
  readonly store: TableStore;
  close(): Promise<void>;
}

/** All tables of the studio: their leases, and the stores of those that are held. */
export interface TableStores {
  readonly seats: SeatStore;
  /** Every table of the studio, with the settings in its row. */
  known(): Promise<ReadonlyMap<string, TableSettings>>;
  /** The settings in the row of one table. */
  settingsOf(table: string): Promise<TableSettings | undefined>;
  /**
   * The kinds of event in the log of a table that only a later version of the studio can read. A
   * version that cannot must leave the table to the later one.
   */
  unknownEventsOf(table: string): Promise<readonly string[]>;
  /** The tables that somebody other than `owner` holds the lease of. */
  leasedToOthers(owner: string): Promise<ReadonlyMap<string, HeldElsewhere>>;
  /**
   * Takes the lease of `table` for `owner` when it is free, has expired, or is the owner's own
   * already, and nobody writes under it at this moment. Its epoch grows by one: whatever the former
   * epoch wrote is committed, and it writes nothing more. Undefined when it cannot be taken now.
   */
  takeLease(table: string, owner: string, ttlMs: number): Promise<Lease | undefined>;
  /**
   * What became of each of the `leases`, all of one owner, by their tables. Waits for nobody. Where
   * the store has a clock of its own, `hear` is given its time.
   */
  renewLeases(
    leases: readonly Lease[],
    ttlMs: number,
    hear?: (storeMs: number) => void,
  ): Promise<ReadonlyMap<string, Renewal>>;
  /**
   * Frees the lease at once, so that the next owner need not wait for it to expire. Where `next` is
   * said, that process may take it at once, and any other only after `GIVEN_MS`.
   */
  releaseLease(lease: Lease, next?: string): Promise<void>;
  /** `onLost` is called when the connection breaks, unless it was closed. */
  open(lease: Lease, onLost: (error: unknown) => void): Promise<OpenStore>;
  close(): Promise<void>;
}

export const TABLE_STORES = Symbol('TableStores');
