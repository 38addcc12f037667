/** What carries approvals out reads from the database, as a port: a simulation answers it, too. */
import type { Approval } from '../../protocol/approval.js';
import type { LoggedEvent } from '../../round/event.js';
import type { TableState } from '../../round/state.js';
import type { HandPayDue } from '../../settlement/hand-pay.js';

export const APPROVAL_STORE = Symbol('approvals');

/** The round that a request is about, as it is now. */
export interface AskedRound {
  readonly table: string;
  readonly status: string;
  readonly shoe: number;
  /** In notation, as it counts for everybody now. Null before it was decided, and after a void. */
  readonly coup: string | null;
  /** How many corrections were ordered. */
  readonly corrections: number;
}

/** A shoe that has left its table, as the log has it. */
export interface ShoeOnRecord {
  /** The table as the shoe was started. */
  readonly start: TableState;
  /** What happened at the table from then on, until the next shoe was started. */
  readonly events: readonly LoggedEvent[];
  /** The event that started the next one. */
  readonly nextSeq: number;
}

export interface ApprovalStore {
  read(id: string): Promise<Approval | undefined>;
  /** Those that are pending, or still to be carried out. */
  readOpen(): Promise<readonly Approval[]>;
  /** Whether the round, or the shoe, is still as it was when the request was made. */
  stillStands(id: string): Promise<boolean>;
  readRound(game: string): Promise<AskedRound | undefined>;
  /** What the round, or a correction of it, owes the player and nobody has paid or ordered. */
  readHandPay(game: string, player: string): Promise<HandPayDue | undefined>;
  /** Undefined where its beginning is not in the log, or it has not left the table. */
  readPastShoe(table: string, ordinal: number): Promise<ShoeOnRecord | undefined>;
  /** The corrections that were ordered at the table after one event, up to another. */
  readCorrections(
    table: string,
    afterSeq: number,
    untilSeq: number,
  ): Promise<readonly LoggedEvent[]>;
}
