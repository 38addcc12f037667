/**
 * Sealing a period: whole gaming days, once all that was begun in them is over. It reads what they
 * hold, and writes the seal, in one transaction. All is read before the first row is written: from
 * then on the transaction holds up the feeds of all operators, and reading a day takes minutes.
 */
import type pg from 'pg';
import type { AnchorKey } from '../audit/anchor-key.js';
import { writeKey } from '../audit/anchor-rows.js';
import { STAFF_LOG } from '../audit/anchor.js';
import { rowsOf } from '../platform/cursor.js';
import { statement } from '../platform/statement.js';
import { readTimeline } from '../platform/timelines.service.js';
import { evolve } from '../round/evolve.js';
import { parseEvent, parseState, storedState } from '../round/past-events.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { type TableState, emptyTable } from '../round/state.js';
import { numberRanges } from './number-ranges.js';
import {
  PERIOD_ENTRIES,
  PERIOD_ENTRIES_INPUTS,
  PERIOD_ROWS,
  PERIOD_ROWS_INPUTS,
  rangesOf,
} from './period-entries.js';
import {
  type Held,
  readLastHead,
  readSeals,
  writeBalances,
  writeHead,
  writeSeal,
} from './period-rows.js';
import { type Head, LinesDigest, type Seal, balanceLine, digestHeads, signSeal } from './seal.js';

/** Why a period is not sealed, in the order in which it is looked at. */
const SEAL_REFUSALS = {
  nothing_new: 'That day is sealed already.',
  not_over: 'The day must have ended an hour ago.',
  round_in_hand: 'Rounds of these days have not ended.',
  correction_unpaid: 'Corrections that were ordered in these days are not paid.',
  incident_open: 'Incidents of these days are open.',
  movement_open: 'Movements of operators’ wallets of these days are not ended.',
  hand_in_play: 'Hands of these days are in play.',
  nothing_happened: 'No log has a row of these days.',
} as const;
type SealRefusal = keyof typeof SEAL_REFUSALS;

export class NotSealed extends Error {
  override readonly name = 'NotSealed';

  /** `which` are the first of what is in the way. */
  constructor(
    readonly refusal: SealRefusal,
    which: readonly string[] = [],
  ) {
    super([`${refusal}: ${SEAL_REFUSALS[refusal]}`, ...which].join('\n  '));
  }
}

/**
 * The last row of a table's log that the period has, of which `$1` is the end: the one before the
 * first round of the next day. A round, with all of its money, is of the day on which it was
 * opened.
 */
const lastRowOf = (table: string): string => `coalesce(
           (select opened_seq - 1 from rounds where table_id = ${table} and opened_at >= $1 order by opened_at limit 1),
           greatest((select seq from table_events where table_id = ${table} and at_ms < extract(epoch from $1::timestamptz) * 1000 order by seq desc limit 1),
                    (select ended_seq from rounds where table_id = ${table} and opened_at < $1 order by opened_at desc limit 1)))`;

/** The last row of a game's log of a day that the period has, of which `$1` is the end. */
const lastBatchOf = (chain: string): string =>
  `(select seq from solo_log l where l.chain = ${chain} and l.at_ms < extract(epoch from $1::timestamptz) * 1000 order by seq desc limit 1)`;

/** What is in the way, as sentences. `$1` is the end of the period. */
const IN_THE_WAY: readonly (readonly [SealRefusal, string])[] = [
  [
    'round_in_hand',
    `select format('round %s of %s is %s', game_number, table_id, status) as what from rounds
      where status in ('betting', 'closed', 'resulted', 'void') and opened_at < $1 order by game_number`,
  ],
  [
    'correction_unpaid',
    // It is of the period that has its order, which may have come after the end of the day.
    `select format('correction %s of round %s', c.ordinal, c.game_number) as what
       from corrections c join rounds r using (game_number)
      where c.finished_seq is null and c.ordered_seq <= ${lastRowOf('r.table_id')} order by 1`,
  ],
  [
    'incident_open',
    `select format('incident %s of %s: %s', i.id, i.table_id, i.kind) as what
       from open_incidents o join incidents i on i.id = o.incident_id where i.opened_at < $1 order by i.id`,
  ],
  [
    'movement_open',
    `select format('movement %s of %s', movement_id, operator_id) as what from wallet_movements
      where status in ('due', 'void') and asked_at < $1 order by id`,
  ],
  [
    'hand_in_play',
    // By its steps: a hand is committed to when the one before it ends, and staked on days later.
    `with step as materialized (
       select s.hand_number, s.player_id, s.chain, s.seq from solo_hands h join solo_steps s using (hand_number) where h.status = 'in_play'
     ), last as materialized (
       select chain, ${lastBatchOf('c.chain')} as seq from (select distinct chain from step) as c
     )
     select distinct format('hand %s of player %s', hand_number, player_id) as what
       from step s join last using (chain) where s.seq <= last.seq order by what`,
  ],
];

