/**
 * A table comes back from its log, exactly as it was. What was committed and not published is
 * published now.
 */
import { evolve } from '../round/evolve.js';
import type { TableSettings } from '../round/settings.js';
import { timelineOf } from './lease.js';
import type { BettingRound } from './store.js';
import { LiveState } from './live-state.js';
import { endedResults, endsRound, ownMessages } from './own-messages.js';
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
  await before?.sendingOwn;
  const { state, recent } = await store.replay(settings, before && publishedWholly(before));
  const published = before ?? publishedUpTo(state.seq, timelineOf(lease));
  const live = new LiveState(state, published, ports, timelineOf(lease));
  const gameInHand = () => live.now.round?.game ?? null;
  const seats = new Seats(seatStore, lease.table, published.connections, gameInHand);
  if (state.round !== null) await seats.restore(state.round.game);
  const seatsIn = async (game: string): Promise<Seats> => {
    const then = new Seats(seatStore, lease.table, published.connections, () => game);
    await then.restore(game);
    return then;
  };
  const bettingRound =
    state.round === null ? undefined : await store.bettingRound(state.round.game);
  const nextGame = await store.reserveGame();

  const unpublished = recent.flatMap(({ before, logged }) => {
    const messages = live.number(before, logged);
    return logged.seq > published.seq ? [{ logged, messages }] : [];
  });
  const owned = [];
  for (const { before, logged } of recent) {
    if (logged.seq <= published.ownSeq) continue;
    const { event } = logged;
    // A copy that was behind when the table came may owe the results of earlier rounds too.
    const earlier = endsRound(event) && event.game !== gameInHand() ? event.game : undefined;
    const messages =
      earlier === undefined
        ? await ownMessages(store, state, event, seats)
        : await ownMessages(store, evolve(before, logged), event, await seatsIn(earlier));
    owned.push({ seq: logged.seq, messages });
  }
  const ended = await endedResults(store, state, seats);

  // From here nothing can fail, so that what is published is published once.
  for (const { logged, messages } of unpublished) live.publish(logged, messages);
  for (const { seq, messages } of owned) await live.publishOwn(seq, messages);
  live.keepResults(ended);
  return { live, seats, bettingRound, nextGame, replayed: recent.length };
};
