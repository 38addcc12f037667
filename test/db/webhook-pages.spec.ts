/** Feeds that are pushed: by whom, and what is nothing for their operator. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebhookPages } from '../../src/operator/webhook-pages.service.js';
import { readWebhookAge } from '../../src/operator/webhook-rows.js';
import { Webhooks } from '../../src/operator/webhooks.service.js';
import { readTimeline } from '../../src/platform/timelines.service.js';
import {
  WEBHOOK_FEEDS,
  WEBHOOK_LINES_MOST,
  type WebhookFeed,
} from '../../src/protocol/operator-feeds.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

const FIRST = 1_000_000_000;

let database: TestDatabase;
/** Calls that went out. None is taken. */
let sent: number;
/** Calls, and pages without a call, that are over. */
let wakes: number;
let look: (atMs: number) => Promise<void>;
let nowMs: number;
/** How long a call waits. */
let waitsMs: number;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, async (client) => {
    await client.query(
      `insert into operators (id, name, mode, currencies, tables, webhook_url, webhook_on)
       values ('acme', 'Acme', 'transfer', '{EUR}', '{pb-2}', 'http://127.0.0.1:1', true)`,
    );
    // Without its guards: the tables and their logs are not there.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status,
                           opened_seq, opened_at, closed_seq, ended_seq, ended_at, stakes_account_id)
       select $1::bigint + n, case when n = $2 then 'pb-2' else 'pb-1' end, 1, n + 1, 'punto-banco-1', 'refunded', n, now(), n, n, now(), 1
         from generate_series(0, $2::int) as n`,
      [FIRST, WEBHOOK_LINES_MOST],
    );
    await client.query(
      `insert into round_results (game_number, table_id, ordinal)
       select game_number, table_id, 0 from rounds order by game_number`,
    );
    await client.query('set session_replication_role = origin');
  });
});
afterAll(() => database.drop());

beforeEach(() => {
  sent = 0;
  wakes = 0;
  waitsMs = 0;
  nowMs = 0;
});

/** Begins to push these feeds, from their beginning. */
const push = async (
  feeds: readonly WebhookFeed[],
  pages: Pick<WebhookPages, 'next' | 'feeds'>,
): Promise<void> => {
  const timeline = String(await readTimeline(database.pool));
  await asSuperuser(database, async (client) => {
    await client.query('delete from webhook_places');
    await client.query(`update operators set webhook_feeds = $1 where id = 'acme'`, [feeds]);
    await client.query(
      `insert into webhook_places (operator_id, feed, place)
       select 'acme', feed, $2 from unnest($1::text[]) as feed`,
      [feeds, `${timeline}.0.0`],
    );
  });
  const send = () => {
    sent += 1;
    nowMs += waitsMs;
    return Promise.resolve('status 500');
  };
  const poll = (asked: { look: (nowMs: number) => void | Promise<void> }) => {
    look = async (atMs) => {
      nowMs = atMs;
      await asked.look(atMs);
    };
    return { wake: () => void (wakes += 1) };
  };
  const logger = { warn: () => undefined, error: () => undefined };
  const all = [database.pool, pages, { send, nowMs: () => nowMs }, logger, { poll }] as never[];
  new Webhooks(...(all as unknown as ConstructorParameters<typeof Webhooks>));
};

const feeds = WEBHOOK_FEEDS;

const configOf = (role: 'edge' | 'worker') => ({
  jwtKey: Buffer.alloc(32, 7),
  roles: new Set([role] as const),
});

const behindSince = async (): Promise<unknown> => {
  const { rows } = await database.pool.query<{ at: unknown }>(
    'select behind_since as at from webhook_places',
  );
  return rows[0]!.at;
};

it('lines of others that are passed over do not wait, and no age is counted from them', async () => {
  const all = new WebhookPages(database.pool, configOf('edge'), {} as never);
  let read = 0;
  const next: typeof all.next = async (...asked) => {
    const page = await all.next(...asked);
    if (page !== undefined) read += 1;
    return page;
  };
  // Nothing behind a transaction that is open is shown, whoever has it: then a look is repeated.
  const reads = (page: number, atMs: number) =>
    expect.poll(async () => {
      if (read < page) await look(atMs);
      return read;
    });
  await push(['results'], { next, feeds });
  await reads(1, 0).toBe(1);
  await expect.poll(() => wakes).toBe(1);
  expect([sent, await behindSince()]).toEqual([0, null]);
  // The line behind them is the operator's, and is not taken.
  await reads(2, 1_000).toBe(2);
  await expect.poll(behindSince).not.toBeNull();
  expect(sent).toBe(1);
  expect(await readWebhookAge(database.pool)).toBeLessThan(600);
});

it('lines of others say nothing of whether a webhook that is dead is back', async () => {
  let has: readonly WebhookFeed[] = ['lobby', 'movements'];
  const next = ({ feed }: { readonly feed: WebhookFeed }) => {
    const page = { place: '0.1.1', more: true, firstMs: 1, lastMs: 1 };
    const body = feed === 'results' ? null : {};
    return Promise.resolve(has.includes(feed) ? { ...page, body } : undefined);
  };
  await push(['lobby', 'movements', 'results'], { next, feeds });
  const isOver = () => expect.poll(() => wakes);
  await look(0);
  await isOver().toBe(2);
  await look(1_000);
  await isOver().toBe(4);
  has = ['movements'];
  await look(3_000);
  await isOver().toBe(5);
  expect(sent).toBe(5);
  // After five tries in vain the next one is 16 s later, of one feed.
  has = ['lobby', 'movements', 'results'];
  await look(18_000);
  expect(sent).toBe(5);
  await look(19_000);
  await isOver().toBe(6);
  expect(sent).toBe(5);
  await look(19_000);
  expect(sent).toBe(6);
  await isOver().toBe(7);
});

it('a call that is not answered has its pause from its end on', async () => {
  const next = () => {
    const page = { place: '0.1.1', more: true, firstMs: 1, lastMs: 1 };
    return Promise.resolve({ ...page, body: {} });
  };
  await push(['movements'], { next, feeds });
  // Each is waited for in vain, for five seconds.
  waitsMs = 5_000;
  await look(0);
  await expect.poll(() => wakes).toBe(1);
  await look(5_000);
  expect(sent).toBe(1);
  await look(6_000);
  expect(sent).toBe(2);
  await expect.poll(() => wakes).toBe(2);
});

it('the lobby is pushed by no process that follows no tables, and is left to one that does', async () => {
  const owned = async () => {
    const { rows } = await database.pool.query<{ feed: string }>(
      'select feed from webhook_places where owner is not null and expires_at > studio_clock() order by feed',
    );
    return rows.map(({ feed }) => feed);
  };
  const next = () => Promise.resolve(undefined);
  const pages = (role: 'edge' | 'worker') =>
    new WebhookPages(database.pool, configOf(role), {} as never).feeds;
  await push(['lobby', 'movements'], { next, feeds: pages('worker') });
  await look(0);
  expect(await owned()).toEqual(['movements']);
  await push(['lobby', 'movements'], { next, feeds: pages('edge') });
  await look(0);
  expect(await owned()).toEqual(['lobby', 'movements']);
});
