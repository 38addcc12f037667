/**
 * How far operators have taken the feeds that are pushed to them, and which process pushes them.
 */
import type pg from 'pg';
import { readTimeline } from '../platform/timelines.service.js';
import { statement } from '../platform/statement.js';
import type { WebhookFeed } from '../protocol/operator-feeds.js';
import { makePlace } from './feed-place.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/** A feed that this process pushes just now. */
export interface Pushed {
  readonly operator: string;
  readonly feed: WebhookFeed;
  readonly url: string;
  /** What was taken lies before it. */
  readonly place: string;
}

const OPEN_PLACE = statement({
  inputs: { operator: 'text', feed: 'text', place: 'text' },
  text: `
insert into webhook_places (operator_id, feed, place) values (:operator, :feed, :place) on conflict do nothing`,
});

/**
 * A feed that was never pushed begins with what is written from now on. Whatever is not over yet
 * has a transaction that is not below the oldest one now.
 */
export const openWebhookPlaces = async (
  client: Querying,
  operator: string,
  feeds: readonly WebhookFeed[],
): Promise<void> => {
  const { rows } = await client.query<{ oldest: string }>('select feed_horizon()::text as oldest');
  const timeline = String(await readTimeline(client));
  const now = makePlace({ timeline, transaction: rows[0]!.oldest, id: '0' });
  for (const feed of feeds) {
    const place = feed === 'lobby' ? '' : now;
    await client.query(OPEN_PLACE({ operator, feed, place }));
  }
};

/** The lease is renewed when less than half of it is left. */
const CLAIM = statement({
  name: 'claim_webhooks',
  inputs: { owner: 'uuid', ms: 'int', feeds: 'text[]' },
  text: `
with wanted as materialized (
  select w.operator_id, w.feed, w.place, o.webhook_url as url,
         w.owner = :owner and w.expires_at > studio_clock() + :ms * interval '0.5 ms' as is_held
    from webhook_places w join operators o on o.id = w.operator_id
   where o.webhook_on and o.disabled_at is null and w.feed = any(o.webhook_feeds) and w.feed = any(:feeds)
), taken as (
  update webhook_places w set owner = :owner, expires_at = studio_clock() + :ms * interval '1 ms'
    from wanted where w.operator_id = wanted.operator_id and w.feed = wanted.feed and is_held is not true
     and (w.owner is null or w.owner = :owner or w.expires_at < studio_clock())
  returning w.operator_id, w.feed, w.place, wanted.url
)
select operator_id as operator, feed, url, place from taken
 union all select operator_id, feed, url, place from wanted where is_held
 order by 1, 2`,
});

/** Of the feeds that this process has, those that it pushes now: one process each. */
export const claimWebhooks = async (
  client: Querying,
  owner: string,
  ms: number,
  feeds: readonly WebhookFeed[],
): Promise<readonly Pushed[]> => {
  const { rows } = await client.query<Pushed>(CLAIM({ owner, ms, feeds }));
  return rows;
};

export const giveWebhooks = async (client: Querying, owner: string): Promise<void> => {
  await client.query('update webhook_places set expires_at = studio_clock() where owner = $1', [
    owner,
  ]);
};

type Of = Pick<Pushed, 'operator' | 'feed'>;

const NOTE_TAKEN = statement({
  inputs: {
    operator: 'text',
    feed: 'text',
    owner: 'uuid',
    place: 'text',
    behindMs: 'float8 null',
  },
  text: `
update webhook_places set place = :place, taken_at = studio_clock(), behind_since = to_timestamp(:behindMs / 1000)
 where operator_id = :operator and feed = :feed and owner = :owner`,
});

/** The operator has what lies before `place`. `behindMs` is the time of a line that still waits. */
export const noteTaken = async (
  client: Querying,
  owner: string,
  { operator, feed }: Of,
  place: string,
  behindMs: number | null,
): Promise<void> => {
  await client.query(NOTE_TAKEN({ operator, feed, owner, place, behindMs }));
};

const NOTE_BEHIND = statement({
  inputs: { operator: 'text', feed: 'text', owner: 'uuid', behindMs: 'float8' },
  text: `
update webhook_places set behind_since = coalesce(behind_since, to_timestamp(:behindMs / 1000))
 where operator_id = :operator and feed = :feed and owner = :owner`,
});

/** The operator has not taken a line of that time. */
export const noteBehind = async (
  client: Querying,
  owner: string,
  { operator, feed }: Of,
  behindMs: number,
): Promise<void> => {
  await client.query(NOTE_BEHIND({ operator, feed, owner, behindMs }));
};

/** How long the line has waited, in seconds, that waits for the longest time for its operator. */
export const readWebhookAge = async (client: Querying): Promise<number> => {
  const { rows } = await client.query<{ age: number }>(
    `select coalesce(extract(epoch from studio_clock() - min(w.behind_since)), 0)::float8 as age
       from webhook_places w join operators o on o.id = w.operator_id
      where o.webhook_on and o.disabled_at is null and w.feed = any(o.webhook_feeds)`,
  );
  return Math.max(0, rows[0]!.age);
};
