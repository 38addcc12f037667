/** Tips in seamless mode: the operator's wallet is asked, and the dealer hears of what it gave. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FAULTS, type WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { askForTip } from '../../src/ledger/ask-for-tip.js';
import { amount } from '../../src/money/amount.js';
import { dayTotals, movementLine } from '../../src/protocol/operator-feeds.js';
import { provePostings } from '../../src/reconcile/postings.js';
import { TipBroadcast } from '../../src/tip/tip-broadcast.js';
import { readDue } from '../../src/wallet/wallet-rows.js';
import { expectReconciled } from '../kit/books.js';
import type { Player, Staff } from '../kit/clients.js';
import { type Operator, asOwner } from '../kit/operator.js';
import { comesIn, takesRealMoney } from '../kit/operator-players.js';
import {
  failNext,
  holdAt,
  noFaults,
  openWallet,
  untilNothingIsOpen,
} from '../kit/operator-wallet.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import { whatStops } from '../kit/what-stops.js';
import { expectStatementAdds } from '../kit/whole-statement.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...SLOW, tipMax: '5000' } },
  env: { TABLE_LEASE_MS: '60000' },
});
let studio: Studio;
let dealer: Staff;
let acme: Operator;
let wallet: WalletServer;

beforeAll(async () => {
  await takesRealMoney(testbed);
  studio = await testbed.start();
  ({ operator: acme, wallet } = await openWallet(testbed, {
    ...{ mode: 'seamless', policy: { takesTips: true } },
  }));
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

afterAll(async () => {
  await wallet.stop();
});

beforeEach(() => noFaults(wallet));

/** At the table, with a credit of 60.00 on the 100.00 that its wallet has. */
const seated = async (ref: string, at = studio): Promise<Player> => {
  wallet.book.open(ref, 10_000n);
  const player = await comesIn(acme, at, ref);
  // A table may just be moving to a process that has come.
  await eventually(`a seat of ${ref}`, async () => (await player.tryJoin()).ok, { everyMs: 100 });
  await player.buyIn(60);
  return player;
};

const heardOf = (ref: string) =>
  dealer.heard.filter(({ event, body }) => event === 'tip:given' && body['name'] === ref);

const tipsOf = async ({ id }: Player): Promise<number> => {
  const { rows } = await testbed.pool.query('select from tips where player_id = $1', [id]);
  return rows.length;
};

/** The wallet has booked the next tip, and says so once `goOn` is called. */
const heldTip = () => holdAt(wallet, 'beforeAnswer', 'tip');

