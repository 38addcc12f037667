/** A wallet that measures how long it takes, and what it answers. */
import { performance } from 'node:perf_hooks';
import type { Metrics } from '../platform/metrics.js';
import type { Wallet } from './wallet.js';

type Operation = 'balance' | 'buy_in' | 'cash_out';

/** Measured around `wallet`, whosever it is. The outcome is the same. */
export const measuredWallet = (wallet: Wallet, metrics: Metrics): Wallet => {
  const measure = async <T>(
    operation: Operation,
    work: Promise<T>,
    answerOf: (reply: T) => string,
  ): Promise<T> => {
    const startedAt = performance.now();
    let answer = 'failed';
    try {
      const reply = await work;
      answer = answerOf(reply);
      return reply;
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      metrics.wallet.observe({ operation, answer }, seconds);
    }
  };
  const said = (reply: Awaited<ReturnType<Wallet['buyIn']>>): string =>
    reply === 'asked' ? 'asked' : reply.ok ? 'ok' : reply.refusal;
  return {
    balance: (playerId) => measure('balance', wallet.balance(playerId), () => 'ok'),
    buyIn: (...order) => measure('buy_in', wallet.buyIn(...order), said),
    decided: (...order) => wallet.decided(...order),
    cashOut: (...order) => measure('cash_out', wallet.cashOut(...order), said),
  };
};
