/** Tips of players whose sessions an operator's wallet has paid for: the wallet hears of each. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAULTS, type WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { dayTotals, movementLine } from '../../src/protocol/operator-feeds.js';
import { provePostings } from '../../src/reconcile/postings.js';
import { expectReconciled } from '../kit/books.js';
import type { Player, Staff } from '../kit/clients.js';
import { type Operator, asOwner } from '../kit/operator.js';
import { comesIn, takesRealMoney } from '../kit/operator-players.js';
import { failNext, noFaults, openWallet, untilNothingIsOpen } from '../kit/operator-wallet.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { whatStops } from '../kit/what-stops.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, tipMax: '5000' } },
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
    ...{ mode: 'session', policy: { takesTips: true } },
  }));
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

afterAll(async () => {
  await wallet.stop();
});

beforeEach(() => noFaults(wallet));

/** At the table, with 60.00 of 100.00 that its wallet has. */
const seated = async (ref: string, operator = acme): Promise<Player> => {
  wallet.book.open(ref, 10_000n);
  const player = await comesIn(operator, studio, ref);
  await player.join();
  await player.buyIn(60);
  return player;
};

const cashOut = (player: Player) => player.call('session:cash-out', { key: randomUUID() });

const nothingIsOpen = () => untilNothingIsOpen(testbed, 1_000);

const tipsAt = (ref: string) =>
  wallet.book.movements.filter(
    ({ movement: { kind, player } }) => kind === 'tip' && player === ref,
  );

const booksAreInOrder = async (): Promise<void> => {
  const found = await expectReconciled(testbed.pool);
  expect(found.find(({ says }) => says.startsWith('Every tip of who plays'))?.looked).toBe(
    wallet.book.movements.filter(({ movement }) => movement.kind === 'tip').length,
  );
};

describe('a tip of what a wallet has brought', () => {
  it('reaches the dealer, and the wallet, whose balance is less by it at the end', async () => {
    const anna = await seated('anna');
    const key = randomUUID();
    expect(await anna.tip(15, key)).toEqual({ ok: true, balance: '4500' });
    expect(await anna.tip(15, key)).toEqual({ ok: true, balance: '4500' });
    const [heard] = await dealer.hears('tip:given', ({ name }) => name === 'anna');
    expect(heard).toMatchObject({ table: 'pb-1', dealer: 'Dora', amount: '1500' });
    await nothingIsOpen();
    expect(tipsAt('anna')).toMatchObject([{ movement: { total: 1_500n } }]);
    expect(wallet.book.balance('anna')).toBe(4_000n);

    expect(await cashOut(anna)).toEqual({ ok: true, amount: '4500' });
    await nothingIsOpen();
    expect(wallet.book.balance('anna')).toBe(8_500n);
    await booksAreInOrder();
  });

  it('is a line of the operator’s feed, and of its totals, and no loss in a round', async () => {
    // A feed shows nothing behind a transaction that is open, of whomever.
    const lines = await eventually('the feed has come so far', async () => {
      const { text } = await acme.read(studio, '/operator/movements');
      const all = text.trim().split('\n').slice(0, -1);
      return all.length >= 3 && all;
    });
    const kinds = lines.map((line) => movementLine.parse(JSON.parse(line)));
    expect(kinds.map(({ kind, amount, status }) => `${kind} ${amount} ${status}`)).toEqual([
      ...['debit 6000 done', 'tip 1500 done', 'credit 4500 done'],
    ]);
    const day = new Date(testbed.clock.nowMs()).toISOString().slice(0, 10);
    const { body } = await acme.get(studio, `/operator/totals?day=${day}`);
    expect(dayTotals.parse(body).totals).toMatchObject([
      { hold: '0', brought: '6000', taken: '4500', tips: '1500', byHand: '0' },
    ]);
  });

  it.each(FAULTS)('is sent once, whatever goes wrong with the first request: %s', async (fault) => {
    const ref = `bea-${fault}`;
    const bea = await seated(ref);
    failNext(wallet, 'tip', fault);
    expect(await bea.tip(5)).toEqual({ ok: true, balance: '5500' });
    await nothingIsOpen();
    expect(tipsAt(ref)).toHaveLength(1);
    expect([wallet.book.balance(ref), wallet.book.alarms]).toEqual([4_000n, 0]);
  });

  it('that the wallet refuses is a case, until it takes it', async () => {
    const cara = await seated('cara');
    const cases = async () => {
      const { rows } = await testbed.pool.query(
        `select kind, detail, ended_as from wallet_cases where movement_id like 'tip.%'`,
      );
      return rows as unknown[];
    };
    wallet.refuses = (verb) => (verb === 'tip' ? 'game' : undefined);
    expect((await cara.tip(5)).ok).toBe(true);
    await eventually('it is a case', async () => {
      await testbed.advance(1_000);
      return (await cases()).length === 1;
    });
    expect(await cases()).toEqual([{ kind: 'refused', detail: 'game', ended_as: null }]);
    // The session goes on, and its end waits for no tip.
    expect(await cashOut(cara)).toEqual({ ok: true, amount: '5500' });
    wallet.refuses = () => undefined;
    await nothingIsOpen();
    await eventually('the case is closed', async () => {
      await testbed.advance(1_000);
      const [one] = (await cases()) as { ended_as: string | null }[];
      return one!.ended_as === 'answered';
    });
    expect(wallet.book.balance('cara')).toBe(9_500n);
    await booksAreInOrder();
  });
});

