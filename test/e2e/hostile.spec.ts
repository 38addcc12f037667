/**
 * Whatever is sent by whomever is answered as the protocol says, and harms nobody: every command in
 * every role, made from its schema and spoilt.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACES } from '../../src/cards/card.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { BareSocket } from '../kit/bare-socket.js';
import type { Player, Staff } from '../kit/clients.js';
import { heapInUse } from '../kit/heap.js';
import { Hostile, anyMessage } from '../kit/hostile.js';
import { type Kept, keptBy } from '../kit/kept.js';
import { runsInCi } from '../kit/runs.js';
import { QUICK, SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const MESSAGES = runsInCi(6_800, 186_000);
const AT_ONCE = 200;
/** Of which each is looked at alone. */
const LOOKED_AT = runsInCi(200, 2_000);
const ONE_BY_ONE = 20;
const AGAIN = 5;
/** What may stay in the heap of each message, in bytes; and of the studio’s caches, of all. */
const KEPT_OF_EACH = 100;
const KEPT_OF_ALL = 8_000_000;

const testbed = useTestbed({
  tables: {
    calm: { ...QUICK, betMs: 4_000 },
    'pb-1': SLOW,
    'pb-2': { ...QUICK, betMs: 150, lastBetsMs: 50 },
  },
  env: { LOG_LEVEL: 'error', CHAT_AT_ONCE: '200', STALLED_DEAL_MS: '600000' },
});
let studio: Studio;
let dealer: Staff;
let player: Player;
let hostile: Hostile;
/** Moves the tables on that are under attack, and a bettor who plays at them. */
let director: BareSocket;
let bettor: BareSocket;
let logRead = 0;
const rejections: string[] = [];
const noteRejection = (error: unknown): void => void rejections.push(String(error));

beforeAll(async () => {
  process.on('unhandledRejection', noteRejection);
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora', { table: 'calm' });
  await dealer.makeReady();
  player = await testbed.player(studio, 'Anna', { table: 'calm' });
  hostile = await Hostile.open(testbed, studio);
  const sven = await testbed.employ({ id: 'Sven', role: 'shift_manager' });
  director = await BareSocket.enter(studio.url, '/dealer', sven);
  bettor = await BareSocket.enter(studio.url, '/player', (await testbed.enlist('Bettor')).token);
  await hostile.ask(bettor, 'session:buy-in', { key: '@uuid@', amount: '500000' });
  for (const table of ['pb-1', 'pb-2']) await hostile.ask(bettor, 'table:join', { table });
});
afterAll(() => {
  process.off('unhandledRejection', noteRejection);
  hostile.close();
  director.close();
  bettor.close();
});

/** The studio is at fault for none of it. */
const expectNoFault = (): void => {
  expect(rejections.splice(0)).toEqual([]);
  const { log } = studio;
  const news = log.slice(logRead);
  logRead = log.length; // one fault is not found again while it is shrunk
  expect(news).toBe('');
};

interface Snapshot {
  readonly phase: string;
  readonly lastScanSeq: number | null;
  readonly round: { readonly game: string } | null;
}

/** Moves a table on by a step, however it was left. */
const moveOn = async (table: string): Promise<void> => {
  const tell = (name: string, words: object = {}) =>
    hostile.ask(director, name, { table, ...words });
  const watched = await tell('table:watch');
  if (watched?.['ok'] !== true) throw new Error(`${table} cannot be watched`);
  const { phase, lastScanSeq, round } = watched['snapshot'] as Snapshot;
  const scanSeq = lastScanSeq ?? 0;
  hostile.learn(table, { game: round?.game, scanSeq });
  switch (phase) {
    case 'closed':
      await tell('table:open');
      break;
    case 'shoe_change':
      await tell('cards:bring', { cards: '@box@' });
      await tell('shoe:new');
      await tell('shoe:burn', { code: makeScanCode(anyFace()), scanSeq: 1 });
      break;
    case 'suspended':
      await tell('table:resume', { reason: 'as the test says' });
      break;
    case 'betting':
    case 'last_bets': {
      const bet = { table, game: '@game@', betId: '@uuid@', spot: 'egalite', amount: '100' };
      await hostile.ask(bettor, 'bet:place', bet);
      break;
    }
    case 'bets_closed':
    case 'dealing':
      for (let card = 1; card <= 3; card += 1) {
        await tell('card:scan', { code: makeScanCode(anyFace()), scanSeq: scanSeq + card });
      }
      await tell('coup:confirm');
      break;
    default:
      await tell('betting:open');
  }
};

