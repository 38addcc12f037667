import { expect, it } from 'vitest';
import type { PlayerClient } from '../../../src/client/player-client.js';
import type { LobbyCard, LobbyTable } from '../../../src/protocol/lobby.js';
import { LobbyStore } from './lobby-store.js';
import type { ShownTable } from './shown-tables.js';

/** A connected studio with these tables, and with a list of what it was asked. */
const aStudio = (tables: readonly ShownTable[]) => {
  const asked: string[] = [];
  const listeners: ((message: { tables: readonly LobbyTable[] }) => void)[] = [];
  const client = {
    connection: {
      state: 'connected',
      on: (_name: string, listener: (typeof listeners)[number]) => {
        listeners.push(listener);
        return () => undefined;
      },
      onState: () => () => undefined,
    },
    send: async (name: string) => {
      asked.push(name);
      return { ok: true, tables, next: null, nowMs: 0 };
    },
  } as unknown as PlayerClient;
  const publish = (...changes: LobbyTable[]) => {
    for (const listener of listeners) listener({ tables: changes });
  };
  return { asked, client, publish };
};

const card = (table: string) => ({ table }) as LobbyCard;
const answered = () => new Promise((resolve) => setImmediate(resolve));

it('is watched anew where a message was missed for any table of a batch', async () => {
  const shown = [
    { card: card('pb-1'), beads: ['P6'] },
    { card: card('pb-2'), beads: [] },
  ];
  const { asked, client, publish } = aStudio(shown);
  const lobby = new LobbyStore(client);
  const close = lobby.open();
  await answered();
  publish(
    { card: card('pb-1'), beadsFrom: 3, beads: ['B7'] },
    { card: card('pb-2'), beadsFrom: 0, beads: ['P1'] },
  );
  await answered();
  expect(asked).toEqual(['lobby:watch', 'lobby:watch']);
  publish({ card: card('pb-2'), beadsFrom: 0, beads: ['P1'] });
  expect(lobby.store.getState().tables?.map(({ beads }) => beads)).toEqual([['P6'], ['P1']]);
  close();
});

it('takes nothing before the studio has sent the tables', async () => {
  const { asked, client, publish } = aStudio([]);
  const lobby = new LobbyStore(client);
  const close = lobby.open();
  publish({ card: card('pb-1'), beadsFrom: 0, beads: ['P1'] });
  expect(lobby.store.getState().tables).toBeUndefined();
  expect(asked).toEqual(['lobby:watch']);
  close();
});
