/**
 * The kill matrix: at each step of a round, of a void and of a session, and at each moment of it,
 * the process that takes it is killed, frozen or loses its database, while another stands by.
 * Nothing that was answered is lost, nothing is paid twice, and play goes on in time (I2, I3, I11).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventKind } from '../../src/round/event.js';
import type { TableSettings } from '../../src/round/settings.js';
import { approved } from '../kit/approvals.js';
import type { Player, Staff } from '../kit/clients.js';
import { FAULT_TIMES, isFullSize, measured } from '../kit/fault-report.js';
import { Pair, Regular, type Side } from '../kit/pair.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { eventually, pause } from '../kit/studio.js';

type Play = 'round' | 'void' | 'session' | 'by hand';

/** As its payload says it: others ask for events by their kind alone. */
const event = (kind: EventKind): string => `"kind":"${kind}"`;

interface Step {
  readonly name: string;
  readonly play: Play;
  /** What passes to Postgres, in this order, where it is taken. */
  readonly words: readonly string[];
}

const STEPS: readonly Step[] = [
  { name: 'the bets open', play: 'round', words: [event('betting_opened'), 'commit'] },
  { name: 'a bet', play: 'round', words: ['place_bets'] },
  { name: 'the bets close', play: 'round', words: [event('betting_closed'), 'commit'] },
  { name: 'a card', play: 'round', words: [event('card_dealt'), 'commit'] },
  { name: 'the coup is decided', play: 'round', words: [event('coup_decided'), 'commit'] },
  { name: 'a chunk is paid', play: 'round', words: ['pay_chunk'] },
  { name: 'the round is settled', play: 'round', words: [event('round_settled'), 'commit'] },
  { name: 'the round is void', play: 'void', words: [event('round_voided'), 'commit'] },
  { name: 'a chunk is refunded', play: 'void', words: ['pay_chunk'] },
  { name: 'the round is refunded', play: 'void', words: [event('round_refunded'), 'commit'] },
  { name: 'a deposit', play: 'session', words: ['buy-in:', 'commit'] },
  { name: 'a cash-out', play: 'session', words: ['cash-out:', 'commit'] },
  {
    name: 'a payment by hand is ordered',
    play: 'by hand',
    words: [event('hand_pay_ordered'), 'commit'],
  },
  { name: 'a chunk is paid beside it', play: 'by hand', words: ['pay_chunk'] },
  {
    name: 'the round is settled after it',
    play: 'by hand',
    words: [event('round_settled'), 'commit'],
  },
];

const FAULTS = {
  killed: ['before', 'within', 'after'],
  frozen: ['before', 'within', 'after'],
  cut: ['before', 'after'],
  stalled: ['during'],
  'half-open': ['during'],
} as const;
type Fault = keyof typeof FAULTS;
type Moment = (typeof FAULTS)[Fault][number];

interface Cell {
  readonly step: Step;
  readonly fault: Fault;
  readonly moment: Moment;
}

const ALL: readonly Cell[] = STEPS.flatMap((step) =>
  (Object.keys(FAULTS) as Fault[]).flatMap((fault) =>
    // What is a single statement has no midst.
    FAULTS[fault].flatMap((moment) =>
      moment === 'within' && step.words.length === 1 ? [] : [{ step, fault, moment }],
    ),
  ),
);

/** Those of processes, and one of a connection, each at another step. */
const SAMPLE: readonly (readonly [string, Fault, Moment])[] = [
  ['the round is void', 'killed', 'after'],
  ['a bet', 'half-open', 'during'],
  ['the coup is decided', 'frozen', 'within'],
];
const isSampled = ({ step, fault, moment }: Cell): boolean =>
  SAMPLE.some((each) => each[0] === step.name && each[1] === fault && each[2] === moment);

const CELLS = isFullSize
  ? Array.from({ length: FAULT_TIMES }, () => ALL).flat()
  : ALL.filter(isSampled);

/** Longer than a table waits for its owner. */
const STALLED_MS = 3_000;
/** I11. */
const BACK_WITHIN_MS = 5_000;
/** Ninety-nine of a hundred, of the processes that are killed or frozen. */
const BACK_AT_P99_MS = 3_000;
const BETTING: Partial<TableSettings> = { ...QUICK, betMs: isFullSize ? 1_500 : 5_000 };
const CREDIT = 10_000n;
const STAKE = 1_000n;

const testbed = useTestbed({ tables: {} });
let pair: Pair;
let tables = 0;
let table: string;
let dealer: Regular<Staff>;
let guests: readonly Regular<Player>[];
/** When something that was asked was done, or was seen to be done. */
let done: number[] = [];
const mark = (): void => void done.push(performance.now());

