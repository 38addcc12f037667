/**
 * The rows of requests for a second person, of the decisions on them and of their use. The database
 * refuses whatever breaks the rule of four eyes, whoever writes it.
 */
import type pg from 'pg';
import { statement } from '../../platform/statement.js';
import type {
  Approval,
  ApprovalKind,
  ApprovalRequest,
  ApprovalState,
} from '../../protocol/approval.js';

type Reads = Pick<pg.Pool, 'query'>;

interface Columns {
  readonly id: string;
  readonly kind: Approval['kind'];
  /** Null where it is about a hand or a case. */
  readonly table_id: string | null;
  /** Null where it is about a shoe, a hand or a case. */
  readonly game_number: string | null;
  readonly hand_number: string | null;
  readonly case_id: string | null;
  readonly subject: Subject;
  /** How many it is about. Null for all but `void_hands`. */
  readonly hands: string | null;
  readonly reason_code: Approval['reason'];
  readonly note: string;
  readonly requested_by: string;
  readonly requested_at: Date;
  readonly expires_at: Date;
  readonly verdict: 'approved' | 'refused' | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly seq: string | null;
  readonly is_over: boolean;
  readonly stands: boolean;
}

/** What is asked for besides the table and the round. It holds only what belongs to its kind. */
type Subject = Partial<Pick<ApprovalRequest, 'coup' | 'player' | 'card' | 'seat' | 'hands'>>;

const SELECT = `
select a.id, a.kind, a.table_id, a.game_number, a.hand_number, a.case_id, a.subject, a.expects ->> 'hands' as hands, a.reason_code, a.note, a.requested_by, a.requested_at, a.expires_at,
       d.verdict, d.decided_by, d.decided_at, u.seq, a.expires_at <= studio_now() as is_over,
       case when a.expires_at <= studio_now() or u.approval_id is not null or d.verdict = 'refused' then true
            else approval_stands(a, d.decided_by) end as stands
  from approvals a
  left join approval_decisions d on d.approval_id = a.id
  left join approval_uses u on u.approval_id = a.id`;

export const readApproval = async (pool: Reads, id: string): Promise<Approval | undefined> =>
  (await read(pool, `${SELECT} where a.id = $1`, [id]))[0];

/** Those that are pending or still to be carried out. */
export const readOpenApprovals = (pool: Reads): Promise<readonly Approval[]> =>
  read(
    pool,
    `${SELECT}
      where a.expires_at > studio_now() and u.approval_id is null and d.verdict is distinct from 'refused'
      order by a.id`,
    [],
  );

/** Those that were asked for in the last 15 minutes, in any state, and those of `also`. */
export const readRecentApprovals = (
  pool: Reads,
  also: readonly string[],
): Promise<readonly Approval[]> =>
  read(
    pool,
    `${SELECT}
      where a.expires_at > studio_now() or a.id = any($1::bigint[])
      order by a.id`,
    [also],
  );

interface ApprovalFilter {
  readonly table?: string | undefined;
  readonly state?: ApprovalState | undefined;
  readonly kinds?: readonly ApprovalKind[] | undefined;
}

const approvalsThat = (areInState: string) =>
  statement({
    inputs: { table: 'text null', kinds: 'approval_kind[] null', limit: 'bigint' },
    text: `${SELECT}
 where (:table is null or a.table_id = :table) and (:kinds is null or a.kind = any(:kinds))
   and ${areInState}
 order by a.id desc limit :limit`,
  });

const IN_ANY_STATE = approvalsThat('true');
/**
 * Written out for each state, so that each is found by an index of its own. Of requests that nobody
 * carried out there are few: each that is passed over is looked up by itself.
 */
const IN_STATE: Readonly<Record<ApprovalState, ReturnType<typeof approvalsThat>>> = {
  done: approvalsThat('u.approval_id is not null'),
  refused: approvalsThat(`u.approval_id is null and d.verdict = 'refused'`),
  expired: approvalsThat(
    `not exists (select from approval_uses where approval_id = a.id offset 0) and d.verdict is distinct from 'refused' and a.expires_at <= studio_now()`,
  ),
  approved: approvalsThat(
    `u.approval_id is null and d.verdict = 'approved' and a.expires_at > studio_now()`,
  ),
  pending: approvalsThat(
    'u.approval_id is null and d.approval_id is null and a.expires_at > studio_now()',
  ),
};

