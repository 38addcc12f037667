/**
 * Hands of solo games on a wallet that is asked for each stake: one debit of each action before it
 * is known what it brings, one credit at the end, and nothing of an action that was not paid for.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type WalletFault,
  FAULTS,
  type WalletServer,
} from '../../src/operator-simulator/wallet-server.js';
import { playHands } from '../../src/ledger/play-hands.js';
import type { OperatorPolicy } from '../../src/protocol/operator-policy.js';
import type { DealtHand } from '../../src/protocol/solo.js';
import { returnedStakesPage } from '../../src/protocol/hand-history.js';
import { WALLET_REASONS } from '../../src/protocol/wallet.js';
import { expectReconciled } from '../kit/books.js';
import { Player } from '../kit/clients.js';
import { type Operator, asOwner } from '../kit/operator.js';
import { comesIn } from '../kit/operator-players.js';
import { holdAt, noFaults, openWallet, untilNothingIsOpen } from '../kit/operator-wallet.js';
import { openPit } from '../kit/pit-client.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { useTestbed } from '../kit/testbed.js';
import { expectStatementAdds } from '../kit/whole-statement.js';

const testbed = useTestbed();
let studio: Studio;
let acme: Operator;
let wallet: WalletServer;

beforeAll(async () => {
  studio = await testbed.start();
  ({ operator: acme, wallet } = await openWallet(testbed, { mode: 'seamless' }));
});
afterAll(() => wallet.stop());

beforeEach(() => {
  noFaults(wallet);
  wallet.served.length = 0;
});

/** A player with 1,000.00 in the wallet, of which 500.00 are at the tables. */
const seated = async (ref: string): Promise<SoloPlayer> => {
  wallet.book.open(ref, 100_000n);
  const player = await comesIn(acme, studio, ref);
  await player.buyIn(500);
  return new SoloPlayer(player).connect();
};

const asked = (): readonly string[] =>
  wallet.served.flatMap(({ verb }) => (verb === 'balance' ? [] : [verb]));

/** Of the cancels, in their order. */
const closings = (): readonly boolean[] =>
  wallet.served.flatMap(({ verb, closes }) => (verb === 'cancel' ? [closes] : []));

/** A hand of three boxes, of which the first is doubled and the others still to be played. */
const doubledInPlay = async (of: SoloPlayer): Promise<DealtHand> => {
  for (;;) {
    const { hand } = await of.open('blackjack');
    const stakes = ['1000', '1000', '1000'];
    const dealt = await of.must('blackjack:deal', { hand, step: 0, stakes, cut: 7 });
    if (dealt.next !== null) continue;
    const { view } = dealt.hand;
    const doubled =
      dealt.hand.game === 'blackjack' && 'phase' in view && view.phase === 'player'
        ? await of.must('blackjack:double', { hand, step: view.step })
        : dealt;
    if (doubled.next !== null) continue;
    if (doubled !== dealt) return doubled.hand;
    await of.playOut(dealt.hand);
  }
};

const ended = () => untilNothingIsOpen(testbed);

/** What the wallet has, and what the session has left of 500.00 with it. */
const expectSame = async (ref: string, { player }: SoloPlayer): Promise<void> => {
  await ended();
  expect(wallet.book.balance(ref)).toBe(50_000n + (await player.balance()));
};

const policy = (given: Partial<OperatorPolicy>) =>
  asOwner(testbed, (operators) => operators.alter('acme', { policy: given }));

const deal = (hand: string) => ({
  ...{ hand, id: randomUUID(), step: 0, stakes: ['1000'], cut: 7 },
});