beforeAll(async () => {
  pair = await Pair.start(testbed, { SETTLEMENT_CHUNK: '1' });
});
afterAll(() => pair.close());

const sitDown = async (): Promise<void> => {
  tables += 1;
  table = `pb-${tables}`;
  await testbed.setTable(table, BETTING);
  const { studio } = await pair.runner(table);
  const dora = await testbed.staff(studio, `Dora ${tables}`, { table });
  await dora.makeReady();
  const players = await testbed.players(studio, 3, 'Guest', { table, euros: 100 });
  dealer = Regular.of(pair, testbed, dora);
  guests = players.map((player) => Regular.of(pair, testbed, player));
};

/** Springs the trap on whichever of the two takes the step. Resolves to when it did. */
const set = async ({ step: { words }, fault, moment }: Cell): Promise<number> => {
  const sprung = pair.sides.map(async (side) => {
    await trapOn(side, words, fault, moment);
    return side;
  });
  const side = await Promise.race(sprung);
  const atMs = performance.now();
  switch (fault) {
    case 'killed':
      await side.studio.kill();
      break;
    case 'frozen':
      side.studio.freeze();
      break;
    case 'cut':
      side.cable.repair();
      break;
    case 'stalled':
      void pause(STALLED_MS).then(() => side.cable.repair());
      break;
    case 'half-open':
      break;
  }
  return atMs;
};

const trapOn = (
  { cable }: Side,
  words: readonly string[],
  fault: Fault,
  moment: Moment,
): Promise<void> => {
  switch (moment) {
    case 'within':
      return cable.holdAt(words);
    case 'during':
      return fault === 'stalled' ? cable.freezeAt(words) : cable.muteAt(words);
    case 'before':
    case 'after':
      if (fault === 'cut') return cable.cutAt(words, moment);
      return cable.stopAt(words, moment === 'before' ? 'unsent' : 'after');
  }
};

const phaseNow = async () => {
  const reply = await dealer.insist((client) => client.call('table:watch', { table }));
  if (!reply.ok || reply.snapshot === null) throw new Error(`${table} cannot be watched`);
  return reply.snapshot;
};

const comesTo = (what: string, isSo: (phase: string) => boolean) =>
  eventually(
    what,
    async () => {
      const now = await phaseNow();
      return isSo(now.phase) && now;
    },
    { everyMs: 20 },
  );

const statusBecomes = (game: string, status: string) =>
  eventually(`${game} is ${status}`, async () => {
    const { rowCount } = await testbed.pool.query(
      'select from rounds where game_number = $1 and status = $2::round_status',
      [game, status],
    );
    return rowCount === 1;
  });

/** Bets, up to the close. Returns the game, and who was answered that the bet stands. */
const bet = async (): Promise<{ game: string; stand: ReadonlySet<Regular<Player>> }> => {
  await dealer.insist((client) => client.give('betting:open'));
  mark();
  const { round } = await phaseNow();
  const game = round!.game;
  const stand = new Set<Regular<Player>>();
  for (const guest of guests) {
    const betId = randomUUID();
    const reply = await guest.insist((client) => client.wager(game, ['punto', 10], betId));
    mark();
    if (reply.ok) stand.add(guest);
    else expect(reply.refusal).toBe('betting_is_closed');
  }
  await comesTo('the bets are closed', (phase) => phase === 'bets_closed');
  mark();
  return { game, stand };
};

const scan = async (code: string): Promise<void> => {
  dealer.client.scanSeq += 1;
  const { scanSeq } = dealer.client;
  expect(await dealer.insist((client) => client.scan(code, scanSeq))).toMatchObject({ ok: true });
  mark();
};

const balanceOf = async ({ client: { id } }: Regular<Player>): Promise<bigint> => {
  const { rows } = await testbed.pool.query<{ balance: string }>(
    `select balance from accounts where player_id = $1 and kind = 'session'`,
    [id],
  );
  return BigInt(rows[0]!.balance);
};

/** Nobody can credit the account of the player from now on. */
const closeAccountOf = ({ client: { id } }: Regular<Player>): Promise<unknown> =>
  asSuperuser(testbed.database, (client) =>
    client.query(`
      create or replace function is_closed() returns trigger language plpgsql as
        $$ begin raise exception 'the account is closed' using errcode = '23514'; end $$;
      create trigger is_closed_${id} before update on accounts for each row
        when (new.name = 'player:${id}:session') execute function is_closed()`),
  );

