/**
 * A studio is killed between every two steps of a movement of an operator's wallet: of a debit, a
 * credit, a cancel and an adjustment, of the stake of a hand, and of a tip. The next one ends it.
 * Nothing is lost, nothing is done twice, and the books of both say the same (W1, W3, W4, W6).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import type { WalletVerb } from '../../src/protocol/wallet.js';
import { approved } from '../kit/approvals.js';
import { expectReconciled } from '../kit/books.js';
import { Cable } from '../kit/cable.js';
import { Player, type Staff } from '../kit/clients.js';
import { FAULT_TIMES, isFullSize } from '../kit/fault-report.js';
import type { Operator } from '../kit/operator.js';
import { comesIn } from '../kit/operator-players.js';
import { holdAt, openWallet, untilNothingIsOpen, waitsFor } from '../kit/operator-wallet.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import { type StudioProcess, eventually } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

type Verb = Extract<WalletVerb, 'debit' | 'credit' | 'cancel' | 'adjust'>;

/** What passes to Postgres when the movement is written, in this order. */
const WRITES: Readonly<Record<Verb, readonly string[]>> = {
  debit: ['"kind":"betting_closed"', 'commit'],
  credit: [`then '.cancel' else '.credit' end`],
  cancel: [`then '.cancel' else '.credit' end`],
  adjust: [`|| '.adjust.' ||`],
};
/** And when what the wallet decided is written. */
const VERDICT = ['end_wallet_movements'];
/** Of a hand: when its wallet is asked for the stake, and when the action is committed. */
const HAND_ASKED = ['ask_for_hand_stake'];
const PLAYED = ['play_hands', 'commit'];
/** Of a tip: when its wallet is asked for it, and when it is given. */
const TIP_ASKED = ['tip_table, tip_dealer)', 'commit'];
const TIP_GIVEN = ['insert into tips', 'commit'];

const MOMENTS = [
  'before it is written',
  'once it is written',
  'before the wallet books it',
  'once the wallet has booked it',
  'before its verdict is written',
  'once its verdict is written',
] as const;
type Moment = (typeof MOMENTS)[number];

const ALL = (Object.keys(WRITES) as Verb[]).flatMap((verb) =>
  MOMENTS.map((moment) => [verb, moment] as const),
);
/** Each moment, and each verb. */
const SAMPLE: readonly (readonly [Verb, Moment])[] = [
  ['credit', 'before it is written'],
  ['debit', 'once it is written'],
  ['adjust', 'before the wallet books it'],
  ['cancel', 'once the wallet has booked it'],
  ['debit', 'before its verdict is written'],
  ['adjust', 'once its verdict is written'],
];
const CELLS = isFullSize ? Array.from({ length: FAULT_TIMES }, () => ALL).flat() : SAMPLE;

const HAND_MOMENTS = [...MOMENTS, 'before it is played', 'once it is played'] as const;
const HAND_CELLS = isFullSize
  ? Array.from({ length: FAULT_TIMES }, () => HAND_MOMENTS).flat()
  : (['once the wallet has booked it', 'before it is played', 'once it is played'] as const);

const TIP_CELLS = Array.from({ length: isFullSize ? FAULT_TIMES : 1 }, () => MOMENTS).flat();

/** Either no wallet was asked yet, or the tip is there. In between its time may be over. */
const CERTAIN: ReadonlySet<Moment> = new Set([
  'before it is written',
  'once its verdict is written',
]);

/** The suit changes, since a shoe has eight of each card, and all cells deal out of one. */
const puntoWins = (round: number): string => {
  const suit = 'hdsc'[round % 4]!;
  return `9${suit} K${suit} T${suit} Q${suit}`;
};
const BANCO_WINS = 'P 2h Jc 4s . B 7d Js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...BETTING, tipMax: '5000' } },
});
let cable: Cable;
let studio: StudioProcess;
let dealer: Staff;
let acme: Operator;
let wallet: WalletServer;
let rounds = 0;

const start = async (): Promise<StudioProcess> => {
  const { studioUrl } = testbed.database;
  return testbed.restartProcess({ DATABASE_URL: cable.through(studioUrl) });
};

