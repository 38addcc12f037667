/** The journal of operators' wallets: what was asked of them, and what became of it. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { OperatorPolicy } from '../protocol/operator-policy.js';
import type { Evidence } from './signed-answer.js';

type Querying = Pick<pg.ClientBase, 'query'>;

type MovementStatus = 'due' | 'done' | 'refused' | 'void' | 'cancelled' | 'by_hand';

/** Of a player, as an operator's wallet knows them. */
export interface WalletPlayer {
  readonly operator: string;
  readonly callbackUrl: string;
  readonly ref: string;
  readonly currency: string;
  /** What the player's launch has brought. */
  readonly session: string | null;
  readonly isOff: boolean;
  /** It is asked for the stakes of each round, and for nothing else. */
  readonly isSeamless: boolean;
  /** So long one request waits for its answer, by the operator’s policy. */
  readonly tryWithinMs: number;
}

const PLAYER = statement({
  name: 'wallet_of_player',
  inputs: { player: 'bigint' },
  text: `
select o.id as operator, o.callback_url as "callbackUrl", p.ref, p.currency, p.wallet_session as session, o.disabled_at is not null as "isOff", o.mode = 'seamless' as "isSeamless",
       (o.policy ->> 'tryWithinMs')::int as "tryWithinMs"
  from players p join operators o on o.id = p.operator_id
 where p.id = :player and o.mode <> 'transfer' and p.currency <> 'XXX'`,
});

/** Undefined where the player's money is in our own ledger. */
export const findWallet = async (
  client: Querying,
  player: string,
): Promise<WalletPlayer | undefined> => {
  const { rows } = await client.query<WalletPlayer>(PLAYER({ player }));
  return rows[0];
};

interface Asked {
  readonly operator: string;
  readonly movementId: string;
  readonly kind: 'debit' | 'credit';
  readonly player: string;
  readonly amount: bigint;
  readonly key: string;
}

const INSERT = statement({
  inputs: {
    operator: 'text',
    movementId: 'text',
    kind: 'text',
    player: 'bigint',
    amount: 'bigint',
    key: 'text',
  },
  text: `
insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key)
values (:operator, :movementId, :kind, :player, :amount, :key) on conflict do nothing`,
});

/** False where the id was used before, or where another debit of the player is under way. */
export const insertAsked = async (client: Querying, asked: Asked): Promise<boolean> => {
  const { rowCount } = await client.query(INSERT({ ...asked }));
  return rowCount === 1;
};

interface Found {
  readonly status: MovementStatus;
  readonly refusal: string | null;
  readonly amount: bigint;
}

export const findAsked = async (
  client: Querying,
  operator: string,
  movementId: string,
): Promise<Found | undefined> => {
  const { rows } = await client.query<Omit<Found, 'amount'> & { amount: string }>(
    'select status, refusal, amount from wallet_movements where operator_id = $1 and movement_id = $2',
    [operator, movementId],
  );
  return rows[0] && { ...rows[0], amount: BigInt(rows[0].amount) };
};

/** Of these debits, those that are decided. */
export const readDecided = async (
  client: Querying,
  movementIds: readonly string[],
  operators: readonly string[],
): Promise<readonly { readonly operator: string; readonly movementId: string }[]> => {
  const { rows } = await client.query<{ operator: string; movementId: string }>(
    `select m.operator_id as operator, m.movement_id as "movementId"
       from unnest($1::text[], $2::text[]) as asked(operator_id, movement_id)
       join wallet_movements m using (operator_id, movement_id) where m.status <> 'due'`,
    [operators, movementIds],
  );
  return rows;
};

/**
 * What nobody has decided within the time of its operator's policy is not taken: the wallet is
 * asked to undo it. Somebody who has it locked decides on it: the next look sees how.
 */
export const voidOverdue = async (client: Querying): Promise<void> => {
  await client.query(
    `with overdue as materialized (
       select m.id from wallet_movements m join operators o on o.id = m.operator_id
        where m.status = 'due' and m.kind = 'debit'
          and m.asked_at < studio_clock() - interval '1 ms' * (o.policy ->>
                case when m.game_number is null and m.hand_number is null then 'buyInWithinMs' else 'stakesWithinMs' end)::int
        order by m.id for update of m skip locked)
     update wallet_movements m set status = 'void', tries = 0, next_try_at = studio_clock()
       from overdue where m.id = overdue.id and m.status = 'due'`,
  );
};

/** Stakes that an operator's wallet is to be asked for are void, but for those that it is. */
export const voidStakes = async (
  client: Querying,
  operator: string,
  but: readonly string[],
): Promise<void> => {
  await client.query(
    `with hopeless as materialized (
       select id from wallet_movements
        where operator_id = $1 and status = 'due' and kind = 'debit'
          and (game_number is not null or hand_number is not null) and id <> all($2::bigint[])
        order by id for update skip locked)
     update wallet_movements m set status = 'void', tries = 0, next_try_at = studio_clock()
       from hopeless where m.id = hopeless.id and m.status = 'due'`,
    [operator, but],
  );
};

