/**
 * Money in a wallet that is asked for each round: one debit of each player once the bets are
 * closed, no card before the verdicts, and one credit at the end, whatever goes wrong.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type WalletFault,
  FAULTS,
  WalletServer,
} from '../../src/operator-simulator/wallet-server.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { Player, type Staff } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { comesIn } from '../kit/operator-players.js';
import type { ApprovalSubject, Preview } from '../../src/protocol/approval.js';
import { openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { dayTotals } from '../../src/protocol/operator-feeds.js';
import { JWT_KEY, QUICK, useTestbed } from '../kit/testbed.js';

/** Punto wins with nine. Each time of another suit: a shoe has eight of each card. */
let coups = 0;
const puntoWins = (): string => {
  const suit = 'hdcs'[(coups += 1) % 4]!;
  return `9${suit} K${suit} T${suit} Q${suit}`;
};

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 10_000 } },
  env: { TABLE_LEASE_MS: '9000' }, // a second studio takes no table from a slow first one
});
let studio: Studio;
let dealer: Staff;
let acme: Operator;
let wallet: WalletServer;

/** Money comes from outside as in a studio that is no demo, and no test. */
const REAL =
  'create or replace function outside_is_made_up() returns boolean language sql stable as $$ select false $$';
const MADE_UP = REAL.replace('false', 'true');

