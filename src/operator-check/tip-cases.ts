/**
 * Cases of tips: in session mode they are of what was brought to the tables, and move nothing; in
 * seamless mode they take.
 */
import type { Case } from './case.js';
import { listed } from './listed.js';
import { isDone, isNotDone, isRefused, needs } from './trial.js';

const table = 'pb-1';
const TAKES = { table, takes: true } as const;

export const TIP_CASES: readonly Case[] = [
  {
    group: 'session',
    says: 'a tip of what was brought is done, and moves nothing',
    needsTips: 'session',
    run: async (trial) => {
      await trial.debit(50n);
      await trial.moves(0n, async () => isDone(await trial.ask('tip', 20n, { table }), 'the tip'));
      await trial.moves(30n, () => trial.credit(30n));
      await trial.credit(20n);
    },
  },
  {
    group: 'launch',
    says: 'a tip is taken whatever has become of the session',
    needsSession: true,
    needsTips: 'session',
    run: async (trial) => {
      const order = { table, session: 'it-is-over' };
      isDone(await trial.ask('tip', 20n, order), 'the tip');
    },
  },
  {
    group: 'repeat',
    says: 'a tip that comes with another total under its id is not done',
    needsTips: 'session',
    run: async (trial) => {
      const movementId = trial.id();
      isDone(await trial.ask('tip', 20n, { table, movementId }), 'the tip');
      isNotDone(await trial.ask('tip', 21n, { table, movementId }), 'the other tip');
    },
  },
  {
    group: 'reconcile',
    says: 'the list has a tip once, as it was asked for',
    needsTips: 'session',
    run: async (trial) => {
      const movementId = trial.id();
      const lines = await listed(trial, async () => {
        isDone(await trial.ask('tip', 20n, { table, movementId }), 'the tip');
        isDone(await trial.ask('tip', 20n, { table, movementId }), 'the repeat');
      });
      needs(lines.length === 1, `it has ${lines.length} movements, and one was booked`);
      const [{ kind, total, status, movementId: its }] = lines as [(typeof lines)[0]];
      const has = `${kind} ${its} ${total} ${status}`;
      const due = `tip ${movementId} 20 done`;
      needs(has === due, `it has ${has}, and not ${due}`);
    },
  },
  {
    group: 'session',
    says: 'a tip that takes takes its total once, however often it comes',
    needsTips: 'seamless',
    run: async (trial) => {
      await trial.moves(-20n, async () => {
        const movementId = trial.id();
        isDone(await trial.ask('tip', 20n, { ...TAKES, movementId }), 'the tip');
        isDone(await trial.ask('tip', 20n, { ...TAKES, movementId }), 'the repeat');
      });
      await trial.credit(20n);
    },
  },
  {
    group: 'limits',
    says: 'a tip of more than there is is refused, and takes nothing',
    needsTips: 'seamless',
    run: (trial) =>
      trial.moves(0n, async () => {
        const total = (await trial.balance()) + 1n;
        isRefused(await trial.ask('tip', total, TAKES), 'the tip', ['funds', 'limit']);
      }),
  },
  {
    group: 'limits',
    says: 'a tip of somebody who is barred is refused, and takes nothing',
    needsBarred: true,
    needsBarredSession: true,
    needsTips: 'seamless',
    run: async (trial) => {
      const player = trial.of.barred ?? '';
      const before = await trial.barredBalance();
      isRefused(await trial.ask('tip', 1n, { ...TAKES, player }), 'the tip', trial.barredReasons);
      needs((await trial.barredBalance()) === before, 'it took something');
    },
  },
  {
    group: 'repeat',
    says: 'a tip that takes is not done with another total under its id',
    needsTips: 'seamless',
    run: async (trial) => {
      const movementId = trial.id();
      await trial.moves(-20n, async () => {
        isDone(await trial.ask('tip', 20n, { ...TAKES, movementId }), 'the tip');
        isNotDone(await trial.ask('tip', 21n, { ...TAKES, movementId }), 'the other tip');
      });
      await trial.credit(20n);
    },
  },
  {
    group: 'launch',
    says: 'no tip is taken by a session that was never launched',
    needsSession: true,
    needsTips: 'seamless',
    run: async (trial) => {
      const order = { ...TAKES, session: 'nobody-was-launched-by-this' };
      isRefused(await trial.ask('tip', 1n, order), 'the tip', ['session']);
    },
  },
  {
    group: 'unknown',
    says: 'a cancel gives a tip back, and one that comes after its cancel is refused',
    needsTips: 'seamless',
    run: (trial) =>
      trial.moves(0n, async () => {
        const [one, other] = [trial.id(), trial.id()];
        isDone(await trial.ask('tip', 20n, { ...TAKES, movementId: one }), 'the tip');
        await trial.cancel(one, 20n);
        await trial.cancel(other, 20n);
        isRefused(await trial.ask('tip', 20n, { ...TAKES, movementId: other }), 'the tip');
      }),
  },
];
