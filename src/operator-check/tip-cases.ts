/** Cases of tips: what a player gives a dealer of what was brought to the tables moves nothing. */
import type { Case } from './case.js';
import { listed } from './listed.js';
import { isDone, isNotDone, needs } from './trial.js';

const table = 'pb-1';

export const TIP_CASES: readonly Case[] = [
  {
    group: 'session',
    says: 'a tip of what was brought is done, and moves nothing',
    needsTips: true,
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
    needsTips: true,
    run: async (trial) => {
      const order = { table, session: 'it-is-over' };
      isDone(await trial.ask('tip', 20n, order), 'the tip');
    },
  },
  {
    group: 'repeat',
    says: 'a tip that comes with another total under its id is not done',
    needsTips: true,
    run: async (trial) => {
      const movementId = trial.id();
      isDone(await trial.ask('tip', 20n, { table, movementId }), 'the tip');
      isNotDone(await trial.ask('tip', 21n, { table, movementId }), 'the other tip');
    },
  },
  {
    group: 'reconcile',
    says: 'the list has a tip once, as it was asked for',
    needsTips: true,
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
];
