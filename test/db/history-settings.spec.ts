/**
 * Logs that were written before a setting was introduced are read as they were meant: without it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TableMessage, tableMessage, tableSnapshot } from '../../src/protocol/table.js';
import type { TableEvent } from '../../src/round/event.js';
import { evolve } from '../../src/round/evolve.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../../src/round/settings.js';
import { emptyTable } from '../../src/round/state.js';
import { AUDIENCES } from '../../src/round/audience.js';
import { append } from '../../src/table/log.js';
import { coup } from '../kit/any-coup.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTable } from '../kit/running-table.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const STILL = { betMs: 3_600_000, lastBetsMs: 0, pauseMs: 0, opensItself: false };

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** What the studio did not write in those days. */
const LATER = [
  'videoUrl',
  'whepUrl',
  'scanCodes',
  'confirms',
  'squeezeMs',
  'cardsMaxMs',
  'streamLostMs',
  'tipMax',
  'groupLimits',
];
const settings = Object.fromEntries(
  Object.entries({ ...DEFAULT_SETTINGS, ...STILL }).filter(([name]) => !LATER.includes(name)),
) as unknown as TableSettings;

const EVENTS: readonly TableEvent[] = [
  { kind: 'table_opened', dealer: 'Dora', settings },
  { kind: 'shoe_change_started', reason: 'table_opened' },
  { kind: 'settings_changed', settings: { ...settings, name: 'Old' } },
  { kind: 'shoe_started', shoe: 1 }, // a snapshot, with the settings that are to come
  { kind: 'settings_changed', settings: { ...settings, name: 'Older' } },
];

/** A table whose log holds the first `count` of them. */
const oldTable = async (count: number): Promise<RunningTable> => {
  const table = await RunningTable.open(database, settings);
  const { client, lease } = table;
  let state = emptyTable(lease.table, settings);
  for (const event of EVENTS.slice(0, count)) {
    const logged = { seq: state.seq + 1, atMs: 1_800_000_000_000, event };
    state = evolve(state, logged);
    await append(client, lease, [logged], state);
  }
  await table.reopen();
  return table;
};

const published = (table: RunningTable): readonly TableMessage[] =>
  AUDIENCES.flatMap((audience) => {
    const kinds = table.table.missedSince(audience, { afterSeq: 0 }) ?? [];
    return [...kinds];
  });

describe('an old log', () => {
  it('is written without what came later', async () => {
    const table = await oldTable(EVENTS.length);
    const { rows } = await database.pool.query<{ text: string }>(
      `select payload as text from table_events where table_id = $1
       union all select state from table_snapshots where table_id = $1`,
      [table.lease.table],
    );
    expect(rows).toHaveLength(EVENTS.length + 1);
    expect(rows.filter(({ text }) => LATER.some((name) => text.includes(name)))).toEqual([]);
    await table.stop();
  });

  it.each([3, 4, 5])('of %i events is replayed and sent as it was meant', async (count) => {
    const table = await oldTable(count);
    const { settings: now, nextSettings } = table.state;
    expect(now).toMatchObject({ videoUrl: null, confirms: 'itself', streamLostMs: null });
    expect(nextSettings).toMatchObject({ videoUrl: null, cardsMaxMs: 86_400_000 });
    expect(nextSettings?.name).toBe(count < 5 ? 'Old' : 'Older');
    for (const audience of AUDIENCES) {
      const shown = table.table.snapshotFor(audience);
      expect(tableSnapshot.safeParse(shown).error?.issues).toBeUndefined();
    }
    const messages = published(table);
    if (count === 3) expect(messages.map(({ kind }) => kind)).toContain('table_opened');
    for (const message of messages) {
      expect(tableMessage.safeParse(message).error?.issues).toBeUndefined();
    }

    if (count === 3) {
      await table.do({ kind: 'bring_cards', cards: `box-${randomUUID()}`, by: 'Dora' });
      await table.do({ kind: 'new_shoe' });
    }
    await table.do({ kind: 'burn', code: 'KS', scanSeq: 1 });
    await table.openBets();
    await table.playRound(PUNTO_WINS);
    expect(table.state.settings.videoUrl).toBeNull();
    expect(table.faults).toEqual([]);
    await table.stop();
  });
});
