/** The process of an operator's wallet, by the orders of a bench. */
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { signingKeyIn } from '../../src/operator/studio-signature.js';
import { seeded } from '../kit.js';
import type { WalletOrder, WalletReport } from './wallet-at.js';
import { BALANCE } from './wallet-house.js';

/** A try of the studio waits for 2 s. */
const LATE_MS = 2_500;

let wallet: WalletServer | undefined;

/** Most answers come soon, and one in a hundred after `p99Ms` or later. */
const delays = (p99Ms: number): (() => Promise<void>) => {
  const random = seeded(5);
  const meanMs = p99Ms / Math.log(100);
  return () => {
    const ms = -Math.log(1 - random()) * meanMs;
    return new Promise((resolve) => setTimeout(resolve, ms));
  };
};

const perform = async (order: WalletOrder): Promise<WalletReport> => {
  if (order.does === 'start') {
    const { studio, kid, key, refs, p99Ms } = order;
    wallet = await WalletServer.start({
      ...{ studio, key: { kid, key: signingKeyIn(key) } },
      ...{ nowMs: () => Date.now(), lateMs: LATE_MS, currency: 'EUR' },
    });
    const answersSoon = delays(p99Ms);
    wallet.beforeBooking = answersSoon;
    for (const ref of refs) wallet.book.open(ref, BALANCE);
  }
  if (wallet === undefined) throw new Error('the wallet was started');
  const { book, url } = wallet;
  if (order.does === 'die' || order.does === 'come back') wallet.isDead = order.does === 'die';
  if (order.does !== 'tell') return { url };
  const balances = book.players.map(([player, has]) => [player, `${has}`] as const);
  const done = book.movements
    .filter(({ answer }) => answer.status === 'done')
    .map(({ movement: { movementId, kind, total } }) => [movementId, kind, `${total}`] as const);
  return { url, books: { balances, done, alarms: book.alarms } };
};

process.on('message', (order: WalletOrder) => {
  void perform(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());
