/** The rows of what administrators ask to be changed of operators. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { KeptChange, OperatorState } from '../protocol/operator-changes.js';
import type { NewKey, OrderedBy, Planned } from './operators.js';

type Querying = Pick<pg.ClientBase, 'query'>;

const INSERT = statement({
  inputs: {
    operator: 'text',
    kind: 'text',
    before: 'jsonb null',
    after: 'jsonb',
    reason: 'text',
    by: 'text',
    waitingMax: 'int',
  },
  text: `
insert into operator_changes (operator_id, kind, before, after, reason, requested_by)
select :operator, :kind, :before, :after, :reason, :by
 where (select count(*) from operator_changes
         where verdict is null and expires_at > studio_clock()) < :waitingMax
returning id`,
});

/** The number of the change. Undefined where so many wait already: nothing is written. */
export const insertChange = async (
  client: Querying,
  { operator, kind, before, after }: Planned,
  { by, reason }: OrderedBy,
  waitingMax: number,
): Promise<string | undefined> => {
  const { rows } = await client.query<{ id: string }>(
    INSERT({
      ...{ operator, kind, by, reason, waitingMax },
      before: before === null ? null : JSON.stringify(before),
      after: JSON.stringify(after),
    }),
  );
  return rows[0]?.id;
};

export interface AskedChange extends Pick<KeptChange, 'operator' | 'kind' | 'requestedBy'> {
  readonly before: OperatorState | null;
  readonly after: OperatorState | NewKey;
  readonly verdict: 'approved' | 'refused' | null;
  readonly isOver: boolean;
}

/** Nobody else decides on it until the transaction ends. */
export const lockChange = async (
  client: Querying,
  id: string,
): Promise<AskedChange | undefined> => {
  const { rows } = await client.query<AskedChange>(
    `select operator_id as operator, kind, before, after, requested_by as "requestedBy", verdict,
            expires_at <= studio_clock() as "isOver"
       from operator_changes where id = $1 for update`,
    [id],
  );
  return rows[0];
};

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

const READ = statement({
  inputs: { limit: 'int' },
  text: `
select id, operator_id as operator, kind, before, after, reason, requested_by as "requestedBy",
       ${ms('requested_at')} as "requestedAtMs", ${ms('expires_at')} as "expiresAtMs",
       case when verdict = 'approved' then 'done' when verdict = 'refused' then 'refused'
            when expires_at <= studio_clock() then 'expired' else 'pending' end as state,
       decided_by as "decidedBy", ${ms('decided_at')} as "decidedAtMs"
  from operator_changes
 order by verdict is null and expires_at > studio_clock() desc, id desc limit :limit`,
});

type Row = Omit<KeptChange, 'requestedAtMs' | 'expiresAtMs' | 'decidedAtMs'> &
  Readonly<Record<'requestedAtMs' | 'expiresAtMs', string>> & {
    readonly decidedAtMs: string | null;
  };

/** Those that wait come first, and the newest of each. */
export const readChanges = async (client: Querying, limit: number): Promise<KeptChange[]> => {
  const { rows } = await client.query<Row>(READ({ limit }));
  return rows.map(({ requestedAtMs, expiresAtMs, decidedAtMs, ...change }) => ({
    ...change,
    requestedAtMs: Number(requestedAtMs),
    expiresAtMs: Number(expiresAtMs),
    decidedAtMs: decidedAtMs === null ? null : Number(decidedAtMs),
  }));
};
