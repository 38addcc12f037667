/**
 * A player's accounts: one for the money that is not at the tables, one for the credit at the
 * tables.
 */
import type { Amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { OUTSIDE, gameAccount } from '../money/chart-of-accounts.js';
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';
import { post } from './post.js';

const OPEN = statement({
  inputs: { operator: 'text', ref: 'text', name: 'text', currency: 'text' },
  text: `
insert into players (operator_id, ref, name, currency) values (:operator, :ref, :name, :currency)
    on conflict (operator_id, ref, currency) do nothing returning id`,
});

const KNOWN = statement({
  inputs: { operator: 'text', ref: 'text', currency: 'text' },
  text: 'select id from players where operator_id = :operator and ref = :ref and currency = :currency',
});

/**
 * Returns the number of the operator's player `ref` in this currency. A new player is opened with
 * both accounts and `deposit` minor units in the game account.
 */
export const openPlayer = async (
  tx: Transaction,
  operator: string,
  ref: string,
  name: string,
  deposit: Amount,
  currency = 'EUR',
): Promise<string> => {
  const opened = await tx.query<{ id: string }>(OPEN({ operator, ref, name, currency }));
  const id = opened.rows[0]?.id;
  if (id === undefined) {
    const known = await tx.query<{ id: string }>(KNOWN({ operator, ref, currency }));
    return known.rows[0]!.id;
  }
  // The session's account is the older one. A cash-out locks it before it posts, and posting locks
  // in the order of ids.
  await tx.query(
    `insert into accounts (name, kind, player_id)
     select 'player:' || $1::bigint || ':' || kind, kind, $1::bigint
       from unnest(array['session', 'game']::account_kind[]) as kind`,
    [id],
  );
  if (deposit > 0n) {
    const posted = await post(tx, {
      key: `deposit:${id}:opening`,
      kind: 'deposit',
      postings: [{ source: OUTSIDE, destination: gameAccount(id), amount: deposit }],
    });
    assert(posted.ok, 'the outside can always pay');
  }
  return id;
};