/** A movement to be sent. */
export interface Due {
  readonly id: string;
  readonly movementId: string;
  readonly kind: 'debit' | 'credit' | 'adjust' | 'tip';
  readonly status: 'due' | 'void';
  readonly player: string;
  readonly ref: string;
  readonly currency: string;
  readonly amount: string;
  readonly key: string;
  /** The round that it is of. Null where it is of a session or a hand. */
  readonly game: string | null;
  /** Of a tip that the wallet is asked for. */
  readonly tipDealer: string | null;
  /**
   * The hand that it is of, and its solo game: null, too, where an earlier version has taken the
   * hand back and nobody knows any more.
   */
  readonly hand: string | null;
  readonly soloGame: string | null;
  /** Of what a hand gives back: the first debit of it. */
  readonly firstDebit: string | null;
  /** Of a hand that is void: the last stake that goes back. */
  readonly closesHand: boolean;
  /** What the player's launch had brought when it was asked for. */
  readonly session: string | null;
  /**
   * Of a round: where it is played, its coup once it is dealt, and of a debit what lies. Of a tip:
   * where it was given.
   */
  readonly table: string | null;
  readonly coup: string | null;
  readonly bets: readonly { readonly spot: string; readonly amount: string }[] | null;
  readonly tries: number;
}

/**
 * Whether `of` is the cancel of a stake that was played. It is there with the void of its hand, and
 * all of them at once, so that which is the last never changes. A stake that no action has used
 * goes back by itself, whenever that is.
 */
const isOfPlayed = (of: 'm' | 'o'): string => `${of}.kind = 'credit' and exists (
    select from wallet_movements d
     where d.operator_id = ${of}.operator_id and d.movement_id || '.cancel' = ${of}.movement_id and d.hand_number = ${of}.hand_number
       and d.stake_use = 'played')`;
/** Whether the cancel `m` of a hand that was voided has another one of the hand on this side. */
const otherCancel = (side: '<' | '>'): string => `exists (
    select from wallet_movements o
     where ${isOfPlayed('o')} and o.hand_number = m.hand_number and o.id ${side} m.id`;
/** The last cancel of a hand waits for those before it, until they were tried so often. */
const WAITED_TRIES = 3;

/** Whether the movement `m` is the cancel that closes its hand `h`. */
const IS_CLOSING = `(h.status is not distinct from 'void' and ${isOfPlayed('m')} and not ${otherCancel('>')}))`;

/** Whether the operator's wallet may be asked for the movement `m` now, and is not. */
const IS_OPEN = `m.operator_id = :operator and m.status in ('due', 'void') and m.id <> all(:but)
     and m.next_try_at <= case when :probes then 'infinity' else studio_now() end`;
/** Whether the movement `m` is a debit that is not decided. */
const IS_STAKE = `m.kind = 'debit' and m.status = 'due'`;

/**
 * Whether the correction `m` waits for what the wallet has not been given before it, of the round
 * or the hand: it may take of that, and a wallet may know a credit by its round alone.
 */
const waitsForGift = (of: 'game_number' | 'hand_number'): string => `(m.kind = 'adjust' and exists (
       select from wallet_movements g
        where g.${of} = m.${of} and g.player_id = m.player_id and g.kind in ('credit', 'adjust')
          and g.amount >= 0 and g.status = 'due' and g.id < m.id))`;

/**
 * Debits come first. Of a player one comes before the credits that were asked for after it (W5),
 * unless it is of a tip. A correction comes after what was to be given before it. Of a hand that is
 * void the cancel that closes it comes last. What probes a wallet that is dead waits for no pause.
 * No more is read than is sent, by the order of the indexes `wallet_movements_stakes` and
 * `wallet_movements_open`: after an hour without the wallet hundreds of thousands may be open.
 */
const DUE = statement({
  inputs: { operator: 'text', but: 'bigint[]', probes: 'boolean', limit: 'int' },
  text: `
with stakes as materialized (
  select m.id from wallet_movements m
   where ${IS_OPEN} and ${IS_STAKE} order by m.next_try_at limit :limit
), others as materialized (
  select m.id, m.next_try_at, ${IS_CLOSING} as closes_hand
    from wallet_movements m left join solo_hands h on h.hand_number = m.hand_number
   where ${IS_OPEN} and not (${IS_STAKE})
     and (m.kind = 'debit' or not exists (
       select from wallet_movements d
        where d.player_id = m.player_id and d.kind = 'debit' and d.status = 'due' and d.tip_dealer is null and d.id < m.id))
     and not ${waitsForGift('game_number')} and not ${waitsForGift('hand_number')}
     and not (${IS_CLOSING} and ${otherCancel('<')} and o.status = 'due' and o.tries < ${WAITED_TRIES}))
   order by m.next_try_at limit :limit
), first as materialized (
  select id, false as closes_hand from stakes
  union all
  (select id, closes_hand from others order by next_try_at limit (select :limit - count(*) from stakes))
)
select m.id, m.movement_id as "movementId", m.kind, m.status, m.player_id as player, p.ref, p.currency, m.amount, m.key, m.game_number as game, m.hand_number as hand, m.tries,
       coalesce(r.table_id, t.table_id, m.tip_table) as "table", m.tip_dealer as "tipDealer", r.coup, lying.bets, coalesce(m.solo_game, h.game) as "soloGame", m.session,
       first.closes_hand as "closesHand",
       case when m.hand_number is not null and m.kind <> 'debit' then (select f.movement_id from wallet_movements f
              where f.hand_number = m.hand_number and f.stake_use = 'played' order by f.id limit 1) end as "firstDebit"
  from first join wallet_movements m using (id) join players p on p.id = m.player_id left join rounds r on r.game_number = m.game_number
  left join solo_hands h on h.hand_number = m.hand_number
  left join tips t on m.kind = 'tip' and t.player_id = m.player_id and t.key = case m.kind when 'tip' then m.key::uuid end
  left join lateral (
    select json_agg(json_build_object('spot', spot, 'amount', amount::text) order by spot) as bets
      from (select spot, sum(amount) as amount from bets b
             where b.game_number = m.game_number and b.player_id % 60 = m.player_id % 60 and b.player_id = m.player_id
             group by 1 having sum(amount) > 0) as each_spot) as lying on m.kind = 'debit' and m.status = 'due'
 order by ${IS_STAKE} desc, m.next_try_at`,
});

