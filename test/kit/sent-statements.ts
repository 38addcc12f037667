/**
 * Every statement that the studios of this process send to Postgres: each text once for the
 * settings of its connection and for the inputs that it is given or not given, with those that it
 * was last sent with.
 */
import pg from 'pg';
import { vi } from 'vitest';

export interface SentStatement {
  /** Its text, which of its inputs are given, and the settings of its connection. */
  readonly key: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Of the connection that has sent it. */
  readonly options?: string | undefined;
}

interface Sender {
  readonly connectionParameters: { readonly options?: string };
}

export interface Recording {
  readonly statements: () => readonly SentStatement[];
  readonly stop: () => void;
}

/** Begins to listen. What is sent is sent all the same. */
export const recordStatements = (): Recording => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  return {
    statements: () => {
      const last = new Map<string, SentStatement>();
      const calls = query.mock.calls as readonly (readonly unknown[])[];
      for (const [at, [given, inputs]] of calls.entries()) {
        const { connectionParameters } = query.mock.contexts[at] as Sender;
        const { options = '' } = connectionParameters;
        const { text, values } =
          typeof given === 'string' ? { text: given, values: inputs } : (given as pg.QueryConfig);
        const inputsGiven = Array.isArray(values) ? (values as unknown[]) : [];
        const isGiven = inputsGiven.map((value) => (value === null || value === undefined ? 0 : 1));
        const key = `${text}${isGiven.includes(0) ? isGiven.join('') : ''}${options}`;
        last.set(key, { key, text, values: inputsGiven, options });
      }
      return [...last.values()];
    },
    stop: () => query.mockRestore(),
  };
};
