/** Which requests took long is said by the log, and nothing of them that may be secret. */
import { expect, it } from 'vitest';
import { Operator } from '../kit/operator.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';
import { useTestbed } from '../kit/testbed.js';

const testbed = useTestbed();

it('a request that took longer than a second is named in the log by its route', async () => {
  const studio = await testbed.start();
  const acme = await Operator.open(testbed, 'acme');
  const ask = () => acme.get(studio, '/operator/rounds/1000000001?token=a-secret');
  const lines = () =>
    studio.log
      .split('\n')
      .filter((line) => line.includes('a request took long'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const { status } = await ask();
  expect(lines()).toEqual([]);

  const late = await asSuperuser(testbed.database, async (holder) => {
    await holder.query('begin; lock table operators in access exclusive mode');
    const asked = ask();
    await untilWaitingForLocks(testbed.database, 1);
    await testbed.clock.move(1_000);
    await holder.query('commit');
    return asked;
  });
  expect(late.status).toBe(status);
  expect(lines()).toEqual([
    expect.objectContaining({ level: 40, method: 'GET', route: '/operator/rounds/:game', status }),
  ]);
  expect(lines()[0]!['ms']).toBeGreaterThanOrEqual(1_000);
  expect(studio.log).not.toContain('a-secret');
  expect(studio.log).not.toContain('1000000001');
});
