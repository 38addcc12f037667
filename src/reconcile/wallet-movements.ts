/**
 * What operators' wallets gave and were given: each movement against its entry, and each verdict
 * against the operator's signature. Whoever has the database alone can make up none: the keys are
 * those of the staff's log (operator-keys.ts), and what is signed by a shared secret is proven only
 * with the key that the secret is derived of.
 */
import type pg from 'pg';
import { isDigestOf, isSignedBy, signedParts } from '../operator/message-signature.js';
import { type OperatorsKeys, isOfMissingKey } from '../operator/shared-secrets.js';
import { type SignedBy, signingKey } from './operator-keys.js';
import { Proof } from './proof.js';

interface Row extends SignedBy {
  readonly id: string;
  readonly movement_id: string;
  readonly kind: 'debit' | 'credit' | 'adjust' | 'tip';
  readonly status: 'due' | 'done' | 'refused' | 'void' | 'cancelled' | 'by_hand';
  readonly amount: string;
  readonly moved: string | null;
  /** Whether two persons have settled it. */
  readonly is_settled: boolean;
  /** These are there once it has ended. */
  readonly signed: string | null;
  readonly signature: Buffer | null;
  readonly body: Buffer | null;
}

const PAGE = 1_000;

/** What its entry has moved between the outside and the player's own game account. */
const MOVEMENTS = `
select m.id, m.operator_id, m.movement_id, m.kind, m.status, m.amount, k.kid, k.public_key, k.secret_by, m.signed, m.signature, m.body,
       exists (select from wallet_cases c join approval_uses u on u.approval_id = c.approval_id and u.table_id = '@wallets' and u.seq = c.id
                join approvals a on a.id = u.approval_id and a.kind::text = 'settle_case' and a.case_id = c.id
                join approval_decisions d on d.approval_id = a.id and d.verdict = 'approved' and d.decided_by <> a.requested_by
                where c.operator_id = m.operator_id and c.movement_id = m.movement_id and c.ended_as = 'by_hand') as is_settled,
       (select sum(case when d.player_id = m.player_id and s.kind = 'outside' then g.amount
                        when s.player_id = m.player_id and d.kind = 'outside' then -g.amount end)
          from entries e join postings g on g.entry_id = e.id
          join accounts s on s.id = g.source_id join accounts d on d.id = g.destination_id
         where e.key = 'wallet:' || m.operator_id || ':' || m.movement_id) as moved
  from wallet_movements m left join operator_keys k on k.kid = m.kid and k.operator_id = m.operator_id
 where m.id > $1 order by m.id limit ${PAGE}`;

/**
 * Of each stake that a wallet gave: what its round was to give back by one credit, and by one
 * adjustment for each correction, and what the journal has of it.
 */
const UNCLOSED = `
with taken as (
  select d.operator_id, d.game_number, d.player_id, d.amount, r.status, 'round.' || d.game_number || '.' || d.player_id || '.' as id
    from wallet_movements d join rounds r using (game_number)
   where d.kind = 'debit' and d.status = 'done' and r.status in ('settled', 'refunded')
), due as (
  select t.operator_id, t.id || case when exists (select from wallet_movements c where c.operator_id = t.operator_id
                                       and c.movement_id = t.id || 'cancel' and t.status = 'refunded')
                                     then 'cancel' else 'credit' end as movement_id,
         case when h.player_id is null then coalesce(p.paid, 0) else 0 end as amount
    from taken t left join payouts p using (game_number, player_id)
    left join hand_pays h on h.game_number = t.game_number and h.player_id = t.player_id and h.ordinal = 0
  union all
  select t.operator_id, t.id || 'adjust.' || c.ordinal, c.paid - c.was
    from taken t join correction_payouts c using (game_number, player_id)
    join corrections k on k.game_number = c.game_number and k.ordinal = c.ordinal and k.finished_seq is not null
    left join hand_pays h on h.game_number = c.game_number and h.player_id = c.player_id and h.ordinal = c.ordinal
   where c.paid <> c.was and h.player_id is null
)
select format('movement %s of %s has %s, and %s is due', movement_id, operator_id, coalesce(m.amount::text, 'nothing'), due.amount) as what
  from due left join wallet_movements m using (operator_id, movement_id) where m.amount is distinct from due.amount
union all
select format('round %s took %s from player %s, who staked %s', t.game_number, t.amount, t.player_id, coalesce(b.stake, 0))
  from taken t left join lateral (select sum(amount) as stake from bets b
    where b.game_number = t.game_number and b.player_id = t.player_id) as b on true
 where b.stake is distinct from t.amount
union all
select format('movement %s of %s is of no stake that was given', c.movement_id, c.operator_id)
  from wallet_movements c
 where c.game_number is not null and c.kind <> 'debit' and not exists (
   select from wallet_movements d where d.game_number = c.game_number and d.player_id = c.player_id
      and d.kind = 'debit' and d.status = 'done')`;

/**
 * Of each stake of a hand that a wallet gave: it is played by its action, or on its way back; and
 * what its hand was to give back. A stake of a moment ago may be neither yet.
 */
