/**
 * The receiver of what the studio pushes to a simulated operator: it checks and keeps each line.
 */
import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type WebhookFeed, WEBHOOK_FEEDS, webhookCalls } from '../protocol/operator-feeds.js';
import { isSignedByStudio, studioKeysIn } from '../operator/studio-signature.js';

/**
 * What goes wrong with a call: an error, and nothing is taken; no answer at all; taken, and the
 * connection ends before the answer; an answer that names another place.
 */
type ReceiverFault = 'error_500' | 'silent' | 'lost_after' | 'redirects';

interface Line {
  readonly feed: WebhookFeed;
  /** By which a repeat is known. */
  readonly id: string;
  readonly atMs: number;
}

interface ReceiverOptions {
  /** The studio's public keys, one or two, as PEM. */
  readonly studio: string;
  readonly nowMs: () => number;
}

const LINES_MAX = 10_000;

export class WebhookReceiver {
  /** The last lines that were taken, in the order in which they came first. */
  readonly lines: Line[] = [];
  /** What came again, of lines that are still among those. */
  repeats = 0;
  /** Calls that were nobody's, or had another form. */
  refused = 0;
  calls = 0;
  /** By feed, the cursor behind what came last. */
  readonly next = new Map<WebhookFeed, string>();
  /** Where redirects lead to. */
  elsewhere = '/';
  /** Every answer breaks off. */
  isDead = false;
  /** Asked for each call; by default none goes wrong. */
  faultOf: (feed: WebhookFeed) => ReceiverFault | undefined = () => undefined;
  /** Waited for before a call is answered, once its lines are taken. */
  beforeAnswer: (feed: WebhookFeed) => Promise<void> = () => Promise.resolve();
  readonly #studio: readonly KeyObject[];
  readonly #seen = new Set<string>();

  constructor(private readonly options: ReceiverOptions) {
    this.#studio = studioKeysIn(options.studio);
  }

  async serve(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    this.calls += 1;
    if (this.isDead) return void response.destroy();
    const nowMs = this.options.nowMs();
    const call = isSignedByStudio(request, body, { studio: this.#studio, nowMs })
      ? callIn(body)
      : undefined;
    if (call === undefined) {
      this.refused += 1;
      return void response.writeHead(401).end();
    }
    const { feed, next } = call;
    const fault = this.faultOf(feed);
    if (fault === 'error_500') return void response.writeHead(500).end();
    if (fault === 'redirects') {
      return void response.writeHead(302, { location: this.elsewhere }).end();
    }
    if (fault === 'silent') return;
    for (const line of linesOf(call)) this.#keep(line);
    this.next.set(feed, next);
    await this.beforeAnswer(feed);
    if (fault === 'lost_after') return void response.destroy();
    response.writeHead(204).end();
  }

  #keep(line: Line): void {
    const id = `${line.feed} ${line.id}`;
    if (this.#seen.has(id)) {
      this.repeats += 1;
      return;
    }
    this.#seen.add(id);
    this.lines.push(line);
    if (this.lines.length <= LINES_MAX) return;
    const oldest = this.lines.shift()!;
    this.#seen.delete(`${oldest.feed} ${oldest.id}`);
  }
}

type Call = ReturnType<(typeof webhookCalls)[WebhookFeed]['parse']>;

/** Undefined where it has another form. */
const callIn = (body: Buffer): Call | undefined => {
  try {
    const said = JSON.parse(body.toString()) as { readonly feed?: unknown };
    const feed = WEBHOOK_FEEDS.find((each) => each === said.feed);
    return feed === undefined ? undefined : webhookCalls[feed].safeParse(said).data;
  } catch {
    return undefined;
  }
};

/** A table is another line each time that it has changed. */
const linesOf = (call: Call): readonly Line[] => {
  const { feed } = call;
  switch (feed) {
    case 'movements':
      return call.movements.map(({ movementId, atMs }) => ({ feed, id: movementId, atMs }));
    case 'results':
      return call.results.map(({ game, correction, atMs }) => ({
        ...{ feed, id: `${game}.${correction}`, atMs },
      }));
    case 'lobby':
      return [...call.tables.map(({ card }) => card.table), ...call.gone].map((table) => ({
        ...{ feed, id: `${table} ${call.requestId}`, atMs: call.nowMs },
      }));
  }
};
