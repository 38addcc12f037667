/**
 * A sealed period as files: its rows of the logs, its rounds and hands with what they moved, every
 * other entry, and all balances. It is read at one moment, some rows at a time.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { AnchorKey } from '../audit/anchor-key.js';
import { readKeys } from '../audit/anchor-rows.js';
import { stakesAccountOf } from '../ledger/stakes-account.js';
import { untakenStakesOf } from '../ledger/untaken-stakes.js';
import { ACTION_FIELDS } from '../audit/log-source.js';
import { STEPS_OF_BATCH, VOIDS_OF_BATCH, handOf } from '../audit/hand-faults.js';
import { rowsOf } from '../platform/cursor.js';
import { type Values, statement } from '../platform/statement.js';
import { sync } from '../platform/whole-file.js';
import { BadPeriod, type FileNote, writeLines } from './files.js';
import { sealLine, takeFolder, writeManifest } from './manifest.js';
import { BY_TIME, PERIOD_ROWS, PERIOD_ROWS_INPUTS, rangesOf } from './period-entries.js';
import { readArchives, readHeads, readSeals } from './period-rows.js';
import type { Head, Seal } from './seal.js';

const EVENTS_AT_ONCE = 2_000;
/** A round of a full table has tens of thousands of lines of bets. */
const ROUNDS_AT_ONCE = 5;

/** The currency of a posting `p` between `s` and `d`, which may be players' accounts. */
const CURRENCY = `coalesce(sp.currency, s.currency, dp.currency, d.currency, '-')`;
const ACCOUNTS = `accounts s left join players sp on sp.id = s.player_id
     cross join accounts d left join players dp on dp.id = d.player_id
    where s.id = p.source_id and d.id = p.destination_id`;

/**
 * Of an entry `e`, with its postings. Each names its own currency, as the seal adds them up by it:
 * an entry may be of players of several, and what was paid by hand went outside and is of none.
 */
const ENTRY = `
json_build_object('key', e.key, 'kind', e.kind, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'currency', (select (select ${CURRENCY} from ${ACCOUNTS}) from postings p
    where p.entry_id = e.id order by p.line limit 1),
  'postings', (select json_agg(json_build_array(p.source_id::text, p.destination_id::text, p.amount::text,
                        (select ${CURRENCY} from ${ACCOUNTS})) order by p.line)
                 from postings p where p.entry_id = e.id))`;

/** Of a round `r`. */
const ROUND = `
json_build_object('game', r.game_number::text, 'table', r.table_id, 'roundInShoe', r.round_in_shoe, 'paytable', r.paytable, 'status', r.status,
  'openedSeq', r.opened_seq::text, 'closedSeq', r.closed_seq::text, 'coup', r.coup, 'endedSeq', r.ended_seq::text, 'stakesAccount', r.stakes_account_id::text,
  'further', (select coalesce(json_object_agg(player_id, account_id::text) filter (where account_id <> r.stakes_account_id), '{}')
                from (select distinct b.player_id, ${stakesAccountOf('b.player_id', 'r')} as account_id
                        from bets b where b.game_number = r.game_number and r.further_stakes_account_ids <> '{}') as staked),
  'bets', (select coalesce(json_agg(json_build_array(b.player_id::text, a.id::text, b.bet_id, b.line, b.spot, b.mode, b.kind, b.amount::text, b.seq::text, b.balance_after::text, b.noted)
             order by b.seq, a.id, b.line), '[]') from bets b left join accounts a on a.player_id = b.player_id and a.kind = 'session' where b.game_number = r.game_number),
  'payouts', (select coalesce(json_agg(json_build_array(p.player_id::text, case when h.game_number is null then a.id else outside.id end::text, p.paid::text) order by p.player_id), '[]')
                from payouts p left join accounts a on a.player_id = p.player_id and a.kind = 'session' cross join (select id from accounts where name = 'outside') as outside
                left join hand_pays h on h.game_number = p.game_number and h.player_id = p.player_id and h.ordinal = 0 where p.game_number = r.game_number),
  'chunks', (select coalesce(json_agg(json_build_array(c.chunk, c.chunks, c.verdict, c.stakes::text, c.paid::text, c.players) order by c.chunk), '[]')
               from settlement_chunks c where c.game_number = r.game_number),
  'entries', (select coalesce(json_agg(${ENTRY} order by e.id), '[]') from entries e where e.key in (
     select distinct 'bets:' || r.table_id || ':' || b.seq from bets b where b.game_number = r.game_number
     union all select 'round:' || c.game_number || ':' || c.verdict || ':' || c.chunk from settlement_chunks c where c.game_number = r.game_number)))`;