const HANDS_UNCLOSED = `
with stake as (
  select m.*, h.status as hand_status, h.paid, v.status_before, v.back
    from wallet_movements m left join solo_hands h on h.hand_number = m.hand_number
    left join hand_voids v on v.hand_number = m.hand_number
   where m.hand_number is not null and m.kind = 'debit' and m.status = 'done'
), due as (
  select distinct operator_id, 'hand.' || player_id || '.' || hand_number || '.credit' as movement_id, paid as amount
    from stake where stake_use = 'played' and (hand_status = 'over' or (hand_status = 'void' and status_before = 'over'))
  union all
  select operator_id, movement_id || '.cancel', amount from stake
   where stake_use = 'undone' or (stake_use = 'played' and hand_status = 'void' and status_before = 'in_play')
  union all
  select distinct operator_id, 'hand.' || player_id || '.' || hand_number || '.adjust.1', back from stake
   where stake_use = 'played' and hand_status = 'void' and status_before = 'over' and back <> 0
), given as (
  select operator_id, movement_id, amount from wallet_movements where hand_number is not null and kind <> 'debit'
)
select format('movement %s of %s has %s, and %s is due', movement_id, operator_id, coalesce(g.amount::text, 'nothing'), coalesce(due.amount::text, 'nothing')) as what
  from due full join given g using (operator_id, movement_id) where g.amount is distinct from due.amount
union all
select format('hand %s took %s from player %s by a command that its wallet gave %s for', coalesce(s.hand_number, m.hand_number), coalesce(s.taken, 0),
              coalesce(s.player_id, m.player_id), coalesce(m.amount, 0))
  from (select s.hand_number, s.player_id, s.taken, p.operator_id, 'hand.' || s.player_id || '.' || s.command_id || '.debit' as movement_id
          from solo_steps s join players p on p.id = s.player_id join operators o on o.id = p.operator_id
         where s.taken > 0 and o.mode = 'seamless' and p.currency <> 'XXX') as s
  full join (select * from stake where stake_use = 'played') as m using (operator_id, movement_id)
 where s.taken is distinct from m.amount or s.hand_number is distinct from m.hand_number`;

/**
 * Within a transaction that sees one moment only. Without the keys of secrets nothing is tried that
 * is signed by one.
 */
export const proveWalletMovements = async (
  client: pg.ClientBase,
  keys?: OperatorsKeys,
): Promise<readonly Proof[]> => {
  const things = 'movements';
  const moved = new Proof('Every movement of a wallet has moved what it says.', things);
  const signed = new Proof(
    'Every verdict of a wallet is one that its operator signed, or two persons settled it.',
    things,
  );
  let last = '0';
  for (;;) {
    const { rows } = await client.query<Row>(MOVEMENTS, [last]);
    for (const row of rows) {
      const what = `movement ${row.movement_id} of ${row.operator_id}`;
      moved.looked += 1;
      moved.needs(row.moved === dueOf(row), `${what} moved ${row.moved}`);
      if (row.status === 'due' || row.status === 'void') continue;
      if (row.status === 'by_hand') {
        signed.needs(row.is_settled, `${what} was settled by hand, and nobody agreed to it`);
        continue;
      }
      if (row.secret_by !== null && keys === undefined) {
        signed.untried += 1;
        continue;
      }
      signed.looked += 1;
      if (keys !== undefined && isOfMissingKey({ secretBy: row.secret_by }, keys)) {
        signed.fails(`${what} is signed by a secret of key ${row.secret_by}, which is not given`);
        continue;
      }
      signed.needs(isSigned(row, keys), `${what} is not ${row.status} by what its operator signed`);
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  const closed = new Proof('Every stake that a wallet gave is closed by what is due.', 'stakes');
  const { rows: taken } = await client.query<{ n: string }>(
    `select count(*) as n from wallet_movements
      where (game_number is not null or hand_number is not null) and kind = 'debit' and status = 'done'`,
  );
  closed.looked = Number(taken[0]!.n);
  const { rows: unclosed } = await client.query<{ what: string }>(UNCLOSED);
  const { rows: ofHands } = await client.query<{ what: string }>(HANDS_UNCLOSED);
  for (const { what } of [...unclosed, ...ofHands]) closed.fails(what);
  return [moved, signed, closed];
};

const dueOf = ({ kind, status, amount }: Row): string | null => {
  if (kind === 'tip') return null; // Of what the wallet gave before.
  const due = BigInt(amount);
  if (kind === 'credit' || (kind === 'adjust' && due > 0n)) return due === 0n ? null : `-${amount}`;
  // What two persons settled of a correction has come past the wallet.
  if (status !== 'done' && !(kind === 'adjust' && status === 'by_hand')) return null;
  return (due < 0n ? -due : due).toString();
};

const isSigned = (row: Row, keys: OperatorsKeys | undefined): boolean => {
  const { signed, signature, body } = row;
  if (signed === null || signature === null || body === null) return false;
  const key = signingKey(row, keys);
  if (key === undefined || !isSignedBy(key, signed, signature)) return false;
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
