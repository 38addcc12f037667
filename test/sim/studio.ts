/**
 * One studio of a simulation: the real service that takes leases and runs tables, in a process of
 * its own, with its line to the database and the connections of those who are at it.
 */
import { PinoLogger } from 'nestjs-pino';
import { Metrics } from '../../src/platform/metrics.js';
import type { PlayerResult } from '../../src/protocol/player.js';
import type { Caught } from '../../src/client/table-order.js';
import type { TableMessage, TableSnapshotMessage } from '../../src/protocol/table.js';
import type { LoneCommand } from '../../src/round/command.js';
import type { Audience } from '../../src/round/audience.js';
import type { TableSnapshot } from '../../src/round/snapshot.js';
import { chunkCount } from '../../src/settlement/pay-round.js';
import type { BetReply, CommandReply, PlayerBet } from '../../src/table/letters.js';
import { gathered } from '../../src/table/placed-bets.js';
import type { Table } from '../../src/table/table.js';
import { Tables } from '../../src/table/tables.service.js';
import type { Chance } from './chance.js';
import { DatabaseLines, type Trouble } from './line.js';
import type { MemoryDatabase } from './memory-database.js';
import { memoryStores } from './memory-stores.js';
import { Process } from './process.js';
import type { Timeline } from './timeline.js';

/** Somebody's connection to one studio, as that studio sees it. */
export interface Connection {
  readonly id: string;
  readonly playerId: string;
  isOpen: boolean;
  readonly tables: Set<string>;
  readonly receive: (message: TableMessage) => void;
  readonly result: (result: PlayerResult) => void;
  /** The studio has ended it. */
  readonly ended: () => void;
}

export interface JoinReply extends Caught {
  readonly ok: true;
}

interface Found {
  readonly ok: true;
  readonly found: { readonly seq: number } | null;
}

export interface RefusedReply {
  readonly ok: false;
  readonly refusal: string;
}

/** What all studios of a simulation share. */
export interface Surroundings {
  readonly timeline: Timeline;
  readonly database: MemoryDatabase;
  readonly chance: Chance;
}

const CONFIG = { table: { leaseMs: 2_000, mailboxCapacity: 200, batchMax: 50 } };
/** About how many players are paid in one transaction. */
const CHUNK_SIZE = 3;
/** How often unpaid rounds are looked for. */
const SWEEP_MS = 500;

const silent = new PinoLogger({ pinoHttp: { level: 'silent' } });
const metrics = new Metrics();

export class Studio {
  readonly process: Process;
  readonly #tables: Tables;
  readonly #connections = new Set<Connection>();
  readonly #lines: DatabaseLines;
  readonly #paying = new Set<string>();

