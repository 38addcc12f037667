import { describe, expect, it } from 'vitest';
import type { Anchor } from './anchor.js';
import type { LogRow } from './log-row.js';
import { RestoreFinder } from './restores.js';

const KNOWN_UNTIL = Date.UTC(2026, 10, 21, 21, 3);
const hash = (text: string): Buffer => Buffer.from(text.padEnd(32));

const anchor = (more: Partial<Anchor>): Anchor => ({
  table: 'pb-1',
  number: 8n,
  ordinal: 20n,
  seq: 100n,
  hash: hash('lost'),
  reason: 'hour',
  at: new Date(KNOWN_UNTIL + 60_000).toISOString(),
  keyId: 'key',
  timeline: 0,
  signature: Buffer.alloc(64, 1),
  ...more,
});

const batchRow = (seq: number, text: string): LogRow => ({
  line: 'batch',
  chain: '@blackjack:2026-11-21',
  seq: `${seq}`,
  atMs: '0',
  payload: '{}',
  hash: hash(text),
});

const eventRow = (seq: number, text: string): LogRow => ({
  line: 'event',
  table: 'pb-1',
  seq: `${seq}`,
  epoch: '1',
  atMs: '0',
  kind: 'table_opened',
  payload: '{}',
  hash: hash(text),
});

const restoreRow = (after: object, timeline = 1): LogRow => ({
  line: 'action',
  seq: '40',
  fields: [
    ...['1', 'studio', 'database:hand-over', null, null, `${timeline}`, null, null],
    ...[JSON.stringify(after), '2026-11-21T21:10:00.000000'],
  ],
  hash: hash('staff'),
});

const RESTORE = { timeline: 1, knownUntilMs: KNOWN_UNTIL, tables: [{ table: 'pb-1', seq: 95 }] };

/** Which of the witnesses a restore explains, where none of them is in the log. */
const lostOf = async (
  witnesses: readonly Anchor[],
  rows: readonly LogRow[],
  anchors: readonly Anchor[] = [],
): Promise<readonly Anchor[]> => {
  const finder = new RestoreFinder(witnesses);
  const all = async function* (): AsyncGenerator<LogRow> {
    yield* rows;
  };
  for await (const row of finder.watch(all())) expect(rows).toContain(row);
  return finder.lost(anchors);
};

describe('an anchor that was kept elsewhere, and is not in the log', () => {
  it('is lost where a restore explains it', async () => {
    const witness = anchor({});
    expect(await lostOf([witness], [restoreRow(RESTORE)])).toEqual([witness]);
    expect(await lostOf([witness], [restoreRow(RESTORE)], [witness])).toEqual([]);
  });

  it('is not explained without a restore, nor by one of before', async () => {
    expect(await lostOf([anchor({})], [])).toEqual([]);
    expect(await lostOf([anchor({ timeline: 1 })], [restoreRow(RESTORE)])).toEqual([]);
  });

  it('is not explained where it was set before the last moment that the database knew', async () => {
    const at = new Date(KNOWN_UNTIL - 60_000).toISOString();
    expect(await lostOf([anchor({ at })], [restoreRow(RESTORE)])).toEqual([]);
  });

  it('is explained for events of before only where these are as they were', async () => {
    const witness = anchor({ seq: 90n, hash: hash('as it was') });
    const rows = (text: string) => [eventRow(90, text), restoreRow(RESTORE)];
    expect(await lostOf([witness], rows('as it was'))).toEqual([witness]);
    expect(await lostOf([witness], rows('rewritten'))).toEqual([]);
    expect(await lostOf([witness], [restoreRow(RESTORE)])).toEqual([]);
  });

  it('is explained for batches of hands of before only where these are as they were', async () => {
    const table = '@blackjack:2026-11-21';
    const restore = restoreRow({ ...RESTORE, chains: [{ chain: table, seq: 95 }] });
    const witness = anchor({ table, seq: 90n, hash: hash('as it was') });
    expect(await lostOf([witness], [batchRow(90, 'as it was'), restore])).toEqual([witness]);
    expect(await lostOf([witness], [batchRow(90, 'rewritten'), restore])).toEqual([]);
    const later = { ...witness, seq: 96n };
    expect(await lostOf([later], [batchRow(96, 'played since'), restore])).toEqual([later]);
  });

  it('is not explained by a line that is no hand-over', async () => {
    expect(await lostOf([anchor({})], [restoreRow({ timeline: 'one' })])).toEqual([]);
  });

  it('of the staff is lost where it vouches for what came after the line before the restore', async () => {
    const staff = anchor({ table: '@staff', seq: 41n });
    expect(await lostOf([staff], [restoreRow(RESTORE)])).toEqual([staff]);
    expect(await lostOf([{ ...staff, seq: 39n }], [restoreRow(RESTORE)])).toEqual([]);
  });
});
