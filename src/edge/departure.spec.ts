/** How fast a process that leaves closes its connections, and whose first. */
import type { PinoLogger } from 'nestjs-pino';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { Departure } from './departure.service.js';

const nothing = () => undefined;

/** A process with so many players, a dealer and a shift manager, and a successor. */
const leaving = (players: number, givenWithinMs = 0) => {
  const clock = new ManualClock(0);
  const closed: string[] = [];
  const at = (door: string, count: number) => ({
    sockets: new Map(
      Array.from({ length: count }, (_, index) => [
        `${door} ${index}`,
        { conn: { close: () => void closed.push(door) } },
      ]),
    ),
  });
  const doors = new Map([
    ['/player', at('/player', players)],
    ['/dealer', at('/dealer', 1)],
    ['/pit', at('/pit', 1)],
  ]);
  const tables = {
    here: [],
    giveAll: () => new Promise<void>((resolve) => clock.after(givenWithinMs, resolve)),
  };
  const processes = { leave: async () => undefined, successors: { exist: () => true } };
  const logger = { info: nothing } as unknown as PinoLogger;
  const sockets = { of: (door: string) => doors.get(door)! };
  const parts = [tables, processes, sockets, clock, logger];
  const departure = new Departure(...(parts as unknown as ConstructorParameters<typeof Departure>));
  return { clock, closed, departure };
};

describe('a process that leaves', () => {
  it('closes its connections over some time, those of the staff first', async () => {
    const { clock, closed, departure } = leaving(1_600);
    const left = departure.leave(60_000);
    await clock.advance(1_000);
    expect(closed.slice(0, 3)).toEqual(['/dealer', '/pit', '/player']);
    expect(closed.length).toBeGreaterThan(50);
    expect(closed.length).toBeLessThan(200);
    await clock.advance(20_000);
    await left;
    expect(closed).toHaveLength(1_602);
  });

  it('is done in less than a second where there are few', async () => {
    const { clock, departure } = leaving(10);
    const left = departure.leave(60_000).then(() => clock.nowMs());
    await clock.advance(1_000);
    expect(await left).toBeLessThan(1_000);
  });

  it('takes no more time than it has, were its tables slow to go', async () => {
    const { clock, closed, departure } = leaving(1_600, 60_000);
    const left = departure.leave(60_000).then(() => clock.nowMs());
    await clock.advance(62_000);
    expect(await left).toBeLessThan(62_000);
    expect(closed).toHaveLength(1_602);
  });
});