  /** `forgets`: whether a job of this studio's queue is lost now. */
  constructor(
    private readonly around: Surroundings,
    aheadMs: number,
    trouble: () => Trouble,
    private readonly forgets: () => boolean,
  ) {
    this.process = new Process(around.timeline, aheadMs);
    this.#lines = new DatabaseLines(this.process, around.chance, trouble);
    const ports = {
      clock: this.process.clock,
      publisher: {
        toTable: (audience: Audience, message: TableMessage) => {
          if (audience === 'player') this.#publish(message);
        },
        toPlayers: () => undefined,
        toPlayer: (playerId: string, result: PlayerResult) => {
          for (const each of this.#at(result.table)) {
            if (each.playerId === playerId) each.result(result);
          }
        },
        correctionToPlayer: () => undefined,
        cutOff: (table: string) => {
          for (const each of this.#at(table)) this.disconnect(each);
        },
      },
      payer: {
        begin: (table: string, game: string, players: number) => {
          if (!this.forgets()) this.#payLater(table, game, players);
        },
        correct: () => undefined,
      },
      follower: { take: () => undefined },
    };
    const stores = memoryStores(around.database, this.#lines);
    this.#tables = new Tables(CONFIG, stores, ports, metrics, silent);
    void this.#tables.onApplicationBootstrap();
    this.process.clock.every(SWEEP_MS, () => this.#sweep());
  }

  get here(): readonly Table[] {
    return this.#tables.here;
  }

  connect(connection: Connection): void {
    this.#connections.add(connection);
  }

  /** The connection has ended, from whichever side. */
  disconnect(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    connection.isOpen = false;
    for (const table of connection.tables) {
      this.#tables.leave(table, connection.playerId, connection.id);
    }
    connection.ended();
  }

  /** Every connection breaks. */
  disconnectAll(): void {
    for (const connection of this.#connections) this.disconnect(connection);
  }

  kill(): void {
    this.process.kill();
    for (const connection of this.#connections) {
      connection.isOpen = false;
      connection.ended();
    }
    this.#connections.clear();
  }

  /**
   * As `table:join`. The snapshot is taken and the room joined in one go, so that the first message
   * after the snapshot is the next.
   */
  async join(
    connection: Connection,
    id: string,
    afterSeq: number | undefined,
  ): Promise<JoinReply | RefusedReply> {
    const table = this.#tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table };
    const seat = await table.join(connection.playerId, connection.id);
    if (seat === undefined) return { ok: false, refusal: 'not_allowed' };
    if (this.#tables.find(id) !== table || !connection.isOpen) {
      this.#tables.leave(id, connection.playerId, connection.id);
      return { ok: false, refusal: 'table_not_here' };
    }
    connection.tables.add(id);
    const missed = table.missedSince('player', { afterSeq });
    const snapshot =
      missed === undefined ? (table.snapshotFor('player') as TableSnapshotMessage) : null;
    return { ok: true, snapshot, missed: missed ?? null };
  }

  bet(connection: Connection, id: string, bet: PlayerBet): Promise<BetReply | RefusedReply> {
    const table = this.#tables.find(id);
    if (typeof table === 'string') return Promise.resolve({ ok: false, refusal: table });
    if (!connection.tables.has(id)) return Promise.resolve({ ok: false, refusal: 'not_joined' });
    return table.bet(bet);
  }

  /** As `bet:find`. Null: it never will stand. */
  async findBet({ playerId, betId, game }: PlayerBet, id: string): Promise<Found | RefusedReply> {
    const { database } = this.around;
    const { shared } = this.#lines;
    const table = this.#tables.find(id);
    const isFinal =
      (await shared.call(() => database.rounds.find(game)?.status !== 'betting')) ||
      (typeof table !== 'string' && (await table.hasAnswered(playerId)));
    const found = await shared.call(() => gathered(database.findBet(playerId, betId))[0]);
    if (found !== undefined) return { ok: true, found: { seq: found.answer.seq } };
    return isFinal ? { ok: true, found: null } : { ok: false, refusal: 'not_known_yet' };
  }

  /** The table as the staff's page has it. */
  look(id: string): TableSnapshot | undefined {
    const table = this.#tables.find(id);
    return typeof table === 'string' ? undefined : table.snapshotFor('dealer');
  }

  /** Two persons agree that the round is void, and the table is given the command. */
  async voidRound(
    id: string,
    game: string,
    [requestedBy, approvedBy]: readonly [string, string],
  ): Promise<CommandReply | RefusedReply> {
    const { database } = this.around;
    const asked = { kind: 'void', table: id, game, requestedBy, decidedBy: approvedBy };
    const approval = await this.#lines.shared.call(() =>
      database.transaction(() => database.approvals.agree(asked)),
    );
    const table = this.#tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table };
    const persons = { requestedBy, approvedBy, approval };
    return table.perform({ kind: 'void_round', game, reason: 'misdeal', ...persons });
  }

  perform(id: string, command: LoneCommand): Promise<CommandReply | RefusedReply> {
    const table = this.#tables.find(id);
    if (typeof table === 'string') return Promise.resolve({ ok: false, refusal: table });
    return table.perform(command);
  }

  #at(table: string): readonly Connection[] {
    return [...this.#connections].filter(({ tables }) => tables.has(table));
  }

  #publish(message: TableMessage): void {
    for (const each of this.#at(message.table)) each.receive(message);
  }

  #payLater(table: string, game: string, players: number): void {
    const { chance } = this.around;
    this.process.clock.after(chance.between(1, 60), () => void this.#pay(table, game, players));
  }

  /** The chunks in any order, some of them twice, and then the end of the round. */
  async #pay(table: string, game: string, players: number): Promise<void> {
    const { chance, database } = this.around;
    const { shared } = this.#lines;
    this.#paying.add(game);
    try {
      const planned = chunkCount(players, CHUNK_SIZE);
      const chunks = await shared.call(() =>
        database.transaction(() => database.rounds.cut(game, planned)),
      );
      const parts = Array.from({ length: chunks }, (_, chunk) => chunk);
      const twice = parts.filter(() => chance.percent(20));
      for (const chunk of chance.shuffled([...parts, ...twice])) {
        await shared.call(() => database.payChunk({ game, chunk, chunks }));
      }
      await this.#finish(table, game);
    } catch {
      // The sweep comes back to it.
    } finally {
      this.#paying.delete(game);
    }
  }

  async #finish(id: string, game: string): Promise<boolean> {
    const table = this.#tables.find(id);
    if (typeof table === 'string') return false;
    const { database } = this.around;
    const paid = await this.#lines.shared.call(() => database.rounds.readPaid(game));
    if (paid === undefined) return false;
    const stakes = paid.stakes.toString();
    await table.perform(
      paid.payment === 'settle'
        ? { kind: 'finish_settlement', game, stakes, paid: paid.paid.toString() }
        : { kind: 'finish_refund', game, stakes },
    );
    return true;
  }

  #sweep(): void {
    for (const { state, playing } of this.#tables.here) {
      const { round, phase, suspension, table, refunded } = state;
      const beneath = suspension?.from ?? phase;
      const isOwed = beneath === 'resulted' || (beneath === 'void' && !refunded);
      if (round === null || !isOwed || this.#paying.has(round.game)) continue;
      void this.#pay(table, round.game, playing);
    }
  }
}
