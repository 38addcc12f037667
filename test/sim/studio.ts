/**
 * One studio of a simulation: the real service that takes leases and runs tables, in a process of
 * its own, with its line to the database and the connections of those who are at it.
 */
import { PinoLogger } from 'nestjs-pino';
import { ApprovalExecutor } from '../../src/pit/execution/approval-executor.service.js';
import { TableApprovals } from '../../src/pit/execution/table-approvals.service.js';
import { PastShoes } from '../../src/pit/approval/past-shoes.service.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Poller } from '../../src/platform/poller.js';
import type { PlayerCorrection, PlayerResult } from '../../src/protocol/player.js';
import type { Caught } from '../../src/client/table-order.js';
import type { TableMessage, TableSnapshotMessage } from '../../src/protocol/table.js';
import type { LoneCommand } from '../../src/round/command.js';
import type { Audience } from '../../src/round/audience.js';
import type { TableSnapshot } from '../../src/round/snapshot.js';
import { FailedPayments } from '../../src/settlement/failed-payments.service.js';
import { chunkCount } from '../../src/settlement/pay-round.js';
import { correctionFlow, roundFlow } from '../../src/settlement/settlement-queue.service.js';
import { SettlementSweep } from '../../src/settlement/settlement-sweep.service.js';
import { SettlementWorker } from '../../src/settlement/settlement.worker.js';
import type { SettlementStore } from '../../src/settlement/store.js';
import type { BetLetterReply, CommandReply, PlayerBet } from '../../src/table/letters.js';
import { gathered } from '../../src/table/placed-bets.js';
import type { Acceptor, Payer } from '../../src/table/ports.js';
import type { Table } from '../../src/table/table.js';
import { Tables } from '../../src/table/tables.service.js';
import type { Entropy } from '../../src/cards/shuffle.js';
import type { Hands } from '../../src/hands/hands.service.js';
import { Outbox } from '../../src/wallet/outbox.service.js';
import { StakeVerdicts } from '../../src/wallet/stake-verdicts.service.js';
import type { Chance } from './chance.js';
import type { JobQueue, JobWorker, QueuedJob } from './job-queue.js';
import { linedApprovals, memoryApprovals } from './memory-approval-store.js';
import type { Request } from './memory-approvals.js';
import { DatabaseLines, type Trouble } from './line.js';
import type { MemoryDatabase } from './memory-database.js';
import { handStore, linedHands } from './memory-hands.js';
import { linedSettlement, memorySettlement } from './memory-settlement.js';
import { linedStores, memoryStores } from './memory-stores.js';
import type { Mirror } from './mirror.js';
import type { OperatorWallet } from './operator-wallet.js';
import { Process } from './process.js';
import {
  type BuyInReply,
  type CashOutReply,
  type MemorySessions,
  linedSessions,
  sessionStore,
} from './memory-sessions.js';
import type { LookJob, SessionQueue } from './session-queue.js';
import { studioHands } from './studio-hands.js';
import { StudioSessions } from './studio-sessions.js';
import type { Timeline } from './timeline.js';

/** Somebody's connection to one studio, as that studio sees it. */
export interface Connection {
  readonly id: string;
  readonly playerId: string;
  isOpen: boolean;
  readonly tables: Set<string>;
  readonly receive: (message: TableMessage) => void;
  readonly result: (result: PlayerResult) => void;
  readonly corrected: (correction: PlayerCorrection) => void;
  /** The studio has ended it. */
  readonly ended: () => void;
  /** The player is notified that the session is over. */
  readonly sessionEnded: () => void;
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
  readonly queue: JobQueue;
  readonly looks: SessionQueue;
  /** Whether players bring and take credit, and sessions end. */
  readonly endsSessions: boolean;
  /** What decks of hands are made of. Undefined where nobody plays hands. */
  readonly entropy: Entropy | undefined;
  readonly chance: Chance;
  /** Of the operator whose wallet some players have. Undefined where nobody does. */
  readonly wallet: OperatorWallet | undefined;
  /** A real Postgres that is asked the same. */
  readonly mirror?: Mirror | undefined;
}

export const IDLE_MS = 20_000;
const CONFIG = {
  roles: new Set(['edge', 'table', 'worker'] as const),
  table: { isTaken: true, leaseMs: 2_000, stayMs: 10_000, mailboxCapacity: 200, batchMax: 50 },
  settlement: { chunkSize: 3, sweepMs: 1_000 },
  session: { idleMs: IDLE_MS, warnMs: 5_000, lostMs: 8_000, soloLostMs: 12_000, sweepMs: 2_000 },
};
/** The database of a simulation is never restored. */
const TIMELINE = 0;

