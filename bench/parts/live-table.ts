/**
 * A real table for a bench, in this process: with its own lease and connection, players seated, and
 * rounds opened, closed and dealt by its own commands.
 */
import { randomUUID } from 'node:crypto';
import type { Card } from '../../src/cards/card.js';
import { fullShoe } from '../../src/cards/shoe.js';
import { shuffle } from '../../src/cards/shuffle.js';
import type { TableCommand } from '../../src/round/command.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { shoeIsSpent } from '../../src/round/state.js';
import { systemClock } from '../../src/platform/clock.js';
import { takeLease } from '../../src/table/lease.js';
import type { Acceptor, Payer, Publisher } from '../../src/table/ports.js';
import { postgresSeats, postgresStore } from '../../src/table/postgres-stores.js';
import { Table } from '../../src/table/table.js';
import { seeded } from '../kit.js';
import type { BenchDatabase } from './database.js';

interface Parts {
  readonly publisher: Publisher;
  readonly payer: Payer;
  /** By the real clock. Without one no wallet is asked for stakes. */
  readonly acceptor?: Acceptor;
}

/** The studio's own defaults (config.ts). */
const OPTIONS = { mailboxCapacity: 20_000, batchMax: 500 };

const HOUR_MS = 3_600_000;
/** Of all rounds of a shoe together less than the day after which cards are due. */
const BET_MS = 600_000;

/** Betting stays open until the bench closes it, and the next round waits for the bench too. */
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  betMs: BET_MS,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
};

export interface LiveTable {
  readonly table: Table;
  /** Performs a command. A refusal breaks the bench. */
  readonly perform: (command: TableCommand) => Promise<void>;
  /** Opens the bets of a new round, of a new shoe where it is due, and returns its game number. */
  readonly openRound: () => Promise<string>;
  /** Closes the bets by moving the table's clock on. */
  readonly closeBets: () => Promise<void>;
  /** Deals a whole coup from a shuffled shoe, with so long before each card. */
  readonly dealCoup: (cardMs?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const openTable = async (
  database: Pick<BenchDatabase, 'pool' | 'connect'>,
  { publisher, payer, acceptor = { begin: () => () => undefined } }: Parts,
): Promise<LiveTable> => {
  const { pool } = database;
  const id = 'bench';
  await pool.query('insert into tables (id, settings) values ($1, $2)', [
    id,
    JSON.stringify(SETTINGS),
  ]);
  const lease = await takeLease(pool, id, randomUUID(), HOUR_MS);
  if (lease === undefined) throw new Error('another owner has the table');
  const client = await database.connect();
  const realClock = systemClock();
  let aheadMs = 0;
  const clock = { ...realClock, nowMs: () => realClock.nowMs() + aheadMs };
  const begin: Acceptor['begin'] = (at, game, untilMs, finish) =>
    acceptor.begin(at, game, untilMs - aheadMs, finish);
  const follower = { isCutOff: false, take: () => undefined };
  const ports = { clock, publisher, payer, acceptor: { begin }, follower };
  const table = await Table.open(
    {
      lease,
      store: postgresStore(client, pool, lease),
      seats: postgresSeats(pool),
      ports,
      options: OPTIONS,
    },
    SETTINGS,
  );
  table.start((error) => {
    throw error;
  });

  const perform = async (command: TableCommand) => {
    const reply = await table.perform(command);
    if (!reply.ok) throw new Error(`${command.kind}: ${reply.refusal}`);
  };
  const random = seeded(11);
  let shoe: Iterator<Card, undefined>;
  let scanSeq = 0;
  const scan = async (kind: 'burn' | 'scan') => {
    const { value: card } = shoe.next();
    if (card === undefined) throw new Error('the shoe is empty');
    await perform({ kind, code: makeScanCode(card), scanSeq: (scanSeq += 1) });
  };

  let shoes = 0;
  const startShoe = async () => {
    shoe = shuffle(fullShoe(), (count) =>
      Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
    ).values();
    await perform({ kind: 'bring_cards', cards: `bench-${(shoes += 1)}`, by: 'bench' });
    await perform({ kind: 'new_shoe' });
    await scan('burn');
  };

  await perform({ kind: 'open_table', dealer: 'bench' });
  await startShoe();
  return {
    table,
    perform,
    openRound: async () => {
      if (shoeIsSpent(table.state)) {
        await perform({ kind: 'start_shoe_change' });
        await startShoe();
      }
      await perform({ kind: 'open_betting' });
      return table.state.round!.game;
    },
    closeBets: async () => {
      aheadMs += BET_MS;
      await perform({ kind: 'tick' });
    },
    dealCoup: async (cardMs = 0) => {
      do {
        if (cardMs > 0) await new Promise((resolve) => setTimeout(resolve, cardMs));
        await scan('scan');
      } while (table.state.phase === 'dealing');
    },
    stop: async () => {
      await table.stop();
      await client.end();
    },
  };
};

/** Seats everybody, some at a time. */
export const seat = async (table: Table, playerIds: readonly string[]): Promise<void> => {
  const waiting = playerIds.values();
  const seatSome = async () => {
    for (const id of waiting) await table.join(id);
  };
  await Promise.all(Array.from({ length: 5 }, seatSome));
};
