/** What a process knows of a wallet is what it has heard while it was the one that asks it. */
import type { PinoLogger } from 'nestjs-pino';
import { expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { Metrics } from '../platform/metrics.js';
import { Poller } from '../platform/poller.js';
import { Outbox } from './outbox.service.js';
import type { Due } from './wallet-rows.js';

const nothing = () => undefined;
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('a wallet that was dead is tried anew where another process has asked it meanwhile', async () => {
  const clock = new ManualClock(0);
  const logger = { info: nothing, warn: nothing, error: nothing } as unknown as PinoLogger;
  const poller = new Poller(clock, new Metrics(), logger);
  const policy = { tryWithinMs: 1_000, stakesWithinMs: 3_000, pauseMaxMs: 1_000 };
  let isOurs = true;
  let movements = 0;
  /** Whether what was read was to try whether the wallet is there. */
  const probed: boolean[] = [];
  const store = {
    voidOverdue: async () => undefined,
    undoUnplayed: async () => undefined,
    voidStakes: async () => undefined,
    readOwing: async () => [{ operator: 'acme', callbackUrl: 'https://acme.example', policy }],
    takeLease: async () => isOurs,
    readDue: async ({ probes }: { readonly probes: boolean }): Promise<readonly Partial<Due>[]> => {
      probed.push(probes);
      movements += 1;
      const of = { kind: 'credit', status: 'due', currency: 'EUR', amount: '100' } as const;
      const none = { game: null, hand: null, session: null, tipDealer: null };
      return [{ ...of, ...none, id: String(movements), movementId: `m.${movements}`, tries: 0 }];
    },
    putOff: async () => undefined,
  };
  const calls = { connections: 1, ask: async () => ({ status: 'unknown', why: 'no_answer' }) };
  const parts = [store, calls, clock, logger, poller];
  void new Outbox(...(parts as unknown as ConstructorParameters<typeof Outbox>));
  poller.onApplicationBootstrap();

  const passes = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      await clock.advance(1_000);
      await settled();
    }
  };
  await passes(20);
  expect(probed.at(-1), 'it is dead').toBe(true);
  isOurs = false;
  await passes(5);
  isOurs = true;
  const before = probed.length;
  await passes(2);
  expect(probed[before], 'it may be there again').toBe(false);
});
