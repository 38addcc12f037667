/**
 * What operators sent and took: each movement against its entry, and against the request that the
 * operator signed. Whoever has the database, and not the operator's key, can make up none: the keys
 * are those of the staff's log (operator-keys.ts), and what is signed by a shared secret is proven
 * only with the key that the secret is derived of.
 */
import type pg from 'pg';
import { isDigestOf, isSignedBy, signedParts } from '../operator/message-signature.js';
import { type OperatorsKeys, isOfMissingKey } from '../operator/shared-secrets.js';
import { type SignedBy, signingKey } from './operator-keys.js';
import { Proof } from './proof.js';

interface Row extends SignedBy {
  readonly movement_id: string;
  readonly kind: 'deposit' | 'withdrawal';
  readonly amount: string;
  readonly moved: string | null;
  readonly is_refused: boolean;
  /** Both are null where its operator has no such player. */
  readonly ref: string | null;
  readonly currency: string | null;
  readonly signed: string;
  readonly signature: Buffer;
  readonly body: Buffer;
}

const PAGE = 1_000;

/** What its entry has moved between the outside and the player's own game account. */
const MOVEMENTS = `
select m.operator_id, m.movement_id, m.kind, m.amount, m.refusal is not null as is_refused, p.ref, p.currency,
       k.kid, k.public_key, k.secret_by, m.signed, m.signature, m.body,
       (select sum(case when d.player_id = m.player_id and s.kind = 'outside' then g.amount
                        when s.player_id = m.player_id and d.kind = 'outside' then -g.amount end)
          from entries e join postings g on g.entry_id = e.id
          join accounts s on s.id = g.source_id join accounts d on d.id = g.destination_id
         where e.key = 'movement:' || m.operator_id || ':' || m.movement_id) as moved
  from operator_movements m
  left join players p on p.id = m.player_id and p.operator_id = m.operator_id
  left join operator_keys k on k.kid = m.kid and k.operator_id = m.operator_id
 where (m.operator_id, m.movement_id) > ($1, $2)
 order by m.operator_id, m.movement_id limit ${PAGE}`;

/**
 * Within a transaction that sees one moment only. Without the keys of secrets nothing is tried that
 * is signed by one.
 */
export const proveMovements = async (
  client: pg.ClientBase,
  keys?: OperatorsKeys,
): Promise<readonly Proof[]> => {
  const moved = new Proof('Every movement of an operator has moved what it says.', 'movements');
  const signed = new Proof('Every movement of an operator is one that it has signed.', 'movements');
  let last: readonly [string, string] = ['', ''];
  for (;;) {
    const { rows } = await client.query<Row>(MOVEMENTS, [...last]);
    for (const row of rows) {
      const what = `movement ${row.movement_id} of ${row.operator_id}`;
      moved.looked += 1;
      const due = row.kind === 'deposit' ? row.amount : `-${row.amount}`;
      moved.needs(row.moved === (row.is_refused ? null : due), `${what} moved ${row.moved}`);
      if (row.secret_by !== null && keys === undefined) {
        signed.untried += 1;
        continue;
      }
      signed.looked += 1;
      if (keys !== undefined && isOfMissingKey({ secretBy: row.secret_by }, keys)) {
        signed.fails(`${what} is signed by a secret of key ${row.secret_by}, which is not given`);
        continue;
      }
      signed.needs(isSigned(row, keys), `${what} is not what its operator signed`);
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    last = [end.operator_id, end.movement_id];
  }
  return [moved, signed];
};

const PATHS = { deposit: '/operator/deposit', withdrawal: '/operator/withdraw' } as const;

const isSigned = (row: Row, keys: OperatorsKeys | undefined): boolean => {
  const key = signingKey(row, keys);
  if (key === undefined || !isSignedBy(key, row.signed, row.signature)) return false;
  const said = signedParts(row.signed);
  if (said.get('@path') !== PATHS[row.kind]) return false;
  return isDigestOf(said.get('content-digest') ?? '', row.body) && isOf(row);
};

/** Whether the body orders this movement, and no other. */
const isOf = ({ body, movement_id, ref, currency, amount }: Row): boolean => {
  const order = JSON.parse(body.toString()) as Readonly<Record<string, unknown>>;
  return (
    order['movementId'] === movement_id &&
    order['player'] === ref &&
    order['currency'] === currency &&
    order['amount'] === amount
  );
};
