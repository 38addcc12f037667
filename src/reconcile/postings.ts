/**
 * What must hold for all rows of a kind at once: balances and postings, entries, hands, and what
 * was ordered.
 */
import type pg from 'pg';
import { ENTRIES } from './entries.js';
import { HANDS } from './hands.js';
import type { Proof } from './proof.js';
import { type Search, proveBy } from './search.js';
import { jsonOf } from './stored-event.js';

/**
 * By account, with what archived periods made of it. It is also what the house and the outside
 * hold, whose balance no row keeps.
 */
const GAINS = `
select id, sum(amount) as gain
  from (select destination_id as id, amount from postings union all select source_id, -amount from postings
        union all select account_id, gain from archived_gains) as change
 group by id`;

/** Of each account that has one. Accounts of before have their player's. */
const CURRENCIES = `
select a.id, a.name, coalesce(p.currency, a.currency) as currency from accounts a left join players p on p.id = a.player_id`;

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

const BALANCES: readonly Search[] = [
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
];

const ORDERS: readonly Search[] = [
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
              and ${jsonOf('e.payload')} ->> 'amount' = h.amount::text and ${jsonOf('e.payload')} ->> 'approval' = h.approval_id::text
              and coalesce(${jsonOf('e.payload')} ->> 'correction', '0') = h.ordinal::text
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
  for (const search of [...BALANCES, ...ENTRIES, ...HANDS, ...ORDERS]) {
    proofs.push(await proveBy(client, search));
  }
  return proofs;
};
