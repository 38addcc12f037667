/**
 * Somebody holds a row of one player's: that player waits a little and is refused. Nobody else
 * notices, and no table loses its lease.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import type { BetContent } from '../../src/table/seat.js';
import { type CreditedPlayer, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { connect } from '../kit/logged-table.js';
import { RunningTable } from '../kit/running-table.js';
import { RunningTables } from '../kit/running-tables.js';
import { eventually } from '../kit/studio.js';

let database: TestDatabase;
let holder: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  holder = await connect(database);
});
afterEach(() => holder.end());

const PLACE: BetContent = { kind: 'place', spot: 'punto', amount: amount(100) };

const hold = async ({ accountId }: CreditedPlayer): Promise<void> => {
  await holder.query('begin');
  await holder.query('select from accounts where id = $1 for update', [accountId]);
};
const letGo = () => holder.query('rollback');

describe('a player whose credit somebody else holds', () => {
  let table: RunningTable;
  let players: readonly CreditedPlayer[];

  beforeEach(async () => {
    table = await RunningTable.open(database);
    players = await openPlayers(database.pool, [1_000, 1_000, 1_000]);
    await Promise.all(players.map(({ id }) => table.table.join(id)));
    await table.openBets();
  });
  afterEach(() => table.stop());

  const betAll = () => Promise.all(players.map(({ id }) => table.bet(id, PLACE)));

  it('is refused after a while, and the others’ bets stand meanwhile', async () => {
    await hold(players[1]!);
    const replies = await betAll();
    expect(replies).toMatchObject([
      { ok: true, balance: 900n },
      { ok: false, refusal: 'table_is_busy' },
      { ok: true, balance: 900n },
    ]);
    await letGo();
    expect(await betAll()).toMatchObject([
      { ok: true, balance: 800n },
      { ok: true, balance: 900n },
      { ok: true, balance: 800n },
    ]);
    expect(table.faults).toEqual([]);
  });

  it('is served as soon as it is let go, with all that was sent, in its order', async () => {
    await hold(players[1]!);
    const { id } = players[1]!;
    const betting = [table.bet(id, PLACE), table.bet(id, { kind: 'double' })];
    expect(await table.bet(players[0]!.id, PLACE)).toMatchObject({ ok: true });
    await letGo();
    expect(await Promise.all(betting)).toMatchObject([
      { ok: true, balance: 900n },
      { ok: true, balance: 800n },
    ]);
  });

  it('holds up no close, after which the bet is refused', async () => {
    await hold(players[1]!);
    const { id } = players[1]!;
    const betting = table.bet(id, PLACE);
    expect(await table.bet(players[0]!.id, PLACE)).toMatchObject({ ok: true });
    await table.closeBets();
    expect(table.state.phase).toBe('bets_closed');
    await letGo();
    expect(await betting).toEqual({ ok: false, refusal: 'betting_is_closed' });
  });

  it('has not been answered, while the bet waits', async () => {
    await hold(players[1]!);
    const [held, free] = [players[1]!.id, players[0]!.id];
    const { game } = table.state.round!;
    const betting = table.bet(held, PLACE);
    expect(await table.bet(free, PLACE)).toMatchObject({ ok: true });
    expect(await table.table.hasAnswered(held, game, randomUUID())).toBe(false);
    expect(await table.table.hasAnswered(free, game, randomUUID())).toBe(true);
    const other = String(Number(game) + 1);
    const ofAnother = table.table.hasAnswered(free, other, randomUUID());
    expect(await ofAnother, 'of a round that it does not have').toBe(false);
    await letGo();
    await betting;
    expect(await table.table.hasAnswered(held, game, randomUUID())).toBe(true);
  });
});

describe('the leases of a process', () => {
  const LEASE_MS = 60_000;
  const TABLES = ['one', 'two'] as const;
  let tables: RunningTables;

  beforeEach(async () => {
    for (const id of TABLES) {
      const settings = JSON.stringify({ ...DEFAULT_SETTINGS, betMs: 3_600_000 });
      await database.pool.query(
        'insert into tables (id, settings) values ($1, $2) on conflict do nothing',
        [id, settings],
      );
    }
    tables = await RunningTables.start(database, LEASE_MS);
  });
  afterEach(() => tables.stop());

  const runOut = () =>
    database.pool.query(
      `update table_leases set expires_at = now() - interval '1 s' where table_id = any($1)`,
      [TABLES],
    );
  const held = async (): Promise<readonly string[]> => {
    const { rows } = await database.pool.query<{ table_id: string }>(
      `select table_id from table_leases where owner = $1 and expires_at > now() order by 1`,
      [tables.service.owner],
    );
    return rows.map(({ table_id }) => table_id);
  };

  it('are all renewed while a bet waits for a row', async () => {
    const table = tables.here('one');
    for (const command of [
      { kind: 'open_table', dealer: 'Dora' },
      { kind: 'bring_cards', cards: randomUUID(), by: 'Dora' },
      { kind: 'new_shoe' },
      { kind: 'burn', code: 'KS', scanSeq: 1 },
      { kind: 'open_betting' },
    ] as const) {
      expect(await table.perform(command), command.kind).toMatchObject({ ok: true });
    }
    const [player] = await openPlayers(database.pool, [1_000]);
    await table.join(player!.id);
    await runOut();
    await hold(player!);
    const { game } = table.state.round!;
    const bet = { playerId: player!.id, betId: randomUUID(), game, content: PLACE };
    const betting = table.bet(bet);
    await tables.clock.advance(LEASE_MS / 3);
    await eventually('they are renewed', async () => (await held()).length === 2);
    await letGo();
    await tables.clock.advance(1_000);
    expect(await betting).toMatchObject({ ok: true });
    expect(tables.cutOff).toEqual([]);
  });

  it('are renewed but for the one whose row somebody holds, and none is given up', async () => {
    await runOut();
    await holder.query('begin');
    await holder.query(`select from table_leases where table_id = 'one' for update`);
    await tables.clock.advance(LEASE_MS / 3);
    await eventually('the other is renewed', async () => (await held()).includes('two'));
    expect(await held()).toEqual(['two']);
    await letGo();
    await tables.clock.advance(LEASE_MS / 3);
    await eventually('both are renewed', async () => (await held()).length === 2);
    expect(tables.cutOff).toEqual([]);
    for (const id of TABLES) tables.here(id);
  });
});
