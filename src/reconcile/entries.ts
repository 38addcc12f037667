/**
 * What every entry belongs to, and between which accounts it moves money. What belongs to nothing
 * is money that somebody has made up.
 */
import { IS_TAKEN_OUT } from '../period/period-entries.js';
import type { Search } from './search.js';

/** Which accounts money of a kind of entry may leave and reach. */
const WAYS = `
values ('deposit', 'outside', 'game'), ('withdrawal', 'game', 'outside'),
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

/** Kinds that no log orders. What a correction recovers is of its part. */
const OF_NO_LOG = `(e.kind in ('deposit', 'withdrawal', 'buy_in', 'cash_out') or e.kind = 'recovery' and e.key not like 'round:%')`;

/**
 * What an opening, or a movement of an operator or of its wallet, moves between the outside and one
 * account of its player. What was brought at an opening is written nowhere else.
 */
const DUE_OUTSIDE = `
select 'deposit:' || id || ':opening' as key, 'deposit' as kind, id as player_id, 'game' as account, null::bigint as amount from players
union all
select 'movement:' || operator_id || ':' || movement_id, kind::text, player_id, 'game', amount
  from operator_movements where refusal is null
union all
select 'wallet:' || operator_id || ':' || movement_id, case when kind = 'debit' or amount < 0 then 'deposit' else 'withdrawal' end, player_id,
       case when num_nonnulls(game_number, hand_number, tip_dealer) = 0 then 'game' else 'advance' end, abs(amount)
  from wallet_movements
 where (kind in ('credit', 'adjust') and amount > 0) or (kind in ('debit', 'adjust') and status = 'done')
    or (kind = 'adjust' and status = 'by_hand')`;

/** What moves between accounts of one player, and how its key begins before the player's number. */
const OWN = `
values ('buy_in', 'game', 'session', 'buy-in:'), ('buy_in', 'advance', 'session', 'buy-in:'),
       ('cash_out', 'session', 'game', 'cash-out:'), ('cash_out', 'game', 'advance', 'advance-back:'),
       ('recovery', 'session', 'shortfall', 'recovery:buy-in:'), ('recovery', 'game', 'shortfall', 'recovery:cash-out:')`;

/** Whose credit is advanced on a wallet, which is asked round by round. */
const ADVANCED = `select a.id from players a join operators o on o.id = a.operator_id where o.mode = 'seamless' and a.currency <> 'XXX'`;

/** Of players whose wallets hear of tips, or are asked for them. */
const TIPS_OF_WALLETS = `
select t.*, p.operator_id from tips t join players p on p.id = t.player_id join operators o on o.id = p.operator_id
 where o.mode <> 'transfer' and p.currency <> 'XXX'`;

export const ENTRIES: readonly Search[] = [
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
       where way.kind is null`,
  },
  {
    says: 'Every deposit and withdrawal is an opening or a movement of its player, and what a player brings to the tables or takes back is her own.',
    things: 'entries',
    count: `select count(*) from entries e where ${OF_NO_LOG}`,
    wrong: `
      with due as (${DUE_OUTSIDE}), own (kind, source, destination, key) as (${OWN})
      select format('entry %s (%s) moves %s from %s to %s', e.key, e.kind, p.amount, s.name, d.name) as what
        from entries e join postings p on p.entry_id = e.id
        join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
        left join due on due.key = e.key and due.kind = e.kind::text and coalesce(due.amount = p.amount, true)
              and case due.kind when 'deposit' then s.kind = 'outside' and d.player_id = due.player_id and d.kind::text = due.account
                                else d.kind = 'outside' and s.player_id = due.player_id and s.kind::text = due.account end
        left join own on own.kind = e.kind::text and own.source = s.kind::text and own.destination = d.kind::text
              and d.player_id = s.player_id and starts_with(e.key, own.key || s.player_id || ':')
              and ('advance' not in (s.kind, d.kind) or s.player_id in (${ADVANCED}))
       where ${OF_NO_LOG} and (p.line <> 1 or num_nulls(due.key, own.key) = 2)
       order by p.entry_id, p.line`,
  },
  {
    says: 'Every account of what was advanced is of a player whose wallet is asked for each stake.',
    things: 'accounts',
    count: `select count(*) from accounts where kind = 'advance'`,
    wrong: `
      select format('%s is of a player whose wallet is not asked', name) as what
        from accounts where kind = 'advance' and (player_id in (${ADVANCED})) is not true order by id`,
  },
  {
    // What is wrong is corrected, and what was taken is given back, by entries of their own kinds.
    says: 'No entry takes another one back.',
    things: 'entries',
    count: 'select count(*) from entries',
    wrong: `
      select format('entry %s takes back entry %s', key, coalesce(reverses::text, '(none)')) as what
        from entries where kind = 'reversal' or reverses is not null order by id`,
  },
  {
    says: 'Every entry of bets belongs to a batch in the log, every payment to a part of a round that was paid.',
    things: 'entries',
    count: `select count(*) from entries where kind in ('bets', 'settlement', 'refund')`,
    wrong: `
      select format('entry %s (%s) belongs to nothing', e.key, e.kind) as what
        from entries e
        left join table_events t on e.kind = 'bets' and (t.kind = 'bets_accepted' or t.kind = 'stakes_taken' and t.payload ~ '"voided":[1-9]')
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
];
