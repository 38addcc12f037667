/**
 * Crowds: everybody comes back at once, again and again, and misses nothing (I6); and those who
 * read nothing are cut, and cost the others nothing.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TableMessage } from '../../src/protocol/table.js';
import { BareSocket } from '../kit/bare-socket.js';
import type { Player, Staff } from '../kit/clients.js';
import { isFullSize, measured } from '../kit/fault-report.js';
import { SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { type StudioProcess, eventually } from '../kit/studio.js';

const CROWD = isFullSize ? 1_000 : 40;
const STORMS = 5;
const DEAF = isFullSize ? 50 : 3;
/** So many come at once: the test has to keep up, too. */
const AT_ONCE = 50;

const testbed = useTestbed({ tables: { 'pb-1': SHUT, 'pb-2': SLOW } });
let studio: StudioProcess;
let dealer: Staff;

beforeAll(async () => {
  studio = await testbed.startProcess();
  await testbed.isRunBy(studio, 'pb-1');
  await testbed.isRunBy(studio, 'pb-2');
  dealer = await testbed.staff(studio, 'Dora', { table: 'pb-1' });
  await dealer.makeReady();
});

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1]!;

describe('a crowd that loses its connections', () => {
  /** There are eight of each card, and one round is still to come. */
  const ROUNDS_OF_A_SHOE = 6;
  /** Everybody, with all that they were sent. */
  const heard = new Map<string, TableMessage[]>();

  const comeBack = async (player: Player): Promise<Player> => {
    const back = await testbed.again(studio, player);
    await back.join(player.lastSeq.get('pb-1'));
    return back;
  };

  const inGroups = async <T, U>(all: readonly T[], act: (one: T) => Promise<U>): Promise<U[]> => {
    const done: U[] = [];
    for (let first = 0; first < all.length; first += AT_ONCE) {
      done.push(...(await Promise.all(all.slice(first, first + AT_ONCE).map(act))));
    }
    return done;
  };

  it(`all at once, ${STORMS} times, while rounds are dealt, misses nothing: ${CROWD}`, async () => {
    const guests = Array.from({ length: CROWD }, (_, each) => `Guest ${each}`);
    let crowd = await inGroups(guests, async (name) => {
      const player = await testbed.visitor(studio, name, { table: 'pb-1', euros: 0 });
      await player.join();
      return player;
    });
    let isOver = false;
    const dealing = (async () => {
      let rounds = 0;
      while (!isOver) {
        await dealer.playRound('9h Kd Ts Qs');
        rounds += 1;
        if (rounds % ROUNDS_OF_A_SHOE === 0) await changeShoe();
      }
    })();
    for (let storm = 1; storm <= STORMS; storm += 1) {
      const after = dealer.lastSeq.get('pb-1')!;
      await eventually('a round is dealt meanwhile', () => dealer.lastSeq.get('pb-1')! > after + 4);
      const startedAt = performance.now();
      for (const { id, messages } of crowd) {
        heard.set(id, [...(heard.get(id) ?? []), ...messages]);
      }
      for (const player of crowd) player.close();
      crowd = await inGroups(crowd, comeBack);
      const ms = performance.now() - startedAt;
      measured({ part: 'storms', what: `${CROWD} come back`, ms });
    }
    isOver = true;
    await dealing;
    await dealer.playRound('9h Kd Ts Qs');
    const last = dealer.lastSeq.get('pb-1')!;
    for (const player of crowd) {
      await player.next('round_settled', { after: last - 1 });
      const all = [...(heard.get(player.id) ?? []), ...player.messages];
      for (const [at, message] of all.entries()) {
        if (at > 0) expect(message.prev, `of ${player.id}`).toBe(all[at - 1]!.seq);
      }
      player.close();
    }
  }, 600_000);

  const changeShoe = async (): Promise<void> => {
    const manager = await testbed.staff(studio, 'Mona', { table: 'pb-1', role: 'shift_manager' });
    await manager.must('shoe:change');
    manager.close();
    await dealer.newShoe();
  };
});

