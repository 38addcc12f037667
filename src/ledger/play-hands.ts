/**
 * Committing a batch of commands of solo hands as one statement: hot path. Whoever cannot stand is
 * left out, and the rest stand.
 */
import type pg from 'pg';
import { STAKE_REFUSALS } from '../money/stake-refusal.js';
import { type Values, statement } from '../platform/statement.js';
import { inOneTripOnce } from '../platform/transaction.js';
import { giveForHands } from './hand-stakes-of-wallets.js';

/** One command of a hand. A batch holds at most one of each player. */
export interface StepCommit {
  readonly playerId: string;
  readonly hand: string;
  /** Where the hand must be: how many events, and how many commands, it has had. */
  readonly step: number;
  readonly ordinal: number;
  readonly commandId: string;
  /** JSON. */
  readonly command: string;
  readonly events: string;
  readonly stepAfter: number;
  /** Minor units: what leaves the session, and what is given to it at the end. */
  readonly taken: bigint;
  readonly paid: bigint;
  readonly accounts: { readonly session: string; readonly hands: string };
  /** The player's own part of the chance, with the first stake. */
  readonly seed: string | null;
  readonly cut: number | null;
  readonly end: HandEnd | undefined;
  /** Where the player's wallet is asked for stakes. */
  readonly wallet?:
    | {
        /** The debit that has given what is taken, by its number in the journal. */
        readonly debit: string | null;
      }
    | undefined;
}

/** What a batch came to. */
export interface PlayedBatch {
  /** When the database began with it, by the database's own clock. */
  readonly begunAtMs: number;
  /** Of each command. Where the batch was begun too late each is `busy`, or `known`. */
  readonly outcomes: readonly (PlayedStep | NotPlayed)[];
}

/** What is written when the hand is over: its opening, all its stakes, and the hand after it. */
interface HandEnd {
  readonly taken: bigint;
  readonly opening: Uint8Array;
  /** Undefined where none can be made now. */
  readonly next:
    | { readonly rules: string; readonly commitment: Uint8Array; readonly sealed: Uint8Array }
    | undefined;
}

export interface StepBatch {
  /** `blackjack`, as the database names it. */
  readonly game: string;
  /** The game and the day. */
  readonly chain: string;
  readonly atMs: number;
  /** Nothing of it is begun later than this, by the database's own clock. */
  readonly beginsByMs: number;
}

/**
 * Why a command does not stand: its hand is not at that step, or was begun before the database was
 * restored, its session is short of funds, its player may not stake so much or used the id before,
 * what its wallet gave is on its way back, or somebody else holds the hand or an account at this
 * moment, or the batch came too late.
 */
const NOT_PLAYED = [
  'moved_on',
  'of_before',
  ...STAKE_REFUSALS,
  'insufficient_funds',
  'stake_gone',
  'known',
  'busy',
] as const;
export type NotPlayed = (typeof NOT_PLAYED)[number];

export interface PlayedStep {
  /** Of the session, after it. */
  readonly balance: bigint;
  /** The number of the hand after it, where it ended the hand. */
  readonly next: string | undefined;
}

const INPUTS = {
  game: 'solo_game',
  chain: 'text',
  atMs: 'bigint',
  beginsByMs: 'bigint',
  // One line for each command, which saves the escapes of an array. An empty one is null.
  commands: 'text',
  events: 'text',
  seeds: 'text',
  nextRules: 'text',
  // One element for each command.
  players: 'bigint[]',
  hands: 'bigint[]',
  steps: 'int[]',
  ordinals: 'int[]',
  commandIds: 'uuid[]',
  stepsAfter: 'int[]',
  takens: 'bigint[]',
  paids: 'bigint[]',
  sessions: 'bigint[]',
  handsAccounts: 'bigint[]',
  cuts: 'int null[]',
  debits: 'bigint null[]',
  // The accounts that they change, in no order.
  accounts: 'bigint[]',
  // Null but where the hand ends.
  totals: 'bigint null[]',
  openings: 'bytea null[]',
  nextCommitments: 'bytea null[]',
  nextSealed: 'bytea null[]',
} as const;

