/**
 * Several currencies at one table, over the wire: each player is shown and paid in their own, the
 * pit sees one total by the stated rates, and every report keeps the currencies apart.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import * as report from '../../src/protocol/report.js';
import { soloReport } from '../../src/protocol/solo-report.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import type { Player, Staff } from '../kit/clients.js';
import { FURTHER } from '../kit/currencies.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const PUNTO_WINS = '9h 2c Kd 3s';
const { CHF, JPY } = FURTHER;
const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 6_000, further: { CHF, JPY } } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
let dealer: Staff;
let pit: Pit;
let token: string;
let euro: Player;
let franc: Player;
let yen: Player;
let game: string;
const fromMs = Date.now() - 60_000;

const json = async (path: string): Promise<unknown> => {
  const answer = await fetch(`${studio.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text);
};
const period = `fromMs=${fromMs}&toMs=${fromMs + 3_600_000}`;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  pit = await openPit(testbed, studio, 'Mona');
  await pit.watch();
  token = await testbed.employ({ id: 'Mara', role: 'shift_manager' });
  euro = await testbed.player(studio, 'Anna', { euros: 1_000 });
  franc = await testbed.player(studio, 'Beat', { euros: 1_000, currency: 'CHF' });
  yen = await testbed.player(studio, 'Chie', { euros: 1_000, currency: 'JPY' });
});

describe('a round of several currencies', () => {
  it('is bet in each, and shown to the pit as one sum by the stated rates', async () => {
    const opened = await dealer.openBetting();
    game = opened.game;
    await euro.bet(game, ['punto', 25]);
    await franc.bet(game, ['punto', 15]);
    await yen.bet(game, ['banco', 30]); // 3,000 yen
    const about = 2_500n + (1_500n * 106n) / 100n + (3_000n * 61n * 100n) / 10_000n;
    const shown = await eventually('all of it is on the wall', () => {
      const [last] = pit.heard
        .filter(({ event, body }) => event === 'wall:table' && body['table'] === 'pb-1')
        .slice(-1);
      return Promise.resolve(last?.body['stakes'] === `${about}` ? last.body : undefined);
    });
    expect(shown).toMatchObject({
      currency: 'EUR',
      byCurrency: { EUR: '2500', CHF: '1500', JPY: '3000' },
    });
    const { preview } = await pit.must('approval:preview', { kind: 'void', table: 'pb-1', game });
    expect(preview).toMatchObject({
      ...{ players: 1, stakes: '2500' },
      further: [
        { currency: 'CHF', players: 1, stakes: '1500' },
        { currency: 'JPY', players: 1, stakes: '3000' },
      ],
    });
    await dealer.betsClosed(opened.seq);
    await dealer.deal(PUNTO_WINS);
    await dealer.next('round_settled', { after: opened.seq });
  });

  it('is paid to each in their own', async () => {
    expect((await euro.result(game)).paid).toBe('5000');
    expect((await franc.result(game)).paid).toBe('3000');
    expect((await yen.result(game)).paid).toBe('0');
    expect(await euro.balance()).toBe(102_500n);
    expect(await franc.balance()).toBe(101_500n);
    expect(await yen.balance()).toBe(97_000n);
  });

  it('is reported with the currencies apart', async () => {
    const round = report.roundReport.parse(await json(`/pit/rounds/${game}`));
    expect(round).toMatchObject({
      ...{ currency: 'EUR', stakes: '2500', paid: '5000' },
      further: { CHF: { stakes: '1500', paid: '3000' }, JPY: { stakes: '3000', paid: '0' } },
    });
    const [first] = round.replay.filter(({ commands }) => commands === 1);
    expect(first).toMatchObject({ stakes: '2500' });
    expect(first?.further).toBeUndefined();
    expect(round.replay.at(-1)).toMatchObject({
      ...{ commands: 3, stakes: '2500', further: { CHF: '1500', JPY: '3000' } },
    });
    expect(new Set(round.closingStakes.map(({ currency }) => currency))).toEqual(
      new Set([undefined, 'CHF', 'JPY']),
    );
    const recent = report.recentRounds.parse(await json('/pit/rounds?table=pb-1'));
    expect(recent.rounds[0]).toMatchObject({
      stakes: '2500',
      further: { CHF: '1500', JPY: '3000' },
    });
  });

  it('is in the sums of the shift by currency, beside what the odds expect', async () => {
    const shift = report.shiftReport.parse(await json(`/pit/shift?${period}`));
    expect(shift.unbalanced).toEqual([]);
    expect(
      shift.totals.map(({ currency, turnover, payout, bets }) => [
        currency,
        turnover,
        payout,
        bets,
      ]),
    ).toEqual([
      ['CHF', '1500', '3000', 1],
      ['EUR', '2500', '5000', 1],
      ['JPY', '3000', '0', 1],
    ]);
    const hours = report.hoursReport.parse(await json(`/pit/hours?${period}`));
    const [francs] = hours.hours.filter(({ currency }) => currency === 'CHF');
    expect(francs?.aboutInOwn).toEqual({ currency: 'EUR', hold: '-1590' });
  });

  it('is over, and a solo game is played by each in their own, and so reported', async () => {
    const plays = async (player: Player, stakes: Record<string, string>) => {
      const solo = await new SoloPlayer(player).connect();
      const opened = await solo.call('hand:open', { game: 'punto_e_banco' });
      if (!opened.ok) throw new Error(opened.refusal);
      const { hand } = opened.hand;
      await solo.must('punto-e-banco:deal', {
        hand,
        step: 0,
        stakes,
        seed: SEED,
      });
      return opened.rules.currency;
    };
    const lines = async () => {
      const { games } = soloReport.parse(await json(`/pit/solo?${period}`));
      return games
        .filter((line) => line.game === 'punto_e_banco')
        .map(({ currency, hands, firstStakes, exact }) => [currency, hands, firstStakes, exact]);
    };
    expect(await lines()).toEqual([['EUR', 0, '0', null]]);
    expect(await plays(yen, { punto: '100' })).toBe('JPY');
    const ofYen = ['JPY', 1, '100', '98.7136'];
    expect(await lines()).toEqual([ofYen]);
    expect(await plays(franc, { banco: '700' })).toBe('CHF');
    expect(await lines()).toEqual([['CHF', 1, '700', '98.9883'], ofYen]);
  });

  it('names the currency of the hands that would be void, and adds no two up', async () => {
    const stakes = { EUR: '2500', JPY: '3000' };
    const hands: Record<string, string> = {};
    for (const [currency, player] of [['EUR', euro] as const, ['JPY', yen] as const]) {
      const solo = await new SoloPlayer(player).connect();
      hands[currency] = (await solo.dealSetteEMezzo(stakes[currency])).hand.hand;
    }
    const ofYen = { kind: 'void_hand', hand: hands['JPY']! } as const;
    expect(await pit.must('approval:preview', ofYen)).toMatchObject({
      preview: { currency: 'JPY', stakes: '3000', back: '3000' },
      concerned: [{ currency: 'JPY', stakes: '3000' }],
    });
    const idle = { game: 'sette_e_mezzo', why: 'idle', untilMs: Date.now() + 60_000 } as const;
    const ofMany = { kind: 'void_hands', hands: idle } as const;
    const { preview } = await pit.must('approval:preview', ofMany);
    expect(preview).toMatchObject({ currency: 'EUR', bets: 1, stakes: '2500' });
    expect(preview?.further).toMatchObject([{ currency: 'JPY', bets: 1, stakes: '3000' }]);
  });

  it('leaves the books in order', async () => {
    await asSuperuser(testbed.database, async (client) => {
      const proofs = await reconcile(client);
      expect(isInOrder(proofs), makeReport(proofs)).toBe(true);
    });
  });
});

it('the tables of the studio say what they take', async () => {
  const tables = (await json('/tables')) as { table: string; further?: unknown }[];
  expect(tables.find(({ table }) => table === 'pb-1')?.further).toEqual({
    CHF: { min: '100', max: '1000000' },
    JPY: { min: '100', max: '2000000' },
  });
});

it('the win of the hours keeps the rate of a currency that is off the table', async () => {
  const settings = { further: { CHF: null } };
  await pit.must('settings:change', { table: 'pb-1', settings, reason: 'the francs are over' });
  const { hours } = report.hoursReport.parse(await json(`/pit/hours?${period}`));
  const [francs] = hours.filter(({ currency }) => currency === 'CHF');
  expect(francs?.aboutInOwn).toEqual({ currency: 'EUR', hold: '-1590' });
});