describe('a hand', () => {
  it('takes one debit of each action, and gives one credit of all of them', async () => {
    const anna = await seated('anna');
    const before = asked().length;
    const dealt = await anna.dealBlackjack();
    await ended();
    const hands = asked()
      .slice(before)
      .filter((verb) => verb === 'debit').length;
    expect(asked().filter((verb) => verb === 'credit')).toHaveLength(hands - 1);
    const { hand, view } = dealt.hand;
    const doubled = await anna.must('blackjack:double', { hand, step: view.step });
    const over = doubled.next === null ? await anna.playOut(doubled.hand) : doubled;
    expect(over.hand.view).toMatchObject({ taken: '2000' });
    await expectSame('anna', anna);
    expect(asked().filter((verb) => verb === 'debit')).toHaveLength(hands + 1);
    expect(asked().filter((verb) => verb === 'credit')).toHaveLength(hands);
    await expectReconciled(testbed.pool);
  });

  it('of each game is played to its end, and both books agree', async () => {
    const bea = await seated('bea');
    for (const game of ['punto_e_banco', 'sette_e_mezzo', 'blackjack'] as const) {
      const played = await bea.deal(await bea.open(game));
      if (played.next === null) await bea.playOut(played.hand);
      await expectSame('bea', bea);
    }
    await expectReconciled(testbed.pool);
  });

  it('is dealt only once its stake is given', async () => {
    const carl = await seated('carl');
    const { hand } = await carl.open('blackjack');
    const held = holdAt(wallet, 'beforeBooking', 'debit');
    const reply = carl.call('blackjack:deal', deal(hand));
    await held.has;
    const { rows } = await testbed.pool.query('select from solo_steps where hand_number = $1', [
      hand,
    ]);
    expect(rows).toHaveLength(0);
    held.goOn();
    expect(await reply).toMatchObject({ ok: true });
  });
});

describe('an action that the wallet does not give the stake of', () => {
  it.each(WALLET_REASONS)(
    'is refused for %s, and the hand stands where it stood',
    async (reason) => {
      const ref = `refused-${reason}`;
      const player = await seated(ref);
      const { hand, view } = (await player.dealBlackjack()).hand;
      wallet.refuses = (verb) => (verb === 'debit' ? reason : undefined);
      const double = { hand, id: randomUUID(), step: view.step };
      const refusal = reason === 'funds' ? 'insufficient_funds' : 'wallet_refused';
      expect(await player.call('blackjack:double', double)).toEqual({ ok: false, refusal });
      // The same command again gets the same answer, and the wallet is not asked anew.
      const debits = asked().length;
      expect(await player.call('blackjack:double', double)).toEqual({ ok: false, refusal });
      expect(asked()).toHaveLength(debits);
      expect(await player.open('blackjack')).toMatchObject({ hand, view: { step: view.step } });
      wallet.refuses = () => undefined;
      await player.must('blackjack:stand', { hand, step: view.step });
      await expectSame(ref, player);
    },
  );

  it('is refused in time where the wallet is dead, and what it gave goes back', async () => {
    const dora = await seated('dora');
    const { hand } = await dora.open('blackjack');
    wallet.faultOf = (verb) => (verb === 'debit' ? 'lost_after' : undefined);
    const order = deal(hand);
    expect(await testbed.passing(dora.call('blackjack:deal', order))).toEqual({
      ...{ ok: false, refusal: 'wallet_unavailable' },
    });
    wallet.faultOf = () => undefined;
    await expectSame('dora', dora);
    expect(wallet.book.balance('dora')).toBe(100_000n);
    // It never comes to stand under its id; another does.
    expect(await dora.call('blackjack:deal', order)).toMatchObject({
      refusal: 'wallet_unavailable',
    });
    expect(await dora.call('blackjack:deal', deal(hand))).toMatchObject({ ok: true });
    await expectReconciled(testbed.pool);
  });

  it('is not asked for where the player may not stake so much', async () => {
    const eva = await seated('eva');
    const { hand } = await eva.open('blackjack');
    await acme.post(studio, '/operator/limits', {
      ...{ player: 'eva', currency: 'EUR', reason: 'a test' },
      limit: { kind: 'stake', period: 'day', limit: '900' },
    });
    const before = asked().length;
    expect(await eva.call('blackjack:deal', deal(hand))).toMatchObject({
      refusal: 'stake_limit_reached',
    });
    expect(asked()).toHaveLength(before);
  });

  it('is refused for a limit that came while the wallet was asked, and gives its stake back', async () => {
    const gus = await seated('gus');
    const { hand } = await gus.open('blackjack');
    const held = holdAt(wallet, 'beforeBooking', 'debit');
    const reply = gus.call('blackjack:deal', deal(hand));
    await held.has;
    await acme.post(studio, '/operator/limits', {
      ...{ player: 'gus', currency: 'EUR', reason: 'a test' },
      limit: { kind: 'stake', period: 'day', limit: '900' },
    });
    held.goOn();
    expect(await reply).toEqual({ ok: false, refusal: 'stake_limit_reached' });
    await expectSame('gus', gus);
    expect(wallet.book.balance('gus')).toBe(100_000n);
    expect(asked().filter((verb) => verb === 'debit')).toHaveLength(1);
  });

  it('where another command comes first, is refused and gives its stake back', async () => {
    const fred = await seated('fred');
    const { hand, view } = (await fred.dealBlackjack()).hand;
    // The stake waits while another studio starts.
    await policy({ stakesWithinMs: 10_000, tryWithinMs: 4_000 });
    const held = holdAt(wallet, 'beforeBooking', 'debit');
    // Another process plays the hand on meanwhile.
    const other = await testbed.start();
    const there = new Player(other.url, fred.player.token, fred.player.id, 'pb-1');
    const double = fred.call('blackjack:double', { hand, id: randomUUID(), step: view.step });
    // The login there closes this one, and its answer is lost.
    const lost = expect(double).rejects.toThrow('disconnected');
    await held.has;
    await testbed.connect(there);
    const elsewhere = await new SoloPlayer(there).connect();
    await elsewhere.must('blackjack:stand', { hand, step: view.step });
    held.goOn();
    await lost;
    await expectSame('fred', elsewhere);
    expect(asked()).toContain('cancel');
    await other.stop();
    await policy({ stakesWithinMs: 3_000, tryWithinMs: 2_000 });
    await expectReconciled(testbed.pool);
  });
});