/** Of a correction `c` of a table. */
const CORRECTION = `
json_build_object('game', c.game_number::text, 'ordinal', c.ordinal, 'fix', c.fix, 'coup', c.coup, 'player', c.player_id::text, 'parts', c.chunks,
  'untaken', (select coalesce(json_agg(u.player_id::text order by u.player_id), '[]') from (${untakenStakesOf('c.game_number')}) as u where c.fix = 'resettle'),
  'byHand', (select coalesce(json_agg(h.player_id::text order by h.player_id), '[]') from hand_pays h where h.game_number = c.game_number and h.ordinal = c.ordinal),
  'ordered', (select json_build_object('seq', e.seq::text, 'payload', e.payload) from table_events e where e.table_id = r.table_id and e.seq = c.ordered_seq),
  'finished', (select json_build_object('seq', e.seq::text, 'payload', e.payload) from table_events e where e.table_id = r.table_id and e.seq = c.finished_seq),
  'chunks', (select coalesce(json_agg(json_build_array(k.chunk, k.stakes::text, k.was::text, k.paid::text, k.shortfall::text, k.players) order by k.chunk), '[]')
               from correction_chunks k where k.game_number = c.game_number and k.ordinal = c.ordinal),
  'payouts', (select coalesce(json_agg(json_build_array(p.player_id::text, p.was::text, p.paid::text, p.from_game::text, p.to_game::text, p.shortfall::text, p.recovered::text) order by p.player_id), '[]')
                from correction_payouts p where p.game_number = c.game_number and p.ordinal = c.ordinal),
  'entries', (select coalesce(json_agg(${ENTRY} order by e.id), '[]') from entries e where e.key in (
     select 'round:' || k.game_number || ':correction:' || k.ordinal || ':' || step || ':' || k.chunk
       from correction_chunks k cross join unnest(array['cover', 'back', 'pay', 'recover']) as step
      where k.game_number = c.game_number and k.ordinal = c.ordinal)))`;

/**
 * Writes the period into `folder`, which is empty or not there yet, and returns the digest of its
 * manifest once all of it is on the disk. Throws `BadPeriod`. Where it fails, the folder is empty.
 * `client` is in no transaction.
 */
export const exportPeriod = async (
  client: pg.ClientBase,
  number: bigint,
  folder: string,
  key: AnchorKey,
): Promise<string> => {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0 || !takeFolder(folder)) {
    throw new BadPeriod(
      `${folder} is not empty: name another folder, or remove what an export that was broken off has left`,
    );
  }
  try {
    const digest = await writeAtOneMoment(client, number, folder, key);
    await syncUpTo(path.dirname(made ?? folder), folder);
    return digest;
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    throw error;
  }
};

/** Which files a folder has, and which folders lead to it. */
const syncUpTo = async (top: string, folder: string): Promise<void> => {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    await sync(at);
    if (at === path.resolve(top) || at === path.dirname(at)) return;
  }
};

const writeAtOneMoment = async (
  ...[client, number, folder, key]: Parameters<typeof exportPeriod>
): Promise<string> => {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await write(client, number, folder, key);
  } finally {
    await client.query('rollback');
  }
};