const anyFace = () => FACES[Math.floor(Math.random() * FACES.length)]!;

describe('a message of any kind from anybody', () => {
  /** A scan that is refused is evidence: it stays in the log, and may suspend the table. */
  const MONEY = ['accounts', 'entries', 'postings', 'bets', 'payouts', 'sessions', 'rounds'];
  const moneyOf = (kept: Kept): Kept =>
    Object.fromEntries(Object.entries(kept).filter(([table]) => MONEY.includes(table)));

  /** What an order leaves behind where it is refused, too, by the protocol. */
  const IN_THE_LOG: Readonly<Record<string, string>> = { 'player:disconnect': 'staff_actions' };
  const leftOut = (table: string | undefined, kept: Kept): Kept =>
    Object.fromEntries(Object.entries(kept).filter(([name]) => name !== table));

  it('that is refused has changed nothing', async () => {
    for (let step = 0; step < 4; step += 1) await moveOn('pb-1');
    const keptNow = await keptBy(testbed.pool);
    let before = await keptNow();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMessage(2), { minLength: 1, maxLength: ONE_BY_ONE, size: 'max' }),
        async (messages) => {
          for (const message of messages) {
            let sent = await hostile.send(message);
            expect(sent.fault).toBeUndefined();
            let after = await keptNow();
            // What goes on by itself is not the message's doing: sent again, it changes nothing.
            for (let again = 1; sent.isRefused && again <= AGAIN; again += 1) {
              if (isDeepStrictEqual(after, before)) break;
              before = await keptNow();
              sent = await hostile.send(message);
              after = await keptNow();
            }
            const { name, isRefused } = sent;
            const isScan = name === 'card:scan' || name === 'shoe:burn';
            if (isRefused && isScan) expect(moneyOf(after), name).toEqual(moneyOf(before));
            else if (isRefused) {
              expect(leftOut(IN_THE_LOG[name], after), name).toEqual(
                leftOut(IN_THE_LOG[name], before),
              );
            }
            before = after;
          }
          expectNoFault();
        },
      ),
      { numRuns: Math.ceil((2 * LOOKED_AT) / ONE_BY_ONE) },
    );
  });

  it('is answered as the protocol says, and leaves nothing in memory', async () => {
    let sent = 0;
    let measured = { sent: 0, heap: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMessage(8), { minLength: 1, maxLength: AT_ONCE, size: 'max' }),
        async (messages) => {
          const answered = await Promise.all(messages.map((each) => hostile.send(each)));
          expect(answered.flatMap(({ fault }) => fault ?? [])).toEqual([]);
          expectNoFault();
          sent += messages.length;
          for (const table of ['pb-1', 'pb-2']) await moveOn(table);
          if (measured.sent === 0 && sent > MESSAGES / 3) measured = { sent, heap: heapInUse() };
        },
      ),
      { numRuns: Math.ceil((2 * MESSAGES) / AT_ONCE) },
    );
    const grownBy = heapInUse() - measured.heap;
    console.log(`${sent} messages; the heap has grown by ${Math.round(grownBy / 1_000)} KB`);
    console.log(JSON.stringify(hostile.answers));
    expect(grownBy).toBeLessThan(KEPT_OF_ALL + KEPT_OF_EACH * (sent - measured.sent));
  }, 1_800_000);

  it('keeps nobody from playing', async () => {
    const { game, seq } = await dealer.openBetting();
    await player.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    expect((await player.result(game)).paid).toBe('2000');
  });
});
