/**
 * A real table in this process on a real Postgres, with everything about it in the test's hands:
 * its clock, its payer, its end.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type pg from 'pg';
import type { PlayerCorrection, PlayerResult } from '../../src/protocol/player.js';
import type { TableStatistics } from '../../src/protocol/statistics.js';
import type { TableMessage } from '../../src/protocol/table.js';
import type { Coup } from '../../src/punto-banco/coup.js';
import type { TableCommand } from '../../src/round/command.js';
import type { Fix } from '../../src/round/correction.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../../src/round/settings.js';
import type { Audience } from '../../src/round/audience.js';
import { correctRoundChunk, readCorrected, readCut } from '../../src/settlement/correct-round.js';
import { payRoundChunk, readPaid } from '../../src/settlement/pay-round.js';
import { type Clock, systemClock } from '../../src/platform/clock.js';
import { type Lease, takeLease } from '../../src/table/lease.js';
import type { BetLetterReply, CommandReply } from '../../src/table/letters.js';
import type { TableParts } from '../../src/table/ports.js';
import { postgresSeats, postgresStore } from '../../src/table/postgres-stores.js';
import type { Published } from '../../src/table/published.js';
import type { BetContent, PlayerSeat } from '../../src/table/seat.js';
import { Table } from '../../src/table/table.js';
import { approved } from './approvals.js';
import type { TestDatabase } from './database.js';
import { connect, newTable } from './logged-table.js';
import { eventually } from './studio.js';

export const CHUNKS = 2;

/** Nothing happens by itself: bets stay open, and the next ones wait. */
const STILL: Partial<TableSettings> = {
  betMs: 3_600_000,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
};

export class RunningTable {
  readonly published: { readonly audience: Audience; readonly message: TableMessage }[] = [];
  readonly statistics: TableStatistics[] = [];
  readonly results: { readonly playerId: string; readonly result: PlayerResult }[] = [];
  readonly corrections: { readonly playerId: string; readonly correction: PlayerCorrection }[] = [];
  /** The payments that the table asked for. */
  readonly begun: { readonly game: string; readonly players: number }[] = [];
  readonly faults: unknown[] = [];
  /** Whether rounds are paid that should be. */
  isPaying = true;
  #aheadMs = 0;
  #holdSeats: () => Promise<void> = () => Promise.resolve();
  #paying: Promise<void> = Promise.resolve();

  private constructor(
    private readonly database: TestDatabase,
    private readonly settings: TableSettings,
    private readonly options: TableParts['options'],
    private readonly realClock: Clock,
    public lease: Lease,
    public client: pg.Client,
    public table: Table,
  ) {}

  static async open(
    database: TestDatabase,
    settings: Partial<TableSettings> = STILL,
    options: Partial<TableParts['options']> = {},
  ): Promise<RunningTable> {
    const all = { ...DEFAULT_SETTINGS, ...settings };
    const lease = await newTable(database, all);
    const running = new RunningTable(
      database,
      all,
      { mailboxCapacity: 20_000, batchMax: 500, ...options },
      systemClock(),
      lease,
      await connect(database),
      undefined as never,
    );
    await running.#run(undefined);
    return running;
  }

  get state() {
    return this.table.state;
  }

  get game(): string {
    return this.state.round!.game;
  }

  /**
   * Ends the table as a killed process does, and brings it back from its log in the next epoch: in
   * another process, or in the same one, which knows what it had published: the table itself, or a
   * copy of it, as `published` says.
   */
  async reopen({
    sameProcess = false,
    published = sameProcess ? this.table.published : undefined,
  }: { readonly sameProcess?: boolean; readonly published?: Published | undefined } = {}) {
    await this.#paying;
    const former = this.table;
    const { table, owner } = this.lease;
    // What the former epoch wrote is committed first.
    this.lease = await eventually('the next epoch begins', () =>
      takeLease(this.database.pool, table, owner, 3_600_000),
    );
    const before = this.client;
    this.client = await connect(this.database);
    await this.#run(published);
    await former.stop();
    await before.end();
  }

