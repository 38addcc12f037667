import { PinoLogger } from 'nestjs-pino';
import { expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { Metrics } from '../platform/metrics.js';
import { Poller } from '../platform/poller.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { emptyTable } from '../round/state.js';
import type { Tables } from '../table/tables.service.js';
import type { FailedPayments } from './failed-payments.service.js';
import { SettlementSweep } from './settlement-sweep.service.js';
import type { SettlementWorker } from './settlement.worker.js';

const LOGGER = new PinoLogger({ pinoHttp: { level: 'silent' } });
const PAID = { isDone: () => undefined } as unknown as FailedPayments;

/** A table whose correction is to be paid. */
const tableOwing = (id: string) => {
  const empty = emptyTable(id, DEFAULT_SETTINGS);
  const state = { ...empty, corrections: [{ game: '1', correction: 1 }] };
  return { state, broughtBack: state, playing: 0 };
};

const sweeping = (
  clock: ManualClock,
  tables: Tables,
  worker: SettlementWorker,
  payments: FailedPayments,
): void => {
  const poller = new Poller(clock, new Metrics(), LOGGER);
  const config = { settlement: { chunkSize: 1, sweepMs: 2_000 } };
  new SettlementSweep(config, tables, worker, payments, poller);
  poller.onApplicationBootstrap();
};

it('ends what is paid at each table, though it takes long at another', async () => {
  const looks = new Map([
    ['pb-1', 0],
    ['pb-2', 0],
  ]);
  const worker = {
    finishCorrection: ({ table }: { readonly table: string }) => {
      looks.set(table, looks.get(table)! + 1);
      return table === 'pb-1' ? new Promise<never>(() => undefined) : Promise.resolve(true);
    },
  } as unknown as SettlementWorker;
  const tables = { here: ['pb-1', 'pb-2'].map(tableOwing) } as unknown as Tables;
  const clock = new ManualClock(0);
  sweeping(clock, tables, worker, PAID);
  await clock.advance(1_000);
  expect(looks.get('pb-1'), 'it is looked at once').toBe(1);
  expect(looks.get('pb-2')).toBe(4);
});

it('waits less for the queue while whoever ran the table before may have taken its job along', async () => {
  const patience = new Set<number>();
  const clock = new ManualClock(0);
  const owing = tableOwing('pb-1');
  const since = { ...owing, broughtBack: emptyTable('pb-1', DEFAULT_SETTINGS) };
  const worker = {
    finishCorrection: () => Promise.resolve(false),
  } as unknown as SettlementWorker;
  const payments = {
    isForgotten: (_: object, olderThanMs: number) => {
      patience.add(olderThanMs);
      return Promise.resolve(false);
    },
  } as unknown as FailedPayments;
  let here = [since];
  const tables = {
    get here() {
      return here;
    },
    get nowMs() {
      return clock.nowMs();
    },
  } as unknown as Tables;
  sweeping(clock, tables, worker, payments);
  await clock.advance(4_000);
  expect([...patience]).toEqual([250]);
  await clock.advance(2_000);
  expect([...patience]).toEqual([250, 2_000]);
  here = [owing];
  await clock.advance(1_000);
  expect([...patience], 'what it owed as it came back').toEqual([250, 2_000, 0]);
});