describe('a fault of the wallet', () => {
  it.each(FAULTS)('%s: each stake is taken once, or goes back', async (fault: WalletFault) => {
    const ref = `fault-${fault}`;
    const player = await seated(ref);
    let left = 2;
    wallet.faultOf = (verb) => {
      if (verb === 'balance' || left === 0) return undefined;
      left -= 1;
      return fault;
    };
    const { hand } = await player.open('sette_e_mezzo');
    const order = { hand, step: 0, stake: '1000', seed: SEED, id: randomUUID() };
    const reply = await testbed.passing(player.call('sette-e-mezzo:deal', order));
    if (reply.ok && reply.next === null) await player.playOut(reply.hand);
    if (!reply.ok) expect(reply.refusal).toBe('wallet_unavailable');
    await expectSame(ref, player);
    await expectReconciled(testbed.pool);
    await expectReturned(player, hand);
  });

  it('is of no other player’s history, which goes page by page', async () => {
    const player = await seated('paged');
    const { hand } = await player.open('blackjack');
    for (let time = 0; time < 3; time += 1) {
      wallet.faultOf = (verb) => (verb === 'debit' ? 'lost_after' : undefined);
      const reply = await testbed.passing(player.call('blackjack:deal', deal(hand)));
      expect(reply).toMatchObject({ refusal: 'wallet_unavailable' });
      wallet.faultOf = () => undefined;
      await ended();
    }
    const all = await returnedStakes(player);
    expect(all).toMatchObject({
      stakes: Array.from({ length: 3 }, () => ({ hand, game: 'blackjack', status: 'returned' })),
      next: null,
    });
    const paged: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page = await returnedStakes(player, `?limit=1${next && `&before=${next}`}`);
      paged.push(...page.stakes.map(({ id }) => id));
      next = page.next;
    }
    expect(paged).toEqual(all.stakes.map(({ id }) => id));
    const other = await seated('other');
    expect(await returnedStakes(other)).toEqual({ stakes: [], next: null });
  });
});

