/**
 * A robot player of a load: comes in by one of the studio's addresses, bets in most rounds, and
 * comes back by another address, as soon as a page does, when its connection is gone. It counts
 * what it is sent, and misses.
 */
import { randomUUID } from 'node:crypto';
import { OPENED_WITHIN_MS, RECONNECTION, delayAfter } from '../../src/client/delays.js';
import type { Dice } from '../../src/simulator/dice.js';
import type { Schedule } from '../../src/simulator/schedule.js';
import { BareClient } from './bare-client.js';
import type { LoadMeasures } from './load-measures.js';

/** An address of the studio. */
export interface StudioAddress {
  readonly host: string;
  readonly port: number;
}

interface LoadPlayerParts {
  readonly token: string;
  readonly table: string;
  /** Its own, as a proxy would name it. */
  readonly address: string;
  /** Where to try first, and then in turn. */
  readonly ways: readonly StudioAddress[];
  readonly dice: Dice;
  /** In minor units. */
  readonly stake: string;
  /** What it moves into its session at first, in minor units. Undefined where it has credit. */
  readonly buyIn: string | undefined;
  /** A robot that does not bet only looks on. */
  readonly bets: boolean;
  readonly schedule: Schedule;
  readonly measures: LoadMeasures;
}

/** What a message of a table says that a robot looks at. */
export interface SeenMessage {
  readonly name: 'table:message';
  readonly table: string;
  readonly seq: number;
  readonly prev: number;
  readonly atMs: number;
  readonly kind: string;
  readonly game?: string;
  readonly closesAtMs?: number;
}

/** The player's own result of a round. */
export interface SeenResult {
  readonly name: 'player:result';
  readonly table: string;
  readonly game: string;
}

interface JoinReply {
  readonly ok: boolean;
  readonly snapshot: {
    readonly seq: number;
    readonly phase: string;
    readonly round: { readonly game: string; readonly closesAtMs: number } | null;
  } | null;
  readonly missed: readonly SeenMessage[] | null;
  readonly timeline: number;
  readonly nowMs: number;
}

/** A bet whose answer never came. */
interface Unsure {
  readonly betId: string;
  readonly game: string;
}

/** For the answer to a command. */
const WITHIN_MS = 6_000;
/** Beats come every second. The page gives a line up after six. */
const SILENT_MS = 6_000;
const PLAYS_PERCENT = 80;
const MOVES_MAX = 3;
const FIND_AGAIN_MS = 500;
/** A bet at the last moment may come too late. */
const LAST_SHARE = 0.97;

export class LoadPlayer {
  #client: BareClient | undefined;
  #way: number;
  #lastSeq: number | undefined;
  #timeline = 0;
  #game: string | undefined;
  #heardAtMs = 0;
  /** What came while the answer to the join was on its way. */
  #early: SeenMessage[] | undefined;
  #unsure: Unsure[] = [];
  /** The rounds in which a bet stands that was answered over the present line. */
  readonly #stoodIn = new Set<string>();
  /** The rounds that the table has said are settled, and those whose own result came. */
  readonly #settled = new Set<string>();
  readonly #resultsOf = new Set<string>();
  /** Of bets that are placed or asked for right now. */
  #asked = 0;
  #isOver = false;
  readonly #buyInKey = randomUUID();

  constructor(private readonly parts: LoadPlayerParts) {
    this.#way = parts.dice.below(parts.ways.length);
  }

  get isSeated(): boolean {
    return this.#client !== undefined && this.#early === undefined;
  }

  /** Bets of which nobody has said yet what became of them. */
  get unsure(): number {
    return this.#unsure.length + this.#asked;
  }

  get table(): string {
    return this.parts.table;
  }

  /** Of the last message of its table that it has, or of the snapshot. */
  get lastSeq(): number | undefined {
    return this.#lastSeq;
  }

  /** Rounds in which it has a bet, and no result yet. */
  get inPlay(): number {
    return this.#withoutResult.length;
  }

  /** Those of them that the table has said are settled. */
  get resultsMissed(): number {
    return this.#withoutResult.filter((game) => this.#settled.has(game)).length;
  }

  get #withoutResult(): readonly string[] {
    return [...this.#stoodIn].filter((game) => !this.#resultsOf.has(game));
  }

