/**
 * A studio that is killed while operators' wallets are asked for the stakes of a round: the next
 * one collects the verdicts, nothing is taken twice, and what is void goes back.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { Player, type Staff } from '../kit/clients.js';
import type { Operator } from '../kit/operator.js';
import { comesIn } from '../kit/operator-players.js';
import { openWallet, untilNothingIsOpen } from '../kit/operator-wallet.js';
import { type StudioProcess, eventually } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': BETTING } });
let studio: StudioProcess;
let dealer: Staff;
let acme: Operator;
let wallet: WalletServer;

beforeAll(async () => {
  studio = await testbed.restartProcess();
  ({ operator: acme, wallet } = await openWallet(testbed, { mode: 'seamless' }));
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

afterAll(async () => {
  await studio.kill();
  await wallet.stop();
});

const seated = async (ref: string): Promise<Player> => {
  wallet.book.open(ref, 10_000n);
  const player = await comesIn(acme, studio, ref);
  await player.buyIn(50);
  await player.join();
  return player;
};

/** Another studio, which nobody but the dealer has come back to yet. */
const startAgain = async (seq: number): Promise<void> => {
  studio = await testbed.restartProcess();
  const { scanSeq } = dealer;
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.watch(seq);
  dealer.scanSeq = scanSeq;
};

const nothingIsOpen = () => untilNothingIsOpen(testbed);

const statuses = async (game: string): Promise<readonly string[]> => {
  const { rows } = await testbed.pool.query<{ status: string }>(
    `select status from wallet_movements where game_number = $1 and kind = 'debit' order by status`,
    [game],
  );
  return rows.map(({ status }) => status);
};

it('is taken over in the middle of the verdicts', async () => {
  const [anna, bea] = await Promise.all([seated('anna'), seated('bea')]);
  const { game, seq } = await dealer.openBetting();
  await anna.bet(game, ['punto', 10]);
  await bea.bet(game, ['punto', 20]);
  // Of the two debits, the first to come is answered, and the other is held.
  let held: (() => void) | undefined;
  let isFirst = true;
  wallet.beforeBooking = (verb) => {
    if (verb !== 'debit' || isFirst) {
      isFirst = verb !== 'debit' && isFirst;
      return Promise.resolve();
    }
    return new Promise((resolve) => (held = resolve));
  };
  await dealer.next('betting_closed', { after: seq });
  await eventually('one debit is done', async () => (await statuses(game)).includes('done'));
  await eventually('the other is held', () => Promise.resolve(held !== undefined));
  expect(await statuses(game)).toEqual(['done', 'due']);
  const { signal } = await studio.kill();
  expect(signal).toBe('SIGKILL');

  await startAgain(seq);
  await dealer.next('stakes_taken', { after: seq });
  expect((await statuses(game))[0]).toMatch(/cancelled|done/);
  wallet.beforeBooking = () => Promise.resolve();
  held?.();
  await dealer.deal('9h Kd Ts Qs');
  await dealer.next('round_settled', { after: seq });
  await nothingIsOpen();
  const taken = (await statuses(game)).filter((status) => status === 'done');
  expect(taken).toHaveLength(1);
  const balances = [wallet.book.balance('anna'), wallet.book.balance('bea')];
  expect([
    [11_000n, 10_000n],
    [10_000n, 12_000n],
  ]).toContainEqual(balances);
});

it('asks for the stakes of players who have not come back when the bets are closed', async () => {
  const carla = await seated('carla');
  const { game, seq } = await dealer.openBetting();
  await carla.bet(game, ['punto', 10]);
  await studio.kill();
  await startAgain(seq);
  await dealer.next('betting_closed', { after: seq });
  await dealer.next('stakes_taken', { after: seq });
  expect(await statuses(game)).toEqual(['done']);
  await dealer.deal('9c Kc Tc Qc');
  await dealer.next('round_settled', { after: seq });
  await nothingIsOpen();
  expect(wallet.book.balance('carla')).toBe(11_000n);
});

it('voids what a dead wallet has not given by its time, though nobody ran the table then', async () => {
  const dana = await seated('dana');
  const { game, seq } = await dealer.openBetting();
  await dana.bet(game, ['punto', 10]);
  wallet.isDead = true;
  const closed = await dealer.next('betting_closed', { after: seq });
  await studio.kill();
  expect(await statuses(game)).toEqual(['due']);
  await eventually('its time is over', () => Promise.resolve(Date.now() > closed.acceptedByMs!));
  await startAgain(seq);
  await dealer.next('stakes_taken', { after: seq });
  expect(await statuses(game)).toEqual(['void']);
  const back = await testbed.connect(new Player(studio.url, dana.token, dana.id, 'pb-1'));
  const { seat, result } = await back.join();
  expect(seat.balance).toBe('5000');
  expect(seat.stakes).toEqual({});
  expect(result).toMatchObject({ game, outcome: 'not_taken', reason: 'no_answer' });
  await dealer.deal('9d Kh Th Qh');
  await dealer.next('round_settled', { after: seq });
  wallet.isDead = false;
  await nothingIsOpen();
  expect(await statuses(game)).toEqual(['cancelled']);
  expect(wallet.book.balance('dana')).toBe(10_000n);
});
