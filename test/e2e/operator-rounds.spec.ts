/** What an operator reads of rounds: those of its own players, and nothing of anybody else's. */
import { createPublicKey, verify } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUpAnchorKey, parseAnchorKey } from '../../src/audit/anchor-key.js';
import { operatorRound } from '../../src/protocol/operator-rounds.js';
import type { Player, Staff } from '../kit/clients.js';
import { FURTHER } from '../kit/currencies.js';
import { Operator } from '../kit/operator.js';
import { launched, takesRealMoney } from '../kit/operator-players.js';
import { ANCHOR_KEY, BETTING, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { anchorsOf } from '../kit/written-log.js';

const BANCO_WINS = '2h 7c Kd Ks 4s'; // Punto 2 + K, 4: 6; Banco 7
const { JPY } = FURTHER;
const testbed = useTestbed({
  tables: { 'pb-1': { ...BETTING, name: 'Sala <1>', further: { JPY } } },
});
let studio: Studio;
let dealer: Staff;
let acme: Operator;
let brand: Operator;
let anna: Player;
let bea: Player;
let eve: Player;
const games: string[] = [];

beforeAll(async () => {
  await takesRealMoney(testbed);
  studio = await testbed.start();
  acme = await Operator.open(testbed, 'acme', { currencies: ['EUR', 'JPY'] });
  brand = await Operator.open(testbed, 'brand');
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  anna = await launched(acme, studio, 'anna-<7>');
  bea = await launched(acme, studio, 'bea');
  eve = await launched(brand, studio, 'anna-<7>');
  await play(async (game) => {
    await anna.bet(game, ['banco', 20]);
    await bea.bet(game, ['egalite', 1]);
    await eve.bet(game, ['punto', 10]);
  });
  await play(async (game) => {
    await eve.bet(game, ['punto', 10]);
  });
});

const play = async (bets: (game: string) => Promise<void>): Promise<void> => {
  const { game, seq } = await dealer.openBetting();
  games.push(game);
  await bets(game);
  await dealer.betsClosed(seq);
  await dealer.deal(BANCO_WINS);
  await dealer.next('round_settled', { after: seq });
};

const round = async (operator: Operator, game: string, query = '') => {
  const { status, body } = await operator.get(studio, `/operator/rounds/${game}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return operatorRound.parse(body);
};

const notFound = { status: 404, body: { error: 'not_found' } };

describe('a round', () => {
  it('shows an operator its cards, rules and proof, and the bets of its own players', async () => {
    const shown = await round(acme, games[0]!);
    expect(shown).toMatchObject({
      game: games[0],
      table: 'pb-1',
      currency: 'EUR',
      status: 'settled',
      coup: 'P 2h Kd 4s . B 7c Ks',
      corrections: [],
      next: null,
      chain: { verified: true, firstBad: null },
    });
    expect(shown.players.map(({ player, playerId, bets }) => [player, playerId, bets])).toEqual([
      ['anna-<7>', anna.id, [{ spot: 'banco', stake: '2000', paid: '4000' }]],
      ['bea', bea.id, [{ spot: 'egalite', stake: '100', paid: '0' }]],
    ]);
    const banco = shown.rules.bets.find((bet) => bet.spot === 'banco')!;
    expect(BigInt(banco.return.n)).toBeLessThan(BigInt(banco.return.d));
    expect(JSON.stringify(shown)).not.toContain(`"${eve.id}"`);
  });

  it('is shown for one player alone, and page by page', async () => {
    const ofBea = await round(acme, games[0]!, '?player=bea');
    expect(ofBea.players.map(({ player }) => player)).toEqual(['bea']);
    const after = await round(acme, games[0]!, `?after=${anna.id}`);
    expect(after.players.map(({ player }) => player)).toEqual(['bea']);
    const none = await acme.get(studio, `/operator/rounds/${games[0]!}?after=${bea.id}`);
    expect(none).toEqual(notFound);
  });

  it('is as it was at one moment, whatever is corrected while it is read', async () => {
    const shown = await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query('begin; lock table table_events in access exclusive mode');
      const read = round(acme, games[0]!);
      await eventually('it waits for the log', async () => {
        const { rows } = await superuser.query(
          `select from pg_stat_activity where datname = current_database()
              and application_name = 'sabot public' and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await superuser.query(
        `set local session_replication_role = replica;
         insert into corrections (game_number, ordinal, fix, approval_id, ordered_seq, chunks, finished_seq)
         select game_number, 1, 'void', 1, ended_seq, 1, ended_seq from rounds where game_number = ${games[0]!};
         commit`,
      );
      const seen = await read;
      await superuser.query(
        `begin; set local session_replication_role = replica; delete from corrections; commit`,
      );
      return seen;
    });
    expect(shown.corrections).toEqual([]);
    expect(shown.players.map(({ correction }) => correction)).toEqual([null, null]);
  });

  it('that no player of the operator bet in is not there', async () => {
    expect((await round(brand, games[1]!)).players).toHaveLength(1);
    for (const game of [games[1]!, '9999999999', '1', 'nonsense']) {
      expect(await acme.get(studio, `/operator/rounds/${game}`), game).toEqual(notFound);
      expect(await acme.get(studio, `/operator/rounds/${game}/page`), game).toEqual(notFound);
    }
  });

  it('is shown to whoever signs, and to nobody else', async () => {
    const path = `/operator/rounds/${games[0]!}`;
    expect((await fetch(`${studio.url}${path}`)).status).toBe(401);
    expect((await fetch(`${studio.url}${path}/page`)).status).toBe(401);
    const spoilt = await acme.get(studio, path, { key: brand.key });
    expect(spoilt).toEqual({ status: 401, body: { error: 'signature_wrong' } });
  });
});

