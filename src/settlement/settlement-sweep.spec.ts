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
  const poller = new Poller(clock, new Metrics(), LOGGER);
  new SettlementSweep(
    { settlement: { chunkSize: 1, sweepMs: 2_000 } },
    tables,
    worker,
    PAID,
    poller,
  );
  poller.onApplicationBootstrap();
  await clock.advance(1_000);
  expect(looks.get('pb-1'), 'it is looked at once').toBe(1);
  expect(looks.get('pb-2')).toBe(4);
});
