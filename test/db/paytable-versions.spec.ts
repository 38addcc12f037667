/**
 * A hand that was opened before there was another paytable: it is dealt and paid by its own, and
 * proven by it, whichever is current by then.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as HandFaults from '../../src/audit/hand-faults.js';
import type { SoloCommand } from '../../src/hands/games.js';
import { openHand } from '../../src/ledger/open-hand.js';
import { amount } from '../../src/money/amount.js';
import type { Played } from '../../src/protocol/solo.js';
import { SOLO_GAMES, type SoloGame } from '../../src/solo/game.js';
import { expectReconciled } from '../kit/books.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import type * as HandsProcess from '../kit/hands-process.js';
import { asSuperuser } from '../kit/superuser.js';

/** The module of a paytable as it will be: with a second version, which new hands are opened on. */
const withSecond =
  (name: string, prefix: string, second: object) =>
  async (original: () => Promise<Readonly<Record<string, object>>>) => {
    const real = await original();
    const [versions, paytables] = [`${prefix}_PAYTABLE_VERSIONS`, `${prefix}_PAYTABLES`];
    return {
      ...real,
      [versions]: [`${name}-1`, `${name}-2`],
      [paytables]: { ...real[paytables], [`${name}-2`]: second },
      [`CURRENT_${prefix}_PAYTABLE`]: `${name}-2`,
    };
  };

const three = { win: 3, stake: 1 };
const PAYTABLES = {
  '../../src/punto-e-banco/paytable.js': withSecond('punto-e-banco', 'PUNTO_E_BANCO', {
    ...{ punto: three, banco: three, egalite: three, punto_pair: three, banco_pair: three },
  }),
  '../../src/sette-e-mezzo/paytable.js': withSecond('sette-e-mezzo', 'SETTE_E_MEZZO', {
    won: three,
  }),
  '../../src/blackjack/paytable.js': withSecond('blackjack', 'BLACKJACK', {
    ...{ won: three, blackjack: three, insurance: three },
  }),
};

let database: TestDatabase;
let handsProcess: (typeof HandsProcess)['handsProcess'];
let handFaults: (typeof HandFaults)['handFaults'];
beforeAll(async () => {
  database = await createDatabase();
  // A worker keeps what its files have loaded, so this one loads the games anew.
  vi.resetModules();
  for (const [file, module] of Object.entries(PAYTABLES)) vi.doMock(file, module);
  ({ handsProcess } = await import('../kit/hands-process.js'));
  ({ handFaults } = await import('../../src/audit/hand-faults.js'));
});
afterAll(async () => {
  for (const file of Object.keys(PAYTABLES)) vi.doUnmock(file);
  vi.resetModules();
  await expectReconciled(database.pool);
  await database.drop();
});

const stake = amount(1_000);
const dealing = (game: SoloGame): SoloCommand => {
  switch (game) {
    case 'punto_e_banco': {
      const stakes = { punto: stake, banco: stake, egalite: stake };
      return { game, command: { kind: 'deal', step: 0, stakes } };
    }
    case 'sette_e_mezzo':
      return { game, command: { kind: 'deal', step: 0, stake } };
    case 'blackjack':
      return { game, command: { kind: 'deal', step: 0, stakes: [stake] } };
  }
};

const nameOf = (game: SoloGame): string => game.replaceAll('_', '-');

/** A hand that the player was shown under that version, and has not staked on. */
const committed = async (playerId: string, game: SoloGame, rules: string): Promise<void> => {
  const { openings } = handsProcess(database);
  const { commitment, sealed } = openings.make(playerId, game)!;
  const hand = { rules, commitment: Buffer.from(commitment, 'hex'), sealed };
  await openHand(database.pool, playerId, game, hand);
};

const newPlayer = async (): Promise<string> => (await openPlayers(database.pool, [100_000]))[0]!.id;

/** To its end: the house plays what is left to choose. */
const dealtOut = async (playerId: string, game: SoloGame, version: string): Promise<Played> => {
  const { hands } = handsProcess(database);
  const opened = await hands.open(playerId, game);
  if (!opened.ok) throw new Error(opened.refusal);
  expect(opened.rules.version).toBe(version);
  const part =
    game === 'blackjack' ? { seed: null, cut: 100 } : { seed: 'la mia fortuna', cut: null };
  const { hand } = opened.hand;
  const ask = { playerId, hand, id: randomUUID(), asked: dealing(game), part };
  const dealt = await hands.play(ask);
  if (!dealt.ok) throw new Error(dealt.refusal);
  if (dealt.next !== null) return dealt;
  const { step } = dealt.hand.view;
  // Another process, which reads the hand anew.
  const played = await handsProcess(database).hands.abandon({
    ...{ playerId, game, number: hand, step },
  });
  if (!played.ok) throw new Error(played.refusal);
  return played;
};

describe.each(SOLO_GAMES)('a hand of %s', (game) => {
  it('is of the paytable that it was opened on, and the next one of the current', async () => {
    const player = await newPlayer();
    const [old, current] = [`${nameOf(game)}-1`, `${nameOf(game)}-2`];
    await committed(player, game, old);
    for (const version of [old, current]) {
      const { hand } = await dealtOut(player, game, version);
      expect(hand.events[0]).toMatchObject({ paytable: version });
    }
    // The verifier deals both again, by the rules that their rows name.
    const faults = await asSuperuser(database, async (client) => {
      await client.query('begin');
      return handFaults(client, new Map());
    });
    expect(faults).toEqual([]);
  });

  it('of a paytable that this version lacks is not dealt', async () => {
    const player = await newPlayer();
    await committed(player, game, `${nameOf(game)}-3`);
    const { hands } = handsProcess(database);
    const closed = { ok: false, refusal: 'game_is_closed' };
    expect(await hands.open(player, game)).toEqual(closed);
  });
});

it('a coup of Punto e Banco is paid as its own paytable says', async () => {
  const player = await newPlayer();
  await committed(player, 'punto_e_banco', 'punto-e-banco-1');
  const [first, second] = [
    await dealtOut(player, 'punto_e_banco', 'punto-e-banco-1'),
    await dealtOut(player, 'punto_e_banco', 'punto-e-banco-2'),
  ];
  // Punto and Banco, or Egalité, which gives both stakes back.
  expect([2_000n, 1_950n, 12_000n]).toContain(paidOn(first));
  expect([4_000n, 6_000n]).toContain(paidOn(second));
});

const paidOn = ({ hand }: Played): bigint => BigInt(hand.view.paid);
