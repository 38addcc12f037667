/**
 * Players are notified of their sessions here where they are connected here, each once, and no
 * warning waits for a wallet.
 */
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { type Amount, amount } from '../money/amount.js';
import type { Poll } from '../platform/poller.js';
import { Connections } from './connections.service.js';
import type { SessionNoticeRow } from './session-notice-rows.js';
import { SessionNotices } from './session-notices.service.js';

const POLICY = { idleMs: 1_200_000, warnMs: 120_000, lostMs: 180_000, soloLostMs: 180_000 };
const ended = (playerId: string): SessionNoticeRow => {
  return { kind: 'ended', id: `of ${playerId}`, playerId, reason: 'idle', amount: amount(500) };
};
const warned = (playerId: string): SessionNoticeRow => {
  return { kind: 'warned', id: `of ${playerId}`, playerId, activeAtMs: 0, warnedAtMs: 1_080_000 };
};

/** Who is connected, what a look finds, and how a wallet answers. */
interface World {
  readonly here: readonly string[];
  readonly rows?: readonly SessionNoticeRow[];
  readonly balance?: () => Promise<Amount>;
}

const world = ({ here, rows = [], balance = async () => amount(700) }: World) => {
  const clock = new ManualClock(0);
  const polls: Poll[] = [];
  const nothing = () => undefined;
  const poller = { poll: (poll: Poll) => (polls.push(poll), { wake: nothing, look: nothing }) };
  const asked: string[] = [];
  const sent: string[] = [];
  const wallet = { balance: (player: string) => (asked.push(player), balance()) };
  const reads: number[] = [];
  const readOf: (readonly string[])[] = [];
  const store = {
    readNotices: async (ids: readonly string[], sinceMs: number) => {
      readOf.push(ids);
      reads.push(sinceMs / 1_000);
      return rows;
    },
  };
  const config = { session: POLICY };
  const parts = [config, store, { arm: nothing }, clock, poller];
  const connections = new Connections(
    ...(parts as unknown as ConstructorParameters<typeof Connections>),
  );
  for (const player of here) {
    const emit = (name: string) => void sent.push(`${name} ${player}`);
    connections.enter({ id: player, emit, disconnect: nothing }, player, 3_600_000);
  }
  const its = [config, store, wallet, connections, poller];
  const notices = new SessionNotices(
    ...(its as unknown as ConstructorParameters<typeof SessionNotices>),
  );
  let nowMs = 0;
  /** Every two seconds. */
  const look = async (...named: readonly string[]) => {
    const { look: its } = polls.find(({ name }) => name === 'session news')!;
    await its((nowMs += 2_000), named.length === 0 ? undefined : new Set(named));
  };
  return { notices, look, reads, readOf, asked, sent };
};

/** What was begun without being waited for has gone as far as it goes. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const never = () => new Promise<Amount>(() => undefined);

describe('the end of a session', () => {
  it('is notified without a word from the wallet where the player is gone', async () => {
    const { notices, asked } = world({ here: ['anna'], balance: never });
    notices.ended({ ...ended('bea'), reason: 'idle', amount: amount(500) });
    notices.ended({ ...ended('anna'), reason: 'idle', amount: amount(500) });
    await settled();
    expect(asked).toEqual(['anna']);
  });

  it('is notified once, and the wallet asked once, however often it is found', async () => {
    const { look, asked, sent } = world({ here: ['anna'], rows: [ended('anna')] });
    for (let looks = 0; looks < 3; looks += 1) {
      await look();
      await settled();
    }
    expect(asked).toEqual(['anna']);
    expect(sent).toEqual(['session:ended anna']);
  });

  it('is not asked for again while the wallet has not answered', async () => {
    const { look, asked } = world({ here: ['anna'], rows: [ended('anna')], balance: never });
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(asked).toEqual(['anna']);
  });

  it('is found again where the wallet could not be asked', async () => {
    let looks = 0;
    const balance = async () => {
      if (looks < 3) throw new Error('the database does not answer');
      return amount(700);
    };
    const { look, reads, asked, sent } = world({ here: ['anna'], rows: [ended('anna')], balance });
    for (looks = 1; looks <= 5; looks += 1) {
      await look();
      await settled();
    }
    expect(asked).toHaveLength(3);
    expect(sent).toEqual(['session:ended anna']);
    expect(reads, 'how far back, in seconds').toEqual([5, 7, 9, 7, 7]);
  });

  it('of very many asks so many wallets at a time, and of all in the end', async () => {
    const here = Array.from({ length: 100 }, (_, index) => `player ${index}`);
    const answers: (() => void)[] = [];
    const balance = () =>
      new Promise<Amount>((resolve) => answers.push(() => resolve(amount(700))));
    const { look, asked, sent } = world({ here, rows: here.map(ended), balance });
    await look();
    const atOnce = asked.length;
    expect(atOnce).toBeLessThan(50);
    while (answers.length > 0) {
      answers.shift()!();
      await settled();
      expect(asked.length).toBeLessThanOrEqual(sent.length + atOnce);
    }
    expect(sent).toHaveLength(100);
  });
});

describe('a warning', () => {
  it('waits for no wallet', async () => {
    const rows = [ended('anna'), warned('bea')];
    const { look, sent } = world({ here: ['anna', 'bea'], rows, balance: never });
    await look();
    expect(sent).toEqual(['session:warned bea']);
  });
});

it('a notice has its own player looked at, and the next look at all reads as far back', async () => {
  const { look, reads, readOf } = world({ here: ['anna', 'bea'] });
  await look();
  await look('bea');
  await look();
  expect(readOf).toEqual([['anna', 'bea'], ['bea'], ['anna', 'bea']]);
  expect(reads, 'in seconds').toEqual([5, 7, 9]);
});
