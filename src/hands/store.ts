/** The store of hands: where each of them stands, and what stands of the commands to them. */
import type { HandStake } from '../ledger/hand-stakes-of-wallets.js';
import type { PlayedBatch, StepBatch, StepCommit } from '../ledger/play-hands.js';
import type { StakeRefusal } from '../money/stake-refusal.js';
import type { SoloGame } from '../solo/game.js';
import type { FoundStep, PlayersHand, WaitingHand } from './hand-rows.js';

/** What a hand is opened with. */
export interface NewHand {
  /** The version of its paytable. */
  readonly rules: string;
  readonly commitment: Buffer;
  readonly sealed: Buffer;
}

/**
 * Why a wallet has not given a stake: it did not, or not in time, or was not asked because of where
 * the hand stands (`moved_on`), or of what the player may stake. `known`: it was played.
 */
export type NotGiven =
  | StakeRefusal
  | 'insufficient_funds'
  | 'wallet_refused'
  | 'wallet_unavailable'
  | 'command_id_reused'
  | 'moved_on'
  | 'known'
  | 'busy';

export interface HandStore {
  /**
   * The hand that the player has now in the game. Undefined for a player that the studio does not
   * have.
   */
  current(playerId: string, game: SoloGame): Promise<PlayersHand | undefined>;
  /**
   * Makes a first hand, also where the one that the player has was not staked on before a restore.
   * Does nothing where the player has one of the game that is not over.
   */
  open(playerId: string, game: SoloGame, hand: NewHand): Promise<void>;
  /**
   * Commits a batch of one game, in which each player has one command at most. Of each: what it
   * came to, or why it does not stand. Rejects where nothing of the batch is known to stand.
   */
  play(batch: StepBatch, commits: readonly StepCommit[]): Promise<PlayedBatch>;
  /**
   * Asks the player's wallet for the stake, and waits until it is decided. The debit's number in
   * the journal, or why there is none. The same command again gets the same. Nobody is asked later
   * than `askedByMs` of the database's clock.
   */
  takeStake(stake: HandStake, askedByMs: number): Promise<{ readonly debit: string } | NotGiven>;
  /** What the wallet gave goes back, unless the command stands. */
  returnStake(debit: string): Promise<void>;
  /**
   * `open` while a wallet has the command's stake to decide on, or has given it and it is not used;
   * then `over`. `none` where none was asked.
   */
  stakeOf(playerId: string, commandId: string): Promise<'none' | 'open' | 'over'>;
  /** The step of the player's command that has this id, as it was answered. */
  findStep(playerId: string, commandId: string): Promise<FoundStep | undefined>;
  /** Whether the player has had this hand. */
  hasHand(playerId: string, game: SoloGame, number: string): Promise<boolean>;
  /** The next ones behind `last` that have waited for their players for `keptMs`, oldest first. */
  waiting(keptMs: number, last: WaitingHand | undefined): Promise<readonly WaitingHand[]>;
}

export const HAND_STORE = Symbol('HandStore');
