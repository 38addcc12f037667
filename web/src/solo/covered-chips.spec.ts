import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createAccountStore, setBalance } from '../studio/account-store.js';
import { keepCovered } from './covered-chips.js';
import { PlacedChips } from './placed-chips.js';
import type { ShownStore } from './shown-store.js';

/** Ten lie, and the credit has just been read: it is a hundred. */
const aRoom = () => {
  const account = createAccountStore();
  const hands = createStore(() => ({
    asked: undefined as object | undefined,
    dealt: undefined as { events: readonly object[] } | undefined,
    shown: 0,
  }));
  const placed = new PlacedChips('blackjack');
  const readAccount = vi.fn(() => Promise.resolve());
  const reads = (balance: bigint) =>
    account.setState({ session: { open: true, balance, gameAccount: 0n }, isRead: true });
  reads(100n);
  placed.set({ stake: 10n });
  const close = keepCovered({ account, readAccount }, hands as unknown as ShownStore, placed);
  /** What lies once everything has been heard. */
  const lying = async () => {
    await Promise.resolve();
    return placed.store.getState().stakes['stake'] ?? 0n;
  };
  return { account, hands, placed, readAccount, reads, close, lying };
};

it('chips stay under a low credit that is reported in passing, and the account is read', async () => {
  const { account, readAccount, reads, lying } = aRoom();
  setBalance(account, 50n);
  expect(await lying()).toBe(10n);
  expect(readAccount).not.toHaveBeenCalled();
  for (const balance of [5n, 4n]) {
    setBalance(account, balance);
    expect(await lying()).toBe(10n);
  }
  expect(readAccount).toHaveBeenCalledTimes(1);
  reads(100n);
  expect(await lying()).toBe(10n);
  setBalance(account, 5n);
  expect(await lying()).toBe(10n);
  expect(readAccount).toHaveBeenCalledTimes(2);
});

it('chips are forgotten once the studio says that the credit does not cover them', async () => {
  const { account, reads, placed, lying } = aRoom();
  setBalance(account, 5n);
  reads(5n);
  expect(await lying()).toBe(0n);
  expect(placed.store.getState().past).toEqual([]);
});

it('chips of a deal that is under way stay until it is refused', async () => {
  const { hands, reads, lying } = aRoom();
  hands.setState({ asked: {} });
  reads(5n);
  expect(await lying()).toBe(10n);
  hands.setState({ asked: undefined });
  expect(await lying()).toBe(0n);
});

it('the account is not read for chips that a deal has taken: it knows what is paid', async () => {
  const { account, hands, placed, readAccount, lying } = aRoom();
  hands.setState({ asked: {} });
  await lying();
  hands.setState({ asked: undefined });
  setBalance(account, 5n);
  hands.setState({ dealt: { events: [{}] } });
  expect(await lying()).toBe(10n);
  placed.forget();
  hands.setState({ shown: 1 });
  await lying();
  expect(readAccount).not.toHaveBeenCalled();
});

it('chips are looked at no more when the room is closed', async () => {
  const { reads, close, lying } = aRoom();
  await lying();
  close();
  reads(5n);
  expect(await lying()).toBe(10n);
});