  /** Resolves when it sits at its table. */
  async comeIn(): Promise<void> {
    const { measures } = this.parts;
    for (let failures = 1; !this.#isOver; failures += 1) {
      const startedAt = performance.now();
      try {
        await this.#join();
        measures.joins.add(performance.now() - startedAt);
        return;
      } catch (error) {
        measures.refuse('join', error instanceof Error ? error.message : String(error));
        this.#goElsewhere();
        this.#drop();
        const delayMs = this.#untilTry(failures);
        await new Promise<void>((resolve) => this.parts.schedule.after(delayMs, resolve));
      }
    }
  }

  /** Gives up a line over which nothing comes any more. */
  lookAtLine(): void {
    if (!this.isSeated || performance.now() - this.#heardAtMs < SILENT_MS) return;
    this.parts.measures.silent += 1;
    void this.#client?.cut();
  }

  /** Nothing more is done. */
  end(): void {
    this.#isOver = true;
    this.#drop();
  }

  async #join(): Promise<void> {
    const { ways, table, token, address, measures } = this.parts;
    const { host, port } = ways[this.#way % ways.length]!;
    const client = await BareClient.enter(port, address, token, {
      ...{ host, withinMs: OPENED_WITHIN_MS },
    });
    this.#client = client;
    this.#early = [];
    client.heard = (text) => this.#hear(measures.parse(text));
    const after =
      this.#lastSeq === undefined ? {} : { afterSeq: this.#lastSeq, timeline: this.#timeline };
    const askedAtMs = performance.now();
    const reply = JSON.parse(
      await this.#ask(client, 'table:join', { table, ...after }),
    ) as JoinReply;
    if (!reply.ok) throw new Error(JSON.stringify(reply));
    measures.noteClock(reply.nowMs, askedAtMs);
    this.#timeline = reply.timeline;
    this.#heardAtMs = performance.now();
    await this.#buyIn(client);
    // A line that ends before is a join that failed, which is tried again as such.
    client.closed = () => this.#lost();
    const early = this.#early;
    this.#early = undefined;
    if (reply.snapshot === null) for (const said of reply.missed ?? []) this.#take(said);
    else this.#sit(reply.snapshot);
    for (const said of early) if (said.seq > (this.#lastSeq ?? 0)) this.#take(said);
    this.#findUnsure();
  }

  /** A key that came before moves nothing. */
  async #buyIn(client: BareClient): Promise<void> {
    const { buyIn } = this.parts;
    if (buyIn === undefined) return;
    await this.#ask(client, 'session:buy-in', { key: this.#buyInKey, amount: buyIn });
  }

  #sit({ seq, phase, round }: NonNullable<JoinReply['snapshot']>): void {
    // What a snapshot takes the place of was not sent for good.
    if (this.#lastSeq !== undefined) this.parts.measures.snapshots += 1;
    this.#lastSeq = seq;
    const isOpen = phase === 'betting' || phase === 'last_bets';
    if (isOpen && round !== null && round.game !== this.#game) {
      this.#plan(round.game, round.closesAtMs);
    }
  }

  #hear(said: SeenMessage | SeenResult | undefined): void {
    this.#heardAtMs = performance.now();
    if (said?.table !== this.parts.table) return;
    if (said.name === 'player:result') this.#resultsOf.add(said.game);
    else if (this.#early === undefined) this.#take(said);
    else this.#early.push(said);
  }

  /** Every message names the one before it: what is missing, or comes twice, is counted. */
  #take(said: SeenMessage): void {
    const { measures } = this.parts;
    if (this.#lastSeq !== undefined && said.prev !== this.#lastSeq) {
      if (said.seq <= this.#lastSeq) {
        measures.repeats += 1;
        return;
      }
      measures.gaps += 1;
    }
    this.#lastSeq = said.seq;
    if (said.kind === 'betting_opened' && said.game !== undefined) {
      this.#plan(said.game, said.closesAtMs ?? 0);
    }
    if (said.kind === 'round_settled' && said.game !== undefined) this.#settled.add(said.game);
  }

  /** Thinks of moments to bet at, from now to the close. */
  #plan(game: string, closesAtMs: number): void {
    const { dice, schedule, measures, bets } = this.parts;
    this.#game = game;
    const leftMs = closesAtMs - measures.studioNowMs();
    if (!bets || measures.isResting || leftMs < 200 || !dice.chance(PLAYS_PERCENT)) return;
    const moves = dice.between(1, MOVES_MAX);
    for (let move = 0; move < moves; move += 1) {
      const share = (dice.between(30, 1_000) / 1_000) * LAST_SHARE;
      schedule.after(leftMs * share, () => void this.#bet(game));
    }
  }

  async #bet(game: string): Promise<void> {
    const { table, stake, measures, dice } = this.parts;
    const client = this.#client;
    if (measures.isResting || client === undefined || !this.isSeated) return;
    if (this.#game !== game) return;
    const betId = randomUUID();
    const spot = dice.chance(90) ? 'punto' : 'egalite';
    const askedAt = performance.now();
    this.#asked += 1;
    try {
      const text = await this.#ask(client, 'bet:place', {
        table,
        game,
        betId,
        spot,
        amount: stake,
      });
      const reply = JSON.parse(text) as { readonly ok: boolean; readonly refusal?: string };
      if (reply.ok) {
        measures.stand(betId, performance.now() - askedAt);
        this.#stoodIn.add(game);
      } else if (reply.refusal === 'internal_error') this.#doubt({ betId, game });
      else measures.refuse('bet', reply.refusal ?? text, betId);
    } catch {
      this.#doubt({ betId, game });
    } finally {
      this.#asked -= 1;
    }
  }

  /** The bet may stand or not: it is asked for as soon as there is a line. */
  #doubt(unsure: Unsure): void {
    this.parts.measures.unanswered += 1;
    this.#unsure.push(unsure);
    if (this.isSeated) this.#findUnsure();
  }

  #findUnsure(): void {
    const asked = this.#unsure;
    this.#unsure = [];
    for (const unsure of asked) void this.#find(unsure);
  }

  async #find(unsure: Unsure): Promise<void> {
    const { table, measures, schedule } = this.parts;
    const client = this.#client;
    this.#asked += 1;
    try {
      if (client === undefined) throw new Error('there is no line');
      const text = await this.#ask(client, 'bet:find', { table, ...unsure });
      const reply = JSON.parse(text) as { readonly ok: boolean; readonly found?: object | null };
      if (!reply.ok) throw new Error(text);
      if (reply.found) measures.find(unsure.betId);
      else measures.miss(unsure.betId);
    } catch {
      this.#unsure.push(unsure);
      schedule.after(FIND_AGAIN_MS, () => this.isSeated && this.#findUnsure());
    } finally {
      this.#asked -= 1;
    }
  }

  #ask(client: BareClient, name: string, message: object): Promise<string> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no answer')), WITHIN_MS);
      client
        .ask(name, message)
        .then(resolve, reject)
        .finally(() => clearTimeout(late));
    });
  }

  #lost(): void {
    const { measures } = this.parts;
    this.#client = undefined;
    // What it was sent meanwhile is not sent again.
    this.#stoodIn.clear();
    if (this.#isOver) return;
    this.#goElsewhere();
    measures.cuts += 1;
    const lostAtMs = measures.wallNowMs();
    this.parts.schedule.after(this.#untilTry(0), () => {
      void this.comeIn().then(() => measures.comeBack(lostAtMs));
    });
  }

  /** To any other address, as a proxy would send it. */
  #goElsewhere(): void {
    const { ways, dice } = this.parts;
    if (ways.length > 1) this.#way += 1 + dice.below(ways.length - 1);
  }

  /** As long as a page waits, in ms, so that all who were cut at once do not come at once. */
  #untilTry(failures: number): number {
    const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = RECONNECTION;
    const { dice } = this.parts;
    if (failures > 0) return dice.between(delayAfter(2), reconnectionDelayMax);
    const spreadMs = Math.round(reconnectionDelay * randomizationFactor);
    return dice.between(reconnectionDelay - spreadMs, reconnectionDelay + spreadMs);
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#early = undefined;
    if (client === undefined) return;
    client.closed = () => undefined;
    void client.cut();
  }
}