/** Each has the trap set, by `arm`, before the steps that it is set for. */
const PLAYS: Readonly<Record<Play, (arm: () => void) => Promise<void>>> = {
  round: async (arm) => {
    arm();
    const { game, stand } = await bet();
    for (const code of ['9h', 'Kd', 'Ts', 'Qs']) await scan(code);
    await statusBecomes(game, 'settled');
    mark();
    for (const guest of guests) {
      expect(await balanceOf(guest)).toBe(stand.has(guest) ? CREDIT + STAKE : CREDIT);
      await guest.hears((player) => player.next('round_settled'));
    }
  },
  void: async (arm) => {
    arm();
    const { game } = await bet();
    for (const code of ['9h', 'Kd']) await scan(code);
    await approved(testbed.pool, { kind: 'void', table, game });
    await eventually('it is void', async () => {
      const { rowCount } = await testbed.pool.query(
        `select from rounds where game_number = $1 and status in ('void', 'refunded')`,
        [game],
      );
      return rowCount === 1;
    });
    await statusBecomes(game, 'refunded');
    mark();
    for (const guest of guests) expect(await balanceOf(guest)).toBe(CREDIT);
  },
  session: async (arm) => {
    arm();
    const [guest] = guests;
    const { id } = guest!.client;
    const withdrawn = { key: randomUUID(), amount: '5000' };
    await guest!.insist((client) => client.call('session:withdraw', withdrawn));
    mark();
    const bought = { key: randomUUID(), amount: '2000' };
    const reply = await guest!.insist((client) => client.call('session:buy-in', bought));
    mark();
    expect(reply).toEqual({ ok: true, balance: '7000' });
    const cashed = { key: randomUUID() };
    const out = await guest!.insist((client) => client.call('session:cash-out', cashed));
    mark();
    expect(out).toEqual({ ok: true, amount: '7000' });
    expect(await balanceOf(guest!)).toBe(0n);
    const { rows } = await testbed.pool.query<{ balance: string }>(
      `select balance from accounts where player_id = $1 and kind = 'game'`,
      [id],
    );
    expect(rows).toEqual([{ balance: String(CREDIT) }]);
  },
  'by hand': async (arm) => {
    const { game } = await bet();
    const [closed, ...others] = guests;
    const { id: player } = closed!.client;
    await closeAccountOf(closed!);
    for (const code of ['9h', 'Kd', 'Ts', 'Qs']) await scan(code);
    await eventually('the pit has the case', async () => {
      const { rowCount } = await testbed.pool.query(
        `select from incidents where kind = 'payment_failed' and game_number = $1`,
        [game],
      );
      return rowCount === 1;
    });
    arm();
    await approved(testbed.pool, { kind: 'hand_pay', table, game, subject: { player } });
    await statusBecomes(game, 'settled');
    mark();
    expect(await balanceOf(closed!)).toBe(CREDIT - STAKE);
    for (const guest of others) expect(await balanceOf(guest)).toBe(CREDIT + STAKE);
    const { rows } = await testbed.pool.query(
      'select player_id as player, amount from hand_pays where game_number = $1',
      [game],
    );
    expect(rows).toEqual([{ player, amount: String(2n * STAKE) }]);
  },
};

describe('a process that takes a step and', () => {
  /** How long it took each time, until something was done again. */
  const returns: number[] = [];

  it.each(CELLS.map((cell) => [cell.fault, cell.moment, cell.step.name, cell] as const))(
    'is %s %s %s: nothing is lost or done twice',
    async (fault, moment, name, cell) => {
      if (tables > 0) await pair.repair();
      await sitDown();
      done = [];
      let arm = (): void => undefined;
      const springing = new Promise<number>((resolve, reject) => {
        arm = () => void set(cell).then(resolve, reject);
      });
      const playing = PLAYS[cell.step.play](() => arm());
      const atMs = await Promise.race([
        springing,
        playing.then(() => pause(1_000)).then(() => undefined),
      ]);
      await playing;
      expect(atMs, 'the step was taken').toBeDefined();
      const back = done.find((each) => each > atMs!);
      expect(back, 'something was done after it').toBeDefined();
      const ms = back! - atMs!;
      const isOfProcess = fault === 'killed' || fault === 'frozen';
      const part = isOfProcess ? 'processes' : 'connections';
      measured({ part, what: `${fault} ${moment}: ${name}`, ms });
      if (isOfProcess) returns.push(ms);
      if (isFullSize) expect(ms).toBeLessThan(BACK_WITHIN_MS);
    },
    180_000,
  );

  it.runIf(isFullSize)('is killed, or is frozen, and is replaced in time', () => {
    expect(returns).not.toEqual([]);
    const sorted = returns.sort((a, b) => a - b);
    expect(sorted[Math.ceil(0.99 * sorted.length) - 1]).toBeLessThanOrEqual(BACK_AT_P99_MS);
  });
});
