/**
 * The robots' way in. They sign in, again and again until the studio is there, and come back when
 * it disconnects them.
 */
import type { ConnectionState } from '../client/connection.js';
import { delayAfter } from '../client/delays.js';
import { signIn } from '../client/sign-in.js';
import type { DemoLogin, TableList } from '../protocol/http.js';
import type { Schedule } from './schedule.js';

const BACK_AFTER_MS = 5_000;

export interface RobotContext {
  readonly url: string;
  readonly schedule: Schedule;
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Rejects only when the simulator stops. */
export const keepSigningIn = (context: RobotContext, login: DemoLogin): Promise<string> =>
  keepAsking(
    context,
    async () => (await signIn(context.url, login)).token,
    `no login for ${login.name} yet`,
  );

/** What the table takes besides its own currency, in the order of names. Rejects as signing in. */
export const keepReadingFurther = (context: RobotContext, table: string) =>
  keepAsking(
    context,
    async (): Promise<readonly string[]> => {
      const answer = await fetch(`${context.url}/tables`, { signal: AbortSignal.timeout(10_000) });
      if (!answer.ok) throw new Error(`the studio at ${context.url} answers ${answer.status}`);
      const tables = (await answer.json()) as TableList; // The studio keeps to the protocol.
      return Object.keys(tables.find((each) => each.table === table)?.further ?? {}).sort();
    },
    `no list of the tables for ${table} yet`,
  );

const keepAsking = async <Answer>(
  context: RobotContext,
  ask: () => Promise<Answer>,
  failed: string,
): Promise<Answer> => {
  for (let failures = 1; ; failures += 1) {
    context.signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (failures === 3) context.note(`${failed}: ${reasonOf(error)}`);
      await new Promise<void>((resolve) => context.schedule.after(delayAfter(failures), resolve));
    }
  }
};

/** One try, for a connection that asks again by itself. */
export const renewal =
  (context: RobotContext, login: DemoLogin): (() => Promise<string>) =>
  async () =>
    (await signIn(context.url, login)).token;

interface Way {
  onState(listener: (state: ConnectionState, reason: string) => void): unknown;
  connect(): void;
}

/** A robot that the studio has disconnected comes back after a while. */
export const comeBack = (context: RobotContext, name: string, connection: Way): void => {
  connection.onState((state, reason) => {
    if (state !== 'ended' && state !== 'refused') return;
    context.note(`${name} was disconnected (${reason}) and comes back`);
    context.schedule.after(BACK_AFTER_MS, () => connection.connect());
  });
};

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
};
