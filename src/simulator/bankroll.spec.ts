import { describe, expect, it, vi } from 'vitest';
import { NoAnswer } from '../client/connection.js';
import type { PlayerClient } from '../client/player-client.js';
import { Bankroll } from './bankroll.js';

/**
 * A studio with a session and a game account. `loses` answers are lost after the money moved,
 * `drops` requests on their way.
 */
class Cage {
  loses = 0;
  drops = 0;
  readonly keys: string[] = [];
  readonly #moved = new Map<string, bigint>();

  constructor(
    public session: bigint,
    public account: bigint,
  ) {}

  readonly send = vi.fn(async (name: string, request: { key?: string; amount?: string }) => {
    if (name === 'session:read') {
      return { ok: true, open: true, balance: `${this.session}`, gameAccount: `${this.account}` };
    }
    this.keys.push(request.key!);
    if (this.drops > 0) {
      this.drops -= 1;
      throw new NoAnswer(name);
    }
    const amount = BigInt(request.amount ?? 0);
    if (!this.#moved.has(request.key!)) {
      this.#moved.set(request.key!, amount);
      this.session += amount;
      this.account -= amount;
    }
    if (this.loses > 0) {
      this.loses -= 1;
      throw new NoAnswer(name);
    }
    return { ok: true, balance: `${this.session}` };
  }) as unknown as PlayerClient['send'];
}

const bankrollOf = (cage: Cage, note = vi.fn()) => new Bankroll({ send: cage.send }, note);

describe('a bankroll', () => {
  it('is filled when it is low, and not before', async () => {
    const cage = new Cage(0n, 1_000_000n);
    const bankroll = bankrollOf(cage);
    expect(await bankroll.fill(0n)).toBe(50_000n);
    expect(await bankroll.fill(40_000n)).toBe(40_000n);
    expect(cage.send).toHaveBeenCalledTimes(2);
  });

  it('takes the last of the money', async () => {
    const bankroll = bankrollOf(new Cage(100n, 300n));
    expect(await bankroll.fill(100n)).toBe(400n);
  });

  it('moves the money once although the answer was lost', async () => {
    const cage = new Cage(0n, 1_000_000n);
    cage.loses = 1;
    const bankroll = bankrollOf(cage);
    await expect(bankroll.fill(0n)).rejects.toBeInstanceOf(NoAnswer);
    expect(await bankroll.fill(0n)).toBe(50_000n);
    expect(cage.account).toBe(950_000n);
  });

  it('asks under the same key until it is answered, then under another', async () => {
    const cage = new Cage(0n, 1_000_000n);
    cage.drops = 1;
    const bankroll = bankrollOf(cage);
    await expect(bankroll.fill(0n)).rejects.toBeInstanceOf(NoAnswer);
    await bankroll.fill(0n);
    cage.session = 0n;
    await bankroll.fill(0n);
    const [first, second, third] = cage.keys;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('asks under another key once the credit has shown that the money moved', async () => {
    const cage = new Cage(0n, 1_000_000n);
    cage.loses = 1;
    const bankroll = bankrollOf(cage);
    await expect(bankroll.fill(0n)).rejects.toBeInstanceOf(NoAnswer);
    await bankroll.fill(0n);
    cage.session = 0n;
    expect(await bankroll.fill(0n)).toBe(50_000n);
    expect(cage.account).toBe(900_000n);
  });

  it('asks again when its credit is uncertain', async () => {
    const cage = new Cage(60_000n, 1_000_000n);
    const bankroll = bankrollOf(cage);
    await bankroll.fill(60_000n);
    cage.session = 0n;
    bankroll.doubt();
    expect(await bankroll.fill(60_000n)).toBe(50_000n);
  });

  it('says once that it is empty', async () => {
    const note = vi.fn();
    const bankroll = bankrollOf(new Cage(0n, 0n), note);
    await bankroll.fill(0n);
    await bankroll.fill(0n);
    expect(bankroll.isEmpty).toBe(true);
    expect(note).toHaveBeenCalledTimes(1);
  });
});
