/** Approvals straight in Postgres, as the application's role: one person asks, another approves. */
import type pg from 'pg';
import type { ApprovalKind } from '../../src/protocol/approval.js';
import type { Role } from '../../src/protocol/command.js';
import type { FourEyes } from '../../src/round/four-eyes.js';

type Querying = Pick<pg.ClientBase, 'query'>;

interface Request {
  readonly kind: ApprovalKind;
  /** None where it concerns a case. */
  readonly table?: string;
  /** None where it concerns the shoe. */
  readonly game?: string;
  /** About a wallet. */
  readonly case?: string;
  readonly subject?: Readonly<Record<string, string>>;
}

export const ASKER = 'Dora';
export const APPROVER = 'Sven';

/** The row of one of the staff, for a test that has none yet. */
export const putOnDuty = async (
  client: Querying,
  id: string,
  role: Exclude<Role, 'player'> = 'shift_manager',
): Promise<void> => {
  await client.query(
    'insert into staff (id, role, name) values ($1, $2, $1) on conflict do nothing',
    [id, role],
  );
};

/**
 * The number of the request. The account that is to approve it exists before it, because a later
 * one may not.
 */
export const ask = async (
  client: Querying,
  { kind, table, game, case: its, subject = {} }: Request,
  by = ASKER,
): Promise<string> => {
  await putOnDuty(client, by);
  await putOnDuty(client, APPROVER);
  const { rows } = await client.query<{ id: string }>(
    `with asked as (
       insert into approvals (kind, table_id, game_number, subject, reason_code, requested_by, case_id)
       values ($1, $2, $3, $4, 'misdeal', $5, $6) returning *
     ), logged as (
       insert into staff_actions (staff_id, operation, table_id, game_number, subject, reason, after)
       select requested_by, 'approval:request', table_id, game_number, id::text, reason_code,
              subject || jsonb_build_object('kind', kind, 'note', note) from asked
     )
     select id from asked`,
    [kind, table, game, subject, by, its],
  );
  return rows[0]!.id;
};

export const decideOn = async (
  client: Querying,
  approval: string,
  by = APPROVER,
  verdict: 'approved' | 'refused' = 'approved',
): Promise<void> => {
  await putOnDuty(client, by);
  await client.query(
    `with decided as (
       insert into approval_decisions (approval_id, verdict, decided_by) values ($1, $2, $3)
       returning *
     )
     insert into staff_actions (staff_id, operation, subject, after)
     select decided_by, 'approval:decide', approval_id::text, jsonb_build_object('state', verdict)
       from decided`,
    [approval, verdict, by],
  );
};

/** What a command says of the two persons, with a valid approval. */
export const approved = async (client: Querying, request: Request): Promise<FourEyes> => {
  const approval = await ask(client, request);
  await decideOn(client, approval);
  return { requestedBy: ASKER, approvedBy: APPROVER, approval };
};