  /** Pays the round in hand, which was not paid when it was due. */
  payNow(): Promise<void> {
    this.isPaying = true;
    return (this.#paying = this.#pay(this.game));
  }

  /** Pays a correction that was not paid when it was due. */
  correctNow(game: string, correction: number): Promise<void> {
    this.isPaying = true;
    return (this.#paying = this.#correct(game, correction));
  }

  /** What the round in hand, or a correction, owes the player is paid by hand, with an approval. */
  async orderHandPay(
    player: string,
    amount: string,
    { game, correction }: { readonly game: string; readonly correction?: number } = this,
  ): Promise<void> {
    const { table } = this.state;
    const subject = { player };
    const people = await approved(this.database.pool, { kind: 'hand_pay', table, game, subject });
    const order = { kind: 'order_hand_pay', game, correction, player, amount } as const;
    await this.do({ ...order, reason: 'misdeal', ...people });
  }

  /** Resolves when the round that was to be paid is paid. */
  paid(): Promise<void> {
    return this.#paying;
  }

  async stop(): Promise<void> {
    await this.#paying;
    await this.table.stop();
    await this.client.end();
  }

  /** By the table's clock. */
  get nowMs(): number {
    return this.realClock.nowMs() + this.#aheadMs;
  }

  /** A lawful command. */
  async do(command: TableCommand): Promise<CommandReply & { readonly ok: true }> {
    const reply = await this.table.perform(command);
    if (!reply.ok) throw new Error(`${command.kind} was refused: ${reply.refusal}`);
    return reply;
  }

  bet(
    playerId: string,
    content: BetContent,
    { betId = randomUUID(), game = this.game }: { betId?: string; game?: string } = {},
  ): Promise<BetLetterReply> {
    return this.table.bet({ playerId, betId, game, content });
  }

  /**
   * Opens the bets of the next round, with a new shoe where there is none, and returns its game
   * number.
   */
  async openBets(): Promise<string> {
    if (this.state.phase === 'closed') await this.do({ kind: 'open_table', dealer: 'Dora' });
    if (this.state.phase === 'shoe_change') {
      if (this.state.cards.due !== null) {
        await this.do({ kind: 'bring_cards', cards: `box-${randomUUID()}`, by: 'Dora' });
      }
      await this.do({ kind: 'new_shoe' });
      await this.do({ kind: 'burn', code: 'KS', scanSeq: 1 });
    }
    await this.do({ kind: 'open_betting' });
    return this.game;
  }

  /** Moves the clock on. An alarm that was set before rings when it would have rung. */
  forward(ms: number): void {
    this.#aheadMs += ms;
  }

  /** Moves the clock on to the close and lets it tick. Returns the number of the close. */
  async closeBets(): Promise<number> {
    this.forward(this.settings.betMs);
    return (await this.do({ kind: 'tick' })).seq;
  }

  /** Deals the coup and waits until all is paid. */
  async deal({ cards }: Pick<Coup, 'cards'>): Promise<void> {
    for (const card of cards) {
      const scanSeq = (this.state.lastScan?.scanSeq ?? 0) + 1;
      await this.do({ kind: 'scan', code: makeScanCode(card), scanSeq });
    }
    await this.#paying;
  }

  async voidRound(): Promise<void> {
    const { game } = this;
    const { pool } = this.database;
    const people = await approved(pool, { kind: 'void', table: this.state.table, game });
    await this.do({ kind: 'void_round', game, reason: 'a card fell', ...people });
    await this.#paying;
  }

  /** Corrects a round that was settled, with an approval, and waits until it is paid. */
  async correct(
    game: string,
    fix: Fix,
    { coup = null, player = null }: { coup?: string | null; player?: string | null } = {},
  ): Promise<void> {
    const { pool } = this.database;
    const { table } = this.state;
    const subject = { ...(coup !== null && { coup }), ...(player !== null && { player }) };
    const people = await approved(pool, { kind: fix, table, game, subject });
    const { rows } = await pool.query<{ correction: number; shoe: number }>(
      `select 1 + (select count(*)::int from corrections where game_number = $1) as correction, shoe_ordinal as shoe
         from rounds where game_number = $1`,
      [game],
    );
    const { correction, shoe } = rows[0]!;
    const what = { game, correction, fix, coup, player, shoe, reason: 'misdeal' };
    await this.do({ kind: 'correct_round', ...what, ...people });
    await this.#paying;
  }

  async playRound(coup: Pick<Coup, 'cards'>): Promise<void> {
    await this.closeBets();
    await this.deal(coup);
  }

  /** What the player's seat keeps, as it is now: a copy. */
  async seat(playerId: string): Promise<Pick<PlayerSeat, 'slip' | 'previous' | 'answers'>> {
    const joined = await this.table.join(playerId, 'onlooker');
    if (joined === undefined) throw new Error(`player ${playerId} exists`);
    this.table.leave(playerId, 'onlooker');
    const { slip, previous, answers } = joined.seat;
    return structuredClone({ slip, previous, answers });
  }

  /** Seats that are read from here on are not answered before `release`. */
  holdSeats(): { readonly begun: Promise<void>; readonly release: () => void } {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const begun = new Promise<void>((resolve) => {
      this.#holdSeats = () => {
        resolve();
        return released;
      };
    });
    return { begun, release };
  }

  /** What Postgres answers from here on stays in the socket, and is not read. */
  hearNothing(): void {
    this.#socket.pause();
  }

  /** What has stayed in the socket is read. */
  hearAgain(): void {
    this.#socket.resume();
  }

  /** The connection is lost, with whatever answers were on their way. */
  cutConnection(): void {
    this.#socket.destroy();
  }

  get #socket(): Socket {
    const { connection } = this.client as unknown as { connection: { stream: Socket } };
    return connection.stream;
  }

