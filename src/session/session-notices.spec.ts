/** Of the end of a session, only who is connected here is notified. Nothing is asked for others. */
import { expect, it } from 'vitest';
import { amount } from '../money/amount.js';
import { SessionNotices } from './session-notices.service.js';

const ENDED = { id: '1', reason: 'connection_lost', amount: amount(500) } as const;

/** `anna` is connected, and no wallet answers. */
const notices = () => {
  const asked: string[] = [];
  const wallet = { balance: (player: string) => (asked.push(player), new Promise(() => {})) };
  const connections = { playerIds: ['anna'], has: (player: string) => player === 'anna' };
  const poller = { poll: () => undefined };
  const parts = [{}, {}, wallet, connections, poller] as never[];
  return { asked, notices: new SessionNotices(...(parts as [never, never, never, never, never])) };
};

it('a session of a player who is gone ends without a word from the wallet', async () => {
  const { asked, notices: its } = notices();
  void its.ended({ ...ENDED, playerId: 'anna' });
  await its.ended({ ...ENDED, playerId: 'bea' });
  expect(asked).toEqual(['anna']);
});
