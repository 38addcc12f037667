/**
 * What is asked of a table, and what it answers. A letter waits in the table's mailbox until its
 * turn comes.
 */
import type { StakeRefusal } from '../money/stake-refusal.js';
import type { UseRefusal } from '../protocol/refusals.js';
import type { TableCommand } from '../round/command.js';
import type { BetRefusal, RoundRefusal } from '../round/refusal.js';
import type { ScanAnswer } from '../round/state.js';
import type { Alongside, NotWrittenAlongside } from './log.js';
import type { BetAnswer, BetContent } from './seat.js';

export interface PlayerBet {
  readonly playerId: string;
  readonly betId: string;
  readonly game: string;
  readonly content: BetContent;
}

/**
 * `internal_error`: the table had to stop while the bet was on its way. Whether it stood can be
 * asked by its id. `table_is_busy`: nothing was taken, also where the table stopped before.
 */
export type BetLetterReply =
  | ({ readonly ok: true } & BetAnswer)
  | {
      readonly ok: false;
      readonly refusal:
        | BetRefusal
        | 'currency_not_taken'
        | 'not_joined'
        | 'insufficient_funds'
        | StakeRefusal
        | 'bet_id_reused'
        | 'table_is_busy'
        | 'internal_error';
    };

/**
 * `internal_error`: the table had to stop while it carried out the command, and comes back from its
 * log. `table_is_busy`: nothing was done, also where the table stopped before.
 */
export type CommandReply =
  | { readonly ok: true; readonly seq: number; readonly scan: ScanAnswer | null }
  | {
      readonly ok: false;
      readonly refusal: RoundRefusal | 'table_is_busy' | 'internal_error';
    };

/** What needs an approval may also be refused because of the approval. */
export interface UseRefused {
  readonly ok: false;
  readonly refusal: UseRefusal;
}

export interface BetLetter {
  readonly kind: 'bet';
  readonly bet: PlayerBet;
  readonly answer: (reply: BetLetterReply) => void;
}

export interface CommandLetter {
  readonly kind: 'command';
  readonly command: TableCommand;
  readonly alongside?: Alongside | undefined;
  readonly answer: (reply: CommandReply | UseRefused) => void;
  readonly fail?: (error: NotWrittenAlongside) => void;
}

/**
 * Changes nothing. It is answered when everything of the player's before it has been, or with false
 * when that cannot be said.
 */
interface BarrierLetter {
  readonly kind: 'barrier';
  readonly playerId: string;
  /** What is asked about. */
  readonly game: string;
  readonly betId: string;
  readonly answer: (hasAnswered: boolean) => void;
}

export type Letter = BetLetter | CommandLetter | BarrierLetter;
