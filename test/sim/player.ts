/**
 * A player of a simulation: joins a table wherever it runs, follows it by the client's own code,
 * bets at random, and asks again whatever was not answered.
 */
import { TableOrder } from '../../src/client/table-order.js';
import { type TableCopy, copyOf, follow } from '../../src/client/table-copy.js';
import { amount } from '../../src/money/amount.js';
import type { PlayerCorrection, PlayerResult } from '../../src/protocol/player.js';
import type { TableMessage } from '../../src/protocol/table.js';
import { MODES, SPOTS } from '../../src/punto-banco/spot.js';
import type { PlayerBet } from '../../src/table/letters.js';
import type { BetContent } from '../../src/table/seat.js';
import type { Chance } from './chance.js';
import type { Checker } from './checker.js';
import type { Answer, Network } from './network.js';
import type { Connection, JoinReply, RefusedReply, Studio } from './studio.js';

/** Refusals after which the same bet may be taken a moment later. */
const PASSING: ReadonlySet<string> = new Set([
  'internal_error',
  'table_is_busy',
  'table_is_moving',
  'unknown_table',
  'not_joined',
]);

const ASKS_MAX = 8;

/** About how long a round takes, from the opening of its bets to its payment. */
const ROUND_MS = 3_500;
/** What a player does besides betting, at some moment of a round. Cases are out of a hundred. */
const CASHES_OUT = 3;
const GOES_AWAY = 2;
const SLEEPS = 2;
const COMES_AGAIN = 2;

interface PlayerParts {
  readonly network: Network;
  readonly chance: Chance;
  readonly checker: Checker;
  /** The studios that can be reached now. */
  readonly studios: () => readonly Studio[];
  /** Whether this player keeps a copy of the table, as the page does. It takes most of the time. */
  readonly hasCopy: boolean;
  /** Whether sessions end: by the player, or for want of play or connection. */
  readonly endsSessions: boolean;
}

export class Player {
  readonly #order = new TableOrder();
  #copy: TableCopy | undefined;
  #studio: Studio | undefined;
  #connection: Connection | undefined;
  #connections = 0;
  #joins = 0;
  /** The last bet that was said to stand. */
  #stood: PlayerBet | undefined;
  #keys = 0;
  #isMovingCredit = false;
  #sleepsUntilMs = 0;
  /** Whether bets are still made. */
  isPlaying = true;

  constructor(
    readonly id: string,
    readonly table: string,
    private readonly parts: PlayerParts,
  ) {
    this.#connectSoon();
  }

  /** The table as this player knows it, when nothing is missing. */
  get copy(): TableCopy | undefined {
    return this.#order.isBehind || !this.parts.hasCopy ? undefined : this.#copy;
  }

  /** The player wants to play, and has too little credit. */
  bringMore(): void {
    void this.#buyIn();
  }

  #connectSoon(): void {
    const { network, chance } = this.parts;
    network.timeline.after(chance.between(5, 120), () => this.#connect());
  }

