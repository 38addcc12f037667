/** The store of the settlement: what is owed of rounds and corrections, and how it is paid. */
import type { Chunk } from '../ledger/pay-chunk.js';
import type { incidentOf } from '../table/incident.js';
import type { CorrectionChunk, PaidCorrection } from './correct-round.js';
import type { PaidRound } from './pay-round.js';

/** A round that is to be paid, or a correction of it by its number. */
export interface OwedPayment {
  readonly game: string;
  readonly correction?: number | undefined;
}

type IncidentRow = ReturnType<typeof incidentOf> & {
  readonly table_id: string;
  readonly opened_seq: number;
};

export interface SettlementStore {
  /** The number of the database's timeline now. */
  timeline(): Promise<number>;
  /** Which database this is. */
  database(): Promise<string>;
  /** Cuts the round into `chunks`, unless it is cut already. Returns the number of its chunks. */
  cut(game: string, chunks: number): Promise<number>;
  /** Pays one chunk of a round, once. */
  pay(chunk: Chunk): Promise<void>;
  /** What the chunks paid in total. Undefined while one is missing. */
  paid(game: string): Promise<PaidRound | undefined>;
  /** The number of chunks of a correction. Undefined where none is owed. */
  cutOf(game: string, correction: number): Promise<number | undefined>;
  /** Pays one chunk of a correction, once. */
  correct(chunk: CorrectionChunk): Promise<void>;
  corrected(game: string, correction: number): Promise<PaidCorrection | undefined>;
  /** Whether the queue was given the payment longer ago than that, and has not paid it. */
  isForgotten(payment: OwedPayment, olderThanMs: number): Promise<boolean>;
  /** Whose accounts cannot be credited. */
  uncreditable(payment: OwedPayment): Promise<readonly string[]>;
  /** How many players of the round, and of its corrections, are to be paid by hand. */
  byHand(game: string): Promise<number>;
  /** Opens an incident, unless one of its kind is open for the table and the round. */
  openIncident(row: IncidentRow): Promise<void>;
}

export const SETTLEMENT_STORE = Symbol('SettlementStore');
