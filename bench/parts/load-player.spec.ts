import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Namespace, Server } from 'socket.io';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { Schedule } from '../../src/simulator/schedule.js';
import { LoadMeasures } from './load-measures.js';
import { LoadPlayer } from './load-player.js';

const GAME = '1000000001';

type Answer = (reply: object) => void;

let server: Server;
let lines: Socket[];
let players: Namespace;
let port: number;
let clock: ManualClock;
let schedule: Schedule;
let measures: LoadMeasures;
let player: LoadPlayer;

beforeEach(async () => {
  lines = [];
  const http = createServer();
  http.on('connection', (line: Socket) => lines.push(line));
  server = new Server(http, { transports: ['websocket'] });
  players = server.of('/player');
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  ({ port } = http.address() as AddressInfo);
  clock = new ManualClock();
  schedule = new Schedule(clock);
  measures = new LoadMeasures(true);
});

afterEach(async () => {
  player.end();
  schedule.stop();
  await server.close();
});

const playerWith = (buyIn?: string): LoadPlayer =>
  new LoadPlayer({
    ...{ token: 't', table: 'pb-1', address: '10.0.0.1', stake: '500', buyIn },
    ...{ ways: [{ host: '127.0.0.1', port }], bets: true, schedule, measures },
    dice: { below: () => 0, between: (least) => least, chance: () => true, pick: ([one]) => one },
  });

const cutLines = (): void => {
  for (const line of lines) line.destroy();
};

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 });

const letIn = (_: unknown, answer: Answer): void => {
  const round = { game: GAME, closesAtMs: Date.now() + 1_000 };
  const snapshot = { seq: 1, phase: 'betting', round };
  answer({ ok: true, snapshot, missed: null, timeline: 1, nowMs: Date.now() });
};

it('a bet is unsure as long as nobody says what became of it, also while it is asked for', async () => {
  const seen: number[] = [];
  player = playerWith();
  const isAskedFor = new Promise<void>((resolve) => {
    players.on('connection', (socket) => {
      socket.on('table:join', letIn);
      socket.on('bet:place', (_, answer: Answer) => {
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
  await player.comeIn();
  await clock.advance(1_000);
  await isAskedFor;
  expect(seen).toEqual([1, 1]);
});

it('a player who is cut off while they buy in comes in by one line', async () => {
  players.on('connection', (socket) => {
    socket.on('table:join', letIn);
    socket.on('session:buy-in', (_, answer: Answer) => {
      if (lines.length === 1) cutLines();
      else answer({ ok: true });
    });
  });
  player = playerWith('50000');
  void player.comeIn();
  await soon(() => expect(measures.refusals).toEqual({ 'join: closed': 1 }));
  expect(measures.cuts, 'a join that failed is no line that was lost').toBe(0);
  await clock.advance(2_000);
  await soon(() => expect(player.isSeated).toBe(true));
  expect(lines).toHaveLength(2);
});

/** The studio at which the player bets once. It says what it is asked to. */
const betAtStudio = async (): Promise<(name: string, body: object) => void> => {
  let say: (name: string, body: object) => void = () => undefined;
  players.on('connection', (socket) => {
    say = (name, body) => void socket.emit(name, { table: 'pb-1', game: GAME, ...body });
    socket.on('table:join', letIn);
    socket.on('bet:place', (_, answer: Answer) => answer({ ok: true }));
  });
  player = playerWith();
  await player.comeIn();
  await clock.advance(1_000);
  await soon(() => expect(measures.stood).toHaveLength(1));
  return say;
};

it('a round in which a bet stands is in play until the player has their result of it', async () => {
  const say = await betAtStudio();
  expect([player.inPlay, player.resultsMissed]).toEqual([1, 0]);
  say('table:message', { kind: 'round_settled', seq: 2, prev: 1, atMs: 0 });
  await soon(() => expect(player.lastSeq).toBe(2));
  expect([player.inPlay, player.resultsMissed], 'settled').toEqual([1, 1]);
  say('player:result', { outcome: 'settled' });
  await soon(() => expect(measures.results).toBe(1));
  expect([player.inPlay, player.resultsMissed], 'with its result').toEqual([0, 0]);
});

it('a bet that was thought of before the rest is not placed in it', async () => {
  let bets = 0;
  players.on('connection', (socket) => {
    socket.on('table:join', letIn);
    socket.on('bet:place', () => (bets += 1));
  });
  player = playerWith();
  await player.comeIn();
  measures.isResting = true;
  await clock.advance(1_000);
  expect(player.unsure, 'nothing was asked').toBe(0);
  expect(bets).toBe(0);
});

it('a result is waited for over the line on which the bet was answered alone', async () => {
  await betAtStudio();
  cutLines();
  await soon(() => expect(measures.cuts).toBe(1));
  expect(player.inPlay).toBe(0);
});
