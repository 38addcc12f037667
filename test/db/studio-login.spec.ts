import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deploy } from '../../src/migration/deploy.js';
import { makeLogin } from '../../src/migration/login.js';
import { passwordVerifier } from '../../src/migration/password-verifier.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

/** An owner as docs/operations.md has it: no superuser, and may make logins. */
const name = (): string => `test_${randomUUID().replaceAll('-', '')}`;
const OWNER = name();
const OTHER_OWNER = name();
const STUDIO = name();
const DATABASE = name();

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, async (client) => {
    await client.query(`create role ${OWNER} login createrole password 'o'`);
    await client.query(`create role ${OTHER_OWNER} login password 'o'`);
    await client.query(`grant sabot_app to ${OWNER} with admin option`);
    await client.query(`create database ${DATABASE} owner ${OWNER}`);
  });
  await deploy(urlOf(OWNER, 'o'));
});
afterAll(async () => {
  await asSuperuser(database, async (client) => {
    await client.query(`drop database ${DATABASE} with (force)`);
    for (const role of [STUDIO, OTHER_OWNER, OWNER]) {
      await client.query(`drop owned by ${role}`);
      await client.query(`drop role ${role}`);
    }
  });
  await database.drop();
});

const urlOf = (login: string, password: string): string => {
  const url = new URL(database.url);
  url.username = login;
  url.password = password;
  url.pathname = `/${DATABASE}`;
  return url.href;
};

const signIn = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set role sabot_app');
  await client.end();
};

const asOwner = (work: (client: pg.Client) => Promise<unknown>): Promise<unknown> =>
  asSuperuser({ url: urlOf(OWNER, 'o') }, work);

const rolesOf = (login: string): Promise<readonly string[]> =>
  asSuperuser(database, async (client) => {
    const { rows } = await client.query<{ role: string }>(
      `select roleid::regrole::text as role from pg_auth_members where member = $1::regrole`,
      [login],
    );
    return rows.map(({ role }) => role);
  });

const flagsOf = (login: string) =>
  asSuperuser(database, async (client) => {
    const { rows } = await client.query(
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
         from pg_roles where rolname = $1`,
      [login],
    );
    return rows[0] as Record<string, boolean>;
  });

/** By the owner, but for a test that says by whom; the studio keeps its jobs in Redis. */
const make = (studioUrl: string, by = urlOf(OWNER, 'o'), queue: 'redis' | 'postgres' = 'redis') =>
  makeLogin(by, studioUrl, queue);

const mayMakeSchemas = (): Promise<boolean> =>
  asSuperuser({ url: urlOf(STUDIO, 'second') }, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select has_database_privilege(current_database(), 'create') as may`,
    );
    return rows[0]!.may;
  });

it.each(['Zq7secret', 'e\u0301t\u00E9\u00A0\u00B2\u00AD\uFB01 x\u200By'])(
  'has its password in no statement, but what Postgres itself would keep of it: %j',
  async (secret) => {
    const said = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await makeLogin(urlOf(OWNER, 'o'), urlOf(STUDIO, secret), 'redis');
      const texts = said.mock.calls.map(([query]) => JSON.stringify(query));
      expect(texts.some((text) => text.includes('SCRAM-SHA-256$'))).toBe(true);
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    } finally {
      said.mockRestore();
    }
    await signIn(urlOf(STUDIO, secret));
    const [kept, own] = await asSuperuser(database, async (client) => {
      const keptOf = async (login: string) => {
        const { rows } = await client.query<{ rolpassword: string }>(
          'select rolpassword from pg_authid where rolname = $1',
          [login],
        );
        return rows[0]!.rolpassword;
      };
      const made = await keptOf(STUDIO);
      await client.query(`alter role ${STUDIO} password ${client.escapeLiteral(secret)}`);
      return [made, await keptOf(STUDIO)] as const;
    });
    for (const verifier of [kept, own]) {
      const salt = Buffer.from(verifier.split(/[:$]/)[2]!, 'base64');
      expect(passwordVerifier(secret, salt)).toBe(verifier);
    }
  },
);

describe('the login of the studio', () => {
  it('is made, and made again, by an owner who is no superuser', async () => {
    await make(urlOf(STUDIO, 'first'));
    await signIn(urlOf(STUDIO, 'first'));
    await make(urlOf(STUDIO, 'second'));
    await signIn(urlOf(STUDIO, 'second'));
  });

  it('keeps its password where the URL names none', async () => {
    await make(urlOf(STUDIO, ''));
    await signIn(urlOf(STUDIO, 'second'));
  });

  it('makes schemas only where its jobs are kept in Postgres', async () => {
    expect(await mayMakeSchemas()).toBe(false);
    for (const queue of ['postgres', 'redis', 'postgres', 'postgres'] as const) {
      await make(urlOf(STUDIO, 'second'), urlOf(OWNER, 'o'), queue);
      expect(await mayMakeSchemas()).toBe(queue === 'postgres');
    }
    await make(urlOf(STUDIO, 'second'));
    expect(await mayMakeSchemas()).toBe(false);
  });

  it('loses what it has too much', async () => {
    await asSuperuser(database, async (client) => {
      await client.query(`alter role ${STUDIO} superuser createdb createrole bypassrls`);
      await client.query(`grant pg_monitor to ${OWNER} with admin option`);
    });
    // Postgres keeps who granted it, and who else revokes it revokes nothing.
    await asOwner((client) => client.query(`grant pg_monitor to ${STUDIO}`));
    // Which an owner may not take away, and says so.
    await expect(make(urlOf(STUDIO, 'second'))).rejects.toThrow(/docs\/operations\.md/);
    const superuser = new URL(database.url);
    superuser.pathname = `/${DATABASE}`;
    await make(urlOf(STUDIO, 'second'), superuser.href);
    expect(Object.values(await flagsOf(STUDIO))).not.toContain(true);
    expect(await rolesOf(STUDIO)).toEqual(['sabot_app']);
    await signIn(urlOf(STUDIO, 'second'));
  });

  it('stays as an administrator made it, where the owner may make none', async () => {
    await asSuperuser(database, (client) =>
      client.query(`alter database ${DATABASE} owner to ${OTHER_OWNER}`),
    );
    await make(urlOf(STUDIO, 'second'), urlOf(OTHER_OWNER, 'o'));
    await expect(make(urlOf(name(), 'new'), urlOf(OTHER_OWNER, 'o'))).rejects.toThrow(
      /docs\/operations\.md/,
    );
  });
});
