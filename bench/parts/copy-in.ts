/**
 * COPY … FROM STDIN over `pg`, which leaves answering the server's request for data to whoever
 * submits the query.
 */
import type pg from 'pg';

/** The part of node-postgres's connection that a COPY needs. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Sends `rows` (COPY's text format) as one COPY. Resolves when the server has taken them. */
export const copyIn = (client: pg.ClientBase, statement: string, rows: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    let failure: Error | undefined;
    client.query({
      submit: (connection: unknown) => (connection as CopyConnection).query(statement),
      handleCopyInResponse: (connection: CopyConnection) => {
        connection.sendCopyFromChunk(rows);
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => {
        failure = error;
        reject(error);
      },
      handleReadyForQuery: () => {
        if (failure === undefined) resolve();
      },
    });
  });
