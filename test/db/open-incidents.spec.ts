/**
 * What is asked again and again of incidents is found as fast after a hundred thousand of them as
 * on the first day.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvidence } from '../../src/pit/incident/evidence.js';
import { readIncidents, readOpenIncidents } from '../../src/pit/incident/incident-rows.js';
import { putOnDuty } from '../kit/approvals.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { type AskedQuery, queryOf } from '../kit/query-of.js';
import { asSuperuser } from '../kit/superuser.js';

/** A table without a picture. */
const UNSEEN = { videoUrl: null, stillUrl: null, recording: undefined };

const CLOSED = 100_000;
const AT_ONCE = 2_000;
/** Pages of 8 KB that one of these may look at. A hundred thousand incidents are thousands. */
const PAGES_MAX = 120;
const TABLE = 'pb-1';
/** The last round has more batches of bets than an evidence has events. */
const EVENTS = 2 * CLOSED;
const LAST_ROUND = EVENTS - 1_000;
const SCAN = {
  ...{ kind: 'card_dealt', game: '7', side: 'punto', position: 1 },
  ...{ card: '9h', scanSeq: 1, code: '9h' },
};

let database: TestDatabase;
let open: readonly string[];

type Reads = Parameters<typeof readOpenIncidents>[0];

beforeAll(async () => {
  database = await createDatabase();
  const { pool } = database;
  await putOnDuty(pool, 'Mona');
  await asSuperuser(database, async (client) => {
    for (let first = 1; first < CLOSED; first += AT_ONCE) {
      await client.query(
        `insert into incidents (table_id, game_number, kind, detail, opened_by, opened_seq, opened_at, evidence)
         select $1, 1000000000 + n, 'misread', '', 'studio', 10 * n, now() - interval '1 year' + n * interval '1 minute', '{}'
           from generate_series($2::int, $2::int + ${AT_ONCE - 1}) as n`,
        [TABLE, first],
      );
      await client.query(
        `insert into incident_notes (incident_id, kind, by, text)
         select incident_id, 'closed', 'Mona', 'looked at' from open_incidents`,
      );
      await client.query('vacuum open_incidents'); // as Postgres does by itself, in its time
    }
  });
  open = [await opened('misread', '7'), await opened('misread', null), await opened('other', '7')];
  // What they are about: a log and its rounds, as long as that.
  await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, stakes_account_id)
       select 1000000000 + n, $1, 1, 1, 'x', 'betting', 10 * n, now() - interval '1 year' + n * interval '1 minute', 1
         from generate_series(1, $2::int / 10) as n`,
      [TABLE, LAST_ROUND],
    );
    await client.query(
      `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
       select $1, n, 1, n, case when n = $2 then 'card_dealt' when n > $3 then 'bets_accepted' else 'closing_called' end,
              case when n = $2 then $4 else '{"kind":"closing_called","by":"Mona"}' end, ''
         from generate_series(1, $2::int) as n`,
      [TABLE, EVENTS, LAST_ROUND, JSON.stringify(SCAN)],
    );
    await client.query('vacuum analyze');
  });
});
afterAll(() => database.drop());

const opened = async (kind: string, game: string | null): Promise<string> => {
  const { rows } = await database.pool.query<{ id: string }>(OPEN, [kind, game]);
  return rows[0]!.id;
};

const OPEN = `select open_incident('${TABLE}', $2, $1, '', 'studio', 5000, now(), '{}') as id`;

interface Plan {
  readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
}

/** How many pages Postgres looks at for what `ask` asks of it. */
const pagesFor = async (ask: (reads: Reads) => Promise<unknown>): Promise<number> => {
  const asked: AskedQuery[] = [];
  const query = (...given: Parameters<typeof queryOf>) => {
    const each = queryOf(...given);
    asked.push(each);
    return database.pool.query(each);
  };
  await ask({ query: query as Reads['query'] });
  let pages = 0;
  for (const { text, values } of asked) {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': readonly Plan[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!;
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return pages;
};

describe('among a hundred thousand incidents that were closed', () => {
  it('those that are open are found at once', async () => {
    const rows = await readOpenIncidents(database.pool, ['1']);
    expect(rows.map(({ id }) => id)).toEqual(['1', ...open]);
    const pages = await pagesFor((reads) => readOpenIncidents(reads, ['1', ...open]));
    expect(pages).toBeLessThan(PAGES_MAX);
  });

  it('those that are open, or taken, are listed at once', async () => {
    const filter = { table: TABLE, state: 'open' } as const;
    expect(await readIncidents(database.pool, filter, 200)).toHaveLength(open.length);
    expect(await pagesFor((reads) => readIncidents(reads, filter, 200))).toBeLessThan(PAGES_MAX);
    const taken = { state: 'taken' } as const;
    expect(await readIncidents(database.pool, taken, 200)).toEqual([]);
    expect(await pagesFor((reads) => readIncidents(reads, taken, 200))).toBeLessThan(PAGES_MAX);
  });

  it('another is opened at once, or not where one of the kind is open', async () => {
    expect(await opened('misread', null)).toBeNull();
    expect(await opened('misread', '7')).toBeNull();
    const { rows } = await database.pool.query(
      'select kind, by from incident_notes where incident_id = any($1)',
      [open],
    );
    expect(rows, 'the same event is not a second fault').toEqual([]);
    const ask = (reads: Reads) => reads.query(OPEN, ['misread', null]);
    expect(await pagesFor(ask)).toBeLessThan(PAGES_MAX);
  });

  it('the evidence of an old one is read at once, between rounds and in one', async () => {
    const [row] = await readIncidents(database.pool, { table: TABLE, state: 'open' }, 1);
    for (const [seq, roundSeq] of [
      [5_005, 5_000],
      [5_005, null],
    ] as const) {
      const of = { ...row!, seq, roundSeq };
      const { timeline } = await readEvidence(database.pool, of, UNSEEN);
      expect(timeline.at(-1)?.seq).toBe(5_009);
      expect(await pagesFor((reads) => readEvidence(reads, of, UNSEEN))).toBeLessThan(PAGES_MAX);
    }
  });

  it('the evidence of the last round has its scans, however many bets were before them', async () => {
    const [row] = await readIncidents(database.pool, { table: TABLE, state: 'open' }, 1);
    const of = { ...row!, seq: EVENTS, roundSeq: LAST_ROUND };
    const { scans, timeline } = await readEvidence(database.pool, of, UNSEEN);
    expect(scans.map(({ code }) => code)).toEqual(['9h']);
    expect(timeline.map(({ seq }) => seq)).toEqual([LAST_ROUND, EVENTS]);
    expect(await pagesFor((reads) => readEvidence(reads, of, UNSEEN))).toBeLessThan(PAGES_MAX);
  });
});

describe('what is open', () => {
  it('is what has no closing note, and only the database writes it', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from incidents i
        where not exists (select from incident_notes n where n.incident_id = i.id and n.kind = 'closed') order by id`,
    );
    expect(rows.map(({ id }) => id)).toEqual(open);
    for (const text of [
      'delete from open_incidents',
      'update open_incidents set kind = kind',
      `insert into open_incidents (incident_id, table_id, kind) values (1, 'pb-1', 'misread')`,
      'truncate open_incidents',
    ]) {
      await expect(database.pool.query(text), text).rejects.toThrow('permission denied');
    }
  });

  it('is one of a kind for a table and round, whoever opens it', async () => {
    const again = `insert into incidents (table_id, game_number, kind, detail, opened_by, opened_seq, opened_at, evidence)
      values ($1, null, 'misread', '', 'studio', 1, now(), '{}')`;
    await expect(database.pool.query(again, [TABLE])).rejects.toThrow(
      'open_incidents_one_of_a_kind',
    );
  });

  it('is closed by its closing note, and by no other', async () => {
    const [id] = open;
    const note = (kind: string) =>
      database.pool.query(
        `insert into incident_notes (incident_id, kind, by, text) values ($1, $2, 'Mona', 'seen')`,
        [id, kind],
      );
    await note('note');
    const isOpen = async () =>
      (await readOpenIncidents(database.pool, [])).some((each) => each.id === id);
    expect(await isOpen()).toBe(true);
    await note('closed');
    expect(await isOpen()).toBe(false);
    expect(await opened('misread', '7')).not.toBeNull();
  });
});
