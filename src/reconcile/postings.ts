/**
 * What must hold for all rows of a kind at once. Each proof is a query for the rows for which it
 * does not hold.
 */
import type pg from 'pg';
import { Proof } from './proof.js';

interface Search {
  readonly says: string;
  readonly things: string;
  /** Counts the things. */
  readonly count: string;
  /** Finds what is wrong, as sentences in the column `what`. */
  readonly wrong: string;
}

/**
 * By account, with what archived periods made of it. It is also what the house and the outside
 * hold, whose balance no row keeps.
 */
const GAINS = `
select id, sum(amount) as gain
  from (select destination_id as id, amount from postings union all select source_id, -amount from postings
        union all select account_id, gain from archived_gains) as change
 group by id`;

/** Of an entry `e`: whether its period is archived, or being archived now. Its postings go then. */
const IS_TAKEN_OUT = `moves_within_periods(e.id, e.kind, e.key, (select coalesce(max(period), 0) from period_archives))`;

/** Of each account that has one. Accounts of before have their player's. */
const CURRENCIES = `
select a.id, a.name, coalesce(p.currency, a.currency) as currency from accounts a left join players p on p.id = a.player_id`;

/**
 * Which accounts money of a kind of entry may leave and reach. Reversals may go any way. They are
 * checked against their entries.
 */
const WAYS = `
values ('deposit', 'outside', 'game'), ('deposit', 'outside', 'house'),
       ('withdrawal', 'game', 'outside'), ('withdrawal', 'house', 'outside'),
       ('deposit', 'outside', 'advance'), ('withdrawal', 'advance', 'outside'),
       ('buy_in', 'advance', 'session'), ('cash_out', 'game', 'advance'),
       ('buy_in', 'game', 'session'), ('cash_out', 'session', 'game'),
       ('bets', 'session', 'stakes'), ('bets', 'stakes', 'session'),
       ('settlement', 'stakes', 'session'), ('settlement', 'stakes', 'house'), ('settlement', 'house', 'stakes'),
       ('refund', 'stakes', 'session'), ('settlement', 'stakes', 'outside'), ('refund', 'stakes', 'outside'),
       ('cover', 'advance', 'session'), ('correction', 'session', 'advance'), ('hands', 'house', 'advance'), ('hands', 'advance', 'house'),
       ('cover', 'game', 'session'), ('cover', 'shortfall', 'session'), ('clawback', 'session', 'house'),
       ('correction', 'house', 'session'), ('correction', 'session', 'game'),
       ('clawback', 'outside', 'house'), ('correction', 'house', 'outside'),
       ('recovery', 'session', 'shortfall'), ('recovery', 'game', 'shortfall'),
       ('tip', 'session', 'tips'), ('tip', 'advance', 'tips'),
       ('hands', 'session', 'hands'), ('hands', 'hands', 'house'), ('hands', 'house', 'session'),
       ('hands', 'hands', 'session'), ('hands', 'house', 'shortfall'), ('hands', 'house', 'game'),
       ('hands', 'session', 'house'), ('hands', 'game', 'house'), ('hands', 'shortfall', 'house')`;

/** Events that need two persons. A void from before there were approvals names none. */
const FOUR_EYES = `
select table_id, seq, kind, event ->> 'game' as game, eyes ->> 'approval' as approval, eyes ->> 'approvedBy' as approver,
       coalesce(eyes ->> 'requestedBy', eyes ->> 'by') as asker
  from (select table_id, seq, kind, payload::jsonb as event,
               case when kind in ('card_dealt', 'cards_burned', 'cut_card_drawn') then payload::jsonb -> 'manual' else payload::jsonb end as eyes
          from table_events
         where (kind in ('round_voided', 'round_corrected', 'card_corrected', 'hand_pay_ordered')
                or (kind in ('card_dealt', 'cards_burned', 'cut_card_drawn') and payload like '%"manual"%'))
           and payload is json) as signed
 where eyes is not null and (kind <> 'round_voided' or eyes ? 'approval')`;

const LINES = `
select string_agg(concat_ws('>', source_id, destination_id, amount), ' ' order by line) from postings where entry_id =`;
const LINES_BACK = `
select string_agg(concat_ws('>', destination_id, source_id, amount), ' ' order by line) from postings where entry_id =`;

