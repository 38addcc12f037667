import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DealerClient } from '../../../../src/client/dealer-client.js';
import type { StaffChatMessage } from '../../../../src/protocol/chat.js';
import { TableChat } from './table-chat.js';

const DEALER = {
  id: 'D-1',
  role: 'dealer',
  name: 'Dora',
  token: 'token',
  expiresAtMs: Infinity,
} as const;

const aLine = (id: number): StaffChatMessage & { readonly removed: boolean } => ({
  table: 'pb-1',
  id: String(id),
  name: 'Ada',
  role: 'player',
  player: '7',
  text: `line ${id}`,
  atMs: id,
  removed: false,
});

let client: DealerClient;
/** All that was said at the table. The studio sends 50 at a time. */
let said: ReturnType<typeof aLine>[];

/** A desk that cannot reach the studio: what that says, the test says for it. */
beforeEach(() => {
  client = new DealerClient('http://127.0.0.1:1', 'token');
  said = [];
  vi.spyOn(client, 'send').mockImplementation((_name, request) => {
    const { before } = request as { readonly before?: string };
    const messages = said.filter(({ id }) => before === undefined || Number(id) < Number(before));
    return Promise.resolve({ ok: true, messages: messages.slice(-50) } as never);
  });
});
afterEach(() => {
  client.close();
  vi.restoreAllMocks();
});

const readChat = async () => {
  const { talk } = new TableChat(client, 'pb-1', DEALER);
  await talk.read();
  return { talk, ids: () => talk.store.getState().lines.map(({ id }) => Number(id)) };
};

it('the chat is read back at the desk, over whole pages that were taken off', async () => {
  said = Array.from({ length: 180 }, (_, at) => ({ ...aLine(at + 1), removed: at >= 35 }));
  const { talk, ids } = await readChat();
  expect(ids()).toEqual([31, 32, 33, 34, 35]);
  expect(talk.store.getState().hasOlder).toBe(true);
  await talk.readOlder();
  expect(ids()).toHaveLength(35);
  expect(talk.store.getState().hasOlder).toBe(false);
});

it('a line is one’s own by the id, and a player’s never', async () => {
  const staff = { ...aLine(1), player: null, role: 'dealer', name: 'D-1' } as const;
  said = [staff, { ...staff, id: '2', name: 'Dora' }, { ...aLine(3), name: 'D-1' }];
  const { talk } = await readChat();
  expect(talk.store.getState().lines.map(({ isOwn }) => isOwn)).toEqual([true, false, false]);
});
