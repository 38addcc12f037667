/**
 * What Postgres knows of hands: the one that a player has now, and the steps by their command ids.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { parseStoredEvents } from '../protocol/solo-events.js';
import type { SoloGame } from '../solo/game.js';

type Querying = Pick<pg.Pool, 'query'>;

/** The player's part of the chance. Both null before the stakes. */
export interface PlayersPart {
  readonly seed: string | null;
  readonly cut: number | null;
}

/** The hand that a player has now in a game: in play, or the next one. */
export interface HandRow extends PlayersPart {
  readonly number: string;
  /** The version of its paytable. */
  readonly rules: string;
  /** In hexadecimal digits. */
  readonly commitment: string;
  readonly sealed: Buffer;
  /** Commands that stood, and the events that followed from them all. */
  readonly commands: number;
  readonly events: readonly unknown[];
}

export interface PlayersHand {
  /** Undefined where the game was never opened, or not since a restore. */
  readonly hand: HandRow | undefined;
  /** The hand was begun before the database was restored, and is not played on. */
  readonly isHandOfBefore: boolean;
  /** A wallet of the operator's is asked for the stake of each action. */
  readonly asksWallet: boolean;
  /** Of the session. */
  readonly balance: bigint;
  /** Ids. The one of hands is null where no game was opened. */
  readonly accounts: { readonly session: string; readonly hands: string | null };
}

const OF_PLAYER = { player: 'bigint', game: 'solo_game' } as const;

const CURRENT = statement({
  name: 'current_hand',
  inputs: OF_PLAYER,
  text: `
select s.id as session_id, s.balance, a.id as hands_id, h.hand_number, h.rules, encode(h.commitment, 'hex') as commitment,
       h.sealed, h.player_seed, h.cut, h.hand_number <= last_hand_before() as is_hand_of_before,
       (select json_agg(events order by ordinal) from solo_steps where hand_number = h.hand_number) as steps,
       exists (select from players p join operators o on o.id = p.operator_id
         where p.id = s.player_id and o.mode = 'seamless' and p.currency <> 'XXX') as asks_wallet
  from accounts s
  left join accounts a on a.player_id = s.player_id and a.kind = 'hands'
  left join solo_hands h on h.player_id = s.player_id and h.game = :game and h.status in ('committed', 'in_play')
    and (h.status = 'in_play' or h.hand_number > last_hand_before())
 where s.player_id = :player and s.kind = 'session'`,
});

interface CurrentRow {
  readonly session_id: string;
  readonly balance: string;
  readonly hands_id: string | null;
  readonly hand_number: string | null;
  readonly rules: string;
  readonly commitment: string;
  readonly sealed: Buffer;
  readonly player_seed: string | null;
  readonly cut: number | null;
  readonly is_hand_of_before: boolean | null;
  readonly asks_wallet: boolean;
  readonly steps: readonly string[] | null;
}

/** Undefined for a player that the studio does not have. */
export const readCurrentHand = async (
  pool: Querying,
  player: string,
  game: SoloGame,
): Promise<PlayersHand | undefined> => {
  const { rows } = await pool.query<CurrentRow>(CURRENT({ player, game }));
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    hand: row.hand_number === null ? undefined : handOf({ ...row, hand_number: row.hand_number }),
    isHandOfBefore: row.is_hand_of_before ?? false,
    asksWallet: row.asks_wallet,
    balance: BigInt(row.balance),
    accounts: { session: row.session_id, hands: row.hands_id },
  };
};

type HandColumns = Pick<CurrentRow, 'rules' | 'commitment' | 'sealed' | 'player_seed' | 'cut'> & {
  readonly hand_number: string;
  readonly steps: CurrentRow['steps'];
};

const handOf = ({ steps, ...row }: HandColumns): HandRow => ({
  number: row.hand_number,
  rules: row.rules,
  commitment: row.commitment,
  sealed: row.sealed,
  seed: row.player_seed,
  cut: row.cut,
  commands: steps?.length ?? 0,
  events: (steps ?? []).flatMap(parseStoredEvents),
});

