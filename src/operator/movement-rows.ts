/** The journal of what operators sent and took: each movement once, with what was signed. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';

type Querying = Pick<pg.ClientBase, 'query'>;

export type MovementKind = 'deposit' | 'withdrawal';

export interface Movement {
  readonly movementId: string;
  readonly kind: MovementKind;
  /** The studio's number. */
  readonly player: string;
  readonly amount: bigint;
  /** Null where it moved. */
  readonly refusal: 'insufficient_funds' | 'balance_too_large' | null;
  /** What the player could take out after it. */
  readonly available: bigint;
}

interface Signed {
  readonly operator: string;
  readonly kid: string;
  readonly signed: string;
  readonly signature: Buffer;
  readonly body: Buffer;
}

const FIND_PLAYER = statement({
  inputs: { operator: 'text', ref: 'text', currency: 'text' },
  text: `
select p.id, o.mode from players p join operators o on o.id = p.operator_id
 where p.operator_id = :operator and p.ref = :ref and p.currency = :currency`,
});

export const findPlayer = async (
  client: Querying,
  operator: string,
  ref: string,
  currency: string,
): Promise<{ readonly id: string; readonly mode: string } | undefined> => {
  const { rows } = await client.query<{ id: string; mode: string }>(
    FIND_PLAYER({ operator, ref, currency }),
  );
  return rows[0];
};

export const findMovement = async (
  client: Querying,
  operator: string,
  movementId: string,
): Promise<Movement | undefined> => {
  const { rows } = await client.query<
    Pick<Movement, 'kind' | 'player' | 'refusal'> & { amount: string; available: string }
  >(
    `select kind, player_id as player, amount, refusal, available from operator_movements
      where operator_id = $1 and movement_id = $2`,
    [operator, movementId],
  );
  if (rows[0] === undefined) return undefined;
  const { amount, available, ...row } = rows[0];
  return { movementId, ...row, amount: BigInt(amount), available: BigInt(available) };
};

const INSERT = statement({
  inputs: {
    operator: 'text',
    movementId: 'text',
    kind: 'entry_kind',
    player: 'bigint',
    amount: 'bigint',
    refusal: 'text null',
    available: 'bigint',
    kid: 'text',
    signed: 'text',
    signature: 'bytea',
    body: 'bytea',
  },
  text: `
insert into operator_movements (operator_id, movement_id, kind, player_id, amount, refusal, available, kid, signed, signature, body)
values (:operator, :movementId, :kind, :player, :amount, :refusal, :available, :kid, :signed, :signature, :body)
on conflict do nothing`,
});

/** False where the operator has used the id before. Waits for whoever is using it just now. */
export const insertMovement = async (
  client: Querying,
  movement: Movement,
  { operator, kid, signed, signature, body }: Signed,
): Promise<boolean> => {
  const row = { ...movement, operator, kid, signed, signature, body };
  const { rowCount } = await client.query(INSERT(row));
  return rowCount === 1;
};
