/**
 * Several currencies at one table: its players bet in their own, in one round, and are paid in it.
 * No money goes from one currency to another.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRound } from '../../src/history/played-rounds.js';
import { payChunk } from '../../src/ledger/pay-chunk.js';
import { readShortfalls } from '../../src/ledger/recover.js';
import {
  readStakeVerdicts,
  takeVoidStakesOff,
  voidUndecided,
} from '../../src/ledger/stakes-of-wallets.js';
import { amount } from '../../src/money/amount.js';
import { gameAccount, sessionAccount, stakesAccount } from '../../src/money/chart-of-accounts.js';
import { stakesIn } from '../../src/round/state.js';
import type { Spot } from '../../src/punto-banco/spot.js';
import { cut, judge } from '../../src/settlement/pay-round.js';
import { readAdvantages } from '../../src/report/advantage-watch.js';
import type { SettingsChange } from '../../src/round/settings.js';
import { Sessions } from '../../src/session/sessions.service.js';
import type { BetContent } from '../../src/table/seat.js';
import { Tips } from '../../src/tip/tips.service.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { coup } from '../kit/any-coup.js';
import { expectBooksInOrder, expectReconciled } from '../kit/books.js';
import { balances, openPlayers } from '../kit/credit.js';
import { FURTHER } from '../kit/currencies.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { CHUNKS, RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const BANCO_WINS = coup('P 2h Kd 4s . B 7c Ks');
const EGALITE = coup('P 9h Kd . B 9c Ks');
const STILL = { betMs: 3_600_000, lastBetsMs: 0, pauseMs: 0, opensItself: false };
const CREDIT = 1_000_000;
const CURRENCIES = ['EUR', 'CHF', 'JPY', 'BTC'] as const;
type Currency = (typeof CURRENCIES)[number];

let database: TestDatabase;
let table: RunningTable;
/** One of each, with a million minor units. */
let of: Record<Currency, string>;

const open = async (): Promise<void> => {
  const seated: [Currency, string][] = [];
  // One after the other: two that follow each other are paid in different parts.
  for (const currency of CURRENCIES) {
    const [player] = await openPlayers(database.pool, [CREDIT], 0, currency);
    await table.table.join(player!.id);
    seated.push([currency, player!.id]);
  }
  of = Object.fromEntries(seated) as typeof of;
};

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await RunningTable.open(database, { ...STILL, tipMax: '1000', further: FURTHER });
  await open();
});
afterEach(async () => {
  await table.stop();
  expect(table.faults).toEqual([]);
  await expectBooksInOrder(database.pool, { tables: [table.state.table] });
  await expectReconciled(database.pool);
});

const on = (spot: Spot, minorUnits: number): BetContent => ({
  kind: 'place',
  spot,
  amount: amount(minorUnits),
});

const STAKES = { EUR: 2_500, CHF: 1_500, JPY: 3_000, BTC: 40_000 } as const;

/** Each stakes in their own currency, in one batch. */
const allBet = async (spot: Spot, stakes: Readonly<Record<Currency, number>> = STAKES) => {
  const replies = await Promise.all(
    CURRENCIES.map((currency) => table.bet(of[currency], on(spot, stakes[currency]))),
  );
  for (const reply of replies) expect(reply).toMatchObject({ ok: true });
};

const credits = async (): Promise<Record<string, bigint>> => {
  const all = await balances(database.pool);
  return Object.fromEntries(
    CURRENCIES.map((currency) => [
      currency,
      all.get(sessionAccount(of[currency]))! - BigInt(CREDIT),
    ]),
  );
};

/** What lies in the round, by currency. */
const held = async (game = table.game): Promise<readonly (bigint | undefined)[]> => {
  const all = await balances(database.pool);
  const names = [
    stakesAccount(game),
    ...(['CHF', 'JPY', 'BTC'] as const).map((currency) => `${stakesAccount(game)}:${currency}`),
  ];
  return names.map((name) => all.get(name));
};

