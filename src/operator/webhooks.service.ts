/**
 * Feeds that are pushed to operators: in order, at least once, some lines at a time. What an
 * operator has taken is kept before more is sent. One process pushes a feed at a time, and an
 * operator that is dead holds up no other.
 */
import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { PUBLIC_POOL } from '../platform/database.js';
import { Poller, type Polling } from '../platform/poller.js';
import { readTimeline } from '../platform/timelines.service.js';
import { atShutdown } from '../platform/within.js';
import { WebhookCalls } from './webhook-calls.service.js';
import { WebhookLine } from './webhook-line.js';
import { WebhookPages } from './webhook-pages.service.js';
import { type Pushed, claimWebhooks, giveWebhooks, noteBehind, noteTaken } from './webhook-rows.js';

const LOOK_EVERY_MS = 1_000;
const LEASE_MS = 10_000;
/** Calls of this process that are under way at a time. */
const AT_ONCE = 256;
/** The lobby is another one all the time. */
const LOBBY_EVERY_MS = 2_000;

/** What holds for all feeds that are looked at. */
interface Look {
  readonly timeline: string;
  readonly nowMs: number;
}

const nameOf = ({ operator, feed }: Pushed): string => `${operator} ${feed}`;

type Page = NonNullable<Awaited<ReturnType<WebhookPages['next']>>>;

@Injectable()
export class Webhooks implements BeforeApplicationShutdown {
  readonly #process = randomUUID();
  readonly #lines = new Map<string, WebhookLine>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  readonly #looking: Polling;
  /** The operator that was served last. */
  #last = '';
  /** Feeds whose call has ended since the places of this look were read, so theirs are stale. */
  readonly #ended = new Set<string>();

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly pages: WebhookPages,
    private readonly calls: WebhookCalls,
    @InjectPinoLogger('webhooks') private readonly logger: PinoLogger,
    poller: Poller,
  ) {
    const look = (nowMs: number) => this.#look(nowMs);
    this.#looking = poller.poll({ name: 'webhooks', everyMs: LOOK_EVERY_MS, look });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await atShutdown(Promise.all(this.#underWay));
    await atShutdown(giveWebhooks(this.pool, this.#process));
  }

  async #look(nowMs: number): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#ended.clear();
    const all = await claimWebhooks(this.pool, this.#process, LEASE_MS, this.pages.feeds);
    if (all.length === 0) return this.#lines.clear();
    const timeline = String(await readTimeline(this.pool));
    const operators = [...new Set(all.map(({ operator }) => operator))];
    const first = operators.indexOf(this.#last) + 1;
    for (const operator of [...operators.slice(first), ...operators.slice(0, first)]) {
      const feeds = all.filter((each) => each.operator === operator);
      const line = this.#lines.get(operator) ?? new WebhookLine();
      this.#lines.set(operator, line);
      for (const pushed of line.inTurn(feeds)) {
        if (this.#underWay.size >= AT_ONCE || this.#stop.signal.aborted) return;
        await this.#serve(line, pushed, { timeline, nowMs });
      }
      this.#last = operator;
    }
  }

  /** A feed that cannot be read fails alone. */
  async #serve(line: WebhookLine, pushed: Pushed, { timeline, nowMs }: Look): Promise<void> {
    const { operator, feed } = pushed;
    if (this.#ended.has(nameOf(pushed)) || !line.mayPush(feed, nowMs)) return;
    try {
      const page = await this.pages.next(pushed, timeline);
      if (page !== undefined) this.#push(line, pushed, page, nowMs);
    } catch (err) {
      line.failed(feed, nowMs);
      this.logger.error({ err, operator, feed }, 'a webhook’s lines could not be read');
    }
  }

  /** Nobody waits here for an answer. */
  #push(line: WebhookLine, pushed: Pushed, page: Page, nowMs: number): void {
    line.begin(pushed.feed);
    const work = this.#deliver(line, pushed, page, nowMs)
      .catch((err: unknown) => this.logger.warn({ err }, 'what was taken could not be written'))
      .finally(() => {
        line.end(pushed.feed);
        this.#ended.add(nameOf(pushed));
        this.#underWay.delete(work);
        if (page.more && !this.#stop.signal.aborted) this.#looking.wake();
      });
    this.#underWay.add(work);
  }

  async #deliver(line: WebhookLine, pushed: Pushed, page: Page, nowMs: number): Promise<void> {
    const { body, place, more, firstMs, lastMs } = page;
    const { operator, feed } = pushed;
    const why = body === null ? undefined : await this.calls.send(pushed, body, this.#stop.signal);
    if (why !== undefined) {
      // From its end on: the longest call takes longer than the first pauses.
      line.failed(feed, this.calls.nowMs());
      this.logger.warn({ operator, feed, why }, 'a webhook has not taken its lines');
      return noteBehind(this.pool, this.#process, pushed, firstMs);
    }
    // A page without a call says nothing of the webhook.
    const nextMs = feed === 'lobby' && !more ? nowMs + LOBBY_EVERY_MS : nowMs;
    if (body !== null) line.taken(feed, nextMs);
    // Where the page had no line to send, none is waiting.
    const behindMs = more && body !== null ? lastMs : null;
    await noteTaken(this.pool, this.#process, pushed, place, behindMs);
  }
}