/** A step by its command, as it was answered. */
export interface FoundStep extends PlayersPart {
  readonly number: string;
  readonly game: SoloGame;
  readonly commitment: string;
  /** In hexadecimal digits. Null until the hand is over. */
  readonly opening: string | null;
  /** Canonical JSON. */
  readonly command: string;
  /** Up to this step, and how many of them were before it. */
  readonly events: readonly unknown[];
  readonly from: number;
  readonly balance: bigint;
  /** The player's hand after this one in the game. */
  readonly next: { readonly hand: string; readonly commitment: string } | undefined;
}

const FIND = statement({
  name: 'find_step',
  inputs: { player: 'bigint', commandId: 'uuid' },
  text: `
select h.hand_number, h.game, encode(h.commitment, 'hex') as commitment, encode(h.opening, 'hex') as opening, h.player_seed, h.cut,
       s.command, s.balance_after, n.hand_number as next_number, n.commitment as next_commitment,
       (select json_agg(events order by ordinal) from solo_steps where hand_number = s.hand_number and ordinal <= s.ordinal) as steps
  from solo_steps s join solo_hands h using (hand_number)
  left join lateral (
    select hand_number, encode(commitment, 'hex') as commitment from solo_hands
     where player_id = h.player_id and game = h.game and hand_number > h.hand_number
       and (status <> 'committed' or hand_number > last_hand_before())
     order by hand_number limit 1) as n on true
 where s.player_id = :player and s.command_id = :commandId`,
});

interface FoundRow {
  readonly hand_number: string;
  readonly game: SoloGame;
  readonly commitment: string;
  readonly opening: string | null;
  readonly player_seed: string | null;
  readonly cut: number | null;
  readonly command: string;
  readonly balance_after: string;
  readonly next_number: string | null;
  readonly next_commitment: string;
  readonly steps: readonly string[];
}

export const findStep = async (
  pool: Querying,
  player: string,
  commandId: string,
): Promise<FoundStep | undefined> => {
  const { rows } = await pool.query<FoundRow>(FIND({ player, commandId }));
  const row = rows[0];
  if (row === undefined) return undefined;
  const steps = row.steps.map(parseStoredEvents);
  return {
    number: row.hand_number,
    game: row.game,
    commitment: row.commitment,
    opening: row.opening,
    seed: row.player_seed,
    cut: row.cut,
    command: row.command,
    events: steps.flat(),
    from: steps.slice(0, -1).flat().length,
    balance: BigInt(row.balance_after),
    next:
      row.next_number === null
        ? undefined
        : { hand: row.next_number, commitment: row.next_commitment },
  };
};

const HAS_HAND = statement({
  inputs: { ...OF_PLAYER, number: 'bigint' },
  text: 'select from solo_hands where hand_number = :number and player_id = :player and game = :game',
});

/** Whether the player has had this hand. */
export const hasHand = async (
  pool: Querying,
  player: string,
  game: SoloGame,
  number: string,
): Promise<boolean> => {
  const { rowCount } = await pool.query(HAS_HAND({ player, game, number }));
  return rowCount === 1;
};

/** A hand that was begun, whatever has become of it. */
interface StoppedHand extends HandRow {
  readonly playerId: string;
  readonly game: SoloGame;
  /** Undefined until it is over. */
  readonly opening: Buffer | undefined;
}

const STOPPED = statement({
  inputs: { hand: 'bigint' },
  text: `
select h.hand_number, h.player_id, h.game, h.rules, encode(h.commitment, 'hex') as commitment, h.sealed, h.opening, h.player_seed, h.cut,
       (select json_agg(events order by ordinal) from solo_steps where hand_number = h.hand_number) as steps
  from solo_hands h where h.hand_number = :hand and h.status <> 'committed'`,
});

interface StoppedRow extends HandColumns {
  readonly player_id: string;
  readonly game: SoloGame;
  readonly opening: Buffer | null;
}

/** Undefined where no such hand was begun. */
export const readStoppedHand = async (
  pool: Querying,
  hand: string,
): Promise<StoppedHand | undefined> => {
  const { rows } = await pool.query<StoppedRow>(STOPPED({ hand }));
  return rows[0] && stoppedOf(rows[0]);
};

const stoppedOf = (row: StoppedRow): StoppedHand => {
  const { player_id: playerId, game, opening } = row;
  return { ...handOf(row), playerId, game, opening: opening ?? undefined };
};

