/**
 * The store of operators' wallets: the journal of what is asked of them, who sends it, and what
 * they decide.
 */
import type { StakeVerdictCounts } from '../ledger/stakes-of-wallets.js';
import type { Evidence } from './signed-answer.js';
import type { MovementEnding } from './verdict-writer.js';
import type { Due, Owing, WantedDue } from './wallet-rows.js';

export interface WalletStore {
  /** What no wallet has decided on in its operator's time is void: it is asked to undo it. */
  voidOverdue(): Promise<void>;
  /** So it is for a stake of a hand that it gave, and whose action did not come to stand. */
  undoUnplayed(): Promise<void>;
  /** The operators to whose wallets something has to be sent. */
  readOwing(): Promise<readonly Owing[]>;
  /** True for the one process that sends to the operator's wallet now. */
  takeLease(operator: string, owner: string, ms: number): Promise<boolean>;
  giveLeases(owner: string): Promise<void>;
  readDue(wanted: WantedDue): Promise<readonly Due[]>;
  /** Stakes that the operator's wallet is to be asked for are void, but for those that it is. */
  voidStakes(operator: string, but: readonly string[]): Promise<void>;
  /**
   * A movement of a round has ended, or one that moves nothing then. Resolves after the commit. One
   * that is no longer what it was when its wallet was asked stays as it is.
   */
  end(ending: MovementEnding): Promise<void>;
  /** What the wallet gave for a session is its credit from here on, unless it is void by now. */
  bring(operator: string, due: Due, evidence: Evidence): Promise<void>;
  /**
   * What the wallet gave for a tip is the dealer's from here on, who hears of it, unless it is
   * void by now.
   */
  tip(operator: string, due: Due, evidence: Evidence): Promise<void>;
  /** It is sent again after `pauseMs`. */
  putOff(due: Pick<Due, 'id' | 'status'>, pauseMs: number, refusal: string | null): Promise<void>;
  /** The wallet answers again: what waits for it is sent now. */
  sendNow(operator: string): Promise<void>;
  /** Whether a stake of the round is not decided. */
  areStakesDue(game: string): Promise<boolean>;
  readStakeVerdicts(game: string): Promise<StakeVerdictCounts>;
  /** What a wallet has not decided on of the round within its operator's time is void. */
  voidOverdueStakes(game: string): Promise<void>;
  /** What no wallet has decided on of the round is void. */
  voidUndecided(game: string): Promise<void>;
}

export const WALLET_STORE = Symbol('WalletStore');
