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
  'table_not_here',
  'unknown_table',
  'not_joined',
]);

const ASKS_MAX = 8;

interface PlayerParts {
  readonly network: Network;
  readonly chance: Chance;
  readonly checker: Checker;
  /** The studios that can be reached now. */
  readonly studios: () => readonly Studio[];
  /** Whether this player keeps a copy of the table, as the page does. It takes most of the time. */
  readonly hasCopy: boolean;
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
    };
    this.#studio = studio;
    this.#connection = connection;
    studio.connect(connection);
    void this.#join();
  }

  #lost(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#order.interrupt();
    this.#connectSoon();
  }

  /** This player ends the connection, and looks for the table elsewhere. */
  #leave(): void {
    const connection = this.#connection;
    const studio = this.#studio;
    if (connection === undefined || studio === undefined) return;
    this.#lost(connection);
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
    if (reply.snapshot !== null) this.#copy = copyOf(reply.snapshot, false);
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
