/** What is pushed of a feed: the page behind a place, as the operator could have asked for it. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { Lobby } from '../lobby/lobby.service.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { type WebhookFeed, WEBHOOK_FEEDS, WEBHOOK_LINES_MOST } from '../protocol/operator-feeds.js';
import { sealCursor } from './feed-cursor.js';
import { type FeedPlace, beginningOf, makePlace, parsePlace } from './feed-place.js';
import { forCursor, marksIn, markOf, marksOf, writtenMarks } from './lobby-marks.js';
import { readMovementLines } from './movement-line-rows.js';
import { readOperator } from './operator-rows.js';
import { readResults } from './result-rows.js';
import type { Pushed } from './webhook-rows.js';

/** What goes out, and what holds once it was taken. */
interface WebhookPage {
  /** Null where all that was passed over is nothing for this operator. */
  readonly body: object | null;
  readonly place: string;
  readonly more: boolean;
  /** The time of the first line, and of the last. */
  readonly firstMs: number;
  readonly lastMs: number;
}

type Lines = WebhookPage & { readonly body: object };

@Injectable()
export class WebhookPages {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'jwtKey' | 'roles'>,
    private readonly lobby: Lobby,
  ) {}

  /** Those that this process has. Without connections it follows no tables, and has no lobby. */
  get feeds(): readonly WebhookFeed[] {
    const isEdge = this.config.roles.has('edge');
    return WEBHOOK_FEEDS.filter((feed) => isEdge || feed !== 'lobby');
  }

  /**
   * Undefined where there is nothing behind the place. In another timeline the feed begins anew.
   */
  async next(pushed: Pushed, timeline: string): Promise<WebhookPage | undefined> {
    const page = await this.#read(pushed, timeline);
    if (page === undefined || page.body === null) return page;
    const of = { operator: pushed.operator, feed: pushed.feed };
    const seal = (place: string) =>
      sealCursor(this.config.jwtKey, of, pushed.feed === 'lobby' ? forCursor(place) : place);
    // In another timeline nothing lies before what begins anew.
    const isBehind = pushed.feed === 'lobby' || parsePlace(pushed.place).timeline === timeline;
    const cursors = { after: isBehind ? seal(pushed.place) : null, next: seal(page.place) };
    return { ...page, body: { ...of, ...cursors, more: page.more, ...page.body } };
  }

  async #read(
    { operator, feed, place }: Pushed,
    timeline: string,
  ): Promise<WebhookPage | undefined> {
    if (feed === 'lobby') return this.#tables(operator, place);
    const kept = parsePlace(place);
    const after = kept.timeline === timeline ? kept : beginningOf(timeline);
    const page = await LISTS[feed](this.pool, operator, after);
    if (page.place === after) return undefined;
    const times = page.lines.map(({ atMs }) => atMs);
    return {
      body: times.length === 0 ? null : { [feed]: page.lines },
      place: makePlace(page.place),
      more: page.more,
      firstMs: times[0] ?? 0,
      lastMs: times.at(-1) ?? 0,
    };
  }

  /**
   * Of many that have changed some at a time, so that a call is never long. A table that is not
   * followed here yet stays as it was shown last.
   */
  async #tables(id: string, place: string): Promise<Lines | undefined> {
    const operator = await readOperator(this.pool, id);
    const seen = operator?.tables ?? null;
    const all = this.lobby.shown;
    // A process that has just started knows of none.
    if (all.length === 0) return undefined;
    const shown = all
      .filter(({ card }) => seen === null || seen.includes(card.table))
      .map(({ card, beads }) => ({ card, beads: [...beads] }));
    const [before, now] = [marksIn(place), marksOf(shown)];
    const changed = shown.filter(({ card: { table } }) => {
      const mark = markOf(table);
      return before.get(mark) !== now.get(mark) && !this.lobby.isAwaited(table);
    });
    const lost = [...before.keys()].filter((mark) => !now.has(mark));
    if (changed.length === 0 && lost.length === 0) return undefined;
    const tables = changed.slice(0, WEBHOOK_LINES_MOST);
    const known = new Map([...before].filter(([mark]) => now.has(mark)));
    for (const { card } of tables) known.set(markOf(card.table), now.get(markOf(card.table))!);
    const { nowMs } = this.lobby;
    return {
      body: { tables, gone: await this.#tablesBy(new Set(lost)), nowMs },
      place: writtenMarks(known),
      more: changed.length > tables.length,
      ...{ firstMs: nowMs, lastMs: nowMs },
    };
  }

  /** A table that was shown once is kept for good. */
  async #tablesBy(marks: ReadonlySet<string>): Promise<readonly string[]> {
    if (marks.size === 0) return [];
    const { rows } = await this.pool.query<{ id: string }>('select id from tables order by id');
    return rows.map(({ id }) => id).filter((id) => marks.has(markOf(id)));
  }
}

interface List {
  readonly lines: readonly { readonly atMs: number }[];
  readonly place: FeedPlace;
  readonly more: boolean;
}

const LISTS: Readonly<
  Record<
    Exclude<WebhookFeed, 'lobby'>,
    (pool: pg.Pool, operator: string, after: FeedPlace) => Promise<List>
  >
> = {
  movements: async (pool, operator, after) => {
    const { movements, ...page } = await readMovementLines(
      pool,
      operator,
      after,
      WEBHOOK_LINES_MOST,
    );
    return { ...page, lines: movements };
  },
  results: async (pool, operator, after) => {
    const { results, ...page } = await readResults(pool, operator, after, WEBHOOK_LINES_MOST);
    return { ...page, lines: results };
  },
};
