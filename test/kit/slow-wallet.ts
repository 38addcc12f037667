/**
 * An operator in seamless mode whose wallet books when a test lets it: for a longer time than a
 * policy may say, since the time of the world goes on while pages are looked at. The test’s
 * database lets that through.
 */
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { Player } from './clients.js';
import { Operator, asOwner } from './operator.js';
import { comesIn } from './operator-players.js';
import type { Studio } from './studio.js';
import { JWT_KEY, type Testbed } from './testbed.js';

/** So long the studio waits for it. */
export const WAITS_MS = 120_000;

export class SlowWallet {
  private constructor(
    private readonly operator: Operator,
    readonly wallet: WalletServer,
  ) {}

  static async open(testbed: Testbed): Promise<SlowWallet> {
    const operator = await Operator.open(testbed, 'acme', {
      ...{ mode: 'seamless', callbackUrl: 'http://127.0.0.1:1/wallet' },
    });
    const wallet = await WalletServer.start({
      studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
      key: { kid: operator.kid, key: operator.key },
      nowMs: () => testbed.clock.nowMs(),
      lateMs: 2_500,
    });
    await asOwner(testbed, async (_, pool) => {
      await pool.query('alter table operators drop constraint operators_have_a_whole_policy');
      await pool.query(
        `update operators set callback_url = $1, policy = policy || $2 where id = 'acme'`,
        [wallet.url, JSON.stringify({ stakesWithinMs: WAITS_MS })],
      );
    });
    return new SlowWallet(operator, wallet);
  }

  /** Books at once, and refuses nothing. */
  noFaults(): void {
    this.wallet.refuses = () => undefined;
    this.wallet.beforeBooking = () => Promise.resolve();
  }

  /** The wallet books nothing before what is returned is called. */
  holds(): () => void {
    const waiting: (() => void)[] = [];
    this.wallet.beforeBooking = (verb) =>
      verb === 'debit' ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
    return () => {
      this.noFaults();
      for (const goOn of waiting) goOn();
    };
  }

  /** A player of the operator’s with 100.00 in the wallet, and so much of it at the table. */
  async launches(studio: Studio, ref: string, atTheTable: number): Promise<Player> {
    this.wallet.book.open(ref, 10_000n);
    const player = await comesIn(this.operator, studio, ref);
    await player.buyIn(atTheTable);
    return player;
  }
}
