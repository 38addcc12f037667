import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { expect, it } from 'vitest';
import { Schedule } from '../../src/simulator/schedule.js';
import { LoadMeasures } from './load-measures.js';
import { LoadPlayer } from './load-player.js';

it('a bet is unsure as long as nobody says what became of it, also while it is asked for', async () => {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'] });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const schedule = new Schedule();
  const player = new LoadPlayer({
    ...{ token: 't', table: 'pb-1', address: '10.0.0.1', stake: '500', buyIn: undefined },
    ...{ ways: [{ host: '127.0.0.1', port }], bets: true, schedule },
    measures: new LoadMeasures(true),
    dice: { below: () => 0, between: (least) => least, chance: () => true, pick: ([one]) => one },
  });
  const seen: number[] = [];
  const isAskedFor = new Promise<void>((resolve) => {
    server.of('/player').on('connection', (socket) => {
      socket.on('table:join', (_, answer: (reply: object) => void) => {
        const round = { game: '1000000001', closesAtMs: Date.now() + 1_000 };
        const snapshot = { seq: 1, phase: 'betting', round };
        answer({ ok: true, snapshot, missed: null, timeline: 1, nowMs: Date.now() });
      });
      socket.on('bet:place', (_, answer: (reply: object) => void) => {
        seen.push(player.unsure);
        answer({ ok: false, refusal: 'internal_error' });
      });
      // It is never answered.
      socket.on('bet:find', () => {
        seen.push(player.unsure);
        resolve();
      });
    });
  });
  try {
    await player.comeIn();
    await isAskedFor;
    expect(seen).toEqual([1, 1]);
  } finally {
    player.end();
    schedule.stop();
    await server.close();
  }
});