describe('the page of a round', () => {
  it('is proven by a stranger who has the file and the key', async () => {
    const { status, text } = await acme.read(studio, `/operator/rounds/${games[0]!}/page`);
    expect(status).toBe(200);
    expect(text).toContain('Sala &lt;1&gt;');
    expect(text).toContain('Player anna-&lt;7&gt;');
    expect(text).toContain('<td class="sum">20.00</td><td class="sum">40.00</td>');

    const { body } = await acme.get(studio, '/operator/self');
    const { keyId, publicKey } = body['anchorKey'] as { keyId: string; publicKey: string };
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    });
    // As docs/operators.md says.
    const [page, signed] = text.split(/^(?=<!-- sabot-signature-1$)/m) as [string, string];
    const signature = Buffer.from(/^signature: (.*)$/m.exec(signed)![1]!, 'base64');
    expect(/^key: (.*)$/m.exec(signed)![1]).toBe(keyId);
    expect(verify(null, Buffer.from(page), key, signature)).toBe(true);
    const forged = page.replace('40.00', '41.00');
    expect(verify(null, Buffer.from(forged), key, signature)).toBe(false);
  });
});

describe('the proof on the page of a round', () => {
  const SOUND = 'as it is stored';
  /** What the row of this name says. Undefined where there is none. */
  const rowOf = (page: string, name: string): string | undefined =>
    new RegExp(`<th>${name}</th><td><code>([^<]*)</code>`).exec(page)?.[1];
  const proofOf = async (game: string) => {
    const { text } = await acme.read(studio, `/operator/rounds/${game}/page`);
    const [hashes, signer] = ['Every hash computed anew', 'The anchor is signed by'].map((name) =>
      rowOf(text, name),
    );
    return { hashes, signer };
  };

  it('says who signed the anchor, and calls no hash wrong for it', async () => {
    await play((game) => anna.bet(game, ['banco', 10]).then(() => undefined));
    const game = games.at(-1)!;
    expect(await proofOf(game)).toEqual({ hashes: SOUND, signer: undefined });
    // As of a round that was played before the studio’s key was rotated.
    await anchorsOf(testbed.pool, makeUpAnchorKey()).set();
    const { chain } = await round(acme, game);
    expect(chain).toMatchObject({ verified: false, firstBad: null, anchor: { reached: true } });
    const { hashes, signer } = await proofOf(game);
    expect(hashes).toBe(SOUND);
    expect(signer).toMatch(/^another key than the studio signs with now/);
  });

  it('says where the anchor is the studio’s, where it is forged, and where a hash is wrong', async () => {
    await play((game) => anna.bet(game, ['banco', 10]).then(() => undefined));
    const game = games.at(-1)!;
    const key = parseAnchorKey(ANCHOR_KEY)!;
    await anchorsOf(testbed.pool, key).set();
    expect(await proofOf(game)).toEqual({
      hashes: SOUND,
      signer: 'the key that the studio signs with now',
    });
    const changed = (sql: string) =>
      asSuperuser(testbed.database, async (superuser) => {
        await superuser.query(`set session_replication_role = replica; ${sql}`);
      });
    const anchor = `number = (select max(number) from anchors where table_id = 'pb-1') and table_id = 'pb-1'`;
    const { rows } = await testbed.pool.query<{ signature: Buffer }>(
      `select signature from anchors where ${anchor}`,
    );
    await changed(`update anchors set signature = sha512('x') where ${anchor}`);
    expect(await proofOf(game)).toMatchObject({
      hashes: SOUND,
      signer: expect.stringMatching(/^NOBODY/) as string,
    });
    const was = rows[0]!.signature.toString('hex');
    await changed(`update anchors set signature = '\\x${was}' where ${anchor}`);
    const event = `event_game_number = ${game} and kind = 'betting_closed'`;
    await changed(`update table_events set at_ms = at_ms + 1 where ${event}`);
    expect(await proofOf(game)).toMatchObject({ hashes: 'NOT as it is stored' });
    await changed(`update table_events set at_ms = at_ms - 1 where ${event}`);
  });
});

it('says of each player in which currency the amounts are', async () => {
  const chie = await launched(acme, studio, 'chie', 'JPY');
  await play(async (game) => {
    await anna.bet(game, ['punto', 10]);
    await chie.bet(game, ['banco', 30]);
  });
  const game = games.at(-1)!;
  const { currency, players } = await round(acme, game);
  expect(currency).toBe('EUR');
  expect(players.map(({ player, stakes, ...its }) => [player, stakes, its.currency])).toEqual([
    ['anna-<7>', '1000', undefined],
    ['chie', '3000', 'JPY'],
  ]);
  const { text } = await acme.read(studio, `/operator/rounds/${game}/page`);
  expect(text).toContain('Amounts in EUR');
  expect(text).toContain('<td class="sum">10.00</td>');
  expect(text).toContain('Amounts in JPY');
  expect(text).toContain('<td class="sum">3000</td><td class="sum">6000</td>');
});
