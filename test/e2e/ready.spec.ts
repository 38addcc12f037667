/** A studio is ready while it can write, and not when it can only read. */
import { describe, expect, it } from 'vitest';
import { useTestbed } from '../kit/testbed.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

const testbed = useTestbed();

const OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid() and application_name like 'sabot%'`;

/** Of connections that begin from now on. */
const everythingIs = (access: 'read only' | 'read write') =>
  asSuperuser(testbed.database, async (superuser) => {
    await superuser.query('set default_transaction_read_only = off');
    const value = access === 'read only' ? 'on' : 'off';
    const name = new URL(testbed.database.url).pathname.slice(1);
    await superuser.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await superuser.query(OTHERS);
  });

describe('a studio', () => {
  it('is alive but not ready where nothing can be written', async () => {
    const studio = await testbed.start();
    const ready = async () => {
      const answer = await fetch(`${studio.url}/health/ready`);
      return [answer.status, await answer.json()] as const;
    };
    expect(await ready()).toEqual([200, { status: 'ok' }]);
    await everythingIs('read only');
    await eventually('it is not ready', async () => (await ready())[0] === 503);
    expect(await ready()).toEqual([503, { status: 'database_not_writable' }]);
    expect((await fetch(`${studio.url}/health`)).status).toBe(200);
    await everythingIs('read write');
    await eventually('it is ready again', async () => (await ready())[0] === 200);
  });
});
