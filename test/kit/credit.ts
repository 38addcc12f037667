/** Players of the operator `house` with money, made as the studio makes them. */
import type pg from 'pg';
import { openPlayer } from '../../src/ledger/open-player.js';
import { post } from '../../src/ledger/post.js';
import { amount } from '../../src/money/amount.js';
import { gameAccount, sessionAccount } from '../../src/money/chart-of-accounts.js';
import { inTransaction } from '../../src/platform/transaction.js';

export interface CreditedPlayer {
  readonly id: string;
  /** Of the session. */
  readonly accountId: string;
}

let opened = 0;

/**
 * Opens a player for each of `credits`, with that many minor units in an open session and `atRest`
 * in the game account. All in one currency.
 */
export const openPlayers = (
  pool: pg.Pool,
  credits: readonly number[],
  atRest = 0,
  currency = 'EUR',
): Promise<readonly CreditedPlayer[]> =>
  inTransaction(pool, async (tx) => {
    const players: CreditedPlayer[] = [];
    for (const credit of credits) {
      opened += 1;
      const ref = `player-${opened}`;
      const id = await openPlayer(tx, 'house', ref, ref, amount(credit + atRest), currency);
      if (credit > 0) {
        const [source, destination] = [gameAccount(id), sessionAccount(id)];
        const postings = [{ source, destination, amount: amount(credit) }];
        const posted = await post(tx, { key: `buy-in:${id}:first`, kind: 'buy_in', postings });
        if (!posted.ok) throw new Error(posted.refusal);
        await tx.query('insert into sessions (player_id) values ($1)', [id]);
      }
      const { rows } = await tx.query<{ id: string }>('select id from accounts where name = $1', [
        sessionAccount(id),
      ]);
      players.push({ id, accountId: rows[0]!.id });
    }
    return players;
  });

/**
 * Every balance, by the account's name. The house and the outside hold what their postings make.
 */
export const balances = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await pool.query<{ name: string; balance: string }>(
    `select name, coalesce(balance, (
              select coalesce(sum(case when destination_id = a.id then amount else -amount end), 0)
                from postings where a.id in (source_id, destination_id))) as balance
       from accounts a order by id`,
  );
  return new Map(rows.map(({ name, balance }) => [name, BigInt(balance)]));
};

/** What each account has gained by all postings. Accounts that were never moved are not listed. */
export const gainsByPostings = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await pool.query<{ name: string; gain: string }>(
    `select a.name, sum(change.amount) as gain
       from (select destination_id as id, amount from postings
             union all select source_id, -amount from postings) as change
       join accounts a using (id) group by a.name`,
  );
  return new Map(rows.map(({ name, gain }) => [name, BigInt(gain)]));
};
