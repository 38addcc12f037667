import { describe, expect, it } from 'vitest';
import { COMPLAINTS, type Complaint, type Signs, healthOf } from './health.js';

const WELL: Signs = {
  isWritable: true,
  isQueueReached: true,
  loopLagMs: 12,
  poolWaiting: 0,
  outboxAgeMs: 900,
  tablesWithoutOwner: 0,
  tablesStalled: 0,
};
const ILL: Readonly<Record<Complaint, Partial<Signs>>> = {
  database_not_writable: { isWritable: false },
  queue_unreachable: { isQueueReached: false },
  loop_slow: { loopLagMs: 201 },
  pool_exhausted: { poolWaiting: 1 },
  payments_late: { outboxAgeMs: 10_001 },
  tables_without_owner: { tablesWithoutOwner: 1 },
  tables_stalled: { tablesStalled: 1 },
};

describe('a studio’s process', () => {
  it('is whole where nothing is wrong', () => {
    expect(healthOf(WELL)).toEqual({ status: 'ok', complaints: [] });
  });

  it.each(COMPLAINTS)('complains of %s, and is dead only without its database', (complaint) => {
    const status = complaint === 'database_not_writable' ? 'dead' : 'degraded';
    const expected = { status, complaints: [complaint] };
    expect(healthOf({ ...WELL, ...ILL[complaint] })).toEqual(expected);
  });

  it('names all that is wrong at once', () => {
    const signs = Object.values(ILL).reduce<Signs>((all, one) => ({ ...all, ...one }), WELL);
    expect(healthOf(signs)).toEqual({ status: 'dead', complaints: COMPLAINTS });
  });
});
