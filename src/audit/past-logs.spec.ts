/**
 * Logs of every version that ever wrote one, replayed by the code of today. What they said then,
 * they say now.
 */
import { describe, expect, it } from 'vitest';
import {
  type PastNight,
  kindsIn,
  newFolder,
  nextVersion,
  readPastLogs,
  rowsInRecording,
  versions,
} from '../../test/kit/past-logs.js';
import { evolve } from '../round/evolve.js';
import { type StoredSettings, readSettings } from '../round/settings.js';
import { emptyTable } from '../round/state.js';
import { parseEvent, parseState } from '../round/past-events.js';
import { rowFaults } from './compare-rows.js';
import type { Checkpoint } from './stored-rows.js';
import { COMPARED_KINDS, ExpectedRows } from './expected-rows.js';
import { isWhole } from './log-report.js';
import { verifyFile } from './verify-logs.js';

const settingsOf = (text: string) => readSettings(JSON.parse(text) as StoredSettings);

const replayed = ({ settings, events }: PastNight) =>
  events.reduce(
    (state, { seq, atMs, payload }) => evolve(state, { seq, atMs, event: parseEvent(payload) }),
    emptyTable('pb-1', settingsOf(settings)),
  );

it('the last recording has rows of every kind that verification compares', () => {
  const { tables } = readPastLogs(versions().at(-1)!);
  expect(kindsIn(tables).toSorted()).toEqual(COMPARED_KINDS.toSorted());
});

it('the next recording takes the place of none that is kept', () => {
  expect(versions()).not.toContain(nextVersion());
  for (const version of versions()) expect(() => newFolder(version)).toThrow('EEXIST');
});

/** A column of each row that its log records. */
const RECORDED_BY = {
  round: 'paytable',
  shoe: 'started_seq',
  card_set: 'name',
  approval: 'kind',
  correction: 'fix',
  hand_pay: 'amount',
  incident: 'detail',
} as const;

describe.each(versions())('the logs of %s', (version) => {
  const { exported, events, tables, nights } = readPastLogs(version);

  it('are complete: every hash is that of its row and of the one before', async () => {
    const verdicts = await verifyFile(exported, { keys: [], witnesses: [] });
    expect(isWhole(verdicts)).toBe(true);
    expect(verdicts.map(({ log }) => log)).toEqual(
      ['@staff', ...tables.map(({ table }) => table)].sort(),
    );
  });

  it('make of every table the state that it had', () => {
    for (const { table, state } of tables) {
      const expected = new ExpectedRows(table);
      for (const { seq, atMs, payload } of events.filter((event) => event.table === table)) {
        expected.take({ seq: Number(seq), atMs: Number(atMs), event: parseEvent(payload) });
      }
      const is = JSON.stringify(expected.state);
      expect(parseState(is)).toEqual(parseState(state));
    }
  });

  it('make of every night the state that the table had', () => {
    expect(nights.length).toBeGreaterThan(2);
    for (const night of nights) {
      expect(parseState(JSON.stringify(replayed(night)))).toEqual(parseState(night.state));
    }
  });

  it('agree with every row and snapshot that is stored beside them', async () => {
    expect(await rowFaults(events, rowsInRecording(tables), new Map())).toEqual([]);
    for (const kept of kindsIn(tables)) {
      const rows = tables.flatMap((table) => table.rows.filter((row) => row.kept === kept));
      expect(rows.length, kept).toBeGreaterThan(2);
    }
  });

  it('agree with a checkpoint that does not say in which round a card left the shoe', async () => {
    const kept = new Map<string, Checkpoint[]>();
    for (const { table } of tables) {
      const expected = new ExpectedRows(table);
      for (const { seq, atMs, payload, kind } of events.filter((each) => each.table === table)) {
        expected.take({ seq: Number(seq), atMs: Number(atMs), event: parseEvent(payload) });
        if (kind !== 'card_left_shoe') continue;
        const state = JSON.stringify(expected.state, (name, value: unknown) =>
          name === 'unseated'
            ? (value as object[]).map((card) => ({ ...card, game: undefined }))
            : value,
        );
        kept.set(table, [{ seq: Number(seq), state }]);
      }
    }
    if (version === versions().at(-1)) expect(kept.size).toBeGreaterThan(0);
    const faultsWith = (change: (state: string) => string) =>
      rowFaults(
        events,
        {
          ...rowsInRecording(tables),
          checkpoints: async (table) =>
            (kept.get(table) ?? []).map(({ seq, state }) => ({ seq, state: change(state) })),
        },
        new Map(),
      );
    expect(await faultsWith((state) => state)).toEqual([]);
    const another = (state: string) => state.replace(/("unseated":\[\{"card":)[^,]*/, '$1"none"');
    expect(await faultsWith(another)).toHaveLength(kept.size);
    const nonsense = (state: string) => state.replace('"unseated":', '"mislaid":');
    expect(await faultsWith(nonsense)).toHaveLength(kept.size);
    const unknown = (state: string) => state.replace('{', '{"version":99,');
    expect(await faultsWith(unknown)).toHaveLength(kept.size);
  });

  it('agree with a checkpoint of a version that took no card that was set aside for one without a seat', async () => {
    const withField = events.map((event) =>
      event.kind === 'card_withdrawn'
        ? { ...event, payload: event.payload.replace(/"setAside":true/, '$&,"mayReturn":true') }
        : event,
    );
    const kept = new Map<string, Checkpoint[]>();
    for (const { table } of tables) {
      const expected = new ExpectedRows(table);
      for (const { seq, atMs, payload } of withField.filter((each) => each.table === table)) {
        expected.take({ seq: Number(seq), atMs: Number(atMs), event: parseEvent(payload) });
        if (!payload.includes('mayReturn')) continue;
        const state = JSON.stringify(expected.state, (name, value: unknown) =>
          name === 'unseated' ? [] : value,
        );
        expect(JSON.stringify(expected.state)).toContain('"setAside":true');
        kept.set(table, [{ seq: Number(seq), state }]);
      }
    }
    const checkpoints = async (table: string) => kept.get(table) ?? [];
    const rows = { ...rowsInRecording(tables), checkpoints };
    expect(await rowFaults(withField, rows, new Map())).toEqual([]);
    expect(kept.size).toBeGreaterThan(0);
  });

  it('are compared with those rows, and each that says otherwise is found', async () => {
    for (const kept of kindsIn(tables)) {
      const harmed = tables.map((table) => ({
        ...table,
        rows: table.rows.map(({ row, ...each }) =>
          each.kept === kept
            ? { ...each, row: { ...row, [RECORDED_BY[kept]]: 'harm' } }
            : { ...each, row },
        ),
      }));
      const faults = await rowFaults(events, rowsInRecording(harmed), new Map());
      const rows = tables.flatMap((table) => table.rows.filter((row) => row.kept === kept));
      expect(faults.length, kept).toBe(rows.length);
    }
  });
});
