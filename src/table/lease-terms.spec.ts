import { expect, it } from 'vitest';
import type { Lease } from './lease.js';
import { LeaseTerms } from './lease-terms.js';

const TTL_MS = 1_000;
const lease: Lease = { table: 'pb-1', owner: 'one', epoch: 1n };
const lost: Lease = { table: 'pb-2', owner: 'one', epoch: 1n };

it('a lease is in doubt when its term is over and two renewals are unanswered', () => {
  let nowMs = 0;
  const terms = new LeaseTerms(() => nowMs, TTL_MS);
  terms.taken(lease, 0);
  terms.asked();
  terms.asked();
  nowMs = TTL_MS - 1;
  expect(terms.isInDoubt(lease)).toBe(false);
  nowMs = TTL_MS;
  expect(terms.isInDoubt(lease)).toBe(true);
});

it('a process that was suspended has asked once, and is not in doubt yet', () => {
  let nowMs = 0;
  const terms = new LeaseTerms(() => nowMs, TTL_MS);
  terms.taken(lease, 0);
  nowMs = 10 * TTL_MS;
  terms.asked();
  expect(terms.isInDoubt(lease)).toBe(false);
  terms.asked();
  expect(terms.isInDoubt(lease)).toBe(true);
});

it('a term begins when its renewal was asked for, and not when it was answered', () => {
  let nowMs = 0;
  const terms = new LeaseTerms(() => nowMs, TTL_MS);
  terms.taken(lease, 0);
  terms.taken(lost, 0);
  const askedAtMs = terms.asked();
  nowMs = 600;
  const renewals = new Map([
    [lease.table, 'renewed'],
    [lost.table, 'lost'],
  ] as const);
  terms.answered([lease, lost], renewals, askedAtMs + 300);
  nowMs = 1_299;
  terms.asked();
  terms.asked();
  expect([terms.isInDoubt(lease), terms.isInDoubt(lost)]).toEqual([false, true]);
  nowMs = 1_300;
  expect(terms.isInDoubt(lease)).toBe(true);
});