describe('an operator', () => {
  it.each(['session', 'seamless'] as const)(
    'in %s mode has none unless it takes them',
    async (mode) => {
      const { operator, wallet: its } = await openWallet(testbed, {
        ...{ id: `plain-${mode}`, mode, book: wallet.book },
      });
      try {
        const dina = await seated(`dina-${mode}`, operator);
        expect(await dina.tip(5)).toEqual({ ok: false, refusal: 'wallet_without_tips' });
        expect(await dina.balance()).toBe(6_000n);
      } finally {
        await its.stop();
      }
    },
  );

  it('that takes no more still hears of what was given', async () => {
    const elsa = await seated('elsa');
    wallet.isDead = true;
    expect((await elsa.tip(5)).ok).toBe(true);
    await asOwner(testbed, (operators) =>
      operators.alter('acme', { policy: { takesTips: false } }),
    );
    expect(await elsa.tip(5)).toEqual({ ok: false, refusal: 'wallet_without_tips' });
    wallet.isDead = false;
    await nothingIsOpen();
    expect(tipsAt('elsa')).toHaveLength(1);
    await asOwner(testbed, (operators) => operators.alter('acme', { policy: { takesTips: true } }));
  });
});

describe('the database', () => {
  let fritz: Player;
  beforeAll(async () => {
    fritz = await seated('fritz');
    expect((await fritz.tip(1)).ok).toBe(true);
  });

  const stops = (...statements: string[]) => whatStops(testbed.pool, statements);
  const key = randomUUID();
  const account = (name: string) => `(select id from accounts where name = '${name}')`;
  const given = () => [
    `insert into entries (key, kind) values ('tip:${fritz.id}:${key}', 'tip')`,
    `insert into postings (entry_id, line, source_id, destination_id, amount)
     select max(id), 1, ${account(`player:${fritz.id}:session`)}, ${account('tips:EUR')}, 100 from entries where key = 'tip:${fritz.id}:${key}'`,
    `insert into tips (player_id, key, table_id, dealer, amount) values (${fritz.id}, '${key}', 'pb-1', 'Dora', 100)`,
  ];
  const word = (amount = 100, of = key) =>
    `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key)
     values ('acme', 'tip.${fritz.id}.${of}', 'tip', ${fritz.id}, ${amount}, '${of}')`;

  /** As if the wallet had heard of it. */
  const heardOf = () => `
insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, status, ended_at)
values ('acme', 'tip.${fritz.id}.${key}', 'tip', ${fritz.id}, 100, '${key}', 'done', now())`;

  it('takes no tip that the wallet does not hear of, and no word of another', async () => {
    expect(await stops(...given())).toBe('SB095');
    expect(await stops(...given(), heardOf())).toBe('SB062');
    expect(
      await stops(
        ...given(),
        word(),
        `update wallet_movements set status = 'done', ended_at = now() where key = '${key}'`,
      ),
    ).toBe('SB062');
    expect(await stops(...given(), word(99))).toMatch(/^SB0(62|95)$/);
    expect(await stops(word())).toBe('SB062');
    expect(await stops(...given(), word(), word(100, randomUUID()))).toBe('SB062');
    expect(await stops(...given().slice(0, 2), word())).toMatch(/^SB0(62|95)$/);
  });

  it('has a proof that finds a tip that the wallet heard otherwise of', async () => {
    await nothingIsOpen();
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query('begin');
      await superuser.query('set local session_replication_role = replica');
      await superuser.query(
        `delete from wallet_movements where kind = 'tip' and player_id = ${fritz.id}`,
      );
      const found = await provePostings(superuser);
      await superuser.query('rollback');
      const wrong = found.filter((each) => each.wrong > 0).map(({ says }) => says);
      expect(wrong).toEqual([
        'Every tip of who plays by a wallet is in the journal of the wallet, and no other is.',
      ]);
    });
  });
});
