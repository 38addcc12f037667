/**
 * What other rows say of the staff's log, and it of them: accounts, requests and decisions, notes
 * on incidents. Each was written in one transaction with its line.
 */
import type pg from 'pg';
import { STAFF_LOG } from './anchor.js';
import type { LogFault } from './verify.js';

/** The place of a line that was written at that time. */
const placeOf = (at: string): string =>
  `coalesce((select min(x.seq) from staff_actions x where x.at > ${at}), (select coalesce(max(seq), 0) + 1 from staff_actions))`;

const TRACES: readonly string[] = [
  `with line as (select * from staff_actions where operation = 'approval:request')
   select coalesce(line.seq, ${placeOf('a.requested_at')}) as seq,
          format('request %s: ', coalesce(a.id::text, line.subject)) || case
            when line.seq is null then 'it is kept, and is not in the log'
            when a.id is null then 'it is in the log, and is not kept'
            else 'what is kept of it is not what the log says' end as says
     from approvals a full join line on line.subject = a.id::text
    where a.id is null or line.seq is null
       or (a.requested_by, a.requested_at, a.table_id, a.game_number, a.hand_number::text, a.case_id::text, a.reason_code, a.kind::text, a.note, a.subject, a.expires_at) is distinct from
          (line.staff_id, line.at, line.table_id, line.game_number, line.after ->> 'hand', line.after ->> 'case', line.reason, line.after ->> 'kind', line.after ->> 'note',
           case when jsonb_typeof(line.after) = 'object' then line.after - array['kind', 'table', 'game', 'hand', 'case', 'reason', 'note', 'preview'] end, line.at + interval '15 minutes')`,
  `with line as (select * from staff_actions where operation = 'approval:decide')
   select coalesce(line.seq, ${placeOf('d.decided_at')}) as seq,
          format('the decision on request %s: ', coalesce(d.approval_id::text, line.subject)) || case
            when line.seq is null then 'it is kept, and is not in the log'
            when d.approval_id is null then 'it is in the log, and is not kept'
            else 'what is kept of it is not what the log says' end as says
     from approval_decisions d full join line on line.subject = d.approval_id::text
    where d.approval_id is null or line.seq is null
       or (d.decided_by, d.decided_at, d.verdict::text) is distinct from (line.staff_id, line.at, line.after ->> 'state')`,
  `with line as (
     select s.*, case operation when 'incident:take' then 'taken' when 'incident:note' then 'note' else 'closed' end as kind, coalesce(reason, '') as text
       from staff_actions s where operation in ('incident:take', 'incident:note', 'incident:close') and staff_id <> 'studio')
   select coalesce(line.seq, ${placeOf('n.at')}) as seq,
          format('a note (%s) on incident %s: ', coalesce(n.kind, line.kind), coalesce(n.incident_id::text, line.subject)) || case
            when line.seq is null then 'it is kept, and is not in the log' else 'it is in the log, and is not kept' end as says
     from (select * from incident_notes where kind <> 'again' and by <> 'studio') as n full join line
       on line.subject = n.incident_id::text and line.kind = n.kind and line.staff_id = n.by and line.text = n.text and line.at = n.at
    where n.id is null or line.seq is null`,
  `with opened as (
     select distinct on (subject) * from staff_actions where operation = 'staff:open' order by subject, seq
   ), changed as (
     select distinct on (subject) * from staff_actions where operation in ('staff:role', 'staff:disable', 'staff:enable', 'staff:unlock') order by subject, seq desc
   ), logged as (
     select coalesce(c.seq, o.seq) as seq, o.at, o.subject, o.after ->> 'name' as name, coalesce(c.after, o.after) ->> 'role' as role, o.after ->> 'table' as table_id,
            o.after ->> 'badge' as badge, c.after ->> 'disabledAtMs' as disabled,
            (select count(*) from staff_actions r where r.subject = o.subject and (r.operation = 'staff:reset'
               or (r.operation = 'staff:disable' and r.before ->> 'disabledAtMs' is null)
               or (r.operation in ('staff:pin', 'staff:role', 'staff:sign-out') and r.after ->> 'endsSignIns' = 'true'))) as generation
       from opened o left join changed c using (subject)
   )
   select coalesce(logged.seq, ${placeOf('s.created_at')}) as seq,
          format('the account %s: ', coalesce(s.id, logged.subject)) || case
            when logged.seq is null then 'it is kept, and the log does not say who opened it'
            when s.id is null then 'it is in the log, and is not kept'
            else 'what is kept of it is not what the log says' end as says
     from (select * from staff where id <> 'studio') as s full join logged on logged.subject = s.id
    where s.id is null or logged.seq is null
       or (s.name, s.role, s.table_id, s.badge, s.created_at, s.generation::bigint, (extract(epoch from s.disabled_at) * 1000)::bigint::text) is distinct from
          (logged.name, logged.role, logged.table_id, coalesce(logged.badge, s.badge), logged.at, logged.generation, logged.disabled)`,
  // Which actions an erasure may have touched is worked out as in erase_person (erasure.sql). Older
  // removals name no player.
  `select a.seq, case when a.reason is null then 'its reason is gone, and nobody was erased' else 'its reason is not the one that was given' end as says
     from staff_actions a
    where a.reason_digest is not null
      and case when a.reason is null then not exists (
                 select from erasures e
                  where a.id = any(e.actions) and a.operation ~ '^(players|player|chat|support):' and a.operation <> 'players:erase'
                    and (a.subject = e.operator_id || '/' || e.ref or exists (
                      select from players p
                       where (p.operator_id, p.ref) = (e.operator_id, e.ref) and p.id::text = case
                         when a.operation <> 'chat:remove' then a.subject when a.after ? 'player' then a.after ->> 'player' else p.id::text end)))
               else a.reason_digest is distinct from encode(sha256(a.reason_salt || convert_to(a.reason, 'UTF8')), 'hex') end`,
  `with line as (select * from staff_actions where operation = 'players:erase')
   select coalesce(line.seq, ${placeOf('e.at')}) as seq,
          format('the erasure of %s: ', coalesce(e.operator_id || '/' || e.ref, line.subject)) || case
            when line.seq is null then 'it is kept, and is not in the log' else 'it is in the log, and is not kept' end as says
     from erasures e full join line on line.subject = e.operator_id || '/' || e.ref and line.at = e.at
    where e.id is null or line.seq is null`,
];

/** `firstBad`: of the staff's log. What seems wrong before it follows from it. */
export const staffFaults = async (
  client: pg.ClientBase,
  firstBad: bigint | undefined,
): Promise<readonly LogFault[]> => {
  const faults: LogFault[] = [];
  for (const query of TRACES) {
    const { rows } = await client.query<{ seq: string; says: string }>(query);
    for (const { seq, says } of rows) {
      faults.push({ log: STAFF_LOG, seq: BigInt(seq), kind: 'trace_differs', says });
    }
  }
  return faults.filter(({ seq }) => firstBad === undefined || seq >= firstBad);
};