/** A hand of an order for many, with what opens it. */
interface OrderedHand {
  readonly number: string;
  readonly playerId: string;
  readonly commitment: string;
  readonly sealed: Buffer;
}

/** Those that the order of this approval is about now, in the order of their numbers. */
export const readOrderedHands = async (
  pool: Querying,
  approval: string,
): Promise<readonly OrderedHand[]> => {
  const { rows } = await pool.query<OrderedHand>(
    `select h.hand_number as number, h.player_id as "playerId", encode(h.commitment, 'hex') as commitment, h.sealed
       from approvals a cross join hands_of_order(a.subject -> 'hands') as o join solo_hands h on h.hand_number = o.hand_number
      where a.id = $1 order by h.hand_number`,
    [approval],
  );
  return rows;
};

/** The names, in hexadecimal digits, of the keys that hands in play are sealed under. */
export const readKeysInUse = async (pool: Querying, game: SoloGame): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct encode(substring(sealed from 1 for 4), 'hex') as name
       from solo_hands where status = 'in_play' and game = $1 order by 1`,
    [game],
  );
  return rows.map(({ name }) => name);
};

/** A hand that went on without its player. */
export interface ChangedHand extends StoppedHand {
  /** How many of its events were before its last command. */
  readonly lastFrom: number;
  /** Of the session, as it is now. Minor units. */
  readonly balance: bigint;
}

const CHANGED = statement({
  inputs: { hands: 'bigint[]' },
  text: `
select h.hand_number, h.player_id, h.game, h.rules, encode(h.commitment, 'hex') as commitment, h.sealed, h.opening, h.player_seed, h.cut, s.balance,
       (select json_agg(events order by ordinal) from solo_steps where hand_number = h.hand_number) as steps
  from solo_hands h join accounts s on s.player_id = h.player_id and s.kind = 'session'
 where h.hand_number = any(:hands) and h.status <> 'committed'`,
});

/** Those of the hands that were begun, in no order. */
export const readChangedHands = async (
  pool: Querying,
  hands: readonly string[],
): Promise<readonly ChangedHand[]> => {
  const { rows } = await pool.query<StoppedRow & { readonly balance: string }>(CHANGED({ hands }));
  return rows.map((row) => ({
    ...stoppedOf(row),
    lastFrom: (row.steps ?? []).slice(0, -1).flatMap(parseStoredEvents).length,
    balance: BigInt(row.balance),
  }));
};

/** A hand in play that its player has left alone. */
export interface WaitingHand {
  readonly playerId: string;
  readonly game: SoloGame;
  readonly number: string;
  readonly step: number;
  /** The last action, as the database writes it. It tells where to go on behind this hand. */
  readonly actedAt: string;
}

const WAITING_AT_ONCE = 100;

const WAITING = statement({
  inputs: { keptMs: 'bigint', afterAt: 'text null', after: 'bigint null', limit: 'int' },
  text: `
select h.player_id, h.game, h.hand_number, h.step, h.acted_at::text from solo_hands h
 where h.status = 'in_play' and h.acted_at <= studio_now() - :keptMs * interval '1 ms'
   and h.hand_number > last_hand_before()
   and (:after is null or (h.acted_at, h.hand_number) > (:afterAt::timestamptz, :after))
 order by h.acted_at, h.hand_number limit :limit`,
});

interface WaitingRow {
  readonly player_id: string;
  readonly game: SoloGame;
  readonly hand_number: string;
  readonly step: number;
  readonly acted_at: string;
}

/**
 * The next hundred behind `last` that have waited for `keptMs`, the oldest first. A hand of before
 * a restore is not among them: it waits for its void.
 */
export const readWaitingHands = async (
  pool: Querying,
  keptMs: number,
  last: WaitingHand | undefined,
): Promise<readonly WaitingHand[]> => {
  const query = WAITING({
    keptMs,
    afterAt: last?.actedAt,
    after: last?.number,
    limit: WAITING_AT_ONCE,
  });
  const { rows } = await pool.query<WaitingRow>(query);
  return rows.map(({ player_id, game, hand_number, step, acted_at }) => ({
    playerId: player_id,
    game,
    number: hand_number,
    step,
    actedAt: acted_at,
  }));
};
