/**
 * What operators' wallets gave and were given: each movement against its entry, and each verdict
 * against the operator's signature. Whoever has the database alone can make up none.
 */
import { createPublicKey } from 'node:crypto';
import type pg from 'pg';
import { isDigestOf, isSignedBy, signedParts } from '../operator/message-signature.js';
import { Proof } from './proof.js';

interface Row {
  readonly id: string;
  readonly operator_id: string;
  readonly movement_id: string;
  readonly kind: 'debit' | 'credit';
  readonly status: 'due' | 'done' | 'refused' | 'void' | 'cancelled';
  readonly amount: string;
  readonly moved: string | null;
  /** Null where no key of this operator's has that name. */
  readonly public_key: string | null;
  /** These are there once it has ended. */
  readonly signed: string | null;
  readonly signature: Buffer | null;
  readonly body: Buffer | null;
}

const PAGE = 1_000;

/** What its entry has moved between the outside and the player's own game account. */
const MOVEMENTS = `
select m.id, m.operator_id, m.movement_id, m.kind, m.status, m.amount, k.public_key, m.signed, m.signature, m.body,
       (select sum(case when d.player_id = m.player_id and s.kind = 'outside' then g.amount
                        when s.player_id = m.player_id and d.kind = 'outside' then -g.amount end)
          from entries e join postings g on g.entry_id = e.id
          join accounts s on s.id = g.source_id join accounts d on d.id = g.destination_id
         where e.key = 'wallet:' || m.operator_id || ':' || m.movement_id) as moved
  from wallet_movements m left join operator_keys k on k.kid = m.kid and k.operator_id = m.operator_id
 where m.id > $1 order by m.id limit ${PAGE}`;

const WITHOUT = `
select key from entries e
 where e.key like 'wallet:%' and e.kind in ('deposit', 'withdrawal')
   and not exists (select from wallet_movements m
                    where m.operator_id = split_part(e.key, ':', 2) and m.movement_id = split_part(e.key, ':', 3))`;

/** Within a transaction that sees one moment only. */
export const proveWalletMovements = async (client: pg.ClientBase): Promise<readonly Proof[]> => {
  const things = 'movements';
  const moved = new Proof('Every movement of a wallet has moved what it says.', things);
  const signed = new Proof('Every verdict of a wallet is one that its operator signed.', things);
  let last = '0';
  for (;;) {
    const { rows } = await client.query<Row>(MOVEMENTS, [last]);
    for (const row of rows) {
      const what = `movement ${row.movement_id} of ${row.operator_id}`;
      moved.looked += 1;
      moved.needs(row.moved === dueOf(row), `${what} moved ${row.moved}`);
      if (row.status === 'due' || row.status === 'void') continue;
      signed.looked += 1;
      signed.needs(isSigned(row), `${what} is not ${row.status} by what its operator signed`);
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  const { rows: without } = await client.query<{ key: string }>(WITHOUT);
  for (const { key } of without) moved.fails(`entry ${key} is of no movement`);
  return [moved, signed];
};

const dueOf = ({ kind, status, amount }: Row): string | null => {
  if (kind === 'credit') return `-${amount}`;
  return status === 'done' ? amount : null;
};

const isSigned = (row: Row): boolean => {
  const { public_key, signed, signature, body } = row;
  if (public_key === null || signed === null || signature === null || body === null) return false;
  const der = Buffer.from(public_key, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  if (!isSignedBy(key, signed, signature)) return false;
  const parts = signedParts(signed);
  if (parts.get('@status') !== '200') return false;
  if (!isDigestOf(parts.get('content-digest') ?? '', body)) return false;
  const answer = JSON.parse(body.toString()) as Readonly<Record<string, unknown>>;
  const isCancel = row.status === 'cancelled';
  return (
    answer['movementId'] === `${row.movement_id}${isCancel ? '.cancel' : ''}` &&
    answer['status'] === (row.status === 'refused' ? 'refused' : 'done')
  );
};