beforeAll(async () => {
  cable = await Cable.to(testbed.database.studioUrl);
  studio = await start();
  ({ operator: acme, wallet } = await openWallet(testbed, {
    mode: 'seamless',
    policy: { takesTips: true },
  }));
  await waitsFor(testbed, 60_000);
  dealer = await testbed.staff(studio, 'Delia');
  await dealer.makeReady();
});

afterAll(async () => {
  await studio.kill();
  cable.close();
  await wallet.stop();
});

const came = async (ref: string): Promise<Player> => {
  wallet.book.open(ref, 10_000n);
  const player = await comesIn(acme, studio, ref);
  await player.buyIn(50);
  return player;
};

const seated = async (ref: string): Promise<Player> => {
  const player = await came(ref);
  await player.join();
  return player;
};

/** Kills the studio at that moment, and starts the next one. */
const killed = async (
  verb: Verb | 'tip',
  moment: Moment | 'before it is played' | 'once it is played',
  writes: readonly string[],
  verdict = VERDICT,
): Promise<void> => {
  let goOn = (): void => undefined;
  switch (moment) {
    case 'before it is written':
      await cable.stopAt(writes, 'unsent');
      break;
    case 'once it is written':
      await cable.stopAt(writes, 'after');
      break;
    case 'before it is played':
      await cable.stopAt(PLAYED, 'unsent');
      break;
    case 'once it is played':
      await cable.stopAt(PLAYED, 'after');
      break;
    case 'before its verdict is written':
      await cable.stopAt(verdict, 'unsent');
      break;
    case 'once its verdict is written':
      await cable.stopAt(verdict, 'after');
      break;
    case 'before the wallet books it':
    case 'once the wallet has booked it': {
      const isBooked = moment === 'once the wallet has booked it';
      const request = holdAt(wallet, isBooked ? 'beforeAnswer' : 'beforeBooking', verb);
      await request.has;
      ({ goOn } = request);
    }
  }
  const { signal } = await studio.kill();
  expect(signal).toBe('SIGKILL');
  cable.cut();
  cable.repair();
  goOn();
  studio = await start();
};

/** Resolves once the next one runs the table. */
const kill = async (verb: Verb, moment: Moment, seq: number): Promise<void> => {
  await killed(verb, moment, WRITES[verb]);
  const { scanSeq } = dealer;
  dealer = await testbed.staff(studio, 'Delia');
  await dealer.watch(seq);
  dealer.scanSeq = scanSeq;
};

const statusBecomes = (game: string, status: string) =>
  eventually(`${game} is ${status}`, async () => {
    const { rowCount } = await testbed.pool.query(
      'select from rounds where game_number = $1 and status = $2::round_status',
      [game, status],
    );
    return rowCount === 1;
  });

const nothingIsOpen = () => untilNothingIsOpen(testbed);

const corrected = (game: string) =>
  eventually('it is corrected', async () => {
    const { rowCount } = await testbed.pool.query(
      'select from corrections where game_number = $1 and finished_seq is not null',
      [game],
    );
    return rowCount === 1;
  });

/** Which movements the wallet has booked of the round, each once. */
const booked = (game: string): readonly string[] =>
  wallet.book.movements
    .filter(({ movement }) => movement.movementId.startsWith(`round.${game}.`))
    .map(({ movement: { kind, total } }) => `${kind} ${total}`);

const EXPECTED: Readonly<Record<Verb, readonly string[]>> = {
  debit: ['debit 1000', 'credit 2000'],
  credit: ['debit 1000', 'credit 2000'],
  cancel: ['debit 1000', 'cancel 1000'],
  adjust: ['debit 1000', 'credit 2000', 'adjust -2000'],
};