const silent = new PinoLogger({ pinoHttp: { level: 'silent' } });
const metrics = new Metrics();

export class Studio implements JobWorker {
  readonly process: Process;
  readonly #poller: Poller;
  readonly #tables: Tables;
  readonly #worker: SettlementWorker;
  readonly #sweep: SettlementSweep;
  readonly #executor: ApprovalExecutor;
  readonly #connections = new Set<Connection>();
  /** Undefined where there are no sessions to be ended. */
  readonly #sessions: StudioSessions | undefined;
  readonly #lines: DatabaseLines;
  /** Undefined where nobody plays hands. */
  readonly hands: Hands | undefined;

  constructor(
    private readonly around: Surroundings,
    aheadMs: number,
    trouble: () => Trouble,
  ) {
    this.process = new Process(around.timeline, aheadMs);
    this.#lines = new DatabaseLines(this.process, around.chance, trouble);
    const { database, mirror } = around;
    const settlement =
      mirror === undefined
        ? memorySettlement(database, this.#lines.shared)
        : linedSettlement(mirror.settlement, this.#lines.shared);
    const poller = new Poller(this.process.clock, metrics, silent);
    this.#poller = poller;
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
        correctionToPlayer: (playerId: string, correction: PlayerCorrection) => {
          for (const each of this.#at(correction.table)) {
            if (each.playerId === playerId) each.corrected(correction);
          }
        },
        cutOff: (table: string) => {
          for (const each of this.#at(table)) this.disconnect(each);
        },
      },
      payer: this.#payer(settlement),
      acceptor: this.#acceptor(poller),
      follower: { isCutOff: false, take: () => undefined },
    };
    const stores =
      mirror === undefined
        ? memoryStores(database, this.#lines)
        : linedStores(mirror.stores, this.#lines);
    this.#tables = new Tables(CONFIG, stores, ports, metrics, silent);
    this.#worker = new SettlementWorker(CONFIG, settlement, this.#tables, metrics, silent);
    const payments = new FailedPayments(settlement, this.#tables, silent);
    this.#sweep = new SettlementSweep(CONFIG, this.#tables, this.#worker, payments, poller);
    const approvals =
      mirror === undefined
        ? memoryApprovals(database, this.#lines.shared)
        : linedApprovals(mirror.approvals, this.#lines.shared);
    const past = new PastShoes(approvals);
    const ofTables = new TableApprovals(approvals, this.#tables, past, silent);
    // No hand is voided here, and no case of a wallet is settled by hand.
    const apart = { perform: () => undefined };
    this.#executor = new ApprovalExecutor(approvals, this.#tables, ofTables, apart, poller);
    if (around.endsSessions) {
      const line = this.#lines.shared;
      const store =
        mirror === undefined
          ? sessionStore(database.sessions, (work) => database.transaction(work), line)
          : linedSessions(mirror.sessions, line);
      const saved = (player: string): Promise<bigint> => line.call(() => database.saved(player));
      const parts = { store, saved, poller, clock: this.process.clock, looks: around.looks };
      this.#sessions = new StudioSessions(CONFIG, parts, metrics, silent);
    }
    if (around.entropy !== undefined) {
      const { chance, entropy } = around;
      const isHeld = (): boolean => chance.percent(trouble().refused / 2);
      const line = this.#lines.shared;
      const store =
        mirror === undefined
          ? handStore(database.hands, (work) => database.transaction(work), line, isHeld)
          : linedHands(mirror.hands, line, isHeld);
      const parts = { store, entropy, poller, clock: this.process.clock };
      this.hands = studioHands(parts, metrics, silent);
    }
    poller.onApplicationBootstrap();
    void this.#tables.onApplicationBootstrap();
  }

  /** The database gives notice of what was changed about wallets. */
  noticeWallets(): void {
    this.process.deliver(() => this.#poller.wake('wallet'));
  }

  get here(): readonly Table[] {
    return this.#tables.here;
  }

  take({ name, data, id }: QueuedJob, done: () => void, failed: () => void): void {
    const job = { name, data, id } as Parameters<SettlementWorker['process']>[0];
    this.process.deliver(() => void this.#worker.process(job).then(done, failed));
  }

  /** The player's session is to be looked at. */
  lookAtSession(job: LookJob): void {
    this.process.deliver(() => this.#sessions?.look(job));
  }

  /** Another connection of the same player ends by it. */
  connect(connection: Connection, tokenForMs: number): void {
    this.#connections.add(connection);
    this.#sessions?.enter(connection, tokenForMs, () => this.disconnect(connection));
  }

  buyIn(...asked: Parameters<MemorySessions['buyIn']>): Promise<BuyInReply> {
    const { database, mirror } = this.around;
    return this.#lines.shared.call(
      () =>
        mirror?.credit.buyIn(...asked) ??
        database.transaction(() => database.sessions.buyIn(...asked)),
    );
  }

  cashOut(...asked: Parameters<MemorySessions['cashOut']>): Promise<CashOutReply> {
    const { database, mirror } = this.around;
    return this.#lines.shared.call(
      () =>
        mirror?.credit.cashOut(...asked) ??
        database.transaction(() => database.sessions.cashOut(...asked)),
    );
  }

  /** The connection has ended, from whichever side. */
  disconnect(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    connection.isOpen = false;
    this.#sessions?.leave(connection);
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
      return { ok: false, refusal: 'table_is_moving' };
    }
    connection.tables.add(id);
    const missed = table.missedSince('player', { afterSeq });
    const snapshot =
      missed === undefined ? (table.snapshotFor('player') as TableSnapshotMessage) : null;
    return { ok: true, snapshot, missed: missed ?? null };
  }

  bet(connection: Connection, id: string, bet: PlayerBet): Promise<BetLetterReply | RefusedReply> {
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
      (typeof table !== 'string' && (await table.hasAnswered(playerId, game, betId)));
    const found = await shared.call(() => gathered(database.findBet(playerId, betId))[0]);
    if (found !== undefined) return { ok: true, found: { seq: found.answer.seq } };
    return isFinal ? { ok: true, found: null } : { ok: false, refusal: 'not_known_yet' };
  }

  /** The table as the staff's page has it. */
  look(id: string): TableSnapshot | undefined {
    const table = this.#tables.find(id);
    return typeof table === 'string' ? undefined : table.snapshotFor('dealer');
  }

  /** One person asks for a second one's agreement. Returns the number of the request. */
  ask(request: Request): Promise<string> {
    const { database, mirror } = this.around;
    return this.#lines.shared.call(
      () => mirror?.ask(request) ?? database.transaction(() => database.approvals.ask(request)),
    );
  }

  /** The second person agrees, and it is carried out at once. */
  async approve(id: string, by: string): Promise<{ readonly ok: true } | RefusedReply> {
    const { database, mirror } = this.around;
    await this.#lines.shared.call(
      () =>
        mirror?.approve(id, by) ?? database.transaction(() => database.approvals.approve(id, by)),
    );
    const refusal = await this.#executor.execute(id);
    return refusal === null ? { ok: true } : { ok: false, refusal };
  }

  /** The pit has a payment tried at once. Returns whose accounts do not take it. */
  async payNow(id: string, game: string): Promise<readonly string[]> {
    const table = this.#tables.find(id);
    if (typeof table === 'string') return [];
    const unrecorded = () => Promise.resolve();
    return (await this.#sweep.payNow(table, game, unrecorded))?.players ?? [];
  }

  perform(id: string, command: LoneCommand): Promise<CommandReply | RefusedReply> {
    const table = this.#tables.find(id);
    if (typeof table === 'string') return Promise.resolve({ ok: false, refusal: table });
    return table.perform(command);
  }

  /** Where nobody has a wallet, nobody is asked. */
  #acceptor(poller: Poller): Acceptor {
    const { database, wallet } = this.around;
    if (wallet === undefined) return { begin: () => () => undefined };
    const store = database.wallets.store((work) => database.transaction(work), this.#lines.shared);
    const { clock } = this.process;
    void new Outbox(store, wallet.askedBy(this.process), clock, silent, poller);
    return new StakeVerdicts(store, clock, silent, poller);
  }

  #at(table: string): readonly Connection[] {
    return [...this.#connections].filter(({ tables }) => tables.has(table));
  }

  #publish(message: TableMessage): void {
    for (const each of this.#at(message.table)) each.receive(message);
  }

  /** As the queue of the settlement: what it does not take, the sweep finds. */
  #payer(settlement: SettlementStore): Payer {
    const { queue } = this.around;
    const { chunkSize } = CONFIG.settlement;
    return {
      begin: (table, game, players) =>
        queue.add(roundFlow({ table, game, timeline: TIMELINE }, chunkCount(players, chunkSize))),
      correct: (table, game, correction) => {
        const finish = { table, game, correction, timeline: TIMELINE };
        settlement.cutOf(game, correction).then(
          (chunks = 0) => {
            if (chunks > 0) queue.add(correctionFlow(finish, chunks));
          },
          () => undefined,
        );
      },
    };
  }
}