/** Postings between two accounts that both have a currency, and not the same. */
const mixed = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from postings p join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
      where s.currency <> d.currency`,
  );
  return rows[0]!.n;
};

describe('a round of several currencies', () => {
  beforeEach(() => table.openBets());

  it('holds the stakes of each by itself', async () => {
    await allBet('punto');
    expect(await held()).toEqual([2_500n, 1_500n, 3_000n, 40_000n]);
    expect(await credits()).toEqual({ EUR: -2_500n, CHF: -1_500n, JPY: -3_000n, BTC: -40_000n });
    await table.bet(of.CHF, { kind: 'undo' });
    expect(await held()).toEqual([2_500n, 0n, 3_000n, 40_000n]);
    await table.voidRound();
  });

  it('is settled in each, and ends with nothing left in any', async () => {
    await allBet('punto');
    await table.bet(of.JPY, on('banco', 1_000));
    await table.playRound(PUNTO_WINS);
    expect(await credits()).toEqual({ EUR: 2_500n, CHF: 1_500n, JPY: 3_000n, BTC: 40_000n });
    expect(await held()).toEqual([0n, 0n, 0n, 0n]);
    expect(await mixed()).toBe(0);
    expect(
      table.published.findLast(({ message }) => message.kind === 'round_settled')?.message,
    ).toMatchObject({
      furtherStakes: { CHF: '1500', JPY: '3000', BTC: '40000' },
      furtherPaid: { CHF: '3000', JPY: '6000', BTC: '80000' },
    });
  });

  it('pays the commission of Banco to the minor unit of each', async () => {
    await table.bet(of.EUR, { kind: 'mode', mode: 'normal' });
    for (const currency of ['CHF', 'JPY'] as const) {
      await table.bet(of[currency], { kind: 'mode', mode: 'normal' });
    }
    await allBet('banco', { ...STAKES, EUR: 2_500, CHF: 1_500, JPY: 1_000 });
    await table.playRound(BANCO_WINS);
    expect(await credits()).toMatchObject({ EUR: 2_375n, CHF: 1_425n, JPY: 950n });
  });

  it('returns what an Égalité pushes, in each', async () => {
    await allBet('punto');
    await table.playRound(EGALITE);
    expect(await credits()).toEqual({ EUR: 0n, CHF: 0n, JPY: 0n, BTC: 0n });
    expect(await held()).toEqual([0n, 0n, 0n, 0n]);
  });

  it('is void: each stake goes back where it came from', async () => {
    await allBet('banco');
    await table.closeBets();
    await table.voidRound();
    expect(await credits()).toEqual({ EUR: 0n, CHF: 0n, JPY: 0n, BTC: 0n });
    expect(await held()).toEqual([0n, 0n, 0n, 0n]);
  });

  it('is settled anew, voided, or refunded to one, in each', async () => {
    await allBet('punto');
    const { game } = table;
    await table.playRound(PUNTO_WINS);
    await table.correct(game, 'resettle', { coup: 'P 2h Kd 4s . B 7c Ks' });
    expect(await credits()).toEqual({ EUR: -2_500n, CHF: -1_500n, JPY: -3_000n, BTC: -40_000n });
    const furtherStakes = { CHF: '1500', JPY: '3000', BTC: '40000' };
    const none = { CHF: '0', JPY: '0', BTC: '0' };
    const saidOf = async (correction: number) => {
      const { rows } = await database.pool.query<{ event: object }>(
        `select payload::json as event from table_events where kind = 'correction_paid' and payload::json ->> 'game' = $1 and payload::json ->> 'correction' = $2`,
        [game, correction],
      );
      return rows[0]?.event;
    };
    expect(await saidOf(1)).toMatchObject({
      ...{ stakes: '47000', paid: '0', shortfall: '0' },
      ...{ furtherStakes, furtherPaid: none, furtherShortfall: none },
    });
    await table.correct(game, 'refund', { player: of.JPY });
    expect(await credits()).toMatchObject({ EUR: -2_500n, CHF: -1_500n, JPY: 0n });
    expect(await saidOf(2)).toMatchObject({ paid: '3000', furtherPaid: { ...none, JPY: '3000' } });
    await table.correct(game, 'void');
    expect(await credits()).toEqual({ EUR: 0n, CHF: 0n, JPY: 0n, BTC: 0n });
    expect(await saidOf(3)).toMatchObject({ paid: '47000', furtherPaid: furtherStakes });
    expect(await mixed()).toBe(0);
  });

  it('is owed in each by those who have lost meanwhile what its void takes back', async () => {
    const { game } = table;
    for (const currency of ['CHF', 'JPY'] as const)
      await table.bet(of[currency], on('punto', CREDIT));
    await table.playRound(PUNTO_WINS);
    await table.openBets();
    for (const currency of ['CHF', 'JPY'] as const) {
      for (const spot of ['punto', 'egalite'] as const) {
        await table.bet(of[currency], on(spot, CREDIT));
      }
    }
    await table.playRound(BANCO_WINS);
    await table.correct(game, 'void');
    const owing = await readShortfalls(database.pool);
    for (const currency of ['CHF', 'JPY'] as const) {
      const name = expect.any(String) as string;
      expect(owing).toContainEqual({ player: of[currency], name, currency, owed: `${CREDIT}` });
    }
  });

  it('pays by hand what it owes a player of a further currency', async () => {
    await allBet('punto');
    table.isPaying = false;
    await table.playRound(PUNTO_WINS);
    await table.orderHandPay(of.CHF, '3000');
    await table.payNow();
    expect(await credits()).toMatchObject({ EUR: 2_500n, CHF: -1_500n, JPY: 3_000n });
    expect(await held()).toEqual([0n, 0n, 0n, 0n]);
  });

  it('is in the advantage watch with what was staked in each', async () => {
    await allBet('punto');
    const { game } = table;
    await table.playRound(PUNTO_WINS);
    const { pool } = database;
    const ever = { fromMs: 0, toMs: Date.now() + 86_400_000, table: table.state.table };
    await readAdvantages(pool, ever);
    const favour = (advantages: object[]) =>
      asSuperuser(database, (client) =>
        client.query('update round_takings set advantages = $2 where game_number = $1', [
          game,
          JSON.stringify(advantages),
        ]),
      );
    await favour([{ mode: 'normal', spot: 'punto', n: '11', d: '10' }]);
    const { rounds } = await readAdvantages(pool, ever);
    expect(rounds[0]?.bets[0]).toMatchObject({
      ...{ stakes: '2500', further: { CHF: '1500', JPY: '3000', BTC: '40000' } },
    });
    await favour([]);
  });

  it('comes back from its log as it was', async () => {
    await allBet('punto');
    const before = table.state;
    await table.reopen();
    expect(table.state.round).toEqual(before.round);
    expect(table.state.round?.further).toEqual({ CHF: '1500', JPY: '3000', BTC: '40000' });
    await table.playRound(PUNTO_WINS);
    expect(await credits()).toMatchObject({ EUR: 2_500n, CHF: 1_500n });
  });

  it('is, to each of its players, one of their own currency', async () => {
    await allBet('punto');
    const { game } = table;
    await table.playRound(PUNTO_WINS);
    for (const currency of CURRENCIES) {
      expect(await readRound(database.pool, of[currency], game)).toMatchObject({
        ...{ currency, stakes: `${STAKES[currency]}`, paid: `${2 * STAKES[currency]}` },
      });
    }
  });
});

describe('stakes that no wallet has given', () => {
  it('are off the spots in each currency', async () => {
    await asSuperuser(database, async (client) => {
      await client.query(
        `insert into operators (id, name, mode, currencies, callback_url)
         values ('acme', 'Acme', 'seamless', '{EUR,CHF}', 'http://127.0.0.1:1')`,
      );
      await client.query(`update players set operator_id = 'acme' where id = any($1)`, [
        [of.EUR, of.CHF],
      ]);
    });
    await table.reopen();
    await Promise.all(CURRENCIES.map((currency) => table.table.join(of[currency])));
    const game = await table.openBets();
    await allBet('punto');
    await table.closeBets();
    await voidUndecided(database.pool, game);
    const { due, ...verdicts } = await readStakeVerdicts(database.pool, game);
    expect({ due, ...verdicts }).toMatchObject({
      ...{ due: 0, voided: 2, change: '-4000', further: { CHF: '-1500' } },
    });
    const reply = await table.table.perform(
      { kind: 'finish_acceptance', game, ...verdicts },
      (_, after) => [takeVoidStakesOff({ game, table: after.table, seq: after.seq })],
    );
    expect(reply).toMatchObject({ ok: true });
    expect(await held()).toEqual([0n, 0n, 3_000n, 40_000n]);
    expect(stakesIn(table.state)).toEqual(
      new Map([
        ['EUR', 0n],
        ['CHF', 0n],
        ['JPY', 3_000n],
        ['BTC', 40_000n],
      ]),
    );
    await table.deal(PUNTO_WINS);
    expect(await credits()).toEqual({ EUR: 0n, CHF: 0n, JPY: 3_000n, BTC: 40_000n });
    await asSuperuser(database, (client) =>
      client.query(`update players set operator_id = 'house' where id = any($1)`, [
        [of.EUR, of.CHF],
      ]),
    );
  });
});

describe('the payment of a round', () => {
  /** In each part somebody has lost, so that no posting would have two currencies. */
  it('is refused to a worker of a version that knows one currency', async () => {
    await table.openBets();
    const { game } = table;
    await table.bet(of.EUR, on('punto', 100_000));
    await table.bet(of.CHF, on('banco', 1_500));
    await table.closeBets();
    table.isPaying = false;
    await table.deal(PUNTO_WINS);
    const { pool } = database;
    expect(await cut(pool, game, CHUNKS)).toBe(CHUNKS);
    const judged = { ...(await judge(pool, game)), isOfSeveral: false };
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      await expect(payChunk(pool, { game, chunk, chunks: CHUNKS }, judged)).rejects.toMatchObject({
        code: 'SB065',
      });
      // Such a version knows nothing of the column `by_currency`.
      const part = `insert into settlement_chunks (game_number, chunk, chunks, verdict, stakes, paid, players)
                    values (${game}, ${chunk}, ${CHUNKS}, 'settle', 0, 0, 0)`;
      await expect(pool.query(part)).rejects.toMatchObject({ code: 'SB065' });
    }
    expect(await held(game)).toEqual([100_000n, 1_500n, 0n, 0n]);
    await table.payNow();
    expect(await credits()).toMatchObject({ EUR: 100_000n, CHF: -1_500n });
  });
});

describe('the end of a round', () => {
  it('is refused while stakes of one of them are left', async () => {
    await table.openBets();
    await allBet('punto');
    const { game } = table;
    await table.closeBets();
    table.isPaying = false;
    await table.deal(PUNTO_WINS);
    const { client } = table;
    const ended = (): Promise<unknown> =>
      client.query(`update rounds set status = 'settled' where game_number = $1`, [game]);
    await client.query('begin');
    await expect(ended()).rejects.toMatchObject({ code: 'SB006' });
    await client.query('rollback');
    // Nothing is left in euros.
    await asSuperuser(database, async (superuser) => {
      await superuser.query('begin');
      await superuser.query(`update accounts set balance = 0 where name = $1`, [
        stakesAccount(game),
      ]);
      await expect(
        superuser.query(`update rounds set status = 'settled' where game_number = $1`, [game]),
      ).rejects.toMatchObject({ code: 'SB006' });
      await superuser.query('rollback');
    });
    await table.payNow();
  });
});

describe('the opening of a round', () => {
  /** The round’s row anew, with these accounts of stakes in further currencies. */
  const opened = (further: string): string => `
    with row as (select * from rounds where game_number = $1),
         other as (insert into accounts (name, kind, currency) values ('round:' || $1 || ':stakes:SEK', 'stakes', 'NOK') returning id),
         gone as (delete from rounds where game_number = $1 returning 1)
    select ${further} as ids, row.* from row, other, gone`;

  it.each<[string, string, string | undefined]>([
    ['that are its own', `row.further_stakes_account_ids`, undefined],
    ['of another round', `array[(select id from accounts where name = $2)]`, 'SB017'],
    ['whose name is that of another currency', `array[other.id]`, 'SB017'],
  ])('has accounts of its stakes %s', async (_, further, code) => {
    const before = `${stakesAccount(await table.openBets())}:CHF`;
    await table.voidRound();
    const game = await table.openBets();
    await asSuperuser(database, async (client) => {
      await client.query('begin');
      const { rows } = await client.query<{ ids: string[] }>(
        `${opened(further)} where $2::text is not null`,
        [game, before],
      );
      const again = client.query(
        `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, stakes_account_id, further_stakes_account_ids)
         select $1, $2, $3, $4, $5, 'betting', $6, $7, $8, $9`,
        valuesOf(rows[0]!, game),
      );
      if (code === undefined) await again;
      else await expect(again).rejects.toMatchObject({ code });
      await client.query('rollback');
    });
    await table.voidRound();
  });
});

const valuesOf = (row: Readonly<Record<string, unknown>>, game: string): unknown[] => [
  game,
  ...['table_id', 'shoe_ordinal', 'round_in_shoe', 'paytable', 'opened_seq', 'opened_at'].map(
    (column) => row[column],
  ),
  row['stakes_account_id'],
  row['ids'],
];

describe('a bet', () => {
  beforeEach(() => table.openBets());
  afterEach(() => table.voidRound());

  it('is held to the limits and chips of its own currency', async () => {
    expect(await table.bet(of.CHF, on('punto', 1_000_000))).toMatchObject({ ok: true });
    expect(await table.bet(of.JPY, on('punto', 50))).toMatchObject({ ok: false });
    expect(await table.bet(of.BTC, on('punto', 1_500))).toMatchObject({ ok: false });
    expect(await table.bet(of.BTC, on('punto', 2_000))).toMatchObject({ ok: true });
  });

  it('is refused by name where the table does not take its currency', async () => {
    const [stranger] = await openPlayers(database.pool, [CREDIT], 0, 'KWD');
    await table.table.join(stranger!.id);
    expect(await table.bet(stranger!.id, on('punto', 500))).toEqual({
      ok: false,
      refusal: 'currency_not_taken',
    });
  });
});

describe('a currency that is taken away', () => {
  it('is bet in until the round in hand has ended, and no longer', async () => {
    await table.openBets();
    await table.do({ kind: 'change_settings', settings: { further: { CHF: null } } });
    await allBet('punto');
    await table.playRound(PUNTO_WINS);
    expect(await credits()).toMatchObject({ EUR: 2_500n, CHF: 1_500n });
    await table.openBets();
    expect(await table.bet(of.CHF, on('punto', 500))).toMatchObject({
      refusal: 'currency_not_taken',
    });
    expect(await table.bet(of.JPY, on('punto', 1_000))).toMatchObject({ ok: true });
    expect(await held()).toEqual([0n, undefined, 1_000n, 0n]);
    await table.voidRound();
  });
});

describe('beside the rounds', () => {
  const ofNoWallet = { of: () => Promise.reject(new Error('no wallet is asked')) };
  const tip = (currency: Currency, minorUnits: number) =>
    new Tips(database.pool, database.pool, { given: () => undefined } as never, ofNoWallet).give({
      playerId: of[currency],
      table: table.state.table,
      key: randomUUID(),
      amount: amount(minorUnits),
      isSeated: true,
    });

  const givenWithoutAsking = (currency: Currency, minorUnits: number) =>
    database.pool.query(
      `insert into tips (player_id, key, table_id, dealer, amount) values ($1, gen_random_uuid(), $2, 'Dora', $3)`,
      [of[currency], table.state.table, minorUnits],
    );

  /** As the pit changes settings: in the log and in the row at once. */
  const changeInRow = async (settings: SettingsChange): Promise<void> => {
    const reply = await table.table.perform({ kind: 'change_settings', settings }, (_, after) => [
      {
        text: 'update tables set settings = $2 where id = $1',
        values: [after.table, JSON.stringify(after.nextSettings)],
      },
    ]);
    expect(reply).toMatchObject({ ok: true });
  };

  it('a tip goes to the dealers in the player’s own currency, within the limit there', async () => {
    const { pool } = database;
    await table.openBets();
    expect(await tip('CHF', 2_001)).toMatchObject({ refusal: 'tip_above_maximum' });
    expect(await tip('CHF', 2_000)).toMatchObject({ ok: true });
    expect(await tip('EUR', 1_000)).toMatchObject({ ok: true });
    expect(await tip('JPY', 1_000)).toMatchObject({ refusal: 'tips_not_taken' });
    const all = await balances(pool);
    expect([all.get('tips:CHF'), all.get('tips:EUR')]).toEqual([2_000n, 1_000n]);
    await table.voidRound();
  });

  it('a tip is taken in the currencies that bets are taken in', async () => {
    const { CHF } = FURTHER;
    await table.openBets();
    await changeInRow({ further: { CHF: null } });
    expect(await table.bet(of.CHF, on('punto', 500))).toMatchObject({ ok: true });
    expect(await tip('CHF', 1)).toMatchObject({ ok: true });
    await table.voidRound();
    await table.openBets();
    expect(await tip('CHF', 1)).toMatchObject({ refusal: 'currency_not_taken' });
    await changeInRow({ further: { CHF } });
    expect(await table.bet(of.CHF, on('punto', 500))).toMatchObject({
      refusal: 'currency_not_taken',
    });
    expect(await tip('CHF', 1)).toMatchObject({ refusal: 'currency_not_taken' });
    await expect(givenWithoutAsking('CHF', 1)).rejects.toMatchObject({ code: 'SB095' });
    await table.voidRound();
    await table.openBets();
    expect(await tip('CHF', 2_000)).toMatchObject({ ok: true });
    // What one may be at most holds at once.
    await changeInRow({ tipMax: null, further: { CHF: { ...CHF, tipMax: '5' } } });
    expect(await tip('CHF', 6)).toMatchObject({ refusal: 'tip_above_maximum' });
    expect(await tip('CHF', 5)).toMatchObject({ ok: true });
    expect(await tip('EUR', 1)).toMatchObject({ refusal: 'tips_not_taken' });
    await table.voidRound();
  });

  it('each cashes out what they have', async () => {
    const { pool } = database;
    const sessions = new Sessions(
      pool,
      pool,
      new LedgerWallet(pool, { shortfallRecovery: 'cash_out' }),
    );
    await table.openBets();
    await allBet('punto');
    await table.playRound(PUNTO_WINS);
    for (const currency of CURRENCIES) await sessions.cashOut(of[currency], randomUUID());
    const all = await balances(pool);
    expect(CURRENCIES.map((currency) => all.get(gameAccount(of[currency])))).toEqual(
      CURRENCIES.map((currency) => BigInt(CREDIT + STAKES[currency])),
    );
  });
});