export type WantedDue = Parameters<typeof DUE>[0];

export const readDue = async (client: Querying, wanted: WantedDue): Promise<readonly Due[]> => {
  const { rows } = await client.query<Due>(DUE(wanted));
  return rows;
};

export interface Owing {
  readonly operator: string;
  readonly callbackUrl: string;
  readonly policy: OperatorPolicy;
}

/** The operators to whose wallets something has to be sent. */
export const readOwing = async (client: Querying): Promise<readonly Owing[]> => {
  const { rows } = await client.query<Owing>(
    `select o.id as operator, o.callback_url as "callbackUrl", o.policy from operators o
      where o.callback_url is not null and exists (
        select from wallet_movements m where m.operator_id = o.id and m.status in ('due', 'void'))`,
  );
  return rows;
};

const LEASE = statement({
  inputs: { operator: 'text', owner: 'uuid', ms: 'int' },
  text: `
insert into wallet_leases as l (operator_id, owner, expires_at)
values (:operator, :owner, studio_clock() + :ms * interval '1 ms')
on conflict (operator_id) do update set owner = excluded.owner, expires_at = excluded.expires_at
 where l.owner = excluded.owner or l.expires_at < studio_clock()`,
});

/** True for the one process that sends to the operator's wallet now. */
export const takeLease = async (
  client: Querying,
  operator: string,
  owner: string,
  ms: number,
): Promise<boolean> => {
  const { rowCount } = await client.query(LEASE({ operator, owner, ms }));
  return rowCount === 1;
};

export const giveLeases = async (client: Querying, owner: string): Promise<void> => {
  await client.query('update wallet_leases set expires_at = studio_clock() where owner = $1', [
    owner,
  ]);
};

const END = statement({
  inputs: {
    id: 'bigint',
    was: 'text',
    status: 'text',
    refusal: 'text null',
    kid: 'text',
    signed: 'text',
    signature: 'bytea',
    body: 'bytea',
  },
  text: `
update wallet_movements
   set status = :status, refusal = coalesce(:refusal, refusal), ended_at = studio_clock(), tries = tries + 1,
       kid = :kid, signed = :signed, signature = :signature, body = :body
 where id = :id and status = :was`,
});

/** False where it is not any more what it was: the verdict came too late. */
export const endMovement = async (
  client: Querying,
  { id, status: was }: Pick<Due, 'id' | 'status'>,
  status: MovementStatus,
  refusal: string | null,
  evidence: Evidence,
): Promise<boolean> => {
  const { rowCount } = await client.query(END({ id, was, status, refusal, ...evidence }));
  return rowCount === 1;
};

const PUT_OFF = statement({
  inputs: { id: 'bigint', pauseMs: 'float8', refusal: 'text null', status: 'text' },
  text: `
update wallet_movements
   set tries = tries + 1, next_try_at = studio_clock() + :pauseMs * interval '1 ms', refusal = coalesce(:refusal, refusal)
 where id = :id and status = :status`,
});

/** It is sent again after `pauseMs`. */
export const putOff = async (
  client: Querying,
  { id, status }: Pick<Due, 'id' | 'status'>,
  pauseMs: number,
  refusal: string | null,
): Promise<void> => {
  await client.query(PUT_OFF({ id, pauseMs, refusal, status }));
};

/** Of what was tried without an answer. The rest waits for the end of its pause. */
const SENT_NOW_MAX = 5_000;

/** The wallet answers again: what waits for it is sent now. */
export const sendNow = async (client: Querying, operator: string): Promise<void> => {
  await client.query(
    `update wallet_movements set next_try_at = studio_clock()
      where id in (
        select id from wallet_movements
         where operator_id = $1 and status in ('due', 'void') and next_try_at > studio_now()
         order by next_try_at limit $2)`,
    [operator, SENT_NOW_MAX],
  );
};
