/**
 * A program that is asked to end before it has begun ends at once. The kernel drops a signal to the
 * first process of a container that does not listen for it, so that it would end only when it is
 * killed.
 */
import { constants } from 'node:os';

const ORDERS = ['SIGTERM', 'SIGINT'] as const;

/** As a shell says that a signal has ended it: nothing was done, which 0 would deny. */
const end = (signal: (typeof ORDERS)[number]): void =>
  process.exit(128 + constants.signals[signal]);

/** Returns what takes it back, for a program that ends in good order from then on. */
export const endWhenAsked = (): (() => void) => {
  for (const order of ORDERS) process.on(order, end);
  return () => {
    for (const order of ORDERS) process.off(order, end);
  };
};