const returnedStakes = async ({ player }: SoloPlayer, query = '') => {
  const headers = { authorization: `Bearer ${player.token as string}` };
  const reply = await fetch(`${studio.url}/me/returned-stakes${query}`, { headers });
  return returnedStakesPage.parse(await reply.json());
};

/** The history has each stake that the wallet gave back, and no other. */
const expectReturned = async (player: SoloPlayer, hand: string): Promise<void> => {
  const { rows } = await testbed.pool.query<{ status: string; stake_use: string | null }>(
    `select status, stake_use from wallet_movements where hand_number = $1 and kind = 'debit'
        and (stake_use = 'undone' or status = 'cancelled')`,
    [hand],
  );
  const { stakes } = await returnedStakes(player);
  expect(stakes).toHaveLength(rows.length);
  for (const stake of stakes) {
    expect(stake).toMatchObject({
      hand,
      game: 'sette_e_mezzo',
      amount: '1000',
      status: 'returned',
    });
    expect(stake.endedAtMs).toBeGreaterThanOrEqual(stake.askedAtMs);
  }
};

describe('a hand that is voided', () => {
  const voided = async (hand: string): Promise<void> => {
    const mona = await openPit(testbed, studio, 'Mona');
    const mila = await openPit(testbed, studio, 'Mila', 'administrator');
    const order = { kind: 'void_hand', hand, reason: 'equipment_fault', note: '' } as const;
    const { approval, preview } = await mona.must('approval:request', order);
    expect(preview).toMatchObject({ shortfall: '0' });
    await mila.must('approval:decide', { approval: approval.id, verdict: 'approved' });
  };

  it('in play gives each stake back by its cancel; over, the difference by an adjustment', async () => {
    const gina = await seated('gina');
    const { hand } = (await gina.dealBlackjack()).hand;
    await expectOpenStake();
    const had = await gina.player.balance();
    await voided(hand);
    expect(await gina.player.balance()).toBe(had + 1_000n);
    await expectSame('gina', gina);
    expect(asked()).toContain('cancel');
    expect(closings()).toEqual([true]);
    // Of several stakes the last one closes the hand, and goes out after the others.
    wallet.served.length = 0;
    wallet.faultOf = (verb) =>
      verb === 'cancel' && wallet.served.filter((each) => each.verb === verb).length < 2
        ? 'error_500'
        : undefined;
    await voided((await doubledInPlay(gina)).hand);
    await expectSame('gina', gina);
    wallet.faultOf = () => undefined;
    expect(new Set(closings().slice(0, 3)), 'tries of the first').toEqual(new Set([false]));
    expect(closings().slice(3)).toEqual([true]);
    // A hand whose stake came back leaves nothing to adjust.
    // One that was won has a payout in the statement.
    await voided((await dealtUntil(gina, 'won')).hand);
    await expectSame('gina', gina);
    expect(asked()).toContain('adjust');
    const entries = await expectStatementAdds(testbed.pool, gina.player.id, 9);
    expect(entries.filter(({ voided: isVoid }) => isVoid)).toHaveLength(3);
    expect(new Set(entries.map(({ wallet: its }) => its?.for))).toEqual(
      new Set([undefined, 'stakes', 'payout', 'refund', 'correction']),
    );
    await expectReconciled(testbed.pool);
  });

  it.each(['lost', 'won'] as const)(
    'over, and its player gone, leaves her what the wallet has: %s',
    async (as) => {
      const ref = `gone-${as}`;
      const gone = await seated(ref);
      const { hand, change } = await dealtUntil(gone, as);
      await ended();
      await gone.player.call('session:cash-out', { key: randomUUID() });
      const had = wallet.book.balance(ref)!;
      await voided(hand);
      await ended();
      expect(wallet.book.balance(ref)).toBe(had - change);
      expect(await gone.player.call('session:read', {})).toMatchObject({
        gameAccount: `${had - change}`,
      });
      const [given, taken] = await expectStatementAdds(testbed.pool, gone.player.id);
      const advance = `${-change}`;
      expect([taken, given], 'the void, and what it is settled by').toMatchObject([
        { kind: 'hands', hand, voided: true, session: '0', advance },
        {
          kind: as === 'lost' ? 'withdrawal' : 'deposit',
          ...{ hand, session: '0', advance: `${change}` },
          wallet: { for: 'correction', status: 'done' },
        },
      ]);
      const pit = await openPit(testbed, studio, 'Mona');
      expect(await pit.must('shortfall:list', {})).toMatchObject({ shortfalls: [] });
      await expectReconciled(testbed.pool);
    },
  );
});

