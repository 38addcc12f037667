/** A table's store that measures how long commits take, and how late a close is. */
import type { Clock } from '../platform/clock.js';
import type { Metrics } from '../platform/metrics.js';
import type { Tracing } from '../platform/tracing.service.js';
import type { TableStore } from './store.js';

/** By what it is measured. */
export interface Measures {
  readonly metrics: Metrics;
  readonly tracing: Pick<Tracing, 'span'>;
  readonly clock: Clock;
}

/** Measured around `store`, whatever keeps it. The outcome is the same. */
export const measured = (store: TableStore, { metrics, tracing, clock }: Measures): TableStore => ({
  ...store,
  append: async (events, after, alongside) => {
    const end = metrics.flush.startTimer({ kind: 'events' });
    const kinds = events.map(({ event }) => event.kind).join(' ');
    const noted = { 'sabot.table': after.table, 'sabot.kinds': kinds };
    await tracing.span('commit events', noted, () => store.append(events, after, alongside));
    end();
    const isClose = events.some(({ event }) => event.kind === 'betting_closed');
    // From the time that players saw until the close stands.
    if (isClose && after.round !== null) {
      metrics.closeLateness.observe(
        Math.max(0, clock.nowMs() - after.round.closesAtMs) / MS_PER_SECOND,
      );
    }
  },
  placeBets: async (round, atMs, commits) => {
    const end = metrics.flush.startTimer({ kind: 'bets' });
    const noted = { 'sabot.bets': commits.length };
    const outcome = await tracing.span('commit bets', noted, () =>
      store.placeBets(round, atMs, commits),
    );
    end();
    metrics.batchBets.observe(commits.length);
    return outcome;
  },
  replay: async (settings, knownSeq) => {
    const end = metrics.replay.startTimer();
    const replayed = await tracing.span('replay', {}, () => store.replay(settings, knownSeq));
    end();
    return replayed;
  },
});

const MS_PER_SECOND = 1_000;