it.each(CELLS)(
  'a studio is killed at a %s, %s, and another ends it',
  async (verb, moment) => {
    const guest = await seated(`guest-${wallet.book.players.length}`);
    const { game, seq } = await dealer.openBetting();
    const killAt = (each: Verb) => (each === verb ? kill(verb, moment, seq) : undefined);
    await guest.bet(game, ['punto', 10]);
    const atDebit = killAt('debit');
    await atDebit;
    guest.close();
    await dealer.next('stakes_taken', { after: seq });
    await nothingIsOpen();

    if (verb === 'cancel') {
      const atCancel = killAt('cancel');
      await approved(testbed.pool, { kind: 'void', table: 'pb-1', game });
      await atCancel;
      await statusBecomes(game, 'refunded');
    } else {
      const atCredit = killAt('credit');
      await dealer.deal(puntoWins((rounds += 1)));
      await atCredit;
      await statusBecomes(game, 'settled');
      await nothingIsOpen();
    }
    if (verb === 'adjust') {
      const atAdjustment = killAt('adjust');
      const subject = { coup: BANCO_WINS };
      await approved(testbed.pool, { kind: 'resettle', table: 'pb-1', game, subject });
      await atAdjustment;
      await corrected(game);
    }
    await nothingIsOpen();

    expect(booked(game)).toEqual(EXPECTED[verb]);
    expect(wallet.book.alarms).toBe(0);
    await expectReconciled(testbed.pool);
  },
  300_000,
);

it.each(HAND_CELLS)(
  'a studio is killed at the stake of a hand, %s, and it is played once, or goes back',
  async (moment) => {
    const ref = `hand-${wallet.book.players.length}`;
    const guest = await came(ref);
    const solo = await new SoloPlayer(guest).connect();
    const { hand } = await solo.open('punto_e_banco');
    const at = { hand, id: randomUUID(), step: 0, stakes: { banco: '1000' }, seed: SEED };
    const atStake = killed('debit', moment, HAND_ASKED);
    const answered = solo.call('punto-e-banco:deal', at).catch(() => undefined);
    await atStake;
    await answered;
    guest.close();

    // The player comes back, and asks the same again.
    const back = new Player(studio.url, guest.token, guest.id, 'pb-1');
    await testbed.connect(back);
    const again = await new SoloPlayer(back).connect();
    let reply = await again.call('punto-e-banco:deal', at);
    await eventually('it is decided', async () => {
      if (reply.ok || reply.refusal !== 'hand_is_busy') return true;
      reply = await again.call('punto-e-banco:deal', at);
      return false;
    });
    await nothingIsOpen();
    const stands = reply.ok || reply.refusal !== 'wallet_unavailable';
    expect(reply).toMatchObject(stands ? { ok: true } : { refusal: 'wallet_unavailable' });
    const kinds = wallet.book.movements.flatMap(({ movement: { movementId, kind } }) =>
      movementId.startsWith(`hand.${guest.id}.`) ? [kind] : [],
    );
    if (stands) expect(kinds).toEqual(['debit', 'credit']);
    expect(wallet.book.balance(ref)).toBe(5_000n + (await back.balance()));
    await expectReconciled(testbed.pool);
    back.close();
  },
  300_000,
);

it.each(TIP_CELLS)(
  'a studio is killed at a tip, %s, and it is given once, or not at all',
  async (moment) => {
    const ref = `tip-${wallet.book.players.length}`;
    const guest = await seated(ref);
    const key = randomUUID();
    const order = { table: 'pb-1', key, amount: '1000' };
    const atTip = killed('tip', moment, TIP_ASKED, TIP_GIVEN);
    const answered = guest.call('tip:give', order).catch(() => undefined);
    await atTip;
    await answered;
    guest.close();
    dealer = await testbed.staff(studio, 'Delia');
    await dealer.watch();

    const back = new Player(studio.url, guest.token, guest.id, 'pb-1');
    await testbed.connect(back);
    await back.join();
    const reply = await back.call('tip:give', order);
    await nothingIsOpen();
    const isGiven = reply.ok;
    const read = await dealer.call('tip:read', { table: 'pb-1' });
    const names = read.ok ? read.tips.map(({ name }) => name) : [];
    expect(names.filter((name) => name === ref)).toHaveLength(isGiven ? 1 : 0);
    if (CERTAIN.has(moment)) expect(isGiven).toBe(true);
    if (!isGiven) expect(reply).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    const { rows } = await testbed.pool.query('select from tips where key = $1', [key]);
    expect(rows).toHaveLength(isGiven ? 1 : 0);
    expect(wallet.book.balance(ref)).toBe(isGiven ? 9_000n : 10_000n);
    expect(await back.balance()).toBe(isGiven ? 4_000n : 5_000n);
    await expectReconciled(testbed.pool);
    back.close();
  },
  300_000,
);
