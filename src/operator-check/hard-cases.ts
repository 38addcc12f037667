/** Cases of who may ask at all, of the list of movements, and of much at once. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Case } from './case.js';
import { atTheEnd, listed, page } from './listed.js';
import { isDone, isNotServed, isRefused, needs } from './trial.js';
import type { Spoilt } from './tried-wallet.js';

/** A debit that is spoilt so is not served, takes nothing, and the wallet goes on. */
const spoilt = (says: string, make: () => Spoilt): Case => ({
  group: 'security',
  says,
  run: (trial) =>
    trial.moves(0n, async () => isNotServed(await trial.ask('debit', 9n, {}, make()), 'the debit')),
});

const seconds = (apart: number): Spoilt => ({ createdS: Math.floor(Date.now() / 1000) + apart });

const MANY = 100;

export const HARD_CASES: readonly Case[] = [
  spoilt('a request that is not signed is not served', () => ({ isUnsigned: true })),
  spoilt('a request by another key is not served', () => ({
    key: generateKeyPairSync('ed25519').privateKey,
  })),
  spoilt('a request under an unknown name of a key is not served', () => ({
    ...{ kid: 'somebody-else', key: generateKeyPairSync('ed25519').privateKey },
  })),
  spoilt('a body that was changed after it was signed is not served', () => ({
    body: (text) => text.replace('"total":"9"', '"total":"8"'),
  })),
  spoilt('a request that was signed for another host is not served', () => ({
    host: 'another.example',
  })),
  spoilt('a signed debit that is sent as another verb is not served', () => ({ to: 'credit' })),
  spoilt('a request of two minutes ago is not served', () => seconds(-120)),
  spoilt('a request of two minutes ahead is not served', () => seconds(120)),
  spoilt('a signature that leaves the body out is not served', () => ({
    without: 'content-digest',
  })),
  spoilt('a signature that leaves the path out is not served', () => ({ without: '@path' })),
  spoilt('a signature that leaves the method out is not served', () => ({ without: '@method' })),
  spoilt('a body that is no JSON is not served', () => ({ text: () => '{"total":' })),
  spoilt('a body of a megabyte is not served', () => ({
    text: (plain) => plain.replace('{', `{"more":"${'x'.repeat(1_000_000)}",`),
  })),
  spoilt('a verb that nobody knows is not served', () => ({ to: 'gift' })),
  spoilt('a GET is not served', () => ({ method: 'GET' })),
  {
    group: 'security',
    says: 'the very same request twice moves once',
    run: async (trial) => {
      await trial.moves(-12n, async () => {
        const bytes = { requestId: randomUUID(), nonce: randomUUID(), ...seconds(0) };
        const movementId = trial.id();
        isDone(await trial.ask('debit', 12n, { movementId }, bytes), 'the first');
        await trial.ask('debit', 12n, { movementId }, bytes);
      });
      await trial.credit(12n);
    },
  },
  {
    group: 'reconcile',
    says: 'the list has a debit and a credit once, as they were asked for',
    run: async (trial) => {
      const [debit, credit] = [trial.id(), trial.id()];
      const lines = await listed(trial, async () => {
        await trial.debit(33n, debit);
        await trial.ask('debit', 33n, { movementId: debit });
        await trial.credit(33n, credit);
      });
      const { player, currency } = trial.of;
      const due = [
        { movementId: debit, kind: 'debit' },
        { movementId: credit, kind: 'credit' },
      ].map((each) => ({ ...each, player, currency, total: '33', status: 'done' }));
      needs(lines.length === 2, `it has ${lines.length} movements, and two were booked`);
      for (const [at, line] of due.entries()) {
        for (const [name, value] of Object.entries(line)) {
          const has = String(lines[at]?.[name as keyof typeof line]);
          needs(has === value, `its ${name} is ${has}, and not ${value}`);
        }
      }
    },
  },
  {
    group: 'reconcile',
    says: 'the list has a cancel, with the debit that it refers to',
    run: async (trial) => {
      const debit = trial.id();
      const lines = await listed(trial, async () => {
        await trial.debit(33n, debit);
        await trial.cancel(debit, 33n);
      });
      const cancel = lines.find(({ kind }) => kind === 'cancel');
      needs(cancel?.refers === debit, 'there is no cancel of the debit in it');
    },
  },
  {
    group: 'reconcile',
    says: 'a debit that was refused is not done in the list',
    run: async (trial) => {
      const movementId = trial.id();
      const lines = await listed(trial, async () => {
        const total = (await trial.balance()) + 1n;
        isRefused(await trial.ask('debit', total, { movementId }), 'the debit');
      });
      const line = lines.find((each) => each.movementId === movementId);
      needs(line?.status !== 'done', 'it is done there');
    },
  },
  {
    group: 'reconcile',
    says: 'the cursor skips nothing and repeats nothing, however long the pages are',
    run: async (trial) => {
      const start = await atTheEnd(trial);
      const ids = [];
      for (let each = 0; each < 5; each += 1) ids.push(await trial.credit(1n));
      await trial.debit(5n);
      const seen: string[] = [];
      for (let after = start; ;) {
        const { movements, next } = await page(trial, after, 1);
        if (movements.length === 0) break;
        needs(movements.length === 1, `a page of one has ${movements.length} movements`);
        seen.push(movements[0]!.movementId);
        after = next;
        if (seen.length > 20) break;
      }
      const wanted = ids.join(' ');
      needs(seen.slice(0, 5).join(' ') === wanted, `pages of one have ${seen.join(' ')}`);
      needs(seen.length === 6, `pages of one have ${seen.length} movements, and six were booked`);
    },
  },
  {
    group: 'reconcile',
    says: 'the same cursor gives the same page again',
    run: async (trial) => {
      const start = await atTheEnd(trial);
      await trial.credit(1n);
      await trial.debit(1n);
      const [one, two] = [await page(trial, start), await page(trial, start)];
      needs(
        JSON.stringify(one.movements) === JSON.stringify(two.movements),
        'the second page differs from the first',
      );
    },
  },
  {
    group: 'storm',
    says: 'a hundred debits at once take what they say',
    run: async (trial) => {
      await trial.moves(BigInt(-MANY), async () => {
        const all = Array.from({ length: MANY }, () => trial.debit(1n));
        await Promise.all(all);
      });
      await trial.credit(BigInt(MANY));
    },
  },
  {
    group: 'storm',
    says: 'debits and credits at once, each sent twice, move once each',
    run: (trial) =>
      trial.moves(0n, async () => {
        const pair = async (verb: 'debit' | 'credit', movementId: string) => {
          const twice = [1, 2].map(() => trial.ask(verb, 2n, { movementId }));
          await Promise.all(twice);
          isDone(await trial.ask(verb, 2n, { movementId }), `the ${verb}`);
        };
        const verbs = Array.from({ length: MANY }, (_, at) => (at % 2 ? 'debit' : 'credit'));
        await Promise.all(verbs.map((verb) => pair(verb, trial.id())));
      }),
  },
  {
    group: 'storm',
    says: 'of twenty debits at once, each of more than half the balance, one is done',
    run: (trial) =>
      trial.moves(0n, async () => {
        const total = (await trial.balance()) / 2n + 1n;
        const said = await Promise.all(Array.from({ length: 20 }, () => trial.ask('debit', total)));
        const done = said.filter(({ is }) => is === 'done').length;
        if (done > 0) await trial.credit(total * BigInt(done));
        needs(done === 1, `${done} of them are done`);
      }),
  },
  {
    group: 'storm',
    says: 'a verdict comes within two seconds, also of a hundred at once',
    run: async (trial) => {
      const all = Array.from({ length: MANY }, () => trial.balance());
      await Promise.all(all);
    },
  },
];
