/**
 * A command of a game, sent until it is answered, always under the same id. So it stands once or
 * not at all.
 */
import { type ReplyOf, isPassing } from '../protocol/command.js';
import type { PlayerCommands } from '../protocol/player.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { NoAnswer } from './connection.js';
import { delayAfter } from './delays.js';

/** Amounts in minor units, as digits. */
export type Bet =
  | { readonly kind: 'place'; readonly spot: Spot; readonly amount: string }
  | { readonly kind: 'place_all'; readonly stakes: Readonly<Partial<Record<Spot, string>>> }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'undo' | 'clear' | 'repeat' | 'double' };

export type BetReply = ReplyOf<PlayerCommands['bet:place']>;

export type AnyReply = { readonly ok: true } | { readonly ok: false; readonly refusal: string };

export interface SendingWay<Reply extends AnyReply> {
  /** Resolves when the table is joined, or the game can be reached. */
  readonly joined: () => Promise<void>;
  /** Sends the command, each time under the same id. Rejects with `NoAnswer`. */
  readonly send: () => Promise<Reply>;
  /** How long to try, in ms. */
  readonly withinMs: number;
}

/**
 * Rejects with `NoAnswer` when the time is up and some try may have been taken. Then `bet:find`,
 * or `hand:find`, says whether the command stands. A passing refusal is returned only when the time
 * is up and every try was refused.
 */
export const untilAnswered = async <Reply extends AnyReply>({
  joined,
  send,
  withinMs,
}: SendingWay<Reply>): Promise<Reply> => {
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

const attempt = async <Reply extends AnyReply>(
  joined: () => Promise<void>,
  send: () => Promise<Reply>,
  endsAtMs: number,
): Promise<Reply | NoAnswer> => {
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
    timer = setTimeout(() => reject(new NoAnswer('there was no way to send it in time')), ms);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};
