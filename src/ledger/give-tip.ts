/**
 * A tip: money of a player's session that becomes the dealers', with the row that says to whom, and
 * the word of it to the operator's wallet, where that gave the session's credit.
 */
import type { Amount } from '../money/amount.js';
import { advanceAccount, sessionAccount, tipsAccount } from '../money/chart-of-accounts.js';
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';
import { post } from './post.js';

export interface NewTip {
  readonly playerId: string;
  /** The command's, unique for ever for the player. */
  readonly key: string;
  readonly table: string;
  readonly dealer: string;
  readonly currency: string;
  /** Minor units, above zero. */
  readonly amount: Amount;
}

interface GivenTip {
  readonly ok: true;
  readonly id: string;
  readonly atMs: number;
  /** What is left in the session. */
  readonly balance: Amount;
}

const OPEN_ACCOUNT = statement({
  inputs: { name: 'text', currency: 'text' },
  text: `
insert into accounts (name, kind, currency, balance)
select :name, 'tips', :currency, null where not exists (select from accounts where name = :name)
on conflict do nothing`,
});

const INSERT = statement({
  inputs: {
    player: 'bigint',
    key: 'uuid',
    table: 'text',
    dealer: 'text',
    amount: 'bigint',
  },
  text: `
with given as (
  insert into tips (player_id, key, table_id, dealer, amount) values (:player, :key, :table, :dealer, :amount)
  returning id, at
), word as (
  insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key)
  select operator_id, 'tip.' || id || '.' || :key, 'tip', id, :amount, :key::text
    from players where id = :player and session_is_of_a_wallet(id)
)
select id, round(extract(epoch from at) * 1000) as at_ms from given`,
});

/**
 * Within `tx`, in which nobody else moves the player's credit. It is taken `from` that, or from
 * what a wallet has just given for it. Refuses what the session does not
 * cover, and an entry of the same key with something else in it. Guards: prisma/guards/tips.sql.
 */
export const giveTip = async (
  tx: Transaction,
  { playerId, key, table, dealer, currency, amount }: NewTip,
  from: 'session' | 'advance' = 'session',
): Promise<
  GivenTip | { readonly ok: false; readonly refusal: 'insufficient_funds' | 'key_reused' }
> => {
  const source = from === 'session' ? sessionAccount(playerId) : advanceAccount(playerId);
  const destination = tipsAccount(currency);
  await tx.query(OPEN_ACCOUNT({ name: destination, currency }));
  const posted = await post(tx, {
    key: `tip:${playerId}:${key}`,
    kind: 'tip',
    postings: [{ source, destination, amount }],
  });
  if (!posted.ok) return posted;
  const { rows } = await tx.query<{ id: string; at_ms: string }>(
    INSERT({ player: playerId, key, table, dealer, amount }),
  );
  const { id, at_ms } = rows[0]!;
  return { ok: true, id, atMs: Number(at_ms), balance: posted.balances.get(source)! as Amount };
};
