/** The connection of a table that is being opened falls silent, and new connections work. */
import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { Cable } from '../kit/cable.js';
import { createDatabase } from '../kit/database.js';
import { RunningTables, SlowReplay } from '../kit/running-tables.js';
import { eventually } from '../kit/studio.js';

it('a process takes other tables though the end of that connection is not heard', async () => {
  const database = await createDatabase();
  const cable = await Cable.to(database.url);
  const add = (id: string) =>
    database.pool.query('insert into tables (id, settings) values ($1, $2)', [
      id,
      JSON.stringify(DEFAULT_SETTINGS),
    ]);
  await add('pb-1');
  let slow: SlowReplay | undefined;
  const throughCable = Object.assign(Object.create(database) as typeof database, {
    url: cable.through(database.url),
  });
  const running = RunningTables.create(
    throughCable,
    60_000,
    (...args) => (slow = new SlowReplay(...args)),
  );
  try {
    const starting = running.service.onApplicationBootstrap();
    await eventually('it is being opened', () => slow?.isReplaying);
    cable.freezeThese();
    slow?.readOn();
    await add('pb-2');
    await starting;
    await eventually('the other one is taken', async () => {
      await running.service.look();
      return typeof running.service.find('pb-2') === 'object';
    });
    expect(running.service.here.map(({ state }) => state.table)).toContain('pb-2');
  } finally {
    cable.repair();
    await running.stop();
    cable.close();
    await database.drop();
  }
});
