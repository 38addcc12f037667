/** Pays rounds in this process by the studio's own code, without a queue: as many chunks at a time as the worker takes. */
import type pg from 'pg';
import type { TableCommand } from '../../src/round/command.js';
import { payPart, readPaid } from '../../src/settlement/pay-round.js';
import type { Payer } from '../../src/table/table.js';

/** The studio's own defaults (config.ts, settlement.worker.ts). */
const CHUNK_SIZE = 5_000;
const CONCURRENCY = 2;

/** Pays every chunk of a round and says what the table is to be told. */
export const payRound = async (pool: pg.Pool, game: string, bets: number): Promise<TableCommand> => {
  const chunks = Math.max(1, Math.ceil(bets / CHUNK_SIZE));
  const waiting = Array.from({ length: chunks }, (_, chunk) => chunk);
  const work = async () => {
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      await payPart(pool, { game, chunk, chunks });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const paid = await readPaid(pool, game);
  if (paid === undefined) throw new Error(`round ${game} was not paid`);
  const stakes = paid.stakes.toString();
  return paid.fate === 'settle'
    ? { kind: 'finish_settlement', game, stakes, paid: paid.paid.toString() }
    : { kind: 'finish_refund', game, stakes };
};

/** A payer that pays at once; `finish` is given what the table is to be told. */
export const directPayer = (pool: pg.Pool, finish: (command: TableCommand) => void): Payer => ({
  begin: (_table, game, bets) => {
    void payRound(pool, game, bets).then(finish);
  },
});
