import type { PinoLogger } from 'nestjs-pino';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/kit/manual-clock.js';
import { Metrics } from '../../platform/metrics.js';
import { Poller } from '../../platform/poller.js';
import type { Approval } from '../../protocol/approval.js';
import type { Tables } from '../../table/tables.service.js';
import type { ApprovalStore } from '../approval/store.js';
import { ApprovalExecutor } from './approval-executor.service.js';
import type { TableApprovals } from './table-approvals.service.js';

const SECOND_MS = 1_000;

/**
 * An executor that has started, with one approved request about a table that is here. `refusal` is
 * what the table says to it.
 */
const executing = (approval: Partial<Approval>, refusal: string | null) => {
  const clock = new ManualClock(0);
  const asked = { id: '7', table: 'pb-1', state: 'approved', stands: true, ...approval };
  let arrive: () => void = () => undefined;
  const store = {
    readOpen: () => Promise.resolve([asked]),
    read: () => Promise.resolve(asked),
  } as unknown as ApprovalStore;
  const tables = {
    find: () => ({}),
    onArrival: (act: () => void) => (arrive = act),
  } as unknown as Tables;
  const seen = { tries: 0 };
  const ofTables = {
    perform: () => {
      seen.tries += 1;
      return Promise.resolve(refusal);
    },
  } as unknown as TableApprovals;
  const log = { info: () => undefined, warn: () => undefined } as unknown as PinoLogger;
  const poller = new Poller(clock, new Metrics(), log);
  const apart = { perform: () => undefined };
  const executor = new ApprovalExecutor(store, tables, ofTables, apart, poller);
  poller.onApplicationBootstrap();
  return { clock, asked, seen, executor, arrive: () => arrive() };
};

describe('a request that two persons agreed on', () => {
  it('is tried at each look while the table refuses it', async () => {
    const { clock, seen } = executing({}, 'wrong_phase');
    await clock.advance(3 * SECOND_MS);
    expect(seen.tries).toBe(3);
  });

  it('is tried by no further look where it stands and nothing is left of it', async () => {
    const { clock, seen, executor } = executing({}, 'moved_on');
    await clock.advance(3 * SECOND_MS);
    expect(seen.tries).toBe(1);
    // Whoever approves is answered by the table.
    expect(await executor.execute('7')).toBe('moved_on');
    expect(seen.tries).toBe(2);
  });

  it('is tried anew once its round is another and then what it was again', async () => {
    const { clock, asked, seen } = executing({}, 'moved_on');
    await clock.advance(SECOND_MS);
    asked.stands = false;
    await clock.advance(SECOND_MS);
    asked.stands = true;
    await clock.advance(SECOND_MS);
    expect(seen.tries).toBe(2);
  });

  it('is tried as soon as its table has come here', async () => {
    const { clock, seen, arrive } = executing({}, 'wrong_phase');
    arrive();
    await clock.advance(0);
    expect(seen.tries).toBe(1);
  });
});
