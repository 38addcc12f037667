import { expect, it } from 'vitest';
import type { LobbyTable } from '../protocol/lobby.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { type ShownCard, showTable } from './lobby-card.js';
import { LobbyCopy, TABLES_AT_ONCE } from './lobby-copy.js';

const TABLES = 250;
const TICKS_FOR_ALL = Math.ceil(TABLES / TABLES_AT_ONCE);

/** Every table, each with so many players. */
const lobbyOf = (players: (at: number) => number): readonly ShownCard[] =>
  Array.from({ length: TABLES }, (_, at) => {
    const { card, beads } = showTable(`pb-${at}`, DEFAULT_SETTINGS, undefined);
    return { card: { ...card, players: players(at) }, beads };
  });
const tablesOf = (changes: readonly LobbyTable[]) => changes.map(({ card }) => card.table);

it('is nothing where nothing has changed', () => {
  const copy = new LobbyCopy();
  copy.show(lobbyOf(() => 0));
  expect(copy.next(lobbyOf(() => 0))).toEqual([]);
});

it('has every table that has changed in one message', () => {
  const copy = new LobbyCopy();
  copy.show(lobbyOf(() => 0));
  const changes = copy.next(lobbyOf((at) => (at === 3 || at === 99 ? 1 : 0)));
  expect(tablesOf(changes)).toEqual(['pb-3', 'pb-99']);
});

it('is bounded, and what is left out comes first in the next one', () => {
  const copy = new LobbyCopy();
  copy.show(lobbyOf(() => 0));
  const sent: string[] = [];
  for (let tick = 1; tick <= TICKS_FOR_ALL; tick += 1) {
    // Every table changes at every tick.
    const changes = copy.next(lobbyOf(() => tick));
    expect(changes.length).toBeLessThanOrEqual(TABLES_AT_ONCE);
    sent.push(...tablesOf(changes));
  }
  expect(new Set(sent).size).toBe(TABLES);
});

it('is always right in the end', () => {
  const copy = new LobbyCopy();
  copy.show(lobbyOf(() => 0));
  const received = new Map<string, number | null>();
  const tick = (players: (at: number) => number): void => {
    for (const { card } of copy.next(lobbyOf(players))) received.set(card.table, card.players);
  };
  for (let round = 1; round <= 5; round += 1) tick((at) => (at * round) % 7);
  for (let rest = 0; rest < TICKS_FOR_ALL; rest += 1) tick((at) => at % 5);
  for (let at = 0; at < TABLES; at += 1) {
    expect(received.get(`pb-${at}`) ?? 0).toBe(at % 5);
  }
  expect(copy.next(lobbyOf((at) => at % 5))).toEqual([]);
});
