/** Cases of rounds and hands in seamless mode: stakes, payments and corrections. */
import type { Case } from './case.js';
import { listed } from './listed.js';
import { type Trial, handOf, isDone, isNotDone, isRefused, needs, roundOf } from './trial.js';
import type { TriedOrder, Said } from './tried-wallet.js';

/** So soon nobody has answered. */
const LEAVES_MS = 1;

/** The debit of a round's stakes: two spots, as they lie. */
const stakes = (trial: Trial, total: bigint, movementId = trial.id()): Promise<Said> => {
  const bets = [
    { spot: 'egalite', amount: '1' },
    { spot: 'punto', amount: `${total - 1n}` },
  ];
  const round = roundOf(movementId);
  return trial.ask('debit', total, { round, table: 'pb-1', bets, movementId });
};

/** A round that the player has staked in and that was credited. Returns the debit's id. */
const played = async (trial: Trial, staked: bigint, paid: bigint): Promise<string> => {
  const refers = trial.id();
  isDone(await stakes(trial, staked, refers), 'the debit');
  const closing = { round: roundOf(refers), refers, closes: true, outcome: 'punto' } as const;
  isDone(await trial.ask('credit', paid, closing), 'the credit');
  return refers;
};

type Adjustment = Partial<TriedOrder> & { readonly refers: string };

const adjust = (trial: Trial, total: bigint, rest: Adjustment, spoilt = {}): Promise<Said> =>
  trial.ask('adjust', total, { round: roundOf(rest.refers), correction: 1, ...rest }, spoilt);

