/**
 * A table comes back from its log, exactly as it was. What was committed and not published is
 * published now.
 */
import type { TableSettings } from '../round/settings.js';
import { timelineOf } from './lease.js';
import type { BettingRound } from './store.js';
import { LiveState } from './live-state.js';
import { endedResults, ownMessages } from './own-messages.js';
import type { TableParts } from './ports.js';
import { type Published, publishedUpTo, publishedWholly } from './published.js';
import { Seats } from './seats.js';

/** A table as it was brought back, ready to run. */
export interface Reopened {
  readonly live: LiveState;
  readonly seats: Seats;
  readonly bettingRound: BettingRound | undefined;
  readonly nextGame: string;
  /** How many events were replayed. */
  readonly replayed: number;
}

/**
 * `published` is what this process had published when the table stopped. Whoever sat there sits
 * again. Without it the table is new to this process: nobody sits there, and what is in the log was
 * for others to publish.
 */
export const reopen = async (
  { lease, store, seats: seatStore, ports }: Omit<TableParts, 'options'>,
  settings: TableSettings,
  before: Published | undefined,
): Promise<Reopened> => {
  const { state, recent } = await store.replay(settings, before && publishedWholly(before));
  const published = before ?? publishedUpTo(state.seq, timelineOf(lease));
  const live = new LiveState(state, published, ports, timelineOf(lease));
  const gameInHand = () => live.now.round?.game ?? null;
  const seats = new Seats(seatStore, lease.table, published.connections, gameInHand);
  if (state.round !== null) await seats.restore(state.round.game);
  const bettingRound =
    state.round === null ? undefined : await store.bettingRound(state.round.game);
  const nextGame = await store.reserveGame();

  const unpublished = recent.flatMap(({ before, logged }) => {
    const messages = live.number(before, logged);
    return logged.seq > published.seq ? [{ logged, messages }] : [];
  });
  const owned = [];
  for (const { logged } of recent) {
    if (logged.seq <= published.ownSeq) continue;
    const messages = await ownMessages(store, state, logged.event, seats);
    owned.push({ seq: logged.seq, messages });
  }
  const ended = await endedResults(store, state, seats);

  // From here nothing can fail, so that what is published is published once.
  for (const { logged, messages } of unpublished) live.publish(logged, messages);
  for (const { seq, messages } of owned) live.publishOwn(seq, messages);
  live.keepResults(ended);
  return { live, seats, bettingRound, nextGame, replayed: recent.length };
};