const write = async (
  client: pg.ClientBase,
  number: bigint,
  folder: string,
  key: AnchorKey,
): Promise<string> => {
  const seals = await readSeals(client);
  const at = seals.findIndex((each) => each.number === number);
  const seal = seals[at];
  if (seal === undefined) throw new BadPeriod(`no_such_period: period ${number} is not sealed`);
  if ((await readArchives(client)).some(({ period }) => period === number)) {
    throw new BadPeriod(`archived: what period ${number} moved is in its files alone`);
  }
  const previous = seals[at - 1];
  const heads = await readHeads(client, number);
  const tables = heads.filter(({ log }) => !log.startsWith('@'));
  const files: FileNote[] = [];
  for (const [name, values] of [
    ['heads', headLines(heads)],
    ['accounts', accountLines(client, number)],
    ['events', eventLines(client, tables)],
    ['rounds', roundLines(client, tables)],
    ['corrections', correctionLines(client, tables)],
    ['batches', batchLines(client, heads)],
    ['hands', handLines(client, heads)],
    ['actions', actionLines(client, heads)],
    ['entries', entryLines(client, seal, previous)],
  ] as const) {
    files.push(await writeLines(folder, `${name}.jsonl.gz`, values));
  }
  const content = {
    format: 'sabot-period-1' as const,
    seal: sealLine(seal),
    previous:
      previous === undefined
        ? null
        : {
            seal: sealLine(previous),
            before: seals[at - 2]?.signature.toString('hex') ?? null,
          },
    keys: Object.fromEntries(await readKeys(client)),
    files,
    exportedAt: new Date().toISOString(),
  };
  return writeManifest(folder, content, key);
};

async function* headLines(heads: readonly Head[]): AsyncGenerator<object> {
  for (const { log, fromSeq, fromHash, seq, hash, fromState, state } of heads) {
    yield {
      ...{ log, fromSeq: `${fromSeq}`, fromHash: fromHash.toString('hex'), fromState },
      ...{ seq: `${seq}`, hash: hash.toString('hex'), state },
    };
  }
}

/**
 * Those that hold something at the beginning or at the end, and the house, which pays rounds.
 */
async function* accountLines(client: pg.ClientBase, number: bigint): AsyncGenerator<object> {
  yield* rowsOf(
    client,
    `select id::text, name, kind, player_id::text as player, coalesce(o.balance, 0)::text as opening, coalesce(c.balance, 0)::text as closing
       from (select account_id as id, balance from period_balances where period = ${number - 1n}) as o
       full join (select account_id as id, balance from period_balances where period = ${number}) as c using (id)
       full join (select id from accounts where name = 'house') as house using (id)
       join accounts using (id) order by accounts.id`,
  );
}

const OF_LOG = { log: 'text', last: 'bigint', seq: 'bigint' } as const;
type OfLog = (values: Values<typeof OF_LOG>) => pg.QueryConfig;

/** All rows that the query has, page by page: those after `last`, up to `seq`, of the log. */
async function* pagesOf<Row extends { readonly seq: string }>(
  client: pg.ClientBase,
  query: OfLog,
  { log, fromSeq, seq }: Head,
): AsyncGenerator<Row> {
  for (let last = fromSeq; ;) {
    const { rows } = await client.query<Row>(query({ log, last, seq }));
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = BigInt(end.seq);
  }
}

const EVENTS = statement({
  inputs: OF_LOG,
  text: `
select table_id as "table", seq, epoch, at_ms as "atMs", kind, payload, encode(hash, 'hex') as hash from table_events
 where table_id = :log and seq > :last and seq <= :seq order by seq limit ${EVENTS_AT_ONCE}`,
});

async function* eventLines(client: pg.ClientBase, tables: readonly Head[]): AsyncGenerator<object> {
  for (const head of tables) yield* pagesOf(client, EVENTS, head);
}