describe('clients that read nothing', () => {
  const BETS = 60;
  /**
   * Where they are many, each asks as often as a player may, 20 times a second, and the others must
   * still be heard. What the system takes for a client that does not read is filled in minutes.
   */
  const ASKED = isFullSize ? { atOnce: 2, everyMs: 100 } : { atOnce: 10, everyMs: 20 };
  const ANSWERED_WITHIN_MS = 500;

  /** How long one waits for the answers to bets, one after the other, in ms. */
  const waits = async (player: Player, game: string): Promise<readonly number[]> => {
    const all: number[] = [];
    for (let each = 0; each < BETS; each += 1) {
      const startedAt = performance.now();
      const reply = await player.wager(
        game,
        each % 2 === 0 ? ['egalite', 1] : 'undo',
        randomUUID(),
      );
      expect(reply).toMatchObject({ ok: true });
      all.push(performance.now() - startedAt);
    }
    return all;
  };

  it(`are cut, and the others are answered as before: ${DEAF}`, async () => {
    const desk = await testbed.staff(studio, 'Dino', { table: 'pb-2' });
    await desk.makeReady();
    const { game } = await desk.openBetting();
    const honest = await testbed.player(studio, 'Honest', { table: 'pb-2' });
    await waits(honest, game);
    const before = quantile(await waits(honest, game), 0.99);
    const deaf = await Promise.all(
      Array.from({ length: DEAF }, async (_, each) => {
        const { token } = await testbed.enlist(`Deaf ${each}`, 0);
        const socket = await BareSocket.enter(studio.url, '/player', token);
        socket.turnDeaf();
        return socket;
      }),
    );
    const isOver = () => deaf.every(({ isOpen }) => !isOpen);
    const asking = eventually(
      'all of them are cut',
      () => {
        for (const socket of deaf) {
          // The answer to a ping, so that nobody takes the line for dead.
          socket.say('3');
          for (let each = 0; socket.isOpen && each < ASKED.atOnce; each += 1) {
            socket.say('42/player,1["table:join",{"table":"pb-2"}]');
          }
        }
        return isOver();
      },
      { withinMs: 400_000, everyMs: ASKED.everyMs },
    );
    const heard: number[] = [];
    const listening = async () => {
      do heard.push(...(await waits(honest, game)));
      while (!isOver());
    };
    await Promise.all([listening(), asking]);
    const meanwhile = quantile(heard, 0.99);
    const after = quantile(await waits(honest, game), 0.99);
    const metrics = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
    const cut = Number(/sabot_connections_cut_total (\d+)/.exec(metrics)?.[1]);
    expect(cut).toBeGreaterThanOrEqual(DEAF);
    expect(honest.socket.connected).toBe(true);
    if (isFullSize) expect(meanwhile).toBeLessThan(ANSWERED_WITHIN_MS);
    measured({ part: 'deaf clients', what: 'were cut', count: cut });
    measured({ part: 'deaf clients', what: 'p99 of an honest bet before', ms: before });
    measured({ part: 'deaf clients', what: 'p99 meanwhile', ms: meanwhile });
    measured({ part: 'deaf clients', what: 'p99 after', ms: after });
  }, 500_000);
});

describe('a crowd that comes while the process is held up', () => {
  const COMERS = 900;
  /** What the machine allows any program. */
  const most = () => Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));

  it.runIf(process.platform === 'linux')('finds room, and nobody is put off', async () => {
    const { hostname, port } = new URL(studio.url);
    studio.freeze();
    const comers = Array.from({ length: COMERS }, () => connect(Number(port), hostname));
    let connected = 0;
    for (const comer of comers) {
      comer.on('error', () => undefined).on('connect', () => (connected += 1));
    }
    try {
      const all = Math.min(COMERS, most());
      await eventually('they are connected', () => connected >= all, { withinMs: 20_000 });
    } finally {
      studio.thaw();
      for (const comer of comers) comer.destroy();
    }
  });
});
