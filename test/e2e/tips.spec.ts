/** Tips: what a player gives the dealer, once, within the table's limit, and what knows of it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectReconciled } from '../kit/books.js';
import { Player, type Staff } from '../kit/clients.js';
import { shiftReport } from '../../src/protocol/report.js';
import { balances } from '../kit/credit.js';
import { provePostings } from '../../src/reconcile/postings.js';
import { asOwner } from '../kit/operator.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { whatStops } from '../kit/what-stops.js';

const testbed = useTestbed({
  tables: {
    'pb-1': { ...QUICK, tipMax: '5000' },
    'pb-2': QUICK,
    'pb-3': { ...QUICK, tipMax: '5000' },
  },
  env: { TABLE_LEASE_MS: '60000' },
});
let studio: Studio;
let dealer: Staff;

beforeAll(async () => {
  studio = await testbed.restart();
  await testbed.isRunBy(studio, 'pb-2');
  await testbed.isRunBy(studio, 'pb-3');
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  await (await testbed.staff(studio, 'Dino', { table: 'pb-2' })).makeReady();
});

const tipped = async (): Promise<bigint> => (await balances(testbed.pool)).get('tips:EUR') ?? 0n;

const tipsOf = async ({ id }: Player): Promise<number> => {
  const { rows } = await testbed.pool.query<{ count: string }>(
    'select count(*) from tips where player_id = $1',
    [id],
  );
  return Number(rows[0]!.count);
};

describe('a tip', () => {
  it('moves from the session to the dealers, once under its key, and the desk hears of it', async () => {
    const anna = await testbed.player(studio, 'Anna', { euros: 100 });
    const before = await tipped();
    const key = randomUUID();
    expect(await anna.tip(20, key)).toEqual({ ok: true, balance: '8000' });
    expect(await anna.tip(20, key)).toEqual({ ok: true, balance: '8000' });
    expect(await anna.tip(10, key)).toEqual({ ok: false, refusal: 'key_reused' });
    expect(await anna.balance()).toBe(8_000n);
    expect((await tipped()) - before).toBe(2_000n);
    const [heard] = await dealer.hears('tip:given', ({ name }) => name === 'Anna');
    expect(heard).toMatchObject({ table: 'pb-1', dealer: 'Dora', amount: '2000' });
    const read = await dealer.call('tip:read', { table: 'pb-1' });
    expect(read.ok && read.tips[0]).toEqual(heard);
  });

  it('given twice at the same moment moves once', async () => {
    const bert = await testbed.player(studio, 'Bert', { euros: 100 });
    const key = randomUUID();
    const replies = await Promise.all([bert.tip(5, key), bert.tip(5, key), bert.tip(5, key)]);
    expect(replies).toEqual([1, 2, 3].map(() => ({ ok: true, balance: '9500' })));
    expect(await tipsOf(bert)).toBe(1);
  });

  it('is answered as it was where it is sent again from elsewhere than the table', async () => {
    const olga = await testbed.player(studio, 'Olga', { euros: 100 });
    const key = randomUUID();
    expect(await olga.tip(5, key)).toEqual({ ok: true, balance: '9500' });
    expect(await olga.raw('table:leave', { table: 'pb-1' })).toMatchObject({ ok: true });
    expect(await olga.tip(5, key)).toEqual({ ok: true, balance: '9500' });
    expect(await olga.tip(5)).toEqual({ ok: false, refusal: 'not_joined' });
    expect(await tipsOf(olga)).toBe(1);
  });

  it('counts against a limit of losses, before it was set and since', async () => {
    const rosa = await testbed.player(studio, 'Rosa', { euros: 100 });
    await rosa.tip(5);
    const limits = async (method: string, body?: object) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${rosa.token as string}`,
      };
      const answer = await fetch(`${studio.url}/me/limits`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as { limits: { used: string }[] };
    };
    const set = await limits('POST', { kind: 'loss', period: 'day', limit: '2000' });
    expect(set.limits).toMatchObject([{ used: '500' }]);
    expect((await rosa.tip(10)).ok).toBe(true);
    expect((await limits('GET')).limits).toMatchObject([{ used: '1500' }]);
    expect(await rosa.tip(6)).toEqual({ ok: false, refusal: 'loss_limit_reached' });
    expect((await rosa.tip(5)).ok).toBe(true);
    expect(await rosa.balance()).toBe(8_000n);
  });

  it('is in the statement and in the shift report, and the books are in order', async () => {
    const cara = await testbed.player(studio, 'Cara', { euros: 100 });
    await cara.tip(7.5);
    const get = async (path: string, token: string) =>
      (await fetch(studio.url + path, { headers: { authorization: `Bearer ${token}` } })).json();
    const statement = (await get('/me/statement', cara.token as string)) as {
      entries: { kind: string; session: string; gameAccount: string }[];
    };
    expect(statement.entries[0]).toMatchObject({ kind: 'tip', session: '-750', gameAccount: '0' });
    const manager = await testbed.employ({ id: 'Mona', role: 'shift_manager' });
    const nowMs = testbed.clock.nowMs();
    const period = `fromMs=${nowMs - 3_600_000}&toMs=${nowMs + 60_000}`;
    const shift = shiftReport.parse(await get(`/pit/shift?${period}`, manager));
    expect(shift.tips).toEqual([
      {
        dealer: 'Dora',
        table: 'pb-1',
        currency: 'EUR',
        tips: expect.any(Number) as number,
        amount: `${await tipped()}`,
      },
    ]);
    const other = shiftReport.parse(await get(`/pit/shift?${period}&dealer=Dino`, manager));
    expect(other.tips).toEqual([]);
    const proofs = await expectReconciled(testbed.pool);
    expect(proofs.find(({ things }) => things === 'tips')?.looked).toBeGreaterThan(1);
  });
});

describe('a tip that may not be given is refused by name, and nothing moves', () => {
  let dina: Player;
  beforeAll(async () => {
    dina = await testbed.player(studio, 'Dina', { euros: 40 });
  });
  const refusal = async (player: Player, euros: number, table?: string) => {
    const reply = await player.tip(euros, randomUUID(), table);
    expect(await tipsOf(player)).toBe(0);
    return reply.ok ? 'given' : reply.refusal;
  };

  it('of nothing, above the balance, above the table’s limit', async () => {
    expect(await refusal(dina, 0)).toBe('amount_is_zero');
    expect(await refusal(dina, 41)).toBe('insufficient_funds');
    expect(await refusal(dina, 50.01)).toBe('tip_above_maximum');
    expect(await dina.balance()).toBe(4_000n);
  });

  it('where the player does not sit, no tips are taken, or nobody deals', async () => {
    expect(await refusal(dina, 1, 'pb-2')).toBe('not_joined');
    expect(await refusal(dina, 1, 'pb-9')).toBe('unknown_table');
    const at2 = await testbed.player(studio, 'Elsa', { euros: 40, table: 'pb-2' });
    expect(await refusal(at2, 1)).toBe('tips_not_taken');
    const at3 = await testbed.player(studio, 'Fede', { euros: 40, table: 'pb-3' });
    expect(await refusal(at3, 1)).toBe('no_dealer_here');
  });

  it('without a session, in another currency, and by who is barred', async () => {
    const gina = await testbed.visitor(studio, 'Gina', { euros: 40 });
    await gina.join();
    expect(await refusal(gina, 1)).toBe('no_open_session');
    const { id, token } = await testbed.enlist('Hugo', 40, 'SEK');
    const hugo = await testbed.connect(new Player(studio.url, token, id, 'pb-1'));
    await hugo.join();
    expect(await refusal(hugo, 1)).toBe('currency_not_taken');
    const ivo = await testbed.player(studio, 'Ivo', { euros: 40 });
    const manager = await testbed.employ({ id: 'Mona', role: 'shift_manager' });
    await fetch(`${studio.url}/pit/players/${ivo.id}/bars`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${manager}` },
      body: JSON.stringify({ untilMs: null, reason: 'was asked to leave' }),
    });
    expect(await refusal(ivo, 1)).toBe('barred_from_play');
  });

  it('of money that lies in an operator’s wallet', async () => {
    const jana = await testbed.player(studio, 'Jana', { euros: 40 });
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query(
        `insert into operators (id, name, mode, callback_url, currencies) values ('far', 'Far', 'session', 'http://127.0.0.1:1', '{EUR}')`,
      );
      await superuser.query(`set session_replication_role = replica`);
      await superuser.query(`update players set operator_id = 'far' where id = $1`, [jana.id]);
    });
    expect(await refusal(jana, 1)).toBe('wallet_without_tips');
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query(`set session_replication_role = replica`);
      await superuser.query(`update players set operator_id = 'house' where id = $1`, [jana.id]);
    });
    expect((await jana.tip(1)).ok).toBe(true);
  });
});

describe('the database', () => {
  let kurt: Player;
  beforeAll(async () => {
    kurt = await testbed.player(studio, 'Kurt', { euros: 100 });
    await kurt.tip(1);
  });

  const stops = (...statements: string[]) => whatStops(testbed.pool, statements);
  const key = randomUUID();
  const row = (given: { amount?: number; table?: string; dealer?: string } = {}) => {
    const { amount = 100, table = 'pb-1', dealer: to = 'Dora' } = given;
    return `insert into tips (player_id, key, table_id, dealer, amount) values (${kurt.id}, '${key}', '${table}', '${to}', ${amount})`;
  };
  const account = (name: string) => `(select id from accounts where name = '${name}')`;
  const entry = (kind = 'tip', name = `tip:${kurt.id}:${key}`) =>
    `insert into entries (key, kind) values ('${name}', '${kind}')`;
  const posting = (amount = 100, from = `player:${kurt.id}:session`, to = 'tips:EUR') =>
    `insert into postings (entry_id, line, source_id, destination_id, amount)
     select max(id), 1, ${account(from)}, ${account(to)}, ${amount} from entries where key = 'tip:${kurt.id}:${key}'`;

  it('takes none beyond the limit, to another than the dealer, or where none are taken', async () => {
    expect(await stops(entry(), posting(5_001), row({ amount: 5_001 }))).toBe('SB095');
    expect(await stops(entry(), posting(), row({ dealer: 'Dino' }))).toBe('SB095');
    expect(await stops(entry(), posting(), row({ table: 'pb-2', dealer: 'Dino' }))).toBe('SB095');
    expect(await stops(row({ amount: 0 }))).toMatch(/^(23514|SB095)$/);
  });

  it('takes no tip without its money, and no money without its tip', async () => {
    expect(await stops(row())).toBe('SB095');
    expect(await stops(entry(), posting())).toBe('SB095');
    expect(await stops(entry(), posting(99), row())).toBe('SB095');
    expect(await stops(entry(), posting(100, `player:${kurt.id}:game`), row())).toBe('SB095');
    expect(await stops(entry(), posting(100, `player:${kurt.id}:session`, 'house'), row())).toBe(
      'SB095',
    );
    expect(await stops(entry('deposit'), posting(), row())).toBe('SB095');
    expect(await stops(entry('tip', 'tip:nobody'))).toBe('SB095');
    expect(await stops(entry('tip', 'a gift'))).toBe('SB095');
  });

  it('keeps what was given as it was given', async () => {
    // The application has no right to; nor has the owner of the tables.
    expect(await stops(`update tips set amount = 1`)).toBe('42501');
    const code = await asOwner(testbed, (_, pool) =>
      pool.query('delete from tips').then(
        () => 'nothing',
        (error: { code: string }) => error.code,
      ),
    );
    expect(code).toBe('23001');
  });

  it('has a proof that finds a tip that moved something else', async () => {
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query('begin');
      await superuser.query('set local session_replication_role = replica');
      await superuser.query('update tips set amount = amount + 1 where player_id = $1', [kurt.id]);
      const proofs = await superuserProofs(superuser);
      await superuser.query('rollback');
      expect(proofs).toEqual([
        'Every tip has moved what it says from its player to the dealers, and nothing else has.',
      ]);
    });
  });
});

const superuserProofs = async (client: Parameters<typeof provePostings>[0]): Promise<string[]> =>
  (await provePostings(client)).filter(({ wrong }) => wrong > 0).map(({ says }) => says);