describe('a tip in seamless mode', () => {
  it('is taken from the wallet, and off the credit, and the dealer hears of it', async () => {
    const anna = await seated('anna');
    const key = randomUUID();
    const replies = await Promise.all([anna.tip(15, key), anna.tip(15, key)]);
    expect(replies).toEqual([1, 2].map(() => ({ ok: true, balance: '4500' })));
    expect(await anna.tip(15, key)).toEqual({ ok: true, balance: '4500' });
    expect(await anna.tip(16, key)).toEqual({ ok: false, refusal: 'key_reused' });
    expect(wallet.book.balance('anna')).toBe(8_500n);
    const [heard] = await dealer.hears('tip:given', ({ name }) => name === 'anna');
    expect(heard).toMatchObject({ table: 'pb-1', dealer: 'Dora', amount: '1500' });
    expect(heardOf('anna')).toHaveLength(1);
    const out = await anna.call('session:cash-out', { key: randomUUID() });
    expect(out).toEqual({ ok: true, amount: '4500' });
    await untilNothingIsOpen(testbed);
    expect(wallet.book.balance('anna')).toBe(8_500n);
    await expectReconciled(testbed.pool);
  });

  it('is a line of the operator’s feed, and of its totals', async () => {
    const { text } = await acme.read(studio, '/operator/movements');
    const lines = text.trim().split('\n').slice(0, -1);
    const kinds = lines.map((line) => movementLine.parse(JSON.parse(line)));
    expect(kinds.map(({ kind, amount, status }) => `${kind} ${amount} ${status}`)).toEqual([
      'tip 1500 done',
    ]);
    const day = new Date(testbed.clock.nowMs()).toISOString().slice(0, 10);
    const { body } = await acme.get(studio, `/operator/totals?day=${day}`);
    expect(dayTotals.parse(body).totals).toMatchObject([
      { hold: '0', brought: '1500', taken: '0', tips: '1500', byHand: '0' },
    ]);
  });

  it('reaches nobody before the wallet has given it, and another waits', async () => {
    const bea = await seated('bea');
    const held = heldTip();
    const asked = bea.tip(10);
    await held.has;
    expect(await tipsOf(bea)).toBe(0);
    expect(await bea.tip(5)).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    expect(heardOf('bea')).toEqual([]);
    held.goOn();
    expect(await asked).toEqual({ ok: true, balance: '5000' });
    expect(await tipsOf(bea)).toBe(1);
    await dealer.hears('tip:given', ({ name }) => name === 'bea');
    await expectReconciled(testbed.pool);
  });

  it('reaches the dealer also where the process that waited for it is gone', async () => {
    const other = await testbed.start();
    const cleo = await seated('cleo', other);
    const held = heldTip();
    const asked = cleo.tip(10).catch(() => undefined);
    await held.has;
    const stopped = other.stop();
    held.goOn();
    await Promise.all([stopped, asked, untilNothingIsOpen(testbed)]);
    await dealer.hears('tip:given', ({ name }) => name === 'cleo');
    expect(heardOf('cleo')).toHaveLength(1);
    expect([await tipsOf(cleo), wallet.book.balance('cleo')]).toEqual([1, 9_000n]);
  });

  it('reaches the dealer a moment later where a process dies before it says so', async () => {
    const pia = await seated('pia');
    const unsaid = vi.spyOn(TipBroadcast.prototype, 'given').mockReturnValue();
    try {
      expect((await pia.tip(10)).ok).toBe(true);
    } finally {
      unsaid.mockRestore();
    }
    expect(heardOf('pia')).toEqual([]);
    await testbed.passing(dealer.hears('tip:given', ({ name }) => name === 'pia'));
    await testbed.advance(10_000);
    expect(heardOf('pia')).toHaveLength(1);
  });

  it('is answered as it was decided, however many wait for the database by then', async () => {
    const abe = await seated('abe');
    const held = heldTip();
    const asked = abe.tip(10);
    await held.has;
    const crowd = vi.spyOn(pg.Pool.prototype, 'waitingCount', 'get').mockReturnValue(10_000);
    try {
      expect(await abe.tip(10)).toEqual({ ok: false, refusal: 'studio_is_busy' });
      held.goOn();
      expect(await asked).toEqual({ ok: true, balance: '5000' });
    } finally {
      crowd.mockRestore();
    }
  });

  it('waits for the credit before it has anything that others wait for', async () => {
    const ida = await seated('ida');
    const held = heldTip();
    const asked = ida.tip(10);
    await held.has;
    const client = await testbed.pool.connect();
    try {
      await client.query('begin');
      const account = (kind: string) => `
select from accounts where player_id = ${ida.id} and kind::text = '${kind}' for update nowait`;
      await client.query(account('session'));
      held.goOn();
      await untilWaitingForLocks(testbed.database, 1);
      await client.query(account('advance'));
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await asked).toEqual({ ok: true, balance: '5000' });
  });

  it('is refused as the wallet refuses it, and nothing moves', async () => {
    const cid = await seated('cid');
    wallet.book.open('cid', 400n);
    const key = randomUUID();
    expect(await cid.tip(5, key)).toEqual({ ok: false, refusal: 'insufficient_funds' });
    wallet.book.open('cid', 10_000n);
    expect(await cid.tip(5, key)).toEqual({ ok: false, refusal: 'insufficient_funds' });
    wallet.book.barred.set('cid', 'limit');
    expect(await cid.tip(5)).toEqual({ ok: false, refusal: 'wallet_refused' });
    wallet.book.barred.delete('cid');
    expect(await cid.tip(60.01)).toEqual({ ok: false, refusal: 'tip_above_maximum' });
    await cid.call('session:withdraw', { key: randomUUID(), amount: '5000' });
    expect(await cid.tip(10.01)).toEqual({ ok: false, refusal: 'insufficient_funds' });
    expect(await tipsOf(cid)).toBe(0);
    expect(wallet.book.balance('cid')).toBe(10_000n);
    await expectReconciled(testbed.pool);
  });

  it.each(FAULTS)(
    'is given once, whatever goes wrong with the first request: %s',
    async (fault) => {
      const ref = `dan-${fault}`;
      const dan = await seated(ref);
      failNext(wallet, 'tip', fault);
      const asked = dan.tip(5);
      let isHere = false;
      void asked.finally(() => (isHere = true));
      await eventually('it is answered', async () => {
        if (isHere) return true;
        const { rows } = await testbed.pool.query(
          `select from wallet_movements where status = 'due' and tries > 0`,
        );
        if (rows.length > 0) await testbed.advance(1_000);
        return false;
      });
      expect(await asked).toEqual({ ok: true, balance: '5500' });
      await untilNothingIsOpen(testbed);
      expect([await tipsOf(dan), wallet.book.balance(ref), wallet.book.alarms]).toEqual([
        ...[1, 9_500n, 0],
      ]);
    },
  );

  it('that nobody decides in time is not given, and goes back to the wallet', async () => {
    const eva = await seated('eva');
    wallet.faultOf = (verb) => (verb === 'tip' || verb === 'cancel' ? 'lost_after' : undefined);
    const key = randomUUID();
    const asked = eva.tip(5, key);
    await eventually('it was booked', () => Promise.resolve(wallet.book.balance('eva') === 9_500n));
    await testbed.advance(6_000);
    expect(await asked).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    wallet.faultOf = () => undefined;
    await untilNothingIsOpen(testbed);
    expect([await tipsOf(eva), wallet.book.balance('eva')]).toEqual([0, 10_000n]);
    expect(await eva.tip(5, key)).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    expect(await eva.tip(5)).toEqual({ ok: true, balance: '5500' });
    await expectReconciled(testbed.pool);
  });

  it('is given though its credit was staked meanwhile', async () => {
    const fay = await seated('fay');
    const held = heldTip();
    const asked = fay.tip(10);
    await held.has;
    const { game } = await dealer.openBetting();
    expect(await fay.bet(game, ['punto', 60])).toMatchObject({ ok: true });
    held.goOn();
    expect(await asked).toEqual({ ok: true, balance: '0' });
    expect([await tipsOf(fay), wallet.book.balance('fay')]).toEqual([1, 9_000n]);
    const [given, came, staked] = await expectStatementAdds(testbed.pool, fay.id);
    expect([staked, came, given], 'in the statement').toMatchObject([
      { kind: 'bets', session: '-6000' },
      { kind: 'deposit', advance: '1000', wallet: { for: 'tip', status: 'done' } },
      { kind: 'tip', session: '0', advance: '-1000' },
    ]);
    await expectReconciled(testbed.pool);
  });

  it('holds up nothing that its player is given meanwhile', async () => {
    const jil = await seated('jil');
    const held = heldTip();
    const asked = jil.tip(10);
    await held.has;
    const client = await testbed.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key)
         values ('acme', 'later', 'credit', $1, 500, 'later')`,
        [jil.id],
      );
      const wanted = { operator: 'acme', but: [], probes: true, limit: 100 };
      const due = await readDue(client, wanted);
      expect(due.map(({ movementId }) => movementId)).toContain('later');
    } finally {
      await client.query('rollback');
      client.release();
    }
    held.goOn();
    expect((await asked).ok).toBe(true);
  });

  it('counts against limits from when it is asked for', async () => {
    const gus = await seated('gus');
    const set = await acme.post(studio, '/operator/limits', {
      ...{ player: 'gus', currency: 'EUR', reason: 'affordability' },
      limit: { kind: 'loss', period: 'day', limit: '2000' },
    });
    expect(set.status).toBeLessThan(300);
    const held = heldTip();
    const asked = gus.tip(15);
    await held.has;
    const { rows } = await testbed.pool.query<{ why: string | null }>(
      'select stake_refusal($1, 501) as why',
      [gus.id],
    );
    expect(rows[0]!.why).toBe('loss_limit_reached');
    held.goOn();
    expect((await asked).ok).toBe(true);
    expect(await gus.tip(5.01)).toEqual({ ok: false, refusal: 'loss_limit_reached' });
  });
});

describe('the database', () => {
  let hal: Player;
  beforeAll(async () => {
    hal = await seated('hal');
  });

  const stops = (...statements: string[]) => whatStops(testbed.pool, statements);
  const key = randomUUID();
  const asks = ({ amount = 100, dealer: to = 'Dora', id = key } = {}) =>
    `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, tip_table, tip_dealer)
     values ('acme', 'tip.${hal.id}.${id}', 'debit', ${hal.id}, ${amount}, '${id}', 'pb-1', '${to}')`;

  it('changes the session’s row with a tip that is asked for, so that a stake that waits for it is looked at again', async () => {
    const client = await testbed.pool.connect();
    const where = async () => {
      const { rows } = await client.query<{ ctid: string; balance: string }>(
        `select ctid::text, balance from accounts where player_id = $1 and kind = 'session'`,
        [hal.id],
      );
      return rows[0]!;
    };
    try {
      await client.query('begin');
      const before = await where();
      const tip = { playerId: hal.id, key: randomUUID(), table: 'pb-1', dealer: 'Dora' };
      const means = { amount: amount(100), currency: 'EUR' };
      expect(await askForTip(client, { ...tip, ...means })).toBe(true);
      const after = await where();
      expect(after.ctid).not.toBe(before.ctid);
      expect(after.balance).toBe(before.balance);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('asks for no tip beyond what the table allows, or to another than its dealer', async () => {
    expect(await stops(asks({ amount: 5_001 }))).toBe('SB095');
    expect(await stops(asks({ dealer: 'Dino' }))).toBe('SB095');
    await asOwner(testbed, (operators) =>
      operators.alter('acme', { policy: { takesTips: false } }),
    );
    expect(await stops(asks())).toBe('SB095');
    expect(await hal.tip(1)).toEqual({ ok: false, refusal: 'wallet_without_tips' });
    await asOwner(testbed, (operators) => operators.alter('acme', { policy: { takesTips: true } }));
  });

  it('is read again where what it allows has changed since it was looked up', async () => {
    const client = await testbed.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select from tables where id = 'pb-1' for no key update`);
      const asked = hal.tip(1);
      await untilWaitingForLocks(testbed.database, 1);
      await asOwner(testbed, (operators) =>
        operators.alter('acme', { policy: { takesTips: false } }),
      );
      await client.query('rollback');
      expect(await asked).toEqual({ ok: false, refusal: 'wallet_without_tips' });
    } finally {
      await client.query('rollback');
      client.release();
    }
    await asOwner(testbed, (operators) => operators.alter('acme', { policy: { takesTips: true } }));
  });

  it('has a proof that finds a tip that is of no wallet, and not of the credit', async () => {
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query('begin');
      await superuser.query('set local session_replication_role = replica');
      await superuser.query(
        `update wallet_movements set tip_dealer = 'Dino' where tip_dealer is not null and status = 'done'`,
      );
      const found = await provePostings(superuser);
      await superuser.query('rollback');
      const wrong = new Map(found.map((each) => [each.says, each.wrong]));
      const says =
        'Every tip has moved what it says from its player to the dealers, and nothing else has.';
      expect(wrong.get(says)).toBe(1);
    });
  });

  it('takes no tip that no wallet gave, and nothing of a wallet without its tip', async () => {
    const row = `insert into tips (player_id, key, table_id, dealer, amount) values (${hal.id}, '${key}', 'pb-1', 'Dora', 100)`;
    expect(await stops(row)).toBe('SB095');
    expect(await stops(asks(), row)).toBe('SB095');
    expect(
      await stops(
        asks(),
        `update wallet_movements set status = 'done', ended_at = now() where key = '${key}'`,
      ),
    ).toBe('SB062');
    expect(
      await stops(asks(), `update wallet_movements set tip_dealer = 'Dino' where key = '${key}'`),
    ).toMatch(/^(42501|SB062)$/);
  });
});