export const ROUND_CASES: readonly Case[] = [
  {
    group: 'session',
    says: 'the stakes of a round are taken by one debit that names its bets',
    run: async (trial) => {
      await trial.moves(-600n, async () => isDone(await stakes(trial, 600n), 'the debit'));
      await trial.credit(600n);
    },
  },
  {
    group: 'session',
    says: 'a round that was lost is closed by a credit of nothing',
    run: async (trial) => {
      await trial.moves(-60n, () => played(trial, 60n, 0n));
      await trial.credit(60n);
    },
  },
  {
    group: 'session',
    says: 'a round that was voided gives its stake back by a cancel',
    run: (trial) =>
      trial.moves(0n, async () => {
        const refers = trial.id();
        isDone(await stakes(trial, 60n, refers), 'the debit');
        const cancel = { refers, round: roundOf(refers), reason: 'round_void' } as const;
        isDone(await trial.ask('cancel', 60n, cancel), 'the cancel');
      }),
  },
  {
    group: 'session',
    says: 'a hand takes one debit for each action, and is closed by one credit of all of them',
    run: async (trial) => {
      const refers = trial.id();
      const hand = handOf(refers);
      await trial.moves(-120n, async () => {
        isDone(await trial.ask('debit', 60n, { ...hand, movementId: refers }), 'the deal');
        isDone(await trial.ask('debit', 60n, hand), 'the double');
      });
      await trial.moves(240n, async () => {
        isDone(await trial.ask('credit', 240n, { ...hand, refers, closes: true }), 'the credit');
      });
      await trial.debit(120n);
    },
  },
  {
    group: 'session',
    says: 'an action that does not stand gives its own stake back, and no other of the hand',
    run: async (trial) => {
      const [deal, double] = [trial.id(), trial.id()];
      const hand = handOf(deal);
      await trial.moves(-60n, async () => {
        isDone(await trial.ask('debit', 60n, { ...hand, movementId: deal }), 'the deal');
        isDone(await trial.ask('debit', 70n, { ...hand, movementId: double }), 'the double');
        const cancel = { ...hand, refers: double, reason: 'round_void' } as const;
        isDone(await trial.ask('cancel', 70n, cancel), 'the cancel');
      });
      await trial.moves(60n, async () => {
        const closing = { ...hand, refers: deal, closes: true } as const;
        isDone(await trial.ask('credit', 60n, closing), 'the credit');
      });
    },
  },
  {
    group: 'session',
    says: 'an action that does not stand gives its stake back, also after the hand was closed',
    run: (trial) =>
      trial.moves(0n, async () => {
        const [deal, double] = [trial.id(), trial.id()];
        const hand = handOf(deal);
        isDone(await trial.ask('debit', 60n, { ...hand, movementId: deal }), 'the deal');
        isDone(await trial.ask('debit', 70n, { ...hand, movementId: double }), 'the double');
        const closing = { ...hand, refers: deal, closes: true } as const;
        isDone(await trial.ask('credit', 60n, closing), 'the credit');
        const cancel = { ...hand, refers: double, reason: 'round_void' } as const;
        isDone(await trial.ask('cancel', 70n, cancel), 'the cancel');
      }),
  },
  {
    group: 'session',
    says: 'what a player has answered to a notice moves nothing, however often it comes',
    run: (trial) =>
      trial.moves(0n, async () => {
        const answer = { notice: trial.id(), action: 'read', answeredAtMs: 1_795_396_800_000 };
        const answered = () => trial.wallet.ask('notice', trial.order(answer));
        const [first, again] = [await answered(), await answered()];
        needs(first.is === again.is, 'the repeat had another verdict');
      }),
  },
  {
    group: 'correction',
    says: 'an adjustment of more than nothing gives its total',
    run: async (trial) => {
      const refers = await played(trial, 60n, 0n);
      await trial.moves(120n, async () =>
        isDone(await adjust(trial, 120n, { refers }), 'the adjustment'),
      );
      await trial.debit(60n);
    },
  },
  {
    group: 'correction',
    says: 'an adjustment below nothing takes its total',
    run: async (trial) => {
      const refers = await played(trial, 60n, 120n);
      await trial.moves(-120n, async () =>
        isDone(await adjust(trial, -120n, { refers }), 'the adjustment'),
      );
      await trial.credit(60n);
    },
  },
  {
    group: 'correction',
    says: 'an adjustment of a round that was voided is done',
    run: async (trial) => {
      const refers = trial.id();
      isDone(await stakes(trial, 60n, refers), 'the debit');
      const cancel = { refers, round: roundOf(refers), reason: 'round_void' } as const;
      isDone(await trial.ask('cancel', 60n, cancel), 'the cancel');
      await trial.moves(35n, async () =>
        isDone(await adjust(trial, 35n, { refers }), 'the adjustment'),
      );
      await trial.debit(35n);
    },
  },
  {
    group: 'correction',
    says: 'the answer to an adjustment has the balance after it',
    run: async (trial) => {
      const refers = await played(trial, 60n, 60n);
      const before = await trial.balance();
      const after = isDone(await adjust(trial, -20n, { refers }), 'the adjustment');
      await trial.credit(20n);
      needs(after === before - 20n, `it says ${after} after an adjustment of -20 to ${before}`);
    },
  },
  {
    group: 'correction',
    says: 'an adjustment that is repeated moves once, up and down',
    run: (trial) =>
      trial.moves(0n, async () => {
        const refers = await played(trial, 60n, 60n);
        for (const total of [35n, -35n]) {
          const movementId = trial.id();
          await trial.moves(total, async () => {
            for (const time of ['adjustment', 'repeat']) {
              isDone(await adjust(trial, total, { refers, movementId }), `the ${time}`);
            }
          });
        }
      }),
  },
  {
    group: 'session',
    says: 'the stakes of a hand that is void go back, and the last of them closes the hand',
    run: (trial) =>
      trial.moves(0n, async () => {
        const ids = [trial.id(), trial.id()] as const;
        const hand = handOf(ids[0]);
        for (const movementId of ids) {
          isDone(await trial.ask('debit', 40n, { ...hand, movementId }), 'the debit of an action');
        }
        for (const [at, refers] of ids.entries()) {
          const order = {
            ...({ ...hand, refers, reason: 'round_void', movementId: `${refers}.cancel` } as const),
            ...(at === 1 && { closes: true as const }),
          };
          isDone(await trial.ask('cancel', 40n, order), 'the cancel of a stake');
        }
      }),
  },
  {
    group: 'correction',
    says: 'an adjustment whose answer nobody heard is done once, by its repeat',
    run: (trial) =>
      trial.moves(0n, async () => {
        const refers = await played(trial, 60n, 25n);
        const movementId = trial.id();
        await adjust(trial, 35n, { refers, movementId }, { leavesMs: LEAVES_MS });
        isDone(await adjust(trial, 35n, { refers, movementId }), 'the repeat');
      }),
  },
  {
    group: 'correction',
    says: 'an adjustment of more than there is is refused by funds, and done once there is enough',
    run: (trial) =>
      trial.moves(0n, async () => {
        const refers = await played(trial, 60n, 60n);
        const all = await trial.balance();
        await trial.debit(all);
        const movementId = trial.id();
        const taken = await adjust(trial, -50n, { refers, movementId });
        isRefused(taken, 'an adjustment of -50 from nothing', ['funds', 'limit']);
        await trial.moves(50n, () => trial.credit(50n));
        isDone(await adjust(trial, -50n, { refers, movementId }), 'the same adjustment later');
        await trial.credit(all);
      }),
  },
  {
    group: 'correction',
    says: 'an adjustment of a round that nothing was staked in is not done',
    run: (trial) =>
      trial.moves(0n, async () =>
        isNotDone(await adjust(trial, 35n, { refers: trial.id() }), 'the adjustment'),
      ),
  },
  {
    group: 'reconcile',
    says: 'the list has an adjustment as it was asked for, up and down',
    run: async (trial) => {
      const refers = await played(trial, 60n, 60n);
      const totals = [35n, -35n];
      const lines = await listed(trial, async () => {
        for (const total of totals)
          isDone(await adjust(trial, total, { refers }), 'the adjustment');
      });
      const has = lines.map(({ kind, total, status }) => `${kind} ${total} ${status}`).join(', ');
      const due = totals.map((total) => `adjust ${total} done`).join(', ');
      needs(has === due, `it has “${has}”, and not “${due}”`);
    },
  },
];
