/**
 * Detaching a period: what its bets, payments and hands have moved is taken out of the database,
 * once its files are proven to hold it. It goes some rows at a time, and on from where it was
 * stopped. The entries themselves, the bets, the rounds and the logs stay.
 */
import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { takePostings } from '../ledger/take-postings.js';
import { type Values, statement } from '../platform/statement.js';
import { sync } from '../platform/whole-file.js';
import { Proof } from '../reconcile/proof.js';
import { isInOrder } from '../reconcile/reconcile.js';
import { readManifest, sealLine } from './manifest.js';
import { PERIOD_ENTRIES, PERIOD_ENTRIES_INPUTS, PERIOD_ROWS, rangesOf } from './period-entries.js';
import { readArchives, readHeads, readSeals } from './period-rows.js';
import { proveSealedBalances } from './prove-archives.js';
import type { Head, Seal } from './seal.js';
import { verifyPeriod } from './verify-period.js';

/** Why a period is not detached, in the order in which it is looked at. */
const DETACH_REFUSALS = {
  detaching: 'Somebody else is detaching a period now.',
  not_sealed: 'There is no such sealed period.',
  archived: 'What this period moved is taken out already.',
  not_the_oldest: 'Periods are detached in their order: an older one is still there.',
  too_young: 'It ended not long enough ago.',
  not_exported: 'It was not written to files.',
  other_files: 'These are not files that were written of this period from this database.',
  files_not_whole: 'The files are not whole, or not by a key that is trusted.',
  still_open: 'Something of it is not over.',
  books_differ: 'What the accounts hold of it is not what was sealed: see npm run reconcile.',
} as const;
type DetachRefusal = keyof typeof DETACH_REFUSALS;

export class NotDetached extends Error {
  override readonly name = 'NotDetached';

  /** `which` are the first of what is in the way. */
  constructor(
    readonly refusal: DetachRefusal,
    which: readonly string[] = [],
  ) {
    super([`${refusal}: ${DETACH_REFUSALS[refusal]}`, ...which].join('\n  '));
  }
}

/** Postings that one statement takes out, so that nobody waits for it. */
const ROWS_AT_ONCE = 5_000;
const ENTRIES_AT_ONCE = 500;
const ROUNDS_AT_ONCE = 100;

interface Detaching {
  readonly number: bigint;
  /** Of its files. */
  readonly folder: string;
  /** The keys one of which has signed them. */
  readonly trusted: readonly KeyObject[];
  /** For how many days after its end a period stays whole at least. */
  readonly keptDays: number;
  /** Postings that one statement takes out, if not as many as usual. */
  readonly rowsAtOnce?: number;
  /** After each such statement: how many there were. */
  readonly onTaken?: (rows: number) => void;
}

/**
 * Returns how many postings were taken out. Throws `NotDetached` or `BadPeriod`, and has changed
 * nothing then. `client` is of the owner of the tables, and in no transaction.
 */