/** One writer of a chain at a time, so that the statement behind it sees the chain's last batch. */
const LOCK_CHAIN = statement({
  name: 'lock_chain',
  inputs: { chain: 'text' },
  text: `select pg_advisory_xact_lock(hashtextextended('hands ' || :chain, 0))`,
});

/**
 * Locks: the hands and the accounts that it changes, as far as nobody else holds them (`skip
 * locked`), so that it waits for nobody. The chain is locked by the statement before. Where a hand
 * ends that a wallet gave stakes of, `giveForHands` behind it waits for the players' accounts of
 * what was advanced, in their order, as whoever changes several of them does.
 * A batch that comes too late locks no hand, so that nothing of it stands.
 * Guards: each hand's step and status, each session's balance, whether a player who stakes is
 * barred from play or over a limit, what a wallet has given for it, and command ids, one by one. By
 * trigger, the order and the hashes of the chain, that a step is the next one of its hand, the
 * bars, the limits and the wallets again.
 * Writes: the hands, the next hands of those that end, the steps, balances, one entry with up to
 * three postings for each command, and one row of the log.
 *
 * A stake goes from the session to the player's account of hands. At the end of a hand all that it
 * took goes from there to the house, and the house pays.
 */
const PLAY = statement({
  name: 'play_hands',
  inputs: INPUTS,
  text: `
with begun as materialized (
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at_ms
), head as materialized (
  select coalesce(last.seq, 0) as seq, coalesce(last.hash, ''::bytea) as hash
    from (select) as one left join lateral (
      select seq, hash from solo_log where chain = :chain order by seq desc limit 1) as last on true
), command as materialized (
  select c.*, c.taken + c.paid > 0 as moves, c.taken - coalesce(c.total, 0) as hands_change
    from unnest(:players, :hands, :steps, :ordinals, :commandIds, :stepsAfter, :takens, :paids, :sessions,
      :handsAccounts, :debits, :totals, :cuts, string_to_array(:commands, E'\\n'),
      string_to_array(:events, E'\\n'), string_to_array(:seeds, E'\\n', ''), :openings,
      string_to_array(:nextRules, E'\\n', ''), :nextCommitments, :nextSealed)
    with ordinality as c(player_id, hand_number, step, ordinal, command_id, step_after, taken, paid, session_id,
      hands_id, debit_id, total, cut, command, events, seed, opening, next_rules, next_commitment, next_sealed, ord)
), known as materialized (
  select c.ord from command c
   where exists (select from solo_steps s where s.player_id = c.player_id and s.command_id = c.command_id)
), hand as materialized (
  select h.hand_number, h.player_id, h.game, h.step, h.status, h.commitment from solo_hands h
   where h.hand_number = any(:hands) and (select at_ms <= :beginsByMs from begun)
     for no key update skip locked
), account as materialized (
  select a.id, a.balance, a.is_guarded from accounts a where a.id = any(:accounts)
     for no key update skip locked
), debit as materialized (
  select m.id, m.player_id, m.hand_number, m.amount from wallet_movements m
   where m.id = any(:debits) and m.kind = 'debit' and m.status = 'done' and m.stake_use is null
     for no key update skip locked
), judged as materialized (
  -- What most of the statement reads comes first, so that the long texts are seldom passed.
  select c.ord,
         case when exists (select from known k where k.ord = c.ord) then 'known'
              when h.hand_number is null then 'busy'
              when h.step <> c.step or h.status not in ('committed', 'in_play')
                   or h.player_id <> c.player_id or h.game <> :game then 'moved_on'
              when h.hand_number <= (select last_hand_before())
                   then case h.status when 'committed' then 'moved_on' else 'of_before' end
              when (c.moves and s.id is null) or (c.hands_change <> 0 and b.id is null) then 'busy'
              when c.taken > 0 and s.is_guarded and stake_refusal(c.player_id, c.taken) is not null
                   then stake_refusal(c.player_id, c.taken)
              when c.moves and s.balance < c.taken then 'insufficient_funds'
              when c.debit_id is not null and d.id is null then 'stake_gone' end as barred,
         c.session_id, c.paid - c.taken as change, c.hands_id, c.hands_change, c.taken, c.paid, c.total, c.debit_id,
         case when c.moves then s.balance else (select u.balance from accounts u where u.id = c.session_id) end
           + c.paid - c.taken as balance_after,
         c.hand_number, c.player_id, c.ordinal, c.step_after, c.command_id, c.command, c.events, h.commitment,
         c.seed, c.cut, c.opening, c.next_rules, c.next_commitment, c.next_sealed
    from command c
    left join hand h on h.hand_number = c.hand_number
    left join account s on s.id = c.session_id
    left join account b on b.id = c.hands_id
    left join debit d on d.id = c.debit_id and d.player_id = c.player_id and d.hand_number = c.hand_number and d.amount = c.taken
), able as not materialized (
  select * from judged where barred is null
), moved as (
  update solo_hands h
     set step = c.step_after, taken = h.taken + c.taken, paid = h.paid + c.paid,
         status = case when c.total is null then 'in_play' else 'over' end::hand_status,
         player_seed = coalesce(h.player_seed, c.seed), cut = coalesce(h.cut, c.cut), opening = c.opening,
         acted_at = studio_now(), ended_at = case when c.total is not null then studio_now() end
    from able c where h.hand_number = c.hand_number
  returning c.player_id, c.next_rules, c.next_commitment, c.next_sealed
), next as (
  insert into solo_hands (player_id, game, rules, commitment, sealed)
  select player_id, :game, next_rules, next_commitment, next_sealed from moved where next_rules is not null
  returning player_id, hand_number
), stepped as (
  insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq)
  select c.hand_number, c.ordinal, c.player_id, c.command_id, c.command, c.events, c.step_after, c.taken, c.paid, c.balance_after, :chain, head.seq + 1
    from able c, head
), staked as (
  update wallet_movements m set stake_use = 'played' from able c where m.id = c.debit_id
), balanced as (
  update accounts a set balance = a.balance + change.by
    from (select session_id as id, change as by from able where change <> 0
          union all select hands_id, hands_change from able where hands_change <> 0) as change
   where a.id = change.id
), entry as (
  insert into entries (key, kind)
  select 'hands:' || :chain || ':' || (head.seq + 1), 'hands' from head
   where exists (select from able where taken > 0 or total > 0 or paid > 0)
  returning id
), posted as (
  insert into postings (entry_id, line, source_id, destination_id, amount)
  select entry.id, 3 * c.ord + p.line, p.source, p.destination, p.amount
    from entry, (select id from accounts where name = 'house') as house, able c
   cross join lateral (values (0, c.session_id, c.hands_id, c.taken), (1, c.hands_id, house.id, c.total),
                              (2, house.id, c.session_id, c.paid)) as p(line, source, destination, amount)
   where p.amount > 0
), batch as materialized (
  select count(*) as steps, string_agg(ord || ':' || balance_after, ',') as balances,
         encode(sha256(convert_to(string_agg(
           solo_step_text(hand_number, commitment, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after),
           E'\\n' order by hand_number), 'UTF8')), 'hex') as digest
    from able
), logged as (
  insert into solo_log (chain, seq, at_ms, payload, hash)
  select :chain, head.seq + 1, :atMs, body.payload, solo_log_hash(head.hash, :chain, head.seq + 1, :atMs, body.payload)
    from head, batch,
         format('{"kind":"steps","version":1,"steps":%s,"digest":"%s"}', batch.steps, batch.digest) as body(payload)
   where batch.steps > 0
)
select batch.balances, (select string_agg(ord || ':' || barred, ',') from judged where barred is not null) as barred,
       (select string_agg(player_id || ':' || hand_number, ',') from next) as nexts,
       (select at_ms from begun) as begun_at_ms
  from batch`,
});

