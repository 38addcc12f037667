/**
 * A table whose log is written straight to Postgres, command by command, without the loop of a live
 * one. Its clock does not move.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Card } from '../../src/cards/card.js';
import {
  type BatchOutcome,
  type BatchPlace,
  type BetCommit,
  placeBets,
} from '../../src/ledger/place-bets.js';
import type { Coup } from '../../src/punto-banco/coup.js';
import type { TableCommand } from '../../src/round/command.js';
import { decide } from '../../src/round/decide.js';
import type { TableEvent } from '../../src/round/event.js';
import { evolve } from '../../src/round/evolve.js';
import { parseEvent } from '../../src/round/past-events.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../../src/round/settings.js';
import { type TableState, emptyTable } from '../../src/round/state.js';
import { type Lease, takeLease } from '../../src/table/lease.js';
import { append } from '../../src/table/log.js';
import { approved } from './approvals.js';
import type { TestDatabase } from './database.js';

/** In the application's role. Its statements run in the order they are sent. */
export const connect = async ({ url }: TestDatabase): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    options: '-c role=sabot_app',
    pipeline: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** A new table's row and its lease, for an hour. */
export const newTable = async (
  { pool }: TestDatabase,
  settings: TableSettings = DEFAULT_SETTINGS,
): Promise<Lease> => {
  const id = `t-${randomUUID().slice(0, 8)}`;
  await pool.query('insert into tables (id, settings) values ($1, $2)', [
    id,
    JSON.stringify(settings),
  ]);
  const lease = await takeLease(pool, id, randomUUID(), 3_600_000);
  if (lease === undefined) throw new Error('a new table is free');
  return lease;
};

/** What became of a batch under the table's own lease. */
type PlacedBatch = Extract<BatchOutcome, { readonly fenced: false }>;

export class LoggedTable {
  nowMs = 1_800_000_000_000;

  private constructor(
    readonly client: pg.Client,
    readonly lease: Lease,
    public state: TableState,
  ) {}

  static async open(
    database: TestDatabase,
    settings: Partial<TableSettings> = {},
  ): Promise<LoggedTable> {
    const all = { ...DEFAULT_SETTINGS, ...settings };
    const lease = await newTable(database, all);
    return new LoggedTable(await connect(database), lease, emptyTable(lease.table, all));
  }

  get game(): string {
    return this.state.round!.game;
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** A lawful command, decided now and appended. */
  async do(command: TableCommand): Promise<readonly TableEvent[]> {
    const { rows } = await this.client.query<{ game: string }>(
      `select nextval('game_numbers') as game`,
    );
    const circumstances = { nowMs: this.nowMs, nextGame: rows[0]!.game };
    const decision = decide(this.state, command, circumstances);
    if (!decision.ok) throw new Error(`${command.kind} was refused: ${decision.refusal}`);
    await this.append(decision.events);
    return decision.events;
  }

  async append(events: readonly TableEvent[]): Promise<void> {
    const logged = events.map((event, index) => ({
      seq: this.state.seq + 1 + index,
      atMs: this.nowMs,
      event,
    }));
    const after = logged.reduce(evolve, this.state);
    await append(this.client, this.lease, logged, after);
    this.state = after;
  }

  /** Places a batch at the table as it is, under its lease. */
  async placeBatch(commits: readonly BetCommit[]): Promise<PlacedBatch> {
    const outcome = await placeBets(this.client, await this.place(), commits);
    if (outcome.fenced) throw new Error('the lease is our own');
    if (outcome.event !== undefined) this.take(outcome.event);
    return outcome;
  }

  /** Takes in an event that Postgres wrote, as a batch of bets is. */
  take(event: { readonly seq: number; readonly payload: string }): void {
    const logged = {
      seq: event.seq,
      atMs: this.nowMs,
      event: parseEvent(event.payload),
    };
    this.state = evolve(this.state, logged);
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

  async closeBets(): Promise<void> {
    this.nowMs = this.state.round!.closesAtMs;
    await this.do({ kind: 'tick' });
  }

  /** Deals the coup. The bets must be closed. */
  async deal({ cards }: Pick<Coup, 'cards'>): Promise<void> {
    for (const card of cards) await this.scan(card);
  }

  async scan(card: Card): Promise<void> {
    const scanSeq = (this.state.lastScan?.scanSeq ?? 0) + 1;
    await this.do({ kind: 'scan', code: makeScanCode(card), scanSeq });
  }

  /** A shoe in which no card has been dealt yet. */
  async changeShoe(): Promise<void> {
    await this.do({ kind: 'start_shoe_change' });
  }

  async voidRound(): Promise<readonly TableEvent[]> {
    const { game, lease } = this;
    const people = await approved(this.client, { kind: 'void', table: lease.table, game });
    return this.do({ kind: 'void_round', game: this.game, reason: 'a card fell', ...people });
  }

  /** What a batch of bets needs to know of the table. */
  async place(): Promise<BatchPlace> {
    const { rows } = await this.client.query<{ id: string }>(
      'select stakes_account_id as id from rounds where game_number = $1',
      [this.game],
    );
    const stakesAccountId = rows[0]!.id;
    return { ...this.lease, atMs: this.nowMs, game: this.game, stakesAccountId };
  }
}