beforeAll(async () => {
  studio = await testbed.start();
  acme = await Operator.open(testbed, 'acme', {
    mode: 'seamless',
    callbackUrl: 'http://127.0.0.1:1/wallet',
  });
  wallet = await startWallet(acme);
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

/** The operator's wallet, from now on. */
const startWallet = async ({ id, kid, key }: Operator): Promise<WalletServer> => {
  const started = await WalletServer.start({
    studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
    key: { kid, key },
    nowMs: () => testbed.clock.nowMs(),
    lateMs: 2_500,
  });
  const { url } = started;
  await asOwner(testbed, (operators) => operators.alter(id, { callbackUrl: url }));
  return started;
};

afterAll(async () => {
  await wallet.stop();
});

const noFaults = (): void => {
  wallet.isDead = false;
  wallet.faultOf = () => undefined;
  wallet.refuses = () => undefined;
  wallet.beforeBooking = () => Promise.resolve();
};

beforeEach(() => {
  noFaults();
  wallet.served.length = 0;
});

/** A player of the operator's with 100.00 in its wallet, of which 50.00 are at the table. */
const seated = async (
  ref: string,
  at = studio,
  by = { operator: acme, wallet },
): Promise<Player> => {
  by.wallet.book.open(ref, 10_000n);
  const player = await comesIn(by.operator, at, ref);
  await player.buyIn(50);
  await player.join();
  return player;
};

const asked = (): readonly string[] =>
  wallet.served.flatMap(({ verb }) => (verb === 'balance' ? [] : [verb]));

const nothingIsOpen = () =>
  testbed.passing(
    eventually('nothing is open', async () => {
      const { rows } = await testbed.pool.query(
        `select from wallet_movements where status in ('due', 'void')`,
      );
      return rows.length === 0;
    }),
  );

const inOrder = async (): Promise<void> => {
  const client = await testbed.pool.connect();
  try {
    const found = await reconcile(client);
    expect(isInOrder(found), makeReport(found)).toBe(true);
  } finally {
    client.release();
  }
};

/** What the operator's players came to today, so far. */
const totals = async () => {
  const day = new Date(testbed.clock.nowMs()).toISOString().slice(0, 10);
  const { body } = await acme.get(studio, `/operator/totals?day=${day}`);
  const {
    rounds = 0,
    players = 0,
    brought = '0',
    taken = '0',
  } = dayTotals.parse(body).totals[0] ?? {};
  return { rounds, players, brought: Number(brought), taken: Number(taken) };
};

const CLOCKS_APART_MS = 100;

/** Bets are open until `bets` are placed, and then closed. */
const round = async (bets: (game: string) => Promise<unknown>) => {
  const opened = await dealer.openBetting();
  await bets(opened.game);
  const closed = await dealer.betsClosed(opened.seq);
  return { ...opened, closed };
};

const taken = (after: number) => testbed.passing(dealer.next('stakes_taken', { after }));

describe('a round', () => {
  it('takes each stake with one debit when its bets are closed, and gives one credit', async () => {
    await asSuperuser(testbed.database, (superuser) => superuser.query(REAL));
    const [anna, bea] = await Promise.all([seated('anna'), seated('bea')]);
    await asSuperuser(testbed.database, (superuser) => superuser.query(MADE_UP));
    const carl = await testbed.player(studio, 'Carl', { euros: 100 });
    await asSuperuser(testbed.database, (superuser) => superuser.query(REAL));
    expect(await anna.balance()).toBe(5_000n);
    expect(await anna.call('session:read', {})).toMatchObject({ gameAccount: '5000' });
    expect(wallet.book.balance('anna')).toBe(10_000n);

    const { game, seq, closed } = await round(async (inGame) => {
      await anna.bet(inGame, ['punto', 5]);
      await anna.bet(inGame, ['punto', 5]);
      await bea.bet(inGame, ['banco', 5]);
      await carl.bet(inGame, ['punto', 5]);
      expect(asked()).toEqual([]);
    });
    expect(closed.acceptedByMs).toBe(closed.atMs + 3_000);
    const { seq: at } = await dealer.next('stakes_taken', { after: seq });
    expect(at).toBe(closed.seq + 1);
    expect(asked()).toEqual(['debit', 'debit']);
    expect(wallet.book.balance('anna')).toBe(9_000n);
    await dealer.deal(puntoWins());
    expect(await anna.result(game)).toMatchObject({
      outcome: 'settled',
      paid: '2000',
      balance: '6000',
    });
    expect(await bea.result(game)).toMatchObject({
      outcome: 'settled',
      paid: '0',
      balance: '4500',
    });
    await nothingIsOpen();
    expect(asked()).toEqual(['debit', 'debit', 'credit', 'credit']);
    expect(wallet.book.balance('anna')).toBe(11_000n);
    expect(wallet.book.balance('bea')).toBe(9_500n);
    await inOrder();

    // What is left goes nowhere: the wallet has it all the time.
    expect(await anna.call('session:cash-out', { key: randomUUID() })).toMatchObject({ ok: true });
    expect(await anna.call('session:read', {})).toMatchObject({
      ...{ open: false, balance: '0', gameAccount: '11000' },
    });
    expect(asked()).toHaveLength(4);
    await asSuperuser(testbed.database, (superuser) => superuser.query(MADE_UP));
  });

  it('without such stakes asks nobody, and deals at once', async () => {
    const dan = await testbed.player(studio, 'Dan', { euros: 100 });
    const { game, closed } = await round((inGame) => dan.bet(inGame, ['punto', 5]));
    expect(closed).not.toHaveProperty('acceptedByMs');
    await dealer.deal(puntoWins());
    await dan.result(game);
    expect(dealer.messages.at(-1)?.kind).toBe('round_settled');
    expect(asked()).toEqual([]);
  });

  it('refuses a card, and a void, as long as wallets are asked', async () => {
    const eva = await seated('eva');
    const pit = await openPit(testbed, studio, 'Sven');
    let goOn: () => void = () => undefined;
    wallet.beforeBooking = () => new Promise((resolve) => (goOn = resolve));
    const { game, seq } = await round((inGame) => eva.bet(inGame, ['punto', 5]));
    await eventually('it is asked', () => Promise.resolve(wallet.served.length > 0));
    const { snapshot } = await eva.join();
    expect(snapshot).toMatchObject({ phase: 'accepting_bets', desk: null });
    expect(snapshot?.round?.acceptedByMs).toBeGreaterThan(0);
    expect(await dealer.scan('9C')).toEqual({ ok: false, refusal: 'bets_are_being_accepted' });
    noFaults();
    goOn();
    await taken(seq);
    await pit.must('table:resume', { table: 'pb-1' });
    await dealer.deal(puntoWins());
    expect(await eva.result(game)).toMatchObject({ outcome: 'settled', paid: '1000' });
    await nothingIsOpen();
  });
});

describe('a stake', () => {
  it('that the wallet refuses is void for its player alone', async () => {
    const [fay, gus] = await Promise.all([seated('fay'), seated('gus')]);
    const before = await totals();
    const { game, seq } = await round(async (inGame) => {
      await fay.bet(inGame, ['punto', 10]);
      await fay.bet(inGame, ['egalite', 5]);
      await gus.bet(inGame, ['punto', 10]);
      wallet.book.open('fay', 1_499n);
    });
    await taken(seq);
    expect(await fay.result(game)).toEqual({
      ...{
        table: 'pb-1',
        game,
        outcome: 'not_taken',
        reason: 'funds',
        stakes: '1500',
        paid: '1500',
      },
      bets: [
        { spot: 'punto', stake: '1000', paid: '1000' },
        { spot: 'egalite', stake: '500', paid: '500' },
      ],
      balance: '5000',
    });
    expect((await fay.join()).seat).toMatchObject({ stakes: {}, balance: '5000' });
    await dealer.deal(puntoWins());
    await dealer.next('round_settled', { after: seq });
    expect(await gus.result(game)).toMatchObject({ paid: '2000' });
    expect(fay.results.filter((each) => each.game === game)).toHaveLength(1);
    await nothingIsOpen();
    expect(asked().filter((verb) => verb === 'credit')).toHaveLength(1);
    expect(wallet.book.balance('fay')).toBe(1_499n);
    expect(await totals()).toEqual({
      rounds: before.rounds + 1,
      players: before.players + 1,
      brought: before.brought + 1_000,
      taken: before.taken + 2_000,
    });
    // Of a stake that is void nothing is repeated, and the round counts as not played.
    expect((await fay.join()).seat.previous).toEqual({});
    await inOrder();
  });

  it('that was not given is reported to a player who was away, in whatever process, until the next', async () => {
    const other = await testbed.start();
    const [faye, greg] = await Promise.all([seated('faye'), seated('greg')]);
    const comesBack = async (at: Studio) => {
      const player = new Player(at.url, faye.token, faye.id, 'pb-1');
      await testbed.connect(player);
      const { result } = await player.join();
      player.close();
      return result;
    };
    const { game, seq } = await round(async (inGame) => {
      await faye.bet(inGame, ['punto', 10]);
      await greg.bet(inGame, ['punto', 10]);
      wallet.book.open('faye', 999n);
      faye.close();
    });
    await taken(seq);
    const reported = { game, outcome: 'not_taken', reason: 'funds', stakes: '1000' };
    // What each player has is read once all have heard of the verdicts, and then sent.
    for (const at of [studio, other]) {
      await expect.poll(() => comesBack(at)).toMatchObject(reported);
    }
    await dealer.deal(puntoWins());
    await dealer.next('round_settled', { after: seq });
    await greg.result(game);
    for (const at of [studio, other]) expect(await comesBack(at)).toMatchObject(reported);
    expect((await greg.join()).result).toMatchObject({ game, outcome: 'settled' });
    await nothingIsOpen();
  });

  it('that a dead wallet cannot give is void in time, and the tables of others deal on', async () => {
    const hal = await seated('hal');
    const five = [
      hal,
      ...(await Promise.all(['hans', 'hope', 'hugo', 'huib'].map((ref) => seated(ref)))),
    ];
    const ivy = await testbed.player(studio, 'Ivy', { euros: 100 });
    const { game, seq, closed } = await round(async (inGame) => {
      for (const each of five) await each.bet(inGame, ['punto', 10]);
      await ivy.bet(inGame, ['punto', 10]);
      wallet.isDead = true;
    });
    const { atMs } = await taken(seq);
    // The table and the outbox each reckon how far their clock is from the database's.
    expect(atMs).toBeGreaterThanOrEqual(closed.acceptedByMs! - CLOCKS_APART_MS);
    expect(atMs).toBeLessThan(closed.acceptedByMs! + 1_000);
    expect(await hal.result(game)).toMatchObject({
      ...{ outcome: 'not_taken', reason: 'no_answer', balance: '5000' },
    });
    await dealer.deal(puntoWins());
    expect(await ivy.result(game)).toMatchObject({ paid: '2000' });

    // From then on nobody waits for it.
    const next = await round(async (inGame) => {
      await hal.bet(inGame, ['punto', 10]);
      await ivy.bet(inGame, ['punto', 10]);
    });
    expect((await taken(next.seq)).atMs).toBeLessThan(next.closed.acceptedByMs!);
    expect(await hal.result(next.game)).toMatchObject({ outcome: 'not_taken', balance: '5000' });
    await dealer.deal(puntoWins());
    await ivy.result(next.game);
    wallet.isDead = false;
    await nothingIsOpen();
    expect(wallet.book.balance('hal')).toBe(10_000n);
    const { rows } = await testbed.pool.query(
      `select status from wallet_movements where player_id = $1`,
      [hal.id],
    );
    expect(rows).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  });

  it.each([1, 5])(
    'is asked of a wallet that had no answer to movements of others: %i of them',
    async (closed) => {
      const refs = Array.from({ length: closed }, (_, at) => `shut-${closed}-${at}`);
      const shut = await Promise.all(refs.map((ref) => seated(ref)));
      const [zoe, zac] = await Promise.all([seated(`zoe-${closed}`), seated(`zac-${closed}`)]);
      // These accounts are closed there, so that the wallet fails with what is due to them.
      wallet.faultOf = (verb, movementId = '') =>
        verb === 'credit' && shut.some(({ id }) => movementId.includes(`.${id}.`))
          ? 'error_500'
          : undefined;
      const before = await round(async (inGame) => {
        for (const each of [...shut, zoe]) await each.bet(inGame, ['punto', 10]);
      });
      await taken(before.seq);
      // The others are paid after what fails.
      const failed = () => wallet.served.filter(({ fault }) => fault === 'error_500').length;
      wallet.beforeBooking = async () => {
        await eventually('all of them failed', () => failed() >= closed);
      };
      await dealer.deal(puntoWins());
      await zoe.result(before.game);
      await testbed.advance(15_000);
      const { game, seq } = await round(async (inGame) => {
        for (const each of [zoe, zac]) await each.bet(inGame, ['punto', 10]);
      });
      await taken(seq);
      await dealer.deal(puntoWins());
      for (const each of [zoe, zac]) {
        expect(await each.result(game)).toMatchObject({ outcome: 'settled', paid: '2000' });
      }
      noFaults();
      await nothingIsOpen();
    },
  );

  it.each(FAULTS)('is taken once, or is void and given back: %s', async (fault: WalletFault) => {
    const ref = `jo-${fault}`;
    const jo = await seated(ref);
    const left = new Map<string, number>();
    wallet.faultOf = (verb, movementId) => {
      const rest = left.get(`${verb} ${movementId}`) ?? 1;
      left.set(`${verb} ${movementId}`, rest - 1);
      return verb !== 'balance' && rest > 0 ? fault : undefined;
    };
    const { game, seq } = await round((inGame) => jo.bet(inGame, ['punto', 10]));
    await taken(seq);
    await dealer.deal(puntoWins());
    const { outcome } = await jo.result(game);
    await dealer.next('round_settled', { after: seq });
    await nothingIsOpen();
    expect(wallet.book.balance(ref)).toBe(outcome === 'settled' ? 11_000n : 10_000n);
    expect(await jo.balance()).toBe(outcome === 'settled' ? 6_000n : 5_000n);
  });
});

describe('the pit', () => {
  /** Returns what was shown of it before. */
  const approved = async (subject: Omit<ApprovalSubject, 'table'>): Promise<Preview | null> => {
    const pit = await openPit(testbed, studio, 'Mona');
    const other = await openPit(testbed, studio, 'Mila', 'administrator');
    const at = subject.kind === 'settle_case' ? {} : { table: 'pb-1' };
    const { approval, preview } = await pit.must('approval:request', {
      ...{ reason: 'misdeal', note: 'as seen', ...at, ...subject },
    });
    await other.must('approval:decide', { approval: approval.id, verdict: 'approved' });
    return preview;
  };

  const leaves = async (player: Player): Promise<void> => {
    const reply = await player.call('session:cash-out', { key: randomUUID() });
    expect(reply).toMatchObject({ ok: true });
  };

  /** What the player may bring to the tables. */
  const has = async (player: Player): Promise<string> => {
    const reply = await player.call('session:read', {});
    return reply.ok ? reply.gameAccount : reply.refusal;
  };

  const owing = async () => {
    const pit = await openPit(testbed, studio, 'Mona');
    return (await pit.must('shortfall:list', {})).shortfalls;
  };

  /** The case about a correction that the wallet of the player has refused. */
  const refusedAdjustment = (player: Player): Promise<string> =>
    testbed.passing(
      eventually('it is a case', async () => {
        const { rows } = await testbed.pool.query<{ id: string }>(
          `select c.id from wallet_cases c join wallet_movements m using (operator_id, movement_id)
            where m.kind = 'adjust' and m.player_id = $1 and c.closed_at is null`,
          [player.id],
        );
        return rows[0]?.id ?? false;
      }),
    );

  /** `winner` wins 10.00 on Punto, and `loser` loses as much on Banco. */
  const eightWins = async (winner: Player, loser: Player) => {
    const played = await round(async (inGame) => {
      await winner.bet(inGame, ['punto', 10]);
      await loser.bet(inGame, ['banco', 10]);
    });
    await taken(played.seq);
    await dealer.deal('8h Js Jh Jd');
    await winner.result(played.game);
    await loser.result(played.game);
    await nothingIsOpen();
    return played;
  };

  /** Both get their stakes of such a round back. */
  const nobodyWon = async ({ game, seq }: { readonly game: string; readonly seq: number }) => {
    const preview = await approved({ kind: 'resettle', game, coup: 'P 8h Jh . B Js 8d' });
    await dealer.next('correction_paid', { after: seq, where: (paid) => paid.game === game });
    return preview;
  };

  it('voids a round, and the stake that the wallet gave goes back', async () => {
    const lea = await seated('lea');
    const { game, seq } = await round((inGame) => lea.bet(inGame, ['punto', 10]));
    await taken(seq);
    expect(wallet.book.balance('lea')).toBe(9_000n);
    await approved({ kind: 'void', game });
    expect(await lea.result(game)).toMatchObject({ outcome: 'refunded', balance: '5000' });
    await nothingIsOpen();
    expect(asked()).toEqual(['debit', 'cancel']);
    const [, cancel] = wallet.book.movements.filter(({ movement }) => movement.player === 'lea');
    expect(cancel?.movement).toMatchObject({
      ...{ movementId: `round.${game}.${lea.id}.cancel`, total: 1_000n },
      refers: `round.${game}.${lea.id}.debit`,
    });
    expect(wallet.book.balance('lea')).toBe(10_000n);
    await inOrder();
  });

  it('sees that the verdicts cannot be taken, and voids the round', async () => {
    const [sam, tom] = await Promise.all([seated('sam'), seated('tom')]);
    await asSuperuser(testbed.database, (superuser) =>
      superuser.query(`
        create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'it is refused' using errcode = '23514'; end $$;
        create trigger refuses before insert on bets for each row when (new.kind = 'void') execute function refuse_it()`),
    );
    const pit = await openPit(testbed, studio, 'Rita');
    await pit.watch();
    const { game } = await round(async (inGame) => {
      await sam.bet(inGame, ['punto', 10]);
      await tom.bet(inGame, ['banco', 10]);
      wallet.book.open('tom', 0n);
    });
    const incident = await testbed.passing(
      pit.incident((each) => each.kind === 'impossible_state' && each.game === game),
    );
    expect(incident).toMatchObject({ state: 'open', openedBy: 'studio' });
    expect(incident.actions).toContain('void');
    // No card comes out of it, and no verdict is late any more.
    expect(await dealer.scan('9C')).toMatchObject({ ok: false });
    await testbed.advance(10_000);
    await approved({ kind: 'void', game });
    expect(await sam.result(game)).toMatchObject({ outcome: 'refunded', balance: '5000' });
    expect(await tom.result(game)).toMatchObject({ outcome: 'refunded', balance: '5000' });
    await asSuperuser(testbed.database, (superuser) =>
      superuser.query('drop trigger refuses on bets; drop function refuse_it()'),
    );
    await nothingIsOpen();
    expect(wallet.book.balance('sam')).toBe(10_000n);
    expect(wallet.book.balance('tom')).toBe(0n);
    await pit.must('table:resume', { table: 'pb-1' });
    await inOrder();
  });

  it('corrects a round, and the wallets are adjusted', async () => {
    const [max, nia, old] = await Promise.all([seated('max'), seated('nia'), seated('old')]);
    const before = await totals();
    const { game, seq } = await round(async (inGame) => {
      await max.bet(inGame, ['punto', 10]);
      await nia.bet(inGame, ['banco', 10]);
      await old.bet(inGame, ['punto', 10]);
      wallet.book.open('old', 999n);
    });
    await taken(seq);
    const [first, second, third] = puntoWins().split(' ') as [string, string, string];
    await dealer.deal(`${first} ${second} ${third} Qs`);
    await max.result(game);
    await nothingIsOpen();
    // What is taken back is not there any more.
    wallet.book.open('max', 500n);
    await approved({ kind: 'resettle', game, coup: `P ${first} ${third} . B ${second} 9s` });
    await dealer.next('correction_paid', { after: seq });
    await eventually('one adjustment is done', () =>
      Promise.resolve(wallet.book.balance('nia') === 10_000n),
    );
    const cases = await testbed.passing(
      eventually('the other is a case', async () => {
        const { rows } = await testbed.pool.query<{ movement_id: string; detail: string }>(
          `select movement_id, detail from wallet_cases where closed_at is null`,
        );
        return rows.length > 0 && rows;
      }),
    );
    expect(cases).toEqual([{ movement_id: `round.${game}.${max.id}.adjust.1`, detail: 'funds' }]);
    wallet.book.open('max', 1_500n);
    await nothingIsOpen();
    expect(wallet.book.balance('max')).toBe(500n);
    expect(wallet.book.balance('old')).toBe(999n);
    expect(await totals()).toMatchObject({
      brought: before.brought + 2_000 + 1_000,
      taken: before.taken + 2_000 + 1_000,
    });
    const adjusted = wallet.book.movements.filter(({ movement }) => movement.kind === 'adjust');
    expect(adjusted.map(({ movement: { player, total } }) => [player, total])).toEqual(
      expect.arrayContaining([
        ['max', -1_000n],
        ['nia', 1_000n],
      ]),
    );
    await inOrder();
  });

  it('corrects a round whose players have left, who have what their wallets have', async () => {
    const [ann, lou] = await Promise.all([seated('ann'), seated('lou')]);
    const played = await eightWins(ann, lou);
    await leaves(ann);
    await leaves(lou);
    wallet.book.open('lou', 0n);
    const preview = await nobodyWon(played);
    await nothingIsOpen();
    expect(wallet.book.balance('ann')).toBe(10_000n);
    expect(await has(ann)).toBe('10000');
    expect(wallet.book.balance('lou')).toBe(1_000n);
    expect(await has(lou)).toBe('1000');
    expect(await owing(), 'the wallet has paid').toEqual([]);
    expect(preview, 'and is asked, not the player').toMatchObject({
      takenBack: '1000',
      shortfall: '0',
    });
    const there = await acme.get(studio, '/operator/balance?player=lou&currency=EUR');
    expect(there.body).toMatchObject({ available: '0', atTables: '0' });
    await lou.buyIn(10);
    expect(await has(lou)).toBe('0');
    await inOrder();
    await leaves(lou);
    expect(await has(lou)).toBe('1000');
    // And again, as it was.
    const { game } = played;
    await approved({ kind: 'resettle', game, coup: 'P 8h Jh . B Js Jd' });
    await testbed.passing(
      eventually('the wallet has given it back', () =>
        Promise.resolve(wallet.book.balance('lou') === 0n),
      ),
    );
    await nothingIsOpen();
    expect([await has(ann), await has(lou), await owing()]).toEqual(['11000', '0', []]);
    await inOrder();
  });

  it('corrects a round, and nobody brings what the wallet has still to give back', async () => {
    const [pia, rex] = await Promise.all([seated('pia'), seated('rex')]);
    const played = await eightWins(pia, rex);
    await leaves(pia);
    wallet.refuses = (verb) => (verb === 'adjust' ? 'blocked' : undefined);
    await nobodyWon(played);
    const settles = await refusedAdjustment(pia);
    expect(wallet.book.balance('pia')).toBe(11_000n);
    expect(await has(pia)).toBe('10000');
    expect(await owing(), 'it is a case').toEqual([]);
    await inOrder();
    // What she pays to the operator otherwise is in the books of both.
    wallet.book.open('pia', 500n);
    expect(await has(pia)).toBe('0');
    await approved({ kind: 'settle_case', case: settles });
    expect(await has(pia)).toBe('500');
    noFaults();
    await nothingIsOpen();
    await inOrder();
  });

  it('settles by hand what a wallet does not give back, and the advance is whole again', async () => {
    await asSuperuser(testbed.database, (superuser) => superuser.query(REAL));
    const [ray, sue] = await Promise.all([seated('ray'), seated('sue')]);
    const before = await totals();
    const played = await eightWins(ray, sue);
    wallet.book.open('ray', 500n);
    await nobodyWon(played);
    expect(await ray.balance()).toBe(5_000n);
    await approved({ kind: 'settle_case', case: await refusedAdjustment(ray) });
    await leaves(ray);
    expect(await has(ray)).toBe('500');
    await ray.buyIn(5);
    expect(await has(ray)).toBe('0');
    // Nobody has lost anything: as much was brought as was taken.
    expect(await totals()).toMatchObject({
      brought: before.brought + 3_000,
      taken: before.taken + 3_000,
    });
    await nothingIsOpen();
    await inOrder();
    await asSuperuser(testbed.database, (superuser) => superuser.query(MADE_UP));
  });
});

describe('the policy of an operator', () => {
  const policy = (id: string, stakesWithinMs: number) =>
    asOwner(testbed, (operators) => operators.alter(id, { policy: { stakesWithinMs } }));
  const stakeOf = async ({ id }: Player) => {
    const { rows } = await testbed.pool.query<{ status: string }>(
      `select status from wallet_movements where player_id = $1 and kind = 'debit'`,
      [id],
    );
    return rows.map(({ status }) => status);
  };

  it('says how long a stake waits for the wallet, from the next round on', async () => {
    await policy('acme', 8_000);
    const uma = await seated('uma');
    const { game, seq, closed } = await round(async (inGame) => {
      await uma.bet(inGame, ['punto', 10]);
      wallet.isDead = true;
      await policy('acme', 9_000);
    });
    expect(closed.acceptedByMs).toBe(closed.atMs + 8_000);
    const { atMs } = await taken(seq);
    expect(atMs).toBeGreaterThanOrEqual(closed.acceptedByMs!);
    expect(await uma.result(game)).toMatchObject({ outcome: 'not_taken', reason: 'no_answer' });
    await dealer.deal(puntoWins());
    wallet.isDead = false;
    await nothingIsOpen();
    await policy('acme', 3_000);
  });

  it('is its own: its stakes are void in its time, and others wait for theirs', async () => {
    const bella = await Operator.open(testbed, 'bella', {
      ...{ mode: 'seamless', callbackUrl: 'http://127.0.0.1:1/wallet' },
      policy: { stakesWithinMs: 1_000, tryWithinMs: 1_000 },
    });
    const hers = await startWallet(bella);
    await policy('acme', 10_000);
    const [vic, wim] = await Promise.all([
      seated('vic'),
      seated('wim', studio, { operator: bella, wallet: hers }),
    ]);
    let goOn: () => void = () => undefined;
    const { game, seq, closed } = await round(async (inGame) => {
      await vic.bet(inGame, ['punto', 10]);
      await wim.bet(inGame, ['punto', 10]);
      wallet.beforeBooking = () => new Promise((resolve) => (goOn = resolve));
      hers.isDead = true;
    });
    expect(closed.acceptedByMs).toBe(closed.atMs + 10_000);
    await testbed.passing(
      eventually('hers is void', async () => (await stakeOf(wim))[0] === 'void'),
    );
    expect(await stakeOf(vic)).toEqual(['due']);
    noFaults();
    goOn();
    expect((await taken(seq)).atMs).toBeLessThan(closed.acceptedByMs!);
    expect(await wim.result(game)).toMatchObject({ outcome: 'not_taken', reason: 'no_answer' });
    await dealer.deal(puntoWins());
    expect(await vic.result(game)).toMatchObject({ outcome: 'settled', paid: '2000' });
    hers.isDead = false;
    await nothingIsOpen();
    await policy('acme', 3_000);
    await hers.stop();
  });
});

describe('a player of such a wallet', () => {
  it('brings no more than the wallet has', async () => {
    const kim = await seated('kim');
    const more = { key: randomUUID(), amount: '5001' };
    expect(await kim.call('session:buy-in', more)).toEqual({
      ...{ ok: false, refusal: 'insufficient_funds' },
    });
    const all = { key: randomUUID(), amount: '5000' };
    expect(await kim.call('session:buy-in', all)).toEqual({ ok: true, balance: '10000' });
    expect(await kim.call('session:buy-in', all)).toEqual({ ok: true, balance: '10000' });
  });
});