interface Row {
  /** `2:900,7:100` by the commands’ places in the batch, from 1. */
  readonly balances: string | null;
  readonly barred: string | null;
  /** By the players, of whom a batch has one command each. */
  readonly nexts: string | null;
  readonly begun_at_ms: string;
}

/**
 * Commits the batch in one transaction and one trip. Of each command: what it came to, or why it
 * does not stand. Throws where nothing of the batch is known to stand. It is not run again, so that
 * it takes no longer than its limits say.
 */
export const playHands = async (
  pool: pg.Pool,
  batch: StepBatch,
  commits: readonly StepCommit[],
): Promise<PlayedBatch> => {
  const ended = commits.filter(({ wallet, end }) => wallet !== undefined && end !== undefined);
  const [, , played] = await inOneTripOnce(pool, [
    LOCK_CHAIN({ chain: batch.chain }),
    PLAY(valuesOf(batch, commits)),
    ...(ended.length > 0 ? [giveForHands({ hands: ended.map(({ hand }) => hand) })] : []),
  ]);
  const { balances, barred, nexts, begun_at_ms: begunAtMs } = played!.rows[0] as Row;
  const outcomes = new Array<PlayedStep | NotPlayed>(commits.length).fill('busy');
  const nextOf = new Map(pairsOf(nexts));
  for (const [ord, balance] of pairsOf(balances)) {
    const index = Number(ord) - 1;
    const next = nextOf.get(commits[index]!.playerId);
    outcomes[index] = { balance: BigInt(balance), next };
  }
  for (const [ord, why] of pairsOf(barred)) {
    outcomes[Number(ord) - 1] = NOT_PLAYED.find((each) => each === why) ?? 'busy';
  }
  return { begunAtMs: Number(begunAtMs), outcomes };
};

