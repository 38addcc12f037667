/**
 * What a process knows of an operator's webhook: when each of its feeds is tried again, and whether
 * it is taken for dead. Then one feed at a time tries whether it is back.
 */
import type { WebhookFeed } from '../protocol/operator-feeds.js';

/** Pauses between tries double from the first to the last. */
const PAUSE_MIN_MS = 1_000;
const PAUSE_MAX_MS = 300_000;
/** After so many tries in vain, none between that was taken. */
const DEAD_AFTER = 5;

export class WebhookLine {
  readonly #underWay = new Set<WebhookFeed>();
  readonly #nextTryAtMs = new Map<WebhookFeed, number>();
  readonly #failures = new Map<WebhookFeed, number>();
  /** Tries in vain since the last one that was taken, of whatever feed. */
  #inVain = 0;
  #probeAtMs = 0;
  /** Those that have tried, the latest at the end. */
  readonly #tried = new Set<WebhookFeed>();

  /** The feeds in the order in which they are to try: those first that did longest ago. */
  inTurn<T extends { readonly feed: WebhookFeed }>(feeds: readonly T[]): readonly T[] {
    const tried = [...this.#tried];
    return feeds.toSorted((a, b) => tried.indexOf(a.feed) - tried.indexOf(b.feed));
  }

  /** Whether a page of the feed may go out now. */
  mayPush(feed: WebhookFeed, nowMs: number): boolean {
    if (this.#underWay.has(feed)) return false;
    if (this.#inVain >= DEAD_AFTER) return this.#underWay.size === 0 && nowMs >= this.#probeAtMs;
    return nowMs >= (this.#nextTryAtMs.get(feed) ?? 0);
  }

  begin(feed: WebhookFeed): void {
    this.#underWay.add(feed);
    this.#tried.delete(feed);
    this.#tried.add(feed);
  }

  end(feed: WebhookFeed): void {
    this.#underWay.delete(feed);
  }

  failed(feed: WebhookFeed, nowMs: number): void {
    const failures = (this.#failures.get(feed) ?? 0) + 1;
    this.#failures.set(feed, failures);
    this.#nextTryAtMs.set(feed, nowMs + pauseMs(failures));
    this.#inVain += 1;
    this.#probeAtMs = nowMs + pauseMs(this.#inVain);
  }

  /** The feed goes on at `nextMs`. Where the webhook was dead, its other feeds do at once. */
  taken(feed: WebhookFeed, nextMs: number): void {
    if (this.#inVain >= DEAD_AFTER) this.#nextTryAtMs.clear();
    this.#inVain = 0;
    this.#failures.delete(feed);
    this.#nextTryAtMs.set(feed, nextMs);
  }
}

const pauseMs = (failures: number): number =>
  Math.min(PAUSE_MIN_MS * 2 ** Math.min(failures - 1, 20), PAUSE_MAX_MS);