const ROUNDS = statement({
  inputs: OF_LOG,
  text: `
select r.opened_seq as seq, ${ROUND} as line from rounds r
 where r.table_id = :log and r.opened_seq > :last and r.opened_seq <= :seq order by r.opened_seq limit ${ROUNDS_AT_ONCE}`,
});

async function* roundLines(client: pg.ClientBase, tables: readonly Head[]): AsyncGenerator<object> {
  for (const head of tables) {
    for await (const row of pagesOf<{ seq: string; line: object }>(client, ROUNDS, head)) {
      yield row.line;
    }
  }
}

const CORRECTIONS = statement({
  inputs: OF_LOG,
  text: `
select c.ordered_seq as seq, ${CORRECTION} as line from corrections c join rounds r using (game_number)
 where r.table_id = :log and c.ordered_seq > :last and c.ordered_seq <= :seq order by c.ordered_seq limit ${ROUNDS_AT_ONCE}`,
});

async function* correctionLines(
  client: pg.ClientBase,
  tables: readonly Head[],
): AsyncGenerator<object> {
  for (const head of tables) {
    for await (const row of pagesOf<{ seq: string; line: object }>(client, CORRECTIONS, head)) {
      yield row.line;
    }
  }
}

const BATCHES = statement({
  inputs: OF_LOG,
  text: `
select l.chain, l.seq, l.at_ms as "atMs", l.payload, encode(l.hash, 'hex') as hash, ${STEPS_OF_BATCH} as steps, ${VOIDS_OF_BATCH} as voided,
       (select ${ENTRY} from entries e where e.key = 'hands:' || l.chain || ':' || l.seq) as entry,
       (select coalesce(json_agg(json_build_array(a.player_id::text, a.id::text, h.id::text) order by a.player_id), '[]')
          from accounts a join accounts h on h.player_id = a.player_id and h.kind = 'hands'
         where a.kind = 'session' and a.player_id in (select player_id from solo_steps s where s.chain = l.chain and s.seq = l.seq)) as accounts
  from solo_log l where l.chain = :log and l.seq > :last and l.seq <= :seq order by l.seq limit ${EVENTS_AT_ONCE}`,
});

async function* batchLines(client: pg.ClientBase, heads: readonly Head[]): AsyncGenerator<object> {
  for (const head of heads.filter(({ log }) => /^@.*:/.test(log))) {
    yield* pagesOf(client, BATCHES, head);
  }
}

const HANDS = statement({
  inputs: PERIOD_ROWS_INPUTS,
  text: `with ${PERIOD_ROWS} ${handOf('where h.hand_number in (select hand_number from hand)')}`,
});

async function* handLines(client: pg.ClientBase, heads: readonly Head[]): AsyncGenerator<object> {
  const chains = heads.filter(({ log }) => /^@.*:/.test(log));
  if (chains.length === 0) return;
  const { text, values } = HANDS(rangesOf(chains));
  yield* rowsOf(client, text, values);
}

const ACTIONS = statement({
  inputs: OF_LOG,
  text: `
select seq, ${ACTION_FIELDS} as fields, encode(hash, 'hex') as hash from staff_actions
 where :log = '@staff' and seq > :last and seq <= :seq order by seq limit ${EVENTS_AT_ONCE}`,
});

async function* actionLines(client: pg.ClientBase, heads: readonly Head[]): AsyncGenerator<object> {
  for (const head of heads.filter(({ log }) => log === '@staff')) {
    yield* pagesOf(client, ACTIONS, head);
  }
}

/** Those that no log orders. */
async function* entryLines(
  client: pg.ClientBase,
  seal: Seal,
  previous: Seal | undefined,
): AsyncGenerator<object> {
  const [from, until] = [previous?.endsAt ?? '-infinity', seal.endsAt].map((at) =>
    client.escapeLiteral(at),
  );
  const rows = rowsOf<{ line: object }>(
    client,
    `select ${ENTRY} as line from entries e where e.at >= ${from} and e.at < ${until} and ${BY_TIME}`,
  );
  for await (const { line } of rows) yield line;
}
