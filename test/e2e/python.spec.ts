/**
 * A whole table, and a hand of each solo game, played by a client that nobody here wrote: Debian's
 * python3-socketio, as player and as dealer, over either transport.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type TestContext, afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Python, findPython } from '../../scripts/setup/debian.js';
import { SPOTS } from '../../src/punto-banco/spot.js';
import type { TableSettings } from '../../src/round/settings.js';
import type { SoloGame } from '../../src/solo/game.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { ROOT } from '../kit/source-file.js';
import type { StudioProcess } from '../kit/studio.js';

/**
 * Time enough to lose the connection and come back. Every chip is a cent, so that winnings must be
 * rounded.
 */
const UNHURRIED: Partial<TableSettings> = {
  ...QUICK,
  betMs: 6_000,
  lastBetsMs: 1_000,
  chips: ['1'],
  limits: Object.fromEntries(
    SPOTS.map((spot) => [spot, { min: '1', max: '100000' }]),
  ) as TableSettings['limits'],
};
const PYTHON_WITHIN_MS = 100_000;

const testbed = useTestbed({ tables: { websocket: UNHURRIED, polling: UNHURRIED } });
/** Where the player tells the dealer of being ready. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-python-'));
let studio: StudioProcess;
let python: Python;

beforeAll(async () => {
  [studio, python] = await Promise.all([testbed.startProcess(), findPython()]);
  if (python.trouble !== undefined) console.warn(reasonToSkip(python.trouble));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const reasonToSkip = (trouble: string): string =>
  `python3-socketio cannot be installed here: ${trouble}`;

/** What the program printed, having ended well. */
const run = async (program: string, order: object, ctx: TestContext): Promise<unknown> => {
  if (python.trouble !== undefined) return ctx.skip(reasonToSkip(python.trouble));
  const args = [path.join(ROOT, 'test/python', program), JSON.stringify(order)];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...python.env };
  const options = { env, timeout: PYTHON_WITHIN_MS };
  const { stdout } = await promisify(execFile)(python.file, args, options);
  return JSON.parse(stdout);
};

const REFUSED = {
  number: { ok: false, refusal: 'malformed_message', at: 'amount' },
  spot: { ok: false, refusal: 'malformed_message', at: 'spot' },
  command: { ok: false, refusal: 'unknown_command' },
  round: { ok: false, refusal: 'wrong_round' },
  amount: { ok: false, refusal: 'insufficient_funds' },
  table: { ok: false, refusal: 'unknown_table' },
};
const TOO_LATE = { ok: false, refusal: 'betting_is_closed' };
const UNREADABLE = { ok: false, refusal: 'unreadable_code' };

const stood = (...spots: readonly string[]) =>
  spots.map((spot) => ({ spot, ok: true, sameAgain: true, balanceIsRight: true }));

describe('python3-socketio', () => {
  it.for(['websocket', 'polling'])('plays a table over %s', async (transport, ctx) => {
    const { id, token } = await testbed.enlist('Pia', 1_000);
    const common = { url: studio.url, table: transport, transport, folder };
    const rounds = [
      { punto: '500', banco_pair: '200' },
      { banco: '33', punto_pair: '7', egalite: '100' },
    ];
    const coups = ['9h Kd Ts Ks', '5h Kd 5h 6s Kc'];
    const dealerToken = await testbed.employ({ id: 'Dora', role: 'dealer' });
    const [player, dealer] = await Promise.all([
      run('player.py', { ...common, token, buyIn: '10000', rounds }, ctx),
      run('dealer.py', { ...common, token: dealerToken, coups }, ctx),
    ]);

    expect(dealer).toMatchObject({
      transport,
      gaps: [],
      burned: { ok: true, scanned: 'card', card: '3h', seat: 'burn' },
      rounds: [
        {
          refused: UNREADABLE,
          seats: ['punto_1', 'banco_1', 'punto_2', 'banco_2'],
          stakes: '700',
          paid: String(2 * 500 + 12 * 200),
        },
        {
          refused: UNREADABLE,
          seats: ['punto_1', 'banco_1', 'punto_2', 'banco_2', 'punto_3'],
          stakes: '140',
          paid: String(33 + 16 + 12 * 7), // Banco wins with a six: half, rounded down
        },
      ],
    });
    expect(player).toMatchObject({
      transport,
      gaps: [],
      seat: { player: id, mode: 'zero_commission', balance: '0' },
      bought: ['10000', '10000'],
      rounds: [
        {
          refused: REFUSED,
          acks: stood('punto', 'banco_pair'),
          missed: null,
          late: TOO_LATE,
          cards: ['punto 1 9h', 'banco 1 Kd', 'punto 2 Ts', 'banco 2 Ks'],
          coup: 'P 9h Ts . B Kd Ks',
          totals: [9, 0],
          totalsReckoned: [9, 0],
          result: { outcome: 'settled', stakes: '700', paid: '3400', balance: '12700' },
          reckoned: { paid: '3400', balance: '12700' },
        },
        {
          refused: REFUSED,
          acks: stood('banco', 'punto_pair', 'egalite'),
          missed: ['last_bets_called'],
          late: TOO_LATE,
          cards: ['punto 1 5h', 'banco 1 Kd', 'punto 2 5h', 'banco 2 6s', 'punto 3 Kc'],
          coup: 'P 5h 5h Kc . B Kd 6s',
          totals: [0, 6],
          totalsReckoned: [0, 6],
          result: { outcome: 'settled', stakes: '140', paid: '133', balance: '12693' },
          reckoned: { paid: '133', balance: '12693' },
        },
      ],
      balance: { reckoned: '12693', received: '12693', cashedOut: '12693' },
    });
  });

  it.for(['websocket', 'polling'])('plays a hand of each game over %s', async (transport, ctx) => {
    const { token } = await testbed.enlist('Pio', 1_000);
    const order = { url: studio.url, transport, token, buyIn: '50000' };
    const hand = (game: SoloGame, ours: string | number) => ({
      ...{ game, sameAgain: true, waited: true, isFound: true, hasNext: true },
      ...{ openingIsCommitted: true, provesTheHand: true, ours, fault: null },
      reused: { ok: false, refusal: 'command_id_reused' },
      late: { ok: false, refusal: 'hand_is_over' },
      balanceIsRight: true,
    });
    const seed = 'una mano di Python';
    expect(await run('solo.py', order, ctx)).toEqual({
      transport,
      hands: [hand('punto_e_banco', seed), hand('sette_e_mezzo', seed), hand('blackjack', 77)],
      cashedOut: true,
    });
  });
});
