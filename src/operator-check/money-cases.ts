/** Cases of who plays, of sessions, of amounts and of limits. */
import type { Case } from './case.js';
import { isDone, isNotDone, isRefused, needs } from './trial.js';

const STRANGER = 'nobody-was-launched-by-this-name';
const FUNDS = ['funds', 'limit'];
/** The first whole number that a number of JavaScript, or a double, cannot tell from the next. */
const BEYOND_DOUBLES = 9_007_199_254_740_993n;

export const MONEY_CASES: readonly Case[] = [
  {
    group: 'launch',
    says: 'the balance of a player is done',
    run: async (trial) => void (await trial.balance()),
  },
  {
    group: 'launch',
    says: 'the balance of somebody who is unknown is refused',
    run: async (trial) => {
      const order = trial.order({ player: STRANGER });
      isRefused(await trial.wallet.ask('balance', order), 'the balance');
    },
  },
  {
    group: 'launch',
    says: 'a player comes in by the session that was launched, as often as it is asked for',
    needsSession: true,
    run: (trial) =>
      trial.moves(0n, async () => {
        isDone(await trial.wallet.ask('open', trial.order()), 'to open');
        isDone(await trial.wallet.ask('open', trial.order()), 'to open again');
      }),
  },
  {
    group: 'launch',
    says: 'nobody comes in by a session that was never launched',
    needsSession: true,
    run: async (trial) => {
      const order = trial.order({ session: 'nobody-was-launched-by-this' });
      isRefused(await trial.wallet.ask('open', order), 'to open', ['session']);
    },
  },
  {
    group: 'launch',
    says: 'somebody who is unknown does not come in by the session of another',
    needsSession: true,
    run: async (trial) => {
      const order = trial.order({ player: STRANGER });
      isRefused(await trial.wallet.ask('open', order), 'to open');
    },
  },
  {
    group: 'launch',
    says: 'nothing is taken by a session that was never launched',
    needsSession: true,
    run: async (trial) => {
      const session = 'nobody-was-launched-by-this';
      isRefused(await trial.ask('debit', 1n, { session }), 'the debit', ['session']);
    },
  },
  {
    group: 'launch',
    says: 'nothing is taken from a player by the session of another',
    needsSession: true,
    needsBarred: true,
    needsBarredSession: true,
    run: (trial) =>
      trial.moves(0n, async () => {
        const { barredSession: session } = trial.of;
        const order = session === undefined ? {} : { session };
        isRefused(await trial.ask('debit', 1n, order), 'the debit');
      }),
  },
  {
    group: 'launch',
    says: 'what was won is given whatever has become of the session',
    needsSession: true,
    run: (trial) =>
      trial.moves(0n, async () => {
        await trial.debit(30n);
        isDone(await trial.ask('credit', 30n, { session: 'it-is-over' }), 'the credit');
      }),
  },
  {
    group: 'launch',
    says: 'nothing is taken from somebody who is unknown',
    run: async (trial) =>
      isRefused(await trial.ask('debit', 1n, { player: STRANGER }), 'the debit'),
  },
  {
    group: 'launch',
    says: 'nothing is given to somebody who is unknown',
    run: async (trial) =>
      isNotDone(await trial.ask('credit', 1n, { player: STRANGER }), 'the credit'),
  },
  {
    group: 'launch',
    says: 'a name of 64 characters is a name like another',
    run: async (trial) => {
      const order = trial.order({ player: 'x'.repeat(64) });
      isRefused(await trial.wallet.ask('balance', order), 'the balance');
    },
  },
  {
    group: 'session',
    says: 'a debit takes its total',
    run: async (trial) => {
      await trial.moves(-700n, () => trial.debit(700n));
      await trial.credit(700n);
    },
  },
  {
    group: 'session',
    says: 'a credit gives its total',
    run: async (trial) => {
      await trial.debit(500n);
      await trial.moves(500n, () => trial.credit(500n));
    },
  },
  {
    group: 'session',
    says: 'the answer to a debit has the balance after it',
    run: async (trial) => {
      const before = await trial.balance();
      const after = isDone(await trial.ask('debit', 300n), 'the debit');
      await trial.credit(300n);
      needs(after === before - 300n, `it says ${after} after a debit of 300 from ${before}`);
    },
  },
  {
    group: 'session',
    says: 'the answer to a credit has the balance after it',
    run: async (trial) => {
      await trial.debit(300n);
      const before = await trial.balance();
      const after = isDone(await trial.ask('credit', 300n), 'the credit');
      needs(after === before + 300n, `it says ${after} after a credit of 300 to ${before}`);
    },
  },
  {
    group: 'session',
    says: 'two sessions after each other move what they say',
    run: (trial) =>
      trial.moves(0n, async () => {
        for (const total of [400n, 600n]) {
          await trial.debit(total);
          await trial.credit(total);
        }
      }),
  },
  {
    group: 'session',
    says: 'the whole balance can be taken, and no more than that',
    run: (trial) =>
      trial.moves(0n, async () => {
        const all = await trial.balance();
        await trial.debit(all);
        isRefused(await trial.ask('debit', 1n), 'a debit of 1 from nothing', FUNDS);
        await trial.credit(all);
      }),
  },
  {
    group: 'money',
    says: 'one minor unit is an amount',
    run: (trial) =>
      trial.moves(0n, async () => {
        await trial.moves(-1n, () => trial.debit(1n));
        await trial.credit(1n);
      }),
  },
  {
    group: 'money',
    says: 'one minor unit more than the balance is refused, and moves nothing',
    run: (trial) =>
      trial.moves(0n, async () => {
        const more = (await trial.balance()) + 1n;
        isRefused(await trial.ask('debit', more), 'the debit', FUNDS);
      }),
  },
  {
    group: 'money',
    says: 'a debit of more than 2^53 is refused, and not rounded or wrapped',
    run: (trial) =>
      trial.moves(0n, async () =>
        isRefused(await trial.ask('debit', BEYOND_DOUBLES), 'the debit', FUNDS),
      ),
  },
  {
    group: 'money',
    says: 'a debit of 18 digits is refused, and not wrapped',
    run: (trial) =>
      trial.moves(0n, async () =>
        isRefused(await trial.ask('debit', 10n ** 18n - 1n), 'the debit', FUNDS),
      ),
  },
  {
    group: 'money',
    says: 'amounts beyond 2^53 are exact to the minor unit',
    run: (trial) =>
      trial.moves(0n, async () => {
        await trial.moves(BEYOND_DOUBLES, () => trial.credit(BEYOND_DOUBLES));
        await trial.moves(-BEYOND_DOUBLES, () => trial.debit(BEYOND_DOUBLES));
      }),
  },
  {
    group: 'money',
    says: 'many small amounts add up exactly',
    run: (trial) =>
      trial.moves(0n, async () => {
        for (const total of [10n, 20n, 33n, 7n]) await trial.debit(total);
        for (const total of [35n, 35n]) await trial.credit(total);
      }),
  },
  {
    group: 'money',
    says: 'a minor unit with another number of decimals is not taken',
    run: (trial) =>
      trial.moves(0n, async () => {
        const exponent = trial.of.exponent === 8 ? 7 : trial.of.exponent + 1;
        isNotDone(await trial.ask('debit', 1n, { exponent }), 'the debit');
      }),
  },
  {
    group: 'money',
    says: 'another currency is not taken',
    run: (trial) =>
      trial.moves(0n, async () => {
        const currency = trial.of.currency === 'ZMW' ? 'MZN' : 'ZMW';
        isNotDone(await trial.ask('debit', 1n, { currency }), 'the debit');
      }),
  },
  ...(['-1', '1.5', '1e3', '', '01'] as const).map((total): Case => ({
    group: 'money',
    says: `“${total}” is no amount`,
    run: (trial) =>
      trial.moves(0n, async () => {
        const text = (plain: string) => plain.replace('"total":"1"', `"total":"${total}"`);
        isNotDone(await trial.ask('debit', 1n, {}, { text }), 'the debit');
      }),
  })),
  {
    group: 'limits',
    says: 'a debit of somebody who is barred is refused',
    needsBarred: true,
    needsBarredSession: true,
    run: async (trial) => {
      const player = trial.of.barred ?? '';
      isRefused(await trial.ask('debit', 1n, { player }), 'the debit', trial.barredReasons);
    },
  },
  {
    group: 'limits',
    says: 'a credit to somebody who is barred is done',
    needsBarred: true,
    run: async (trial) => {
      const player = trial.of.barred ?? '';
      const before = await trial.barredBalance();
      // Whoever is barred keeps it: nothing may be taken back.
      isDone(await trial.ask('credit', 1n, { player }), 'the credit');
      needs((await trial.barredBalance()) === before + 1n, 'it gave nothing');
    },
  },
  {
    group: 'limits',
    says: 'a cancel for somebody who is barred is done',
    needsBarred: true,
    run: async (trial) => {
      const player = trial.of.barred ?? '';
      const refers = trial.id();
      const order = { player, refers, movementId: `${refers}.cancel` };
      isDone(await trial.ask('cancel', 1n, order), 'the cancel');
    },
  },
  {
    group: 'limits',
    says: 'an id of 96 characters is an id like another',
    run: (trial) =>
      trial.moves(0n, async () => {
        const movementId = trial.id().padEnd(96, '-');
        await trial.debit(5n, movementId);
        isDone(await trial.ask('debit', 5n, { movementId }), 'its repeat');
        await trial.credit(5n);
      }),
  },
  {
    group: 'limits',
    says: 'ids that differ in their last character are two',
    run: (trial) =>
      trial
        .moves(-10n, async () => {
          const begin = trial.id().padEnd(95, '-');
          await trial.debit(5n, `${begin}1`);
          await trial.debit(5n, `${begin}2`);
        })
        .then(async () => void (await trial.credit(10n))),
  },
];
