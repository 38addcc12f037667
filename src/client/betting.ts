/**
 * A betting command, sent until it is answered, always under the same id. So it stands once or not
 * at all.
 */
import { type ReplyOf, isPassing } from '../protocol/command.js';
import type { PlayerCommands } from '../protocol/player.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { NoAnswer } from './connection.js';
import { delayAfter } from './delays.js';

/** Amounts in minor units, as digits. */
export type Bet =
  | { readonly kind: 'place'; readonly spot: Spot; readonly amount: string }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'undo' | 'clear' | 'repeat' | 'double' };

export type BetReply = ReplyOf<PlayerCommands['bet:place']>;

interface BettingWay {
  /** Resolves when the table is joined. */
  readonly joined: () => Promise<void>;
  /** Sends the command, each time under the same id. Rejects with `NoAnswer`. */
  readonly send: () => Promise<BetReply>;
  /** How long to try, in ms. */
  readonly withinMs: number;
}

/**
 * Rejects with `NoAnswer` when the time is up and some try may have been taken. Then `bet:find`
 * says whether the bet stands. A passing refusal is returned only when the time is up and every try
 * was refused.
 */
export const untilAnswered = async ({ joined, send, withinMs }: BettingWay): Promise<BetReply> => {
  const endsAtMs = Date.now() + withinMs;
  let unknown: NoAnswer | undefined;
  for (let failures = 1; ; failures += 1) {
    const outcome = await attempt(joined, send, endsAtMs);
    // What was sent once without an answer, or without one that says what became of it, may stand,
    // whatever passing refusal came after it.
    if (outcome instanceof NoAnswer) unknown = outcome;
    else if (outcome.ok || !isPassing(outcome.refusal)) return outcome;
    else if (outcome.refusal === 'internal_error') unknown = new NoAnswer(outcome.refusal);
    const delayMs = delayAfter(failures);
    if (Date.now() + delayMs < endsAtMs) await after(delayMs);
    else if (unknown !== undefined) throw unknown;
    else if (!(outcome instanceof NoAnswer)) return outcome;
  }
};

const attempt = async (
  joined: BettingWay['joined'],
  send: BettingWay['send'],
  endsAtMs: number,
): Promise<BetReply | NoAnswer> => {
  try {
    await inTime(joined(), endsAtMs - Date.now());
    return await send();
  } catch (error) {
    if (error instanceof NoAnswer) return error;
    throw error;
  }
};

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const inTime = async (promise: Promise<void>, ms: number): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('the table was not joined in time')), ms);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};