const valuesOf = (batch: StepBatch, commits: readonly StepCommit[]): Values<typeof INPUTS> => ({
  ...batch,
  commands: lines(commits, ({ command }) => command),
  events: lines(commits, ({ events }) => events),
  seeds: lines(commits, ({ seed }) => seed),
  nextRules: lines(commits, ({ end }) => end?.next?.rules),
  players: list(commits, ({ playerId }) => playerId),
  hands: list(commits, ({ hand }) => hand),
  steps: list(commits, ({ step }) => step),
  ordinals: list(commits, ({ ordinal }) => ordinal),
  commandIds: list(commits, ({ commandId }) => commandId),
  stepsAfter: list(commits, ({ stepAfter }) => stepAfter),
  takens: list(commits, ({ taken }) => taken),
  paids: list(commits, ({ paid }) => paid),
  sessions: list(commits, ({ accounts }) => accounts.session),
  handsAccounts: list(commits, ({ accounts }) => accounts.hands),
  cuts: list(commits, ({ cut }) => cut),
  debits: list(commits, ({ wallet }) => wallet?.debit),
  accounts: `{${commits.flatMap(changedAccounts).join(',')}}`,
  totals: list(commits, ({ end }) => end?.taken),
  openings: list(commits, ({ end }) => bytes(end?.opening)),
  nextCommitments: list(commits, ({ end }) => bytes(end?.next?.commitment)),
  nextSealed: list(commits, ({ end }) => bytes(end?.next?.sealed)),
});

/** Those whose balances a command moves. */
const changedAccounts = ({ taken, paid, end, accounts }: StepCommit): readonly string[] => [
  ...(taken + paid > 0n ? [accounts.session] : []),
  ...(taken === (end?.taken ?? 0n) ? [] : [accounts.hands]),
];

type Item = string | number | bigint | null | undefined;

/**
 * A Postgres array literal. The values are numbers, UUIDs and bytes in hexadecimal digits, so none
 * needs escaping.
 */
const list = (commits: readonly StepCommit[], item: (commit: StepCommit) => Item): string =>
  `{${commits.map((commit) => item(commit) ?? 'NULL').join(',')}}`;

/** JSON, players’ seeds and versions have no line feed. What there is not is an empty line. */
const lines = (commits: readonly StepCommit[], item: (commit: StepCommit) => Item): string =>
  commits.map((commit) => item(commit) ?? '').join('\n');

const bytes = (value: Uint8Array | undefined): string | undefined =>
  value &&
  `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;

/** Of `2:900,7:100`: what is said of 2, and of 7. */
const pairsOf = (text: string | null): readonly (readonly [string, string])[] =>
  (text?.split(',') ?? []).map((pair) => pair.split(':') as [string, string]);
