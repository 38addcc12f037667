/** A table's store that measures how long commits take, and how late a close is. */
import type { Clock } from '../platform/clock.js';
import type { Metrics } from '../platform/metrics.js';
import type { TableStore } from './store.js';

/** Measured around `store`, whatever keeps it. The outcome is the same. */
export const measured = (store: TableStore, metrics: Metrics, clock: Clock): TableStore => ({
  ...store,
  append: async (events, after, alongside) => {
    const end = metrics.flush.startTimer({ kind: 'events' });
    await store.append(events, after, alongside);
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
    const outcome = await store.placeBets(round, atMs, commits);
    end();
    metrics.batchBets.observe(commits.length);
    return outcome;
  },
  replay: async (settings, knownSeq) => {
    const end = metrics.replay.startTimer();
    const replayed = await store.replay(settings, knownSeq);
    end();
    return replayed;
  },
});

const MS_PER_SECOND = 1_000;
