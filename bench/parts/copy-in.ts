/**
 * COPY … FROM STDIN over `pg`, which leaves the answer to the server's invitation to whoever
 * submits the query.
 */
import type pg from 'pg';

/** As much of node-postgres's connection as a COPY needs. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Sends `rows` (COPY's text format) as one COPY; resolves when the server has taken them. */
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
