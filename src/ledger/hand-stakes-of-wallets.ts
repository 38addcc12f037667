/**
 * Stakes of solo hands that operators' wallets are asked for: one debit for each action that stakes
 * something, before the action, and what the wallets are given once the hand is over or void.
 */
import type pg from 'pg';
import { STAKE_REFUSALS } from '../money/stake-refusal.js';
import { statement } from '../platform/statement.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/** What an action of a hand is to stake. */
export interface HandStake {
  readonly playerId: string;
  readonly hand: string;
  /** Where the hand stands. */
  readonly step: number;
  readonly commandId: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** As the operator's wallet knows it, the same in every try. */
export const handStakeId = (playerId: string, commandId: string): string =>
  `hand.${playerId}.${commandId}.debit`;

export interface FoundStake {
  readonly id: string;
  readonly operator: string;
  readonly hand: string;
  readonly amount: bigint;
  readonly status: 'due' | 'done' | 'refused' | 'void' | 'cancelled' | 'by_hand';
  readonly refusal: string | null;
  /** Of one that was given: the action stands, or it went back. Null until then. */
  readonly use: 'played' | 'undone' | null;
}

const FIND = statement({
  name: 'find_hand_stake',
  inputs: { player: 'bigint', movementId: 'text' },
  text: `
select m.id, m.operator_id as operator, m.hand_number as hand, m.amount, m.status, m.refusal, m.stake_use as use
  from wallet_movements m join players p on p.operator_id = m.operator_id
 where p.id = :player and m.movement_id = :movementId`,
});

/** What became of the stake of a command. Undefined where no wallet was asked for it. */
export const findHandStake = async (
  client: Querying,
  player: string,
  commandId: string,
): Promise<FoundStake | undefined> => {
  const asked = FIND({ player, movementId: handStakeId(player, commandId) });
  const { rows } = await client.query<Omit<FoundStake, 'amount'> & { readonly amount: string }>(
    asked,
  );
  return rows[0] && { ...rows[0], amount: BigInt(rows[0].amount) };
};

const UNASKED = ['moved_on', 'late', ...STAKE_REFUSALS, 'insufficient_funds'] as const;

/**
 * Why a wallet is not asked: the hand has gone on, it is too late for it by the database's own
 * clock, or the player may not stake so much. `one_is_due`: another stake of the player's is not
 * decided yet.
 */
export type Unasked = (typeof UNASKED)[number] | 'one_is_due';

/**
 * One debit of a player at a time, of tips and stakes of hands together. Guards: where the hand
 * stands, the credit at the tables, bars and limits, so that no wallet is asked for what would be
 * refused here. Each of them holds again when the action is committed.
 */
const ASK = statement({
  name: 'ask_for_hand_stake',
  inputs: {
    player: 'bigint',
    hand: 'bigint',
    step: 'int',
    amount: 'bigint',
    movementId: 'text',
    askedByMs: 'bigint',
  },
  text: `
with stake as materialized (
  select p.operator_id,
         case when h.step <> :step or h.status not in ('committed', 'in_play') or h.hand_number <= last_hand_before() then 'moved_on'
              when floor(extract(epoch from clock_timestamp()) * 1000)::bigint > :askedByMs then 'late'
              when s.is_guarded and stake_refusal(p.id, :amount) is not null then stake_refusal(p.id, :amount)
              when s.balance < :amount then 'insufficient_funds' end as barred
    from players p join solo_hands h on h.player_id = p.id and h.hand_number = :hand
    join accounts s on s.player_id = p.id and s.kind = 'session'
   where p.id = :player
), advance as (
  insert into accounts (name, kind, player_id)
  select 'player:' || :player || ':advance', 'advance', :player from stake where barred is null
  on conflict do nothing
), asked as (
  insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, hand_number)
  select operator_id, :movementId, 'debit', :player, :amount, 'hand:' || :hand, :hand from stake where barred is null
  on conflict do nothing returning id
)
select barred, exists (select from asked) as "isAsked" from stake`,
});

/**
 * Asks the player's wallet for the stake, in the journal. `asked`, or why not. It is begun by
 * `askedByMs` of the database's clock, or never.
 */
export const askForHandStake = async (
  client: Querying,
  { playerId: player, hand, step, commandId, amount }: HandStake,
  askedByMs: number,
): Promise<'asked' | Unasked> => {
  const movementId = handStakeId(player, commandId);
  const order = ASK({ player, hand, step, amount, movementId, askedByMs });
  const { rows } = await client.query<{ barred: string | null; isAsked: boolean }>(order);
  const [row] = rows;
  if (row === undefined) return 'moved_on';
  if (row.isAsked) return 'asked';
  return UNASKED.find((each) => each === row.barred) ?? 'one_is_due';
};

/**
 * The CTEs behind `owed`, which has what each wallet is given (`amount`, minor units) under which
 * id and kind: the movement in the journal, and its money from what was advanced to the player.
 * One that is there already stays as it is.
 */
const GIVING = `
asked as (
  insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, hand_number)
  select operator_id, movement_id, kind, player_id, amount, 'hand:' || hand_number, hand_number
    from owed order by player_id, movement_id
  on conflict (operator_id, movement_id) do nothing
  returning operator_id, movement_id, player_id, amount
), given as materialized (
  select a.*, 'wallet:' || a.operator_id || ':' || a.movement_id as entry_key from asked a where a.amount > 0
), locked as materialized (
  select a.id, a.player_id from accounts a
   where a.kind::text = 'advance' and a.player_id in (select player_id from given) order by a.id for update
), moved as (
  update accounts a set balance = a.balance - change.amount
    from (select locked.id, sum(given.amount)::bigint as amount from given join locked using (player_id) group by 1) as change
   where a.id = change.id
), entry as (
  insert into entries (key, kind) select entry_key, 'withdrawal' from given order by player_id returning id, key
)
insert into postings (entry_id, line, source_id, destination_id, amount)
select entry.id, 1, locked.id, outside.id, given.amount
  from given join entry on entry.key = given.entry_key join locked using (player_id)
 cross join (select id from accounts where name = 'outside') as outside`;

/** A stake that no action has used goes back so long after its wallet gave it, in ms. */
const UNPLAYED_FOR_MS = 20_000;

const undoing = (which: string): string => `
with unplayed as materialized (
  select id, operator_id, movement_id, player_id, hand_number, amount from wallet_movements
   where hand_number is not null and kind = 'debit' and status = 'done' and stake_use is null and ${which}
   order by id for update skip locked
), undone as (
  update wallet_movements m set stake_use = 'undone' from unplayed u where m.id = u.id
), owed as materialized (
  select operator_id, movement_id || '.cancel' as movement_id, 'credit' as kind, player_id, hand_number, amount from unplayed
), ${GIVING}`;

const UNDO = statement({
  name: 'undo_hand_stake',
  inputs: { id: 'bigint' },
  text: undoing('id = :id'),
});

const UNDO_UNPLAYED = statement({
  name: 'undo_unplayed_stakes',
  inputs: { ms: 'bigint' },
  text: undoing(`ended_at < studio_clock() - :ms * interval '1 ms'`),
});

/** The stake of a command that does not stand goes back, unless it was played after all. */
export const undoHandStake = async (client: Querying, id: string): Promise<void> => {
  await client.query(UNDO({ id }));
};

/** So does one whose process did not live to play it. */
export const undoUnplayedStakes = async (client: Querying): Promise<void> => {
  await client.query(UNDO_UNPLAYED({ ms: UNPLAYED_FOR_MS }));
};

/**
 * What the wallets that gave stakes of these hands are given, in the transaction that ends or voids
 * them: one credit of what the hand has paid, or of nothing; the cancel of each stake of a hand
 * that was voided in play; the difference that the void of one makes that was over. Again it does
 * nothing.
 */
export const giveForHands = statement({
  name: 'give_for_hands',
  inputs: { hands: 'bigint[]' },
  text: `
with hand as materialized (
  select h.hand_number, h.player_id, h.status, h.paid, p.operator_id, v.status_before, v.back
    from solo_hands h join players p on p.id = h.player_id left join hand_voids v using (hand_number)
   where h.hand_number = any(:hands) and h.status in ('over', 'void')
     and exists (select from wallet_movements d where d.hand_number = h.hand_number and d.stake_use = 'played')
), owed as materialized (
  select operator_id, 'hand.' || player_id || '.' || hand_number || '.credit' as movement_id, 'credit' as kind, player_id, hand_number, paid as amount
    from hand where status = 'over'
  union all
  select h.operator_id, d.movement_id || '.cancel', 'credit', h.player_id, h.hand_number, d.amount
    from hand h join wallet_movements d on d.hand_number = h.hand_number and d.stake_use = 'played'
   where h.status = 'void' and h.status_before = 'in_play'
  union all
  select operator_id, 'hand.' || player_id || '.' || hand_number || '.adjust.1', 'adjust', player_id, hand_number, back
    from hand where status = 'void' and status_before = 'over' and back <> 0
), ${GIVING}`,
});
