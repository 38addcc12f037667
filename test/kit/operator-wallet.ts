/**
 * Operators of a test whose wallet is asked, and the wallet: the simulator's, which stands still or
 * goes wrong where a test wants it.
 */
import { type WalletFault, WalletServer } from '../../src/operator-simulator/wallet-server.js';
import type { OperatorPolicy } from '../../src/protocol/operator-policy.js';
import type { WalletVerb } from '../../src/protocol/wallet.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { Operator, asOwner } from './operator.js';
import { eventually } from './studio.js';
import { JWT_KEY, type Testbed } from './testbed.js';

interface WalletOpening {
  readonly id?: string;
  readonly mode: 'session' | 'seamless';
  readonly policy?: Partial<OperatorPolicy>;
  /** The books of a wallet that is there already. */
  readonly book?: WalletServer['book'];
}

export const openWallet = async (
  testbed: Testbed,
  { id = 'acme', mode, policy = {}, book }: WalletOpening,
): Promise<{ operator: Operator; wallet: WalletServer }> => {
  // The wallet answers by a key that the operator has once it is opened.
  const callbackUrl = 'http://127.0.0.1:1/wallet';
  const operator = await Operator.open(testbed, id, { mode, callbackUrl, policy });
  const wallet = await WalletServer.start({
    studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
    key: operator,
    nowMs: () => testbed.clock.nowMs(),
    lateMs: 2_500,
    ...(book !== undefined && { book }),
  });
  await asOwner(testbed, (operators) => operators.alter(id, { callbackUrl: wallet.url }));
  return { operator, wallet };
};

/**
 * Has the studio wait for verdicts longer than a policy may say, where another one has to start
 * meanwhile. The test’s database lets that through.
 */
export const waitsFor = (testbed: Testbed, ms: number): Promise<void> =>
  asOwner(testbed, async (_, pool) => {
    await pool.query('alter table operators drop constraint operators_have_a_whole_policy');
    await pool.query('update operators set policy = policy || $1', [
      JSON.stringify({ stakesWithinMs: ms, buyInWithinMs: ms }),
    ]);
  });

/** Nothing goes wrong any more, and nothing is held. */
export const noFaults = (wallet: WalletServer): void => {
  wallet.isDead = false;
  wallet.faultOf = () => undefined;
  wallet.refuses = () => undefined;
  wallet.beforeBooking = () => Promise.resolve();
  wallet.beforeAnswer = () => Promise.resolve();
};

export type HeldStep = 'beforeBooking' | 'beforeAnswer';

/** `has` resolves when the wallet has a request of the verb, which waits there until `goOn`. */
export const holdAt = (wallet: WalletServer, step: HeldStep, verb: WalletVerb) => {
  let goOn = (): void => undefined;
  const gone = new Promise<void>((resolve) => (goOn = resolve));
  const has = new Promise<void>((resolve) => {
    wallet[step] = (each) => {
      if (each !== verb) return Promise.resolve();
      resolve();
      return gone;
    };
  });
  return {
    has,
    goOn: () => {
      wallet[step] = () => Promise.resolve();
      goOn();
    },
  };
};

/** Of the requests of the verb the next one goes wrong. */
export const failNext = (wallet: WalletServer, verb: WalletVerb, fault: WalletFault): void => {
  let left: WalletFault | undefined = fault;
  wallet.faultOf = (each) => {
    if (each !== verb) return undefined;
    const now = left;
    left = undefined;
    return now;
  };
};

/** Every movement of wallets has ended, and each stake of a hand was played or goes back. */
export const untilNothingIsOpen = (testbed: Testbed, stepMs?: number): Promise<true> =>
  testbed.passing(
    eventually('nothing is open', async () => {
      const { rows } = await testbed.pool.query(
        `select from wallet_movements where status in ('due', 'void')
            or (hand_number is not null and kind = 'debit' and status = 'done' and stake_use is null)`,
      );
      return rows.length === 0;
    }),
    stepMs === undefined ? {} : { stepMs },
  );
