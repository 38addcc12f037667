/** What must hold for hands of solo games, their steps and their voids, and for what they moved. */
import { IS_TAKEN_OUT } from '../period/period-entries.js';
import type { Search } from './search.js';

/**
 * An end is written by the database's clock, as its transaction begins; its batch is put together a
 * moment before, by the process's. They are a few seconds apart where the two clocks agree. Hands
 * go on where a clock is wrong, which is an incident from a second on, and the books are not wrong
 * for that.
 */
const ENDED_WITHIN_MS = 600_000;

export const HANDS: readonly Search[] = [
  {
    says: 'Every entry of solo hands belongs to a batch in their log, and moves for each player what its steps take and pay.',
    things: 'entries',
    count: `select count(*) from entries where kind = 'hands'`,
    wrong: `
      with batch as materialized (
        select e.id, e.kind, e.key, l.chain, l.seq
          from entries e left join solo_log l on e.key = 'hands:' || l.chain || ':' || l.seq
         where e.kind = 'hands' and not exists (select from hand_voids v where v.chain = l.chain and v.seq = l.seq)
      ), due as materialized (
        select b.id, format('%s %s', w.amount, w.way) as what
          from batch b join solo_steps s on s.chain = b.chain and s.seq = b.seq join solo_hands h on h.hand_number = s.hand_number
          left join hand_voids v on v.hand_number = h.hand_number
         cross join lateral (values
           (s.taken, 'staked by player ' || s.player_id), (s.paid, 'paid to player ' || s.player_id),
           (case when (h.status = 'over' or v.status_before = 'over')
                  and not exists (select from solo_steps n where n.hand_number = s.hand_number and n.ordinal = s.ordinal + 1)
                 then h.taken end, 'of hands of player ' || s.player_id || ' to the house')) as w(amount, way)
         where w.amount > 0
      ), posted as materialized (
        select b.id, format('%s %s', p.amount, case
                 when s.kind = 'session' and d.kind = 'hands' and s.player_id = d.player_id then 'staked by player ' || s.player_id
                 when s.name = 'house' and d.kind = 'session' then 'paid to player ' || d.player_id
                 when s.kind = 'hands' and d.name = 'house' then 'of hands of player ' || s.player_id || ' to the house'
                 else 'from ' || s.name || ' to ' || d.name end) as what
          from batch b join postings p on p.entry_id = b.id
          join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
      ), differs as (
        select id, what || ', which its steps do not say' as what from (select * from posted except all select * from due) as more
        union all
        select id, 'not ' || what || ', as its steps say' from (select * from due except all select * from posted) as less
        union all
        select id, 'what no batch says' from batch where seq is null
      )
      select format('entry %s moves %s', e.key, d.what) as what
        from differs d join batch e using (id)
       where not ${IS_TAKEN_OUT}
       order by e.id, d.what`,
  },
  {
    says: 'Every batch of steps of solo hands that moves money has its entry.',
    things: 'steps',
    count: 'select count(*) from solo_steps',
    wrong: `
      select format('batch %s of %s takes %s and pays %s, and has no entry', seq, chain, sum(taken), sum(paid)) as what
        from solo_steps s group by chain, seq
      having sum(taken) + sum(paid) > 0 and not exists (select from entries e where e.key = 'hands:' || chain || ':' || seq and e.kind = 'hands')`,
  },
  {
    says: 'Every hand has taken and paid what its steps say, and pays once, at its end.',
    things: 'hands',
    count: 'select count(*) from solo_hands',
    wrong: `
      select format('hand %s: %s taken, %s paid, %s events, and its steps say %s, %s and %s', h.hand_number, h.taken, h.paid, h.step, s.taken, s.paid, s.step) as what
        from solo_hands h cross join lateral (
          select coalesce(sum(taken), 0) as taken, coalesce(sum(paid), 0) as paid, coalesce(max(step_after), 0) as step, count(*) as steps,
                 coalesce(max(ordinal), 0) as last, count(*) filter (where paid > 0) as pays, coalesce(max(ordinal) filter (where paid > 0), 0) as paid_at
            from solo_steps s where s.hand_number = h.hand_number) as s
       where (h.taken, h.paid, h.step) is distinct from (s.taken, s.paid, s.step) or s.steps <> s.last or s.pays > 1
          or (s.pays = 1 and (s.paid_at <> s.last or h.status not in ('over', 'void')))
      union all
      select format('step %s of hand %s, which is not there', ordinal, hand_number) from solo_steps s
       where not exists (select from solo_hands h where h.hand_number = s.hand_number and h.player_id = s.player_id)`,
  },
  {
    says: 'Every void hand was voided by two persons, in time, and has moved what it took and did not pay.',
    things: 'hands',
    count: `select count(*) from solo_hands where status = 'void'`,
    wrong: `
      select format('hand %s is void, and its void does not hold', coalesce(h.hand_number, v.hand_number)) as what
        from (select * from solo_hands where status = 'void') as h full join hand_voids v on v.hand_number = h.hand_number
        left join (
          select approval_id, jsonb_build_object('hands', count(*), 'digest',
                   encode(sha256(convert_to(string_agg(hand_number || ':' || step, ',' order by hand_number), 'UTF8')), 'hex')) as state
            from hand_voids group by approval_id) as many on many.approval_id = v.approval_id
        left join approvals a on a.id = v.approval_id
              and (a.kind::text = 'void_hand' and a.hand_number = v.hand_number and a.expects = jsonb_build_object('status', v.status_before, 'step', v.step)
                   or a.kind::text = 'void_hands' and v.status_before = 'in_play' and a.expects = many.state)
        left join approval_decisions d on d.approval_id = a.id and d.verdict = 'approved' and d.decided_by <> a.requested_by and d.decided_at <= a.expires_at
        left join approval_uses u on u.approval_id = a.id and u.table_id = v.chain and u.seq = v.seq and u.used_at <= a.expires_at
        left join lateral (
          select coalesce(sum(p.amount) filter (where t.kind in ('session', 'game', 'shortfall', 'advance') and t.player_id = h.player_id), 0)
               - coalesce(sum(p.amount) filter (where f.kind in ('session', 'game', 'shortfall', 'advance') and f.player_id = h.player_id), 0) as back,
                 coalesce(sum(p.amount) filter (where f.kind = 'shortfall' and f.player_id = h.player_id), 0) as owed
            from entries e join postings p on p.entry_id = e.id
            join accounts f on f.id = p.source_id join accounts t on t.id = p.destination_id
           where e.key = 'hands:' || v.chain || ':' || v.seq and e.kind = 'hands') as moved on true
       where h.hand_number is null or v.hand_number is null or d.approval_id is null or u.approval_id is null
          or v.back <> h.taken - h.paid or moved.back <> v.back or moved.owed <> v.shortfall
      union all
      select format('entry %s moves %s from %s to %s, which is of no hand that it voids', e.key, p.amount, f.name, t.name)
        from (select distinct chain, seq from hand_voids) as batch
        join entries e on e.key = 'hands:' || batch.chain || ':' || batch.seq and e.kind = 'hands' join postings p on p.entry_id = e.id
        join accounts f on f.id = p.source_id join accounts t on t.id = p.destination_id
        left join (select distinct v.chain, v.seq, h.player_id from hand_voids v join solo_hands h using (hand_number)) as own
          on own.chain = batch.chain and own.seq = batch.seq and own.player_id = coalesce(f.player_id, t.player_id)
       where own.player_id is null or f.player_id <> t.player_id
          or (f.player_id is null and f.name <> 'house') or (t.player_id is null and t.name <> 'house')
      union all
      select format('approval %s was used, and voided no hand', u.approval_id) from approval_uses u
        join approvals a on a.id = u.approval_id and a.kind::text in ('void_hand', 'void_hands')
       where not exists (select from hand_voids v where v.approval_id = a.id)`,
  },
  {
    says: 'Every hand that is over or void has ended when its log says, within ten minutes, and no other has.',
    things: 'hands',
    count: 'select count(*) from solo_hands',
    // At its last step, or at its void where it was in play: a void leaves an end as it is.
    wrong: `
      select format('hand %s is %s and has ended at %s, and its log says %s', h.hand_number, h.status, coalesce(h.ended_at::text, 'no time'),
                    coalesce(to_timestamp(l.at_ms / 1000.0)::text, 'nothing of its end')) as what
        from solo_hands h
        left join hand_voids v on v.hand_number = h.hand_number and v.status_before = 'in_play'
        left join solo_steps s on s.hand_number = h.hand_number and s.step_after = h.step
        left join solo_log l on h.status in ('over', 'void') and l.chain = coalesce(v.chain, s.chain) and l.seq = coalesce(v.seq, s.seq)
       where case when h.status in ('over', 'void')
                  then (abs(extract(epoch from h.ended_at) * 1000 - l.at_ms) <= ${ENDED_WITHIN_MS}) is not true
                  else h.ended_at is not null end`,
  },
  {
    says: 'Every account of hands holds the stakes of its player’s hands in play.',
    things: 'accounts',
    count: `select count(*) from accounts where kind = 'hands'`,
    wrong: `
      select format('%s holds %s, and %s is in play', coalesce(a.name, 'no account of player ' || h.player_id), coalesce(a.balance, 0), coalesce(h.taken, 0)) as what
        from (select * from accounts where kind = 'hands') as a
        full join (select player_id, sum(taken) as taken from solo_hands where status = 'in_play' group by player_id) as h using (player_id)
       where coalesce(a.balance, 0) <> coalesce(h.taken, 0)`,
  },
];