  #connect(): void {
    const { network, chance, studios } = this.parts;
    const reachable = studios();
    if (reachable.length === 0) return this.#connectSoon();
    const studio = chance.pick(reachable);
    this.#connections += 1;
    let lastMs = 0;
    /** What is sent over this connection comes in its order, while it holds. */
    const over = (act: () => void): void => {
      lastMs = Math.max(lastMs, network.timeline.nowMs + network.wayMs());
      network.timeline.at(lastMs, () => {
        if (this.#connection === connection) act();
      });
    };
    const connection: Connection = {
      id: `${this.id}/${this.#connections}`,
      playerId: this.id,
      isOpen: true,
      tables: new Set(),
      receive: (message) => over(() => this.#receive(message)),
      result: (result) => over(() => this.#checkResult(result)),
      corrected: (correction) => over(() => this.#checkCorrection(correction)),
      ended: () => network.timeline.after(network.wayMs(), () => this.#lost(connection)),
      sessionEnded: () => over(() => void this.#buyIn()),
    };
    this.#studio = studio;
    this.#connection = connection;
    const tokenForMs = chance.between(20_000, 120_000);
    studio.process.deliver(() => studio.connect(connection, tokenForMs));
    void this.#join();
  }

  #lost(connection: Connection, comesBackInMs = 0): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#order.interrupt();
    this.parts.network.timeline.after(comesBackInMs, () => this.#connectSoon());
  }

  /** This player ends the connection, and looks for the table elsewhere. */
  #leave(comesBackInMs = 0): void {
    const connection = this.#connection;
    const studio = this.#studio;
    if (connection === undefined || studio === undefined) return;
    this.#lost(connection, comesBackInMs);
    studio.process.deliver(() => studio.disconnect(connection));
  }

  async #join(): Promise<void> {
    const { network } = this.parts;
    const connection = this.#connection;
    const studio = this.#studio;
    if (connection === undefined || studio === undefined) return;
    this.#joins += 1;
    const asked = this.#joins;
    const afterSeq = this.#order.last;
    const reply: Answer<JoinReply | RefusedReply> = await network.ask(studio, () =>
      studio.join(connection, this.table, afterSeq),
    );
    if (this.#connection !== connection || asked !== this.#joins) return;
    if (reply === 'no_answer' || !reply.ok) return this.#leave();
    if (reply.snapshot !== null) {
      this.#copy = copyOf(reply.snapshot, false);
      this.parts.checker.cameIn(this.id, this.#copy);
    }
    for (const message of this.#order.catchUp(reply)) this.#deliver(message);
    if (this.#order.isBehind) void this.#join();
    else if (this.#copy?.phase === 'betting' && this.#copy.round !== null) {
      this.#plan(this.#copy.round.game);
    }
  }

  #receive(message: TableMessage): void {
    if (message.table !== this.table) return;
    const wasBehind = this.#order.isBehind;
    if (this.#order.take(message)) this.#deliver(message);
    else if (!wasBehind && this.#order.isBehind) void this.#join();
  }

  #deliver(message: TableMessage): void {
    if (this.#copy === undefined) return;
    if (this.parts.hasCopy) {
      this.parts.checker.received(this.id, message, this.#copy);
      this.#copy = follow(this.#copy, message);
    }
    if (message.kind === 'betting_opened') this.#plan(message.game);
  }

  #checkResult(result: PlayerResult): void {
    this.parts.checker.gotResult(this.id, result);
  }

  #checkCorrection(correction: PlayerCorrection): void {
    this.parts.checker.gotCorrection(this.id, correction);
  }

  /** A few bets while they are open, and sometimes one when they are not. */
  #plan(game: string): void {
    const { network, chance } = this.parts;
    if (!this.isPlaying || this.#copy === undefined) return;
    if (this.parts.endsSessions) {
      network.timeline.after(chance.below(ROUND_MS), () => this.#doOtherThings());
    }
    if (network.timeline.nowMs < this.#sleepsUntilMs) return;
    const openMs = this.#copy.settings.betMs;
    for (let bets = chance.below(4); bets > 0; bets -= 1) {
      network.timeline.after(chance.below(openMs + 60), () => {
        if (this.isPlaying) void this.#bet(game);
      });
    }
  }

  async #bet(game: string): Promise<void> {
    const { chance, checker, network } = this.parts;
    if (chance.percent(3)) await this.#reuseId(game);
    const bet: PlayerBet = {
      playerId: this.id,
      betId: chance.uuid(),
      game: chance.percent(1) ? '1000000001' : game,
      content: this.#content(),
    };
    for (let asks = 0; asks < ASKS_MAX; asks += 1) {
      const connection = this.#connection;
      const studio = this.#studio;
      if (connection !== undefined && studio !== undefined) {
        const asked = checker.asks(bet);
        const place = () => studio.bet(connection, this.table, bet);
        const reply = await network.ask(studio, place, asked.sentTwice);
        asked.answered(reply);
        if (reply !== 'no_answer' && reply.ok) this.#stood = bet;
        const isShort =
          reply !== 'no_answer' && !reply.ok && reply.refusal === 'insufficient_funds';
        if (isShort && chance.percent(30)) void this.#buyIn();
        if (reply !== 'no_answer' && (reply.ok || !PASSING.has(reply.refusal))) {
          if (!chance.percent(10)) return;
        }
        if (chance.percent(20) && (await this.#isDenied(studio, bet))) return;
      }
      await new Promise<void>((resolve) => {
        network.timeline.after(chance.between(20, 400), resolve);
      });
    }
  }

  /** Leaves, sleeps, signs in from another place, takes the credit home. */
  #doOtherThings(): void {
    const { chance, network } = this.parts;
    if (!this.isPlaying) return;
    if (chance.percent(GOES_AWAY)) return this.#leave(chance.between(1_000, 13_000));
    if (chance.percent(COMES_AGAIN)) return this.#connect();
    if (chance.percent(SLEEPS)) this.#sleepsUntilMs = network.timeline.nowMs + 40_000;
    if (chance.percent(CASHES_OUT)) void this.#cashOut();
  }

  async #cashOut(): Promise<void> {
    const { chance, checker } = this.parts;
    const key = this.#nextKey();
    const isDone = await this.#moveCredit(
      (studio) => studio.cashOut(this.id, key),
      (reply) => checker.cashedOut(this.id, key, reply),
    );
    if (!isDone) return;
    this.parts.network.timeline.after(chance.between(100, 3_000), () => void this.#buyIn());
  }

  /** Nobody says how much there is: it may be too much. */
  async #buyIn(): Promise<void> {
    const { chance, checker, endsSessions } = this.parts;
    if (!endsSessions || !this.isPlaying) return;
    const key = this.#nextKey();
    const amount = BigInt(chance.pick([200, 1_000, 10_000]));
    await this.#moveCredit(
      (studio) => studio.buyIn(this.id, amount, key),
      (reply) => checker.broughtMore(reply),
    );
  }

  #nextKey(): string {
    this.#keys += 1;
    return `${this.id}-${this.#keys}`;
  }

  /** Asks until it is answered, one thing at a time. Whether it was done. */
  async #moveCredit<R extends { readonly ok: boolean }>(
    move: (studio: Studio) => Promise<R>,
    answered: (reply: Answer<R>) => void,
  ): Promise<boolean> {
    if (this.#isMovingCredit) return false;
    const { chance, network } = this.parts;
    this.#isMovingCredit = true;
    try {
      for (let asks = 0; asks < ASKS_MAX; asks += 1) {
        const studio = this.#studio;
        const reply =
          studio === undefined ? 'no_answer' : await network.ask(studio, () => move(studio));
        answered(reply);
        const isSure = reply !== 'no_answer' && !('refusal' in reply && isUnsure(reply.refusal));
        if (isSure && !chance.percent(10)) return reply.ok;
        await new Promise<void>((resolve) => {
          network.timeline.after(chance.between(20, 400), resolve);
        });
      }
      return false;
    } finally {
      this.#isMovingCredit = false;
    }
  }

  /** Asks for another bet under the id of one that stands. */
  async #reuseId(game: string): Promise<void> {
    const { checker, network } = this.parts;
    const connection = this.#connection;
    const studio = this.#studio;
    const before = this.#stood;
    if (before === undefined || connection === undefined || studio === undefined) return;
    if (before.game === game) return;
    const bet: PlayerBet = { ...before, game };
    const place = () => studio.bet(connection, this.table, bet);
    checker.reused(bet, await network.ask(studio, place));
  }

  /** Whether it is said that the bet never will stand. Then it is not asked again. */
  async #isDenied(studio: Studio, bet: PlayerBet): Promise<boolean> {
    const { checker, network } = this.parts;
    checker.sought(bet);
    const reply = await network.ask(studio, () => studio.findBet(bet, this.table));
    if (reply === 'no_answer' || !reply.ok) return false;
    checker.found(bet, reply.found);
    return reply.found === null;
  }

  #content(): BetContent {
    const { chance } = this.parts;
    const kind = chance.below(100);
    if (kind < 70) {
      const spot = kind < 40 ? chance.pick(['punto', 'banco'] as const) : chance.pick(SPOTS);
      return { kind: 'place', spot, amount: amount(BigInt(chance.pick([100, 300, 500, 2_500]))) };
    }
    if (kind < 75) return { kind: 'mode', mode: chance.pick(MODES) };
    return { kind: chance.pick(['undo', 'clear', 'repeat', 'double'] as const) };
  }
}

const isUnsure = (refusal: unknown): boolean => refusal === 'internal_error';
