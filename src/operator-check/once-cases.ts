/** Cases of what happens once: repeats, answers that were lost, order, and corrections. */
import type { Case } from './case.js';
import { isDone, isNotDone, isRefused, needs } from './trial.js';

const AT_ONCE = 5;
const five = <T>(make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, make));

/** So soon that no wallet has answered. */
const LEAVES_MS = 1;

export const ONCE_CASES: readonly Case[] = [
  {
    group: 'repeat',
    says: 'a debit that comes twice takes once, and is done both times',
    run: async (trial) => {
      await trial.moves(-200n, async () => {
        const movementId = await trial.debit(200n);
        isDone(await trial.ask('debit', 200n, { movementId }), 'the repeat');
      });
      await trial.credit(200n);
    },
  },
  {
    group: 'repeat',
    says: 'a credit that comes twice gives once, and is done both times',
    run: async (trial) => {
      await trial.debit(200n);
      await trial.moves(200n, async () => {
        const movementId = await trial.credit(200n);
        isDone(await trial.ask('credit', 200n, { movementId }), 'the repeat');
      });
    },
  },
  {
    group: 'repeat',
    says: 'a cancel that comes twice gives back once, and is done both times',
    run: (trial) =>
      trial.moves(0n, async () => {
        const refers = await trial.debit(200n);
        await trial.cancel(refers, 200n);
        await trial.cancel(refers, 200n);
      }),
  },
  {
    group: 'repeat',
    says: 'a debit that was refused stays refused under its id, whatever has come since',
    run: (trial) =>
      trial.moves(0n, async () => {
        const total = (await trial.balance()) + 5n;
        const movementId = trial.id();
        isRefused(await trial.ask('debit', total, { movementId }), 'the debit');
        await trial.credit(5n);
        isRefused(await trial.ask('debit', total, { movementId }), 'the repeat');
        await trial.debit(5n);
      }),
  },
  {
    group: 'repeat',
    says: 'a repeat after other movements takes nothing',
    run: (trial) =>
      trial.moves(0n, async () => {
        const movementId = await trial.debit(50n);
        await trial.debit(20n);
        await trial.credit(70n);
        isDone(await trial.ask('debit', 50n, { movementId }), 'the repeat');
      }),
  },
  {
    group: 'repeat',
    says: 'the same debit five times at once takes once',
    run: async (trial) => {
      await trial.moves(-60n, async () => {
        const movementId = trial.id();
        const said = await five(() => trial.ask('debit', 60n, { movementId }));
        needs(
          said.some(({ is }) => is === 'done'),
          'none of them is done',
        );
        isDone(await trial.ask('debit', 60n, { movementId }), 'the repeat');
      });
      await trial.credit(60n);
    },
  },
  {
    group: 'repeat',
    says: 'the same credit five times at once gives once',
    run: async (trial) => {
      await trial.debit(60n);
      await trial.moves(60n, async () => {
        const movementId = trial.id();
        await five(() => trial.ask('credit', 60n, { movementId }));
        isDone(await trial.ask('credit', 60n, { movementId }), 'the repeat');
      });
    },
  },
  {
    group: 'repeat',
    says: 'the same id with another total is not done, and moves nothing',
    run: (trial) =>
      trial.moves(0n, async () => {
        const movementId = await trial.debit(30n);
        isNotDone(await trial.ask('debit', 31n, { movementId }), 'the other debit');
        await trial.credit(30n);
      }),
  },
  {
    group: 'repeat',
    says: 'the same id for another kind of movement is not done, and moves nothing',
    run: (trial) =>
      trial.moves(0n, async () => {
        const movementId = await trial.debit(30n);
        isNotDone(await trial.ask('credit', 30n, { movementId }), 'the credit under its id');
        await trial.credit(30n);
      }),
  },
  {
    group: 'repeat',
    says: 'the same id for another player is not done, and moves nothing',
    needsBarred: true,
    run: (trial) =>
      trial.moves(0n, async () => {
        const player = trial.of.barred ?? '';
        const movementId = await trial.credit(30n);
        const before = await trial.barredBalance();
        isNotDone(await trial.ask('credit', 30n, { movementId, player }), 'the other’s credit');
        needs((await trial.barredBalance()) === before, 'it gave the other player money');
        await trial.debit(30n);
      }),
  },
  {
    group: 'unknown',
    says: 'the cancel of a debit that never came is done, and moves nothing',
    run: (trial) => trial.moves(0n, () => trial.cancel(trial.id(), 100n)),
  },
  {
    group: 'unknown',
    says: 'a debit that comes after its cancel is refused, and takes nothing',
    run: (trial) =>
      trial.moves(0n, async () => {
        const movementId = trial.id();
        await trial.cancel(movementId, 100n);
        isRefused(await trial.ask('debit', 100n, { movementId }), 'the debit');
      }),
  },
  {
    group: 'unknown',
    says: 'a debit whose answer nobody heard is done once, by its repeat',
    run: async (trial) => {
      await trial.moves(-80n, async () => {
        const movementId = trial.id();
        await trial.ask('debit', 80n, { movementId }, { leavesMs: LEAVES_MS });
        isDone(await trial.ask('debit', 80n, { movementId }), 'the repeat');
      });
      await trial.credit(80n);
    },
  },
  {
    group: 'unknown',
    says: 'a credit whose answer nobody heard is done once, by its repeat',
    run: async (trial) => {
      await trial.debit(80n);
      await trial.moves(80n, async () => {
        const movementId = trial.id();
        await trial.ask('credit', 80n, { movementId }, { leavesMs: LEAVES_MS });
        isDone(await trial.ask('credit', 80n, { movementId }), 'the repeat');
      });
    },
  },
  {
    group: 'unknown',
    says: 'a debit and its cancel at the same time leave nothing moved',
    run: (trial) =>
      trial.moves(0n, async () => {
        for (let round = 0; round < AT_ONCE; round += 1) {
          const movementId = trial.id();
          await Promise.all([
            trial.ask('debit', 90n, { movementId }),
            trial.cancel(movementId, 90n),
          ]);
        }
      }),
  },
  {
    group: 'unknown',
    says: 'the cancel of a debit that was refused is done, and moves nothing',
    run: (trial) =>
      trial.moves(0n, async () => {
        const total = (await trial.balance()) + 1n;
        const movementId = trial.id();
        isRefused(await trial.ask('debit', total, { movementId }), 'the debit');
        await trial.cancel(movementId, total);
      }),
  },
  {
    group: 'order',
    says: 'a cancel gives back what its debit took',
    run: async (trial) => {
      const refers = await trial.debit(150n);
      await trial.moves(150n, () => trial.cancel(refers, 150n));
    },
  },
  {
    group: 'order',
    says: 'a cancelled debit that is repeated takes nothing again',
    run: (trial) =>
      trial.moves(0n, async () => {
        const movementId = await trial.debit(150n);
        await trial.cancel(movementId, 150n);
        await trial.ask('debit', 150n, { movementId });
      }),
  },
  {
    group: 'order',
    says: 'a cancel leaves other debits alone',
    run: async (trial) => {
      await trial.moves(-40n, async () => {
        const [one] = [await trial.debit(30n), await trial.debit(40n)];
        await trial.cancel(one, 30n);
      });
      await trial.credit(40n);
    },
  },
  {
    group: 'correction',
    says: 'a credit without a debit before it is done',
    run: async (trial) => {
      await trial.moves(25n, () => trial.credit(25n));
      await trial.debit(25n);
    },
  },
  {
    group: 'correction',
    says: 'a credit of more than was ever taken is done',
    run: async (trial) => {
      await trial.debit(10n);
      await trial.moves(500n, () => trial.credit(500n));
      await trial.debit(490n);
    },
  },
  {
    group: 'correction',
    says: 'a second cancel of a debit, under another id, gives nothing more',
    run: (trial) =>
      trial.moves(0n, async () => {
        const refers = await trial.debit(75n);
        await trial.cancel(refers, 75n);
        await trial.ask('cancel', 75n, { refers });
      }),
  },
  {
    group: 'correction',
    says: 'a cancel that refers to a credit moves nothing',
    run: (trial) =>
      trial.moves(0n, async () => {
        const refers = await trial.credit(75n);
        await trial.ask('cancel', 75n, { refers });
        await trial.debit(75n);
      }),
  },
];