/** The first hand of Punto e Banco that was lost, or won, and what it changed. */
const dealtUntil = async (of: SoloPlayer, as: 'lost' | 'won') => {
  for (;;) {
    const before = await of.player.balance();
    const { hand } = (await of.deal(await of.open('punto_e_banco'))).hand;
    const change = (await of.player.balance()) - before;
    if (as === 'lost' ? change < 0n : change > 0n) return { hand, change };
  }
};

/** The wallet gave the stakes of a hand that is in play. */
const expectOpenStake = async (): Promise<void> => {
  const { rows } = await testbed.pool.query(
    `select from wallet_movements m join solo_hands h using (hand_number)
      where m.stake_use = 'played' and h.status = 'in_play'`,
  );
  expect(rows.length).toBeGreaterThan(0);
};

describe('the database', () => {
  it('takes no stake of a hand that the wallet has not given, whoever writes it', async () => {
    const hugo = await seated('hugo');
    const { hand } = await hugo.open('punto_e_banco');
    const { rows } = await testbed.pool.query<{ kind: 'session' | 'hands'; id: string }>(
      `select kind, id from accounts where player_id = $1 and kind in ('session', 'hands')`,
      [hugo.player.id],
    );
    const ids = new Map(rows.map(({ kind, id }) => [kind, id]));
    const accounts = { session: ids.get('session')!, hands: ids.get('hands')! };
    const commit = (wallet: { debit: string } | undefined) => ({
      ...{ playerId: hugo.player.id, hand, step: 0, ordinal: 1, commandId: randomUUID() },
      ...{ command: '{}', events: '[]', stepAfter: 1, taken: 1_000n, paid: 0n },
      ...{ accounts, seed: SEED, cut: null, end: undefined, wallet },
    });
    const nowMs = Date.now();
    const batch = {
      ...{ game: 'punto_e_banco', chain: 'punto_e_banco 2030-01-01', atMs: nowMs },
      beginsByMs: nowMs + 60_000,
    };
    const played = (wallet: { debit: string } | undefined) =>
      playHands(testbed.pool, batch, [commit(wallet)]);
    await expect(played(undefined)).rejects.toMatchObject({ code: 'SB084' });
    // Nor by the debit of another.
    const { rows: others } = await testbed.pool.query<{ id: string }>(
      `select id from wallet_movements where kind = 'debit' order by id limit 1`,
    );
    expect((await played({ debit: others[0]!.id })).outcomes).toEqual(['stake_gone']);
  });

  it('uses a stake once', async () => {
    const ines = await seated('ines');
    const played = await ines.deal(await ines.open('punto_e_banco'));
    const { rows } = await testbed.pool.query<{ id: string }>(
      `select id from wallet_movements where hand_number = $1 and kind = 'debit'`,
      [played.hand.hand],
    );
    await asSuperuser(testbed.database, async (superuser) => {
      const use = (to: string | null) =>
        superuser.query('update wallet_movements set stake_use = $2 where id = $1', [
          ...[rows[0]!.id, to],
        ]);
      await expect(use('undone')).rejects.toMatchObject({ code: 'SB062' });
      await expect(use(null)).rejects.toMatchObject({ code: 'SB062' });
    });
  });
});
