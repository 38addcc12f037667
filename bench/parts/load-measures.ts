/** What the robot players of one process have seen together, and how it is handed to the parent. */
import { Histogram, type HistogramCounts } from './histogram.js';
import type { SeenMessage, SeenResult } from './load-player.js';

/** When the clients of a process had a card, by `table:seq`, in ms since 1970. */
type CardTimes = Readonly<Record<string, readonly [firstMs: number, lastMs: number]>>;

/** What is counted. All of it since the beginning. */
export interface LoadCounts {
  readonly messages: number;
  readonly cards: number;
  readonly results: number;
  /** Messages that were missed, or came again. */
  readonly gaps: number;
  readonly repeats: number;
  /** How often somebody who came back was given a snapshot in place of what was missed. */
  readonly snapshots: number;
  readonly stood: number;
  /** Bets without an answer, of which some were found to stand, and others not to. */
  readonly unanswered: number;
  readonly found: number;
  readonly notFound: number;
  /** Connections that were lost, and those of them that had fallen silent. */
  readonly cuts: number;
  readonly silent: number;
}

/** Somebody who lost the connection sits again: when that was, and how long it took. */
export type Return = readonly [atMs: number, tookMs: number];

/** How many players who sit at a table have that message of it as their last. */
export type LastHeard = readonly [table: string, seq: number, players: number];

/** How the players of the process stand now. */
export interface LoadStanding {
  readonly seated: number;
  readonly unsure: number;
  /** Rounds of a player in which they have a bet, and no result yet. */
  readonly inPlay: number;
  /** Those of them that the table has said are settled. */
  readonly resultsMissed: number;
  readonly heard: readonly LastHeard[];
}

export interface LoadReport extends LoadCounts, LoadStanding {
  readonly refusals: Readonly<Record<string, number>>;
  readonly joins: HistogramCounts;
  readonly acks: HistogramCounts;
  readonly late: HistogramCounts;
  /** Since the last report. */
  readonly cardTimes: CardTimes;
  readonly returns: readonly Return[];
}

const PREFIX = '42/player,';
const HEARD = ['table:message', 'player:result'];
const CARD = 'card_dealt';
/** Every client of the process is sent the same text in a row or so. */
const PARSED_MAX = 64;
/** A card is reported when all have had the time to hear it. */
const HEARD_WITHIN_MS = 3_000;

export class LoadMeasures {
  readonly joins = new Histogram();
  readonly acks = new Histogram();
  /** How old a card is, by the table's clock, when a client has it. */
  readonly late = new Histogram();
  messages = 0;
  cards = 0;
  results = 0;
  gaps = 0;
  repeats = 0;
  snapshots = 0;
  unanswered = 0;
  cuts = 0;
  silent = 0;
  /** No more bets. */
  isResting = false;
  readonly stood: string[] = [];
  readonly refusedBets: string[] = [];
  readonly notFound: string[] = [];
  #found = 0;
  readonly #refusals = new Map<string, number>();
  readonly #parsed = new Map<string, SeenMessage | SeenResult | undefined>();
  readonly #cardTimes = new Map<string, [number, number]>();
  #returns: Return[] = [];
  /** What the studio's clock is ahead of ours, by the fastest answer. */
  #aheadMs = 0;
  #fastestMs = Infinity;

  constructor(private readonly isSameMachine: boolean) {}

  /** In ms since 1970. */
  wallNowMs(): number {
    return performance.timeOrigin + performance.now();
  }

  studioNowMs(): number {
    return this.wallNowMs() + this.#aheadMs;
  }

  noteClock(nowMs: number, askedAtMs: number): void {
    const tookMs = performance.now() - askedAtMs;
    if (this.isSameMachine || tookMs >= this.#fastestMs) return;
    this.#fastestMs = tookMs;
    this.#aheadMs = nowMs - (this.wallNowMs() - tookMs / 2);
  }

  /** What a frame says. Undefined for all that is no message of a table, and no player's result. */
  parse(text: string): SeenMessage | SeenResult | undefined {
    if (!this.#parsed.has(text)) {
      if (this.#parsed.size >= PARSED_MAX) this.#parsed.delete(this.#parsed.keys().next().value!);
      this.#parsed.set(text, saidIn(text));
    }
    const said = this.#parsed.get(text);
    this.messages += 1;
    if (said?.name === 'player:result') this.results += 1;
    else if (said?.kind === CARD) this.#noteCard(said);
    return said;
  }

  #noteCard({ table, seq, atMs }: SeenMessage): void {
    const nowMs = this.wallNowMs();
    this.cards += 1;
    this.late.add(Math.max(0, nowMs + this.#aheadMs - atMs));
    const times = this.#cardTimes.get(`${table}:${seq}`);
    if (times === undefined) this.#cardTimes.set(`${table}:${seq}`, [nowMs, nowMs]);
    else times[1] = nowMs;
  }

  stand(betId: string, ms: number): void {
    this.acks.add(ms);
    this.stood.push(betId);
  }

  find(betId: string): void {
    this.#found += 1;
    this.stood.push(betId);
  }

  miss(betId: string): void {
    this.notFound.push(betId);
  }

  refuse(what: string, answer: string, betId?: string): void {
    const key = `${what}: ${answer.slice(0, 80)}`;
    this.#refusals.set(key, (this.#refusals.get(key) ?? 0) + 1);
    if (betId !== undefined) this.refusedBets.push(betId);
  }

  get refusals(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#refusals);
  }

  comeBack(lostAtMs: number): void {
    const nowMs = this.wallNowMs();
    this.#returns.push([nowMs, nowMs - lostAtMs]);
  }

  report(standing: LoadStanding, isLast = false): LoadReport {
    const { messages, cards, results, gaps, repeats, snapshots, unanswered, cuts, silent } = this;
    const returns = this.#returns;
    this.#returns = [];
    const untilMs = isLast ? Infinity : this.wallNowMs() - HEARD_WITHIN_MS;
    const cardTimes: Record<string, readonly [number, number]> = {};
    for (const [card, times] of this.#cardTimes) {
      if (times[0] > untilMs) continue;
      cardTimes[card] = times;
      this.#cardTimes.delete(card);
    }
    return {
      ...{ messages, cards, results, gaps, repeats, snapshots, unanswered, cuts, silent },
      ...standing,
      ...{ cardTimes, returns },
      stood: this.stood.length,
      found: this.#found,
      notFound: this.notFound.length,
      refusals: this.refusals,
      joins: this.joins.toJSON(),
      acks: this.acks.toJSON(),
      late: this.late.toJSON(),
    };
  }
}

const saidIn = (text: string): SeenMessage | SeenResult | undefined => {
  if (!HEARD.some((name) => text.startsWith(`${PREFIX}["${name}"`))) return undefined;
  const [name, body] = JSON.parse(text.slice(PREFIX.length)) as [string, object];
  return { name, ...body } as SeenMessage | SeenResult;
};
