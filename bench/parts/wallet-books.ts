/**
 * The studio's journal and what a wallet has booked, compared from outside: by the rows of the one
 * and the balances of the other, movement by movement.
 */
import type pg from 'pg';
import { BALANCE, OPERATOR } from './wallet-house.js';

/** What the wallet says of itself. */
export interface WalletBooks {
  /** Minor units, by player. */
  readonly balances: readonly (readonly [player: string, balance: string])[];
  /** Each id once: what was done under it. */
  readonly done: readonly (readonly [movementId: string, kind: string, total: string])[];
  /** Ids that came again with other content. */
  readonly alarms: number;
}

interface BooksCompared {
  readonly movements: number;
  /** Movements that are at an end on one side only, or with another amount. */
  readonly lost: number;
  readonly doubled: number;
  /** Of all balances, what the players have more or less than the journal says; minor units. */
  readonly difference: string;
  /** Not decided yet. */
  readonly open: number;
  readonly alarms: number;
}

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly amount: string;
  readonly ref: string;
}

export const compareBooks = async (
  admin: pg.Pool,
  { balances, done, alarms }: WalletBooks,
): Promise<BooksCompared> => {
  const { rows } = await admin.query<Row>(
    `select m.movement_id as id, m.kind, m.status, m.amount::text, p.ref
       from wallet_movements m join players p on p.id = m.player_id where m.operator_id = $1`,
    [OPERATOR],
  );
  const there = new Map(done.map(([id, kind, total]) => [id, { kind, total }]));
  const due = new Map(balances.map(([player]) => [player, BALANCE]));
  let lost = 0;
  let open = 0;
  for (const { id, kind, status, amount, ref } of rows) {
    if (status === 'due' || status === 'void') open += 1;
    if (status === 'done') {
      const change = kind === 'debit' ? -BigInt(amount) : BigInt(amount);
      due.set(ref, (due.get(ref) ?? BALANCE) + change);
      // A stake of a void round is given back by the cancel of its debit.
      const asked = kind === 'credit' && id.endsWith('.cancel') ? 'cancel' : kind;
      const booked = there.get(id);
      if (booked?.kind !== asked || booked.total !== amount) lost += 1;
    }
  }
  const known = new Set(rows.flatMap(({ id }) => [id, `${id}.cancel`]));
  const doubled = done.filter(([id]) => !known.has(id)).length;
  let difference = 0n;
  for (const [player, has] of balances) {
    const apart = BigInt(has) - due.get(player)!;
    difference += apart < 0n ? -apart : apart;
  }
  return { movements: rows.length, lost, doubled, difference: `${difference}`, open, alarms };
};