/** The newest first. */
export const readApprovals = async (
  pool: Reads,
  { table, state, kinds }: ApprovalFilter,
  limit: number,
): Promise<readonly Approval[]> => {
  const approvals = state === undefined ? IN_ANY_STATE : IN_STATE[state];
  return read(pool, approvals({ table, kinds, limit }));
};

/**
 * Everything that was asked for about one round, and what was used in its course (a cut card by
 * hand). The oldest first.
 */
export const readApprovalsOfRound = (pool: Reads, game: string): Promise<readonly Approval[]> =>
  read(
    pool,
    `${SELECT}
      where a.game_number = $1
         or (a.game_number is null and exists (
               select from rounds r where r.game_number = $1 and r.table_id = u.table_id
                  and u.seq between r.opened_seq and coalesce(r.ended_seq, u.seq)))
      order by a.id`,
    [game],
  );

const KEEP_REQUEST = statement({
  inputs: {
    kind: 'approval_kind',
    table: 'text null',
    game: 'bigint null',
    hand: 'bigint null',
    case: 'bigint null',
    subject: 'jsonb',
    reason: 'text',
    note: 'text',
    by: 'text',
  },
  text: `
insert into approvals (kind, table_id, game_number, hand_number, case_id, subject, reason_code, note, requested_by)
values (:kind, :table, :game, :hand, :case, :subject, :reason, :note, :by) returning id`,
});

/**
 * Returns the number of the request. The database says when it was made, until when it holds, and
 * the state of the round or the shoe that it is about.
 */
export const keepRequest = async (
  client: Pick<pg.ClientBase, 'query'>,
  { kind, table, game, hand, case: of, reason, note = '', ...subject }: ApprovalRequest,
  by: string,
): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    KEEP_REQUEST({
      ...{ kind, table, game, hand, case: of, reason, note, by },
      subject: JSON.stringify(subject),
    }),
  );
  return rows[0]!.id;
};

const KEEP_DECISION = statement({
  inputs: { id: 'bigint', verdict: 'approval_verdict', by: 'text' },
  text: 'insert into approval_decisions (approval_id, verdict, decided_by) values (:id, :verdict, :by)',
});

export const keepDecision = async (
  client: Pick<pg.ClientBase, 'query'>,
  id: string,
  verdict: 'approved' | 'refused',
  by: string,
): Promise<void> => {
  await client.query(KEEP_DECISION({ id, verdict, by }));
};

/** Whether whoever made the request might make it now. */
export const mayStillAsk = async (
  client: Pick<pg.ClientBase, 'query'>,
  id: string,
): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(
    'select may_ask(requested_by, kind::text) as may from approvals where id = $1',
    [id],
  );
  return rows[0]?.may ?? false;
};

/** Whether what the request is about is still as it was when it was made. */
export const stillStands = async (pool: Reads, id: string): Promise<boolean> => {
  const { rows } = await pool.query<{ stands: boolean }>(
    'select expects = subject_state(a) as stands from approvals a where id = $1',
    [id],
  );
  return rows[0]?.stands ?? false;
};

const read = async (
  pool: Reads,
  query: string | pg.QueryConfig,
  values?: unknown[],
): Promise<readonly Approval[]> => {
  const { rows } = await pool.query<Columns>(query, values);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    table: row.table_id,
    game: row.game_number,
    hand: row.hand_number,
    case: row.case_id,
    coup: row.subject.coup ?? null,
    player: row.subject.player ?? null,
    card: row.subject.card ?? null,
    seat: row.subject.seat ?? null,
    hands: handsOf(row),
    reason: row.reason_code,
    note: row.note,
    state: stateOf(row),
    requestedBy: row.requested_by,
    requestedAtMs: row.requested_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    stands: row.stands,
    decidedBy: row.decided_by,
    decidedAtMs: row.decided_at?.getTime() ?? null,
    doneSeq: row.seq === null ? null : Number(row.seq),
  }));
};

/** The keys are for the database alone. */
const handsOf = ({ subject, hands: count }: Columns): Approval['hands'] => {
  if (subject.hands === undefined) return null;
  const { game, why, untilMs } = subject.hands;
  return { game, why, untilMs: untilMs ?? null, count: Number(count) };
};

const stateOf = ({ verdict, seq, is_over: isOver }: Columns): ApprovalState => {
  if (seq !== null) return 'done';
  if (verdict === 'refused') return 'refused';
  if (isOver) return 'expired';
  return verdict ?? 'pending';
};