/**
 * Seals everything up to the end of the gaming day `untilDay`, and returns the seal. Throws
 * `NotSealed`, and has changed nothing then. `client` is of the owner of the tables, and in no
 * transaction.
 */
export const closePeriod = async (
  client: pg.ClientBase,
  untilDay: string,
  key: AnchorKey,
): Promise<Seal> => {
  await client.query('begin isolation level repeatable read');
  try {
    // By a statement that looks at nothing yet: the one that waits sees what the other has sealed.
    await client.query('lock table periods in share row exclusive mode');
    const seal = await close(client, untilDay, key);
    await client.query('commit');
    return seal;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const close = async (client: pg.ClientBase, untilDay: string, key: AnchorKey): Promise<Seal> => {
  const before = (await readSeals(client)).at(-1);
  if (before !== undefined && untilDay <= before.untilDay) throw new NotSealed('nothing_new');
  const { endsAt, sealedAt, isOver } = await readEnd(client, untilDay);
  if (!isOver) throw new NotSealed('not_over');
  for (const [refusal, query] of IN_THE_WAY) {
    const { rows } = await client.query<{ what: string }>(`${query} limit 5`, [endsAt]);
    const which = rows.map(({ what }) => what);
    if (which.length > 0) throw new NotSealed(refusal, which);
  }

  const number = (before?.number ?? 0n) + 1n;
  const heads = await readNewHeads(client, endsAt);
  if (heads.length === 0) throw new NotSealed('nothing_happened');
  const { totals, held, balancesDigest } = await readBalances(client, heads, before, endsAt);
  const content = {
    number,
    untilDay,
    endsAt,
    headsDigest: digestHeads(heads),
    balancesDigest,
    totals,
    ...(await readNumbers(client, heads)),
    timeline: await readTimeline(client),
    sealedAt,
  };
  const seal = signSeal(content, before?.signature, key);
  await writeKey(client, key);
  for (const head of heads) await writeHead(client, number, head);
  await writeBalances(client, number, held);
  await writeSeal(client, seal);
  return seal;
};

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

const readEnd = async (client: pg.ClientBase, untilDay: string) => {
  const { rows } = await client.query<{ endsAt: string; sealedAt: string; isOver: boolean }>(
    `select to_char(ends_at at time zone 'UTC', ${UTC}) as "endsAt", to_char(studio_now() at time zone 'UTC', ${UTC}) as "sealedAt",
            studio_now() >= ends_at + interval '1 hour' as "isOver"
       from gaming_day_begins($1::date + 1) as ends_at`,
    [untilDay],
  );
  return rows[0]!;
};

/** The last row of each log that the period has. */
const LAST_ROWS = `
with recursive chain as (
  (select chain from solo_log order by chain limit 1)
  union all
  select (select l.chain from solo_log l where l.chain > c.chain order by l.chain limit 1) from chain c where c.chain is not null
), last as (
  select t.id as log, ${lastRowOf('t.id')} as seq from tables t
  union all
  select c.chain, ${lastBatchOf('c.chain')}
    from chain c where c.chain is not null
  union all
  select '${STAFF_LOG}', (select max(seq) from staff_actions where at < $1)
)
select last.log, last.seq, coalesce(e.hash, s.hash, a.hash) as hash
  from last
  left join table_events e on e.table_id = last.log and e.seq = last.seq
  left join solo_log s on s.chain = last.log and s.seq = last.seq
  left join staff_actions a on last.log = '${STAFF_LOG}' and a.seq = last.seq
 where last.seq > 0
 order by last.log collate "C"`;

/** Of logs that have a row more than at the end of the period before. */
const readNewHeads = async (client: pg.ClientBase, endsAt: string): Promise<readonly Head[]> => {
  const { rows } = await client.query<{ log: string; seq: string; hash: Buffer }>(LAST_ROWS, [
    endsAt,
  ]);
  const heads: Head[] = [];
  for (const { log, seq, hash } of rows) {
    const before = await readLastHead(client, log);
    const fromSeq = before?.seq ?? 0n;
    if (BigInt(seq) <= fromSeq) continue;
    const fromHash = before?.hash ?? Buffer.alloc(0);
    const fromState = before?.state ?? null;
    const state = log.startsWith('@')
      ? null
      : JSON.stringify(storedState(await readState(client, log, BigInt(seq), fromState)));
    heads.push({ log, fromSeq, fromHash, seq: BigInt(seq), hash, fromState, state });
  }
  return heads;
};

/** So many events at a time. */
const PAGE = 1_000;

const EVENTS = statement({
  inputs: { table: 'text', last: 'bigint', seq: 'bigint' },
  text: `
select seq, at_ms, payload from table_events
 where table_id = :table and seq > :last and seq <= :seq order by seq limit ${PAGE}`,
});

/** The table's state after the event `seq`: from the last that was kept, and the events since. */
const readState = async (
  client: pg.ClientBase,
  table: string,
  seq: bigint,
  fromState: string | null,
): Promise<TableState> => {
  const { rows: kept } = await client.query<{ state: string }>(
    'select state from table_snapshots where table_id = $1 and seq <= $2 order by seq desc limit 2',
    [table, seq],
  );
  const states = [...kept.map(({ state }) => state), ...(fromState === null ? [] : [fromState])]
    .map(parseState)
    .filter((state) => BigInt(state.seq) <= seq)
    .sort((a, b) => b.seq - a.seq);
  let state = states[0] ?? emptyTable(table, DEFAULT_SETTINGS);
  for (;;) {
    const { rows } = await client.query<{ seq: string; at_ms: string; payload: string }>(
      EVENTS({ table, last: state.seq, seq }),
    );
    for (const row of rows) {
      const logged = { seq: Number(row.seq), atMs: Number(row.at_ms) };
      state = evolve(state, { ...logged, event: parseEvent(row.payload) });
    }
    if (rows.length < PAGE) return state;
  }
};

const BALANCES = statement({
  inputs: { ...PERIOD_ENTRIES_INPUTS, periodBefore: 'bigint' },
  text: `
with ${PERIOD_ROWS}, ${PERIOD_ENTRIES}, moved as materialized (
  select e.kind, p.* from entry e join postings p on p.entry_id = e.id
), total as (
  select concat_ws(' ', kind, currency, count(distinct entry_id), sum(amount)) as line
    from (select m.kind, m.entry_id, m.amount, coalesce(sp.currency, s.currency, dp.currency, d.currency, '-') as currency
            from moved m
            join accounts s on s.id = m.source_id left join players sp on sp.id = s.player_id
            join accounts d on d.id = m.destination_id left join players dp on dp.id = d.player_id) as each
   group by kind, currency
), held as (
  select account_id, sum(amount) as balance
    from (select destination_id as account_id, amount from moved
          union all select source_id, -amount from moved
          union all select account_id, balance from period_balances where period = :periodBefore) as change
   group by account_id having sum(amount) <> 0
)
select null as account, line collate "C" as text from total
union all select account_id, balance::text from held
 order by account nulls first, text`,
});

const readBalances = async (
  client: pg.ClientBase,
  heads: readonly Head[],
  before: Seal | undefined,
  endsAt: string,
): Promise<Pick<Seal, 'totals' | 'balancesDigest'> & { readonly held: Held }> => {
  const totals: string[] = [];
  const held: { accounts: string[]; balances: string[] } = { accounts: [], balances: [] };
  const digest = new LinesDigest();
  const query = BALANCES({
    ...rangesOf(heads),
    from: before?.endsAt ?? '-infinity',
    until: endsAt,
    periodBefore: before?.number ?? 0n,
  });
  const rows = rowsOf<{ account: string | null; text: string }>(client, query.text, query.values);
  for await (const { account, text } of rows) {
    if (account === null) {
      totals.push(text);
      continue;
    }
    held.accounts.push(account);
    held.balances.push(text);
    digest.add(balanceLine(account, text));
  }
  return { totals: totals.join('\n'), balancesDigest: digest.end(), held };
};

/** Of the rounds that were opened in it, and of the hands that ended in it. */
const NUMBERS = statement({
  inputs: PERIOD_ROWS_INPUTS,
  text: `
with ${PERIOD_ROWS}
select ${numberRanges('game_number', 'game')} as games, ${numberRanges('hand_number', 'hand')} as hands`,
});

const readNumbers = async (
  client: pg.ClientBase,
  heads: readonly Head[],
): Promise<Pick<Seal, 'games' | 'hands'>> => {
  const { rows } = await client.query<Pick<Seal, 'games' | 'hands'>>(NUMBERS(rangesOf(heads)));
  return rows[0]!;
};