export const detachPeriod = async (client: pg.ClientBase, of: Detaching): Promise<number> => {
  const { rows } = await client.query<{ is_ours: boolean }>(
    `select pg_try_advisory_lock(hashtext('detach')) as is_ours`,
  );
  if (rows[0]?.is_ours !== true) throw new NotDetached('detaching');
  try {
    const seal = await readDue(client, of);
    await proveFiles(client, seal, of);
    // Whoever copied them here may not have waited for the disk, and soon nothing else has them.
    await syncFiles(of.folder);
    await begin(client, seal, readManifest(of.folder).digest);
    const taken = await takeOut(client, of);
    await end(client, seal);
    return taken;
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('detach'))`);
  }
};

const syncFiles = async (folder: string): Promise<void> => {
  for (const { name } of readManifest(folder).content.files) await sync(path.join(folder, name));
  await sync(path.join(folder, 'manifest.json'));
  await sync(folder);
};

/** The seals of all periods that ended so many days ago and are not archived, in order. */
export const readOlderThan = async (
  client: pg.ClientBase,
  days: number,
): Promise<readonly bigint[]> => {
  const { rows } = await client.query<{ number: string }>(
    `select number from periods p where studio_now() >= ends_at + $1 * interval '1 day'
        and not exists (select from period_archives a where a.period = p.number and a.done_at is not null)
      order by number`,
    [days],
  );
  return rows.map(({ number }) => BigInt(number));
};

const readDue = async (client: pg.ClientBase, { number, keptDays }: Detaching): Promise<Seal> => {
  const seal = (await readSeals(client)).find((each) => each.number === number);
  if (seal === undefined) throw new NotDetached('not_sealed');
  const archived = (await readArchives(client)).filter(({ doneAt }) => doneAt !== null);
  if (archived.some(({ period }) => period === number)) throw new NotDetached('archived');
  if (number !== BigInt(archived.length) + 1n) throw new NotDetached('not_the_oldest');
  const { rows } = await client.query(
    `select where studio_now() >= $1::timestamptz + $2 * interval '1 day'`,
    [seal.endsAt, keptDays],
  );
  if (rows.length === 0) throw new NotDetached('too_young', [`${keptDays} days are kept`]);
  return seal;
};

/** That they are of this period and of this database, and whole; and that nothing is in the way. */
const proveFiles = async (
  client: pg.ClientBase,
  seal: Seal,
  { number, folder, trusted }: Detaching,
): Promise<void> => {
  const { rows: exported } = await client.query<{ manifest: string }>(
    'select manifest from period_exports where period = $1',
    [number],
  );
  if (exported.length === 0) throw new NotDetached('not_exported');
  const { content, digest } = readManifest(folder);
  const isOurs =
    JSON.stringify(content.seal) === JSON.stringify(sealLine(seal)) &&
    exported.some(({ manifest }) => manifest === digest);
  if (!isOurs) throw new NotDetached('other_files');
  const { proofs } = await verifyPeriod(folder, trusted);
  if (trusted.length === 0 || !isInOrder(proofs)) {
    throw new NotDetached('files_not_whole', proofs.flatMap(({ first }) => first).slice(0, 5));
  }
  for (const query of STILL_OPEN) {
    const { rows } = await client.query<{ what: string }>(`${query} limit 5`, [number]);
    if (rows.length > 0)
      throw new NotDetached(
        'still_open',
        rows.map(({ what }) => what),
      );
  }
};

/** Whether the number of a round, or of a hand, is of the period `$1`. */
const isOf = (games: 'games' | 'hands', number: string): string =>
  `exists (select from periods p where p.number = $1 and p.${games} @> ${number})`;

/** What reaches into the period, as sentences. */
const STILL_OPEN: readonly string[] = [
  `select format('round %s of %s is %s', game_number, table_id, status) as what from rounds
    where status in ('betting', 'closed', 'resulted', 'void') and ${isOf('games', 'game_number')} order by game_number`,
  `select format('hand %s of player %s is in play', hand_number, player_id) as what from solo_hands h
    where status = 'in_play' and exists (
      select from solo_steps s join period_heads p on p.log = s.chain and p.period <= $1 and s.seq <= p.seq
       where s.hand_number = h.hand_number) order by hand_number`,
  `select format('correction %s of round %s is not paid', ordinal, game_number) as what from corrections
    where finished_seq is null and ${isOf('games', 'game_number')} order by game_number`,
  `select format('movement %s of %s is not ended', movement_id, operator_id) as what from wallet_movements
    where status in ('due', 'void') and (asked_at < (select ends_at from periods where number = $1) or ${isOf('games', 'game_number')}) order by id`,
  `select format('case %s about movement %s of %s is open', c.id, c.movement_id, c.operator_id) as what
     from wallet_cases c left join wallet_movements m using (operator_id, movement_id)
    where c.closed_at is null and (c.opened_at < (select ends_at from periods where number = $1) or ${isOf('games', 'm.game_number')}) order by c.id`,
  `select format('incident %s of %s is open', i.id, i.table_id) as what from open_incidents o join incidents i on i.id = o.incident_id
    where i.opened_at < (select ends_at from periods where number = $1) or ${isOf('games', 'i.game_number')} order by i.id`,
  `select format('request %s, to %s, is not decided or not carried out', a.id, a.kind) as what from approvals a
    where a.expires_at > studio_now() and (${isOf('games', 'a.game_number')} or ${isOf('hands', 'a.hand_number')})
      and not exists (select from approval_uses u where u.approval_id = a.id)
      and not exists (select from approval_decisions d where d.approval_id = a.id and d.verdict = 'refused') order by a.id`,
];

/** A round of the last day may have been paid on the next one. */
const WHOLE_FROM = `
with ${PERIOD_ROWS}, ${PERIOD_ENTRIES}
select greatest(max(x.at) + interval '1 millisecond', :endsAt) as whole_from
  from entry e join entries x on x.id = e.id and x.kind in ('bets', 'settlement', 'refund', 'hands')`;

const BEGIN = statement({
  inputs: { ...PERIOD_ENTRIES_INPUTS, endsAt: 'timestamptz', number: 'bigint', manifest: 'text' },
  text: `
insert into period_archives (period, manifest, whole_from)
select :number, :manifest, whole_from from (${WHOLE_FROM}) as until
 where not exists (select from period_archives where period = :number)`,
});

/** Says that it is being archived, unless an earlier run has. */
const begin = async (client: pg.ClientBase, seal: Seal, manifest: string): Promise<void> => {
  const { number, endsAt } = seal;
  await client.query('begin isolation level repeatable read');
  try {
    const proof = new Proof('', '');
    await proveSealedBalances(client, seal, proof);
    if (proof.wrong > 0) throw new NotDetached('books_differ', proof.first);
    const ranges = rangesOf(await readHeads(client, number));
    const noTime = { from: '-infinity', until: '-infinity' };
    await client.query(BEGIN({ ...ranges, ...noTime, endsAt, number, manifest }));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const LEFT_ALONE = 'not exists (select from entries r where r.reverses = e.id)';

const OF_LOG = { log: 'text', last: 'bigint', seq: 'bigint' } as const;
type OfLog = (values: Values<typeof OF_LOG>) => pg.QueryConfig;

/** Entries, by their place in a log: after `last` and up to `seq`. */
const OF_BETS = statement({
  inputs: OF_LOG,
  text: `
select t.seq, e.id from table_events t join entries e on e.key = 'bets:' || t.table_id || ':' || t.seq
 where t.table_id = :log and t.seq > :last and t.seq <= :seq and t.kind in ('bets_accepted', 'stakes_taken') and ${LEFT_ALONE}
 order by t.seq limit ${ENTRIES_AT_ONCE}`,
});

const OF_PAYMENTS = statement({
  inputs: OF_LOG,
  text: `
select r.opened_seq as seq, e.id
  from (select game_number, opened_seq from rounds where table_id = :log and opened_seq > :last and opened_seq <= :seq
         order by opened_seq limit ${ROUNDS_AT_ONCE}) as r
  left join settlement_chunks c using (game_number)
  left join entries e on e.key = 'round:' || c.game_number || ':' || c.verdict || ':' || c.chunk and ${LEFT_ALONE}
 order by r.opened_seq`,
});

const OF_HANDS = statement({
  inputs: OF_LOG,
  text: `
select l.seq, e.id from solo_log l join entries e on e.key = 'hands:' || l.chain || ':' || l.seq
 where l.chain = :log and l.seq > :last and l.seq <= :seq and ${LEFT_ALONE}
   and not exists (select from hand_voids v where v.chain = l.chain and v.seq = l.seq)
 order by l.seq limit ${ENTRIES_AT_ONCE}`,
});

/** Each statement is a transaction of its own. Where nothing is left, nothing is done. */
const takeOut = async (client: pg.ClientBase, of: Detaching): Promise<number> => {
  const { rowsAtOnce = ROWS_AT_ONCE, onTaken } = of;
  let taken = 0;
  for (const head of await readHeads(client, of.number)) {
    for (const query of queriesOf(head)) {
      for await (const ids of entriesOf(client, query, head)) {
        for (;;) {
          const rows = await takePostings(client, ids, rowsAtOnce);
          if (rows === 0) break;
          taken += rows;
          onTaken?.(rows);
        }
      }
    }
  }
  return taken;
};

const queriesOf = ({ log }: Head): readonly OfLog[] => {
  if (log === '@staff') return [];
  return log.startsWith('@') ? [OF_HANDS] : [OF_BETS, OF_PAYMENTS];
};

async function* entriesOf(
  client: pg.ClientBase,
  query: OfLog,
  { log, fromSeq, seq }: Head,
): AsyncGenerator<readonly string[]> {
  for (let last = fromSeq; ;) {
    const { rows } = await client.query<{ seq: string; id: string | null }>(
      query({ log, last, seq }),
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows.flatMap(({ id }) => id ?? []);
    last = BigInt(end.seq);
  }
}

/** What is left and what was taken out is what was sealed, or the period stays under way. */
const end = async (client: pg.ClientBase, seal: Seal): Promise<void> => {
  await client.query('begin isolation level repeatable read');
  try {
    const proof = new Proof('', '');
    await proveSealedBalances(client, seal, proof);
    if (proof.wrong > 0) throw new NotDetached('books_differ', proof.first);
    await client.query('update period_archives set done_at = studio_now() where period = $1', [
      seal.number,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};