  async #run(published: Published | undefined): Promise<void> {
    const { pool } = this.database;
    const seats = postgresSeats(pool);
    this.table = await Table.open(
      {
        lease: this.lease,
        store: postgresStore(this.client, pool, this.lease),
        seats: {
          ...seats,
          readSeats: async (...asked) => {
            const read = await seats.readSeats(...asked);
            await this.#holdSeats();
            return read;
          },
        },
        ports: {
          clock: { ...this.realClock, nowMs: () => this.nowMs },
          publisher: {
            toTable: (audience, message) => void this.published.push({ audience, message }),
            toPlayers: (statistics) => void this.statistics.push(statistics),
            toPlayer: (playerId, result) => void this.results.push({ playerId, result }),
            correctionToPlayer: (playerId, correction) =>
              void this.corrections.push({ playerId, correction }),
            cutOff: () => undefined,
          },
          payer: {
            begin: (_, game, players) => {
              this.begun.push({ game, players });
              this.#paying = this.#pay(game);
            },
            correct: (_, game, correction) => void (this.#paying = this.#correct(game, correction)),
          },
          acceptor: { begin: () => () => undefined },
          follower: { isCutOff: false, take: () => undefined },
        },
        options: this.options,
      },
      this.settings,
      published,
    );
    this.table.start((error) => this.faults.push(error));
  }

  async #pay(game: string): Promise<void> {
    if (!this.isPaying) return;
    const { pool } = this.database;
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      await payRoundChunk(pool, { game, chunk, chunks: CHUNKS });
    }
    const { outcome, stakes, paid, further } = (await readPaid(pool, game))!;
    await this.table.perform(
      outcome === 'settle'
        ? { kind: 'finish_settlement', game, stakes: `${stakes}`, paid: `${paid}`, further }
        : { kind: 'finish_refund', game, stakes: `${stakes}`, further },
    );
  }

  async #correct(game: string, correction: number): Promise<void> {
    if (!this.isPaying) return;
    const { pool } = this.database;
    const chunks = (await readCut(pool, game, correction)) ?? 0;
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      await correctRoundChunk(pool, { game, correction, chunk });
    }
    const { stakes, paid, shortfall, further } = (await readCorrected(pool, game, correction))!;
    await this.table.perform({
      kind: 'finish_correction',
      game,
      correction,
      stakes: `${stakes}`,
      paid: `${paid}`,
      shortfall: `${shortfall}`,
      further,
    });
  }
}