/** Of players whose wallets hear of tips, or are asked for them. */
const TIPS_OF_WALLETS = `
select t.*, p.operator_id from tips t join players p on p.id = t.player_id join operators o on o.id = p.operator_id
 where o.mode <> 'transfer' and p.currency <> 'XXX'`;

const SEARCHES: readonly Search[] = [
  {
    says: 'Every balance is the sum of its postings.',
    things: 'accounts',
    count: 'select count(*) from accounts',
    wrong: `
      select format('%s holds %s, its postings make %s', name, balance, coalesce(gain, 0)) as what
        from accounts left join (${GAINS}) as gained using (id)
       where balance <> coalesce(gain, 0) order by id`,
  },
  {
    says: 'All balances sum to zero.',
    things: 'accounts',
    count: 'select count(*) from accounts',
    wrong: `
      select format('together they hold %s', sum(coalesce(balance, gain, 0))) as what
        from accounts left join (${GAINS}) as gained using (id) having sum(coalesce(balance, gain, 0)) <> 0`,
  },
  {
    says: 'Nobody owes but the house, the outside, the shortfalls and the advances, and shortfalls are never above zero.',
    things: 'accounts',
    count: 'select count(*) from accounts',
    wrong: `
      select format('%s holds %s', name, balance) as what from accounts
       where (balance < 0 and kind not in ('house', 'outside', 'shortfall', 'advance')) or (balance > 0 and kind = 'shortfall') order by id`,
  },
  {
    says: 'Every posting has its entry and its two accounts, and moves an amount.',
    things: 'postings',
    count: 'select count(*) from postings',
    wrong: `
      select format('posting %s.%s, %s from account %s to %s', entry_id, line, amount, source_id, destination_id) as what
        from postings p
       where amount <= 0 or source_id = destination_id
          or not exists (select from entries where id = entry_id)
          or not exists (select from accounts where id = source_id)
          or not exists (select from accounts where id = destination_id)
       order by entry_id, line`,
  },
  {
    says: 'No posting moves money between two currencies.',
    things: 'postings',
    count: 'select count(*) from postings',
    wrong: `
      select format('posting %s.%s, from %s in %s to %s in %s', p.entry_id, p.line, s.name, s.currency, d.name, d.currency) as what
        from postings p
        join (${CURRENCIES}) as s on s.id = p.source_id join (${CURRENCIES}) as d on d.id = p.destination_id
       where s.currency <> d.currency order by p.entry_id, p.line`,
  },
  {
    says: 'Every entry has its postings, between accounts that its kind may move money between.',
    things: 'entries',
    count: 'select count(*) from entries',
    wrong: `
      select format('entry %s moves nothing', key) as what
        from (select * from entries x where not exists (select from postings where entry_id = x.id) offset 0) as e
       where not ${IS_TAKEN_OUT}
      union all
      select format('entry %s (%s) moves %s from %s to %s', e.key, e.kind, p.amount, s.name, d.name) as what
        from postings p join entries e on e.id = p.entry_id
        join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
        left join (${WAYS}) as way(kind, source, destination)
          on way.kind = e.kind::text and way.source = s.kind::text and way.destination = d.kind::text
       where way.kind is null and e.kind <> 'reversal'`,
  },
  {
    says: 'Every reversal reverses what its entry moved.',
    things: 'reversals',
    count: `select count(*) from entries where kind = 'reversal'`,
    wrong: `
      select format('entry %s does not take back entry %s', key, coalesce(reverses::text, '(none)')) as what
        from entries r
       where (kind = 'reversal') <> (reverses is not null)
          or (kind = 'reversal' and (${LINES} r.id) is distinct from (${LINES_BACK} r.reverses))
       order by id`,
  },
  {
    says: 'Every entry of bets belongs to a batch in the log, every payment to a part of a round that was paid.',
    things: 'entries',
    count: `select count(*) from entries where kind in ('bets', 'settlement', 'refund')`,
    wrong: `
      select format('entry %s (%s) belongs to nothing', e.key, e.kind) as what
        from entries e
        left join table_events t on e.kind = 'bets' and t.kind in ('bets_accepted', 'stakes_taken')
              and e.key = 'bets:' || t.table_id || ':' || t.seq
        left join settlement_chunks c on e.kind in ('settlement', 'refund')
              and e.key = 'round:' || c.game_number || ':' || c.verdict || ':' || c.chunk
       where e.kind in ('bets', 'settlement', 'refund') and t.seq is null and c.chunk is null
       order by e.id`,
  },
  {
    says: 'Every entry of a correction belongs to a part of one that was paid, every other recovery to a deposit or a cash-out.',
    things: 'entries',
    count: `select count(*) from entries where kind in ('cover', 'clawback', 'correction', 'recovery')`,
    wrong: `
      select format('entry %s (%s) belongs to nothing', e.key, e.kind) as what
        from entries e
        left join correction_chunks c
          on e.key = 'round:' || c.game_number || ':correction:' || c.ordinal || ':' || case e.kind
               when 'cover' then 'cover' when 'clawback' then 'back' when 'correction' then 'pay' when 'recovery' then 'recover' end || ':' || c.chunk
        left join entries moved
          on e.kind = 'recovery' and e.key = 'recovery:' || moved.key and moved.kind in ('buy_in', 'cash_out')
       where e.kind in ('cover', 'clawback', 'correction', 'recovery') and c.chunk is null and moved.id is null
       order by e.id`,
  },
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
          select approval_id, state_of_hands(count(*), string_agg(hand_number || ':' || step, ',' order by hand_number)) as state
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
      select format('approval %s was used, and voided no hand', u.approval_id) from approval_uses u
        join approvals a on a.id = u.approval_id and a.kind::text in ('void_hand', 'void_hands')
       where not exists (select from hand_voids v where v.approval_id = a.id)`,
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
  {
    says: 'Every tip has moved what it says from its player to the dealers, and nothing else has.',
    things: 'tips',
    count: 'select count(*) from tips',
    wrong: `
      select format('tip %s of player %s, %s', coalesce(t.key::text, e.key), coalesce(t.player_id::text, s.player_id::text), coalesce(t.amount, p.amount)) as what
        from tips t
        full join (select * from entries where kind = 'tip') as e on e.key = 'tip:' || t.player_id || ':' || t.key
        left join postings p on p.entry_id = e.id
        left join accounts s on s.id = p.source_id left join accounts d on d.id = p.destination_id
       where t.id is null or e.id is null or p.line <> 1 or p.amount is distinct from t.amount
          or s.kind not in ('session', 'advance') or s.player_id is distinct from t.player_id or d.kind <> 'tips'
          or s.kind = 'advance' and not exists (
            select from players p join wallet_movements m using (operator_id)
             where p.id = t.player_id and m.movement_id = 'tip.' || t.player_id || '.' || t.key
               and m.status = 'done' and (m.tip_dealer, m.tip_table) = (t.dealer, t.table_id))`,
  },
  {
    says: 'Every tip of who plays by a wallet is in the journal of the wallet, and no other is.',
    things: 'tips',
    count: `select count(*) from (${TIPS_OF_WALLETS}) as t`,
    wrong: `
      select format('tip %s of player %s is %s, and the wallet has %s', coalesce(t.key::text, m.movement_id), coalesce(t.player_id, m.player_id),
                    coalesce(t.amount::text, 'nothing'), coalesce(m.amount::text, 'nothing')) as what
        from (${TIPS_OF_WALLETS}) as t
        full join (select * from wallet_movements where kind = 'tip' or (tip_dealer is not null and status = 'done')) as m
          on m.operator_id = t.operator_id and m.movement_id = 'tip.' || t.player_id || '.' || t.key
       where t.amount is distinct from m.amount
          or (m.tip_dealer, m.tip_table) is distinct from (t.dealer, t.table_id) and m.kind = 'debit'`,
  },
  {
    says: 'Every correction in the log has its row, and every row of a correction was ordered by the log.',
    things: 'corrections',
    count: `select count(*) from table_events where kind = 'round_corrected'`,
    wrong: `
      select format('event %s of table %s corrects a round, and no correction is there', e.seq, e.table_id) as what
        from table_events e where e.kind = 'round_corrected'
         and not exists (select from corrections c join rounds r using (game_number) where r.table_id = e.table_id and c.ordered_seq = e.seq)
      union all
      select format('correction %s of round %s was ordered by no event', c.ordinal, c.game_number)
        from corrections c left join rounds r using (game_number)
        left join table_events e on e.table_id = r.table_id and e.seq = c.ordered_seq and e.kind = 'round_corrected'
       where e.seq is null`,
  },
  {
    says: 'What needs four eyes has an approval of two persons, in time, used once and for this alone.',
    things: 'events',
    count: `select count(*) from (${FOUR_EYES}) as event`,
    wrong: `
      select format('event %s of table %s stands under approval %s, which does not hold', e.seq, e.table_id, coalesce(e.approval, '(none)')) as what
        from (${FOUR_EYES}) as e
        left join approvals a on a.id::text = e.approval and a.table_id = e.table_id and a.game_number::text is not distinct from e.game
              and (a.game_number is not null or (a.kind = 'burn_card') = (e.kind = 'cards_burned'))
        left join approval_decisions d on d.approval_id = a.id and d.verdict = 'approved' and d.decided_by <> a.requested_by
              and d.decided_at <= a.expires_at and d.decided_by = e.approver and a.requested_by = e.asker
        left join approval_uses u on u.approval_id = a.id and u.table_id = e.table_id and u.seq = e.seq and u.used_at <= a.expires_at
       where d.approval_id is null or u.approval_id is null
      union all
      select format('approval %s was used by event %s of table %s, which needs none', u.approval_id, u.seq, u.table_id)
        from approval_uses u
       where not exists (select from approvals a where a.id = u.approval_id
               and (a.kind::text in ('void_hand', 'void_hands') or (u.table_id = '@wallets' and u.seq = a.case_id)))
         and not exists (select from (${FOUR_EYES}) as e where e.table_id = u.table_id and e.seq = u.seq)`,
  },
  {
    says: 'Every payment by hand was ordered in the log, and is what its round, or correction, paid.',
    things: 'payments',
    count: 'select count(*) from hand_pays',
    wrong: `
      select format('player %s of round %s%s: %s by hand, which the log does not order, or the round did not pay', h.player_id, h.game_number, case when h.ordinal > 0 then ', correction ' || h.ordinal end, h.amount) as what
        from hand_pays h left join rounds r using (game_number)
        left join table_events e on e.table_id = r.table_id and e.seq = h.ordered_seq and e.kind = 'hand_pay_ordered'
              and e.event_game_number = h.game_number and e.event_player = h.player_id::text
              and event_json(e.payload) ->> 'amount' = h.amount::text and event_json(e.payload) ->> 'approval' = h.approval_id::text
              and coalesce(event_json(e.payload) ->> 'correction', '0') = h.ordinal::text
        left join corrections c on c.game_number = h.game_number and c.ordinal = h.ordinal
        left join payouts p on p.game_number = h.game_number and p.player_id = h.player_id and h.ordinal = 0
        left join correction_payouts m on m.game_number = h.game_number and m.player_id = h.player_id and m.ordinal = h.ordinal
       where e.seq is null or (case when h.ordinal = 0 then r.ended_seq else c.finished_seq end is not null
              and coalesce(p.paid, m.paid - m.was) is distinct from h.amount)`,
  },
  {
    says: 'Every round that the log opened has its row.',
    things: 'rounds',
    count: `select count(*) from table_events where kind = 'betting_opened'`,
    wrong: `
      select format('the round that event %s of table %s opened', seq, table_id) as what
        from table_events e where kind = 'betting_opened'
         and not exists (select from rounds r where r.table_id = e.table_id and r.opened_seq = e.seq)`,
  },
  {
    says: 'Every bet belongs to a round.',
    things: 'bets',
    count: 'select count(*) from bets',
    wrong: `
      select format('bet %s of player %s in round %s, which is not there', bet_id, player_id, game_number) as what
        from bets b where not exists (select from rounds r where r.game_number = b.game_number)`,
  },
];

export const provePostings = async (client: pg.ClientBase): Promise<readonly Proof[]> => {
  const proofs: Proof[] = [];
  for (const { says, things, count, wrong } of SEARCHES) {
    const proof = new Proof(says, things);
    const { rows: counted } = await client.query<{ count: string }>(count);
    proof.looked = Number(counted[0]!.count);
    const { rows } = await client.query<{ what: string; wrongs: string }>(
      `select what, count(*) over () as wrongs from (${wrong}) as found limit 5`,
    );
    for (const { what } of rows) proof.fails(what);
    if (rows[0] !== undefined) proof.wrong = Number(rows[0].wrongs);
    proofs.push(proof);
  }
  return proofs;
};
