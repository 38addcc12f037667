/**
 * Rounds of a player whose wallet is asked for each stake, and their corrections, in any order of
 * what a session, the wallet and the pit may do: both books add up at every step.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayer } from '../../src/ledger/open-player.js';
import { readStakeVerdicts } from '../../src/ledger/stakes-of-wallets.js';
import { amount } from '../../src/money/amount.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { Sessions } from '../../src/session/sessions.service.js';
import { openCases, settleCase } from '../../src/wallet/case-rows.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { PostgresWallets } from '../../src/wallet/postgres-store.js';
import { SessionWallet } from '../../src/wallet/session-wallet.js';
import type { Due } from '../../src/wallet/wallet-rows.js';
import { coup } from '../kit/any-coup.js';
import { ask, decideOn } from '../kit/approvals.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { ManualClock } from '../kit/manual-clock.js';
import { RunningTable } from '../kit/running-table.js';
import { runs } from '../kit/runs.js';
import { asSuperuser } from '../kit/superuser.js';
import { expectStatementAdds } from '../kit/whole-statement.js';

const STAKE = 100n;
/** The shoe has eight of each card, and one is burned. */
const ROUNDS_MAX = 7;
/** For a stake on Punto: what is dealt, what it is corrected to, and what that pays. */
const COUPS = {
  won: { dealt: 'P 9h Kd . B 2c Ks', corrected: 'P 8h Kd . B 2c Ks', pays: 2n * STAKE },
  lost: { dealt: 'P 2h Kc . B 9c Qs', corrected: 'P 2h Kc . B 8c Qs', pays: 0n },
  equal: { dealt: 'P 7h Jd . B 7c Js', corrected: 'P 8d Jd . B 8s Js', pays: STAKE },
} as const;
const AS = ['won', 'lost', 'equal'] as const;

/** Of several movements the one that is meant. */
const nth = fc.nat(3);
const STEPS = fc.oneof(
  fc.record({ kind: fc.constant('play'), as: fc.constantFrom(...AS) }),
  fc.record({ kind: fc.constant('correct'), nth, to: fc.constantFrom(...AS, 'void', 'refund') }),
  fc.record({ kind: fc.constant('bring'), stakes: fc.constantFrom(1n, 3n) }),
  fc.record({ kind: fc.constant('leave') }),
  fc.record({ kind: fc.constant('spend') }),
  fc.record({ kind: fc.constant('answer'), nth, as: fc.constantFrom('done', 'lost', 'refused') }),
  fc.record({ kind: fc.constant('settle'), nth, isLate: fc.boolean() }),
);
type Step = typeof STEPS extends fc.Arbitrary<infer S> ? S : never;

const EVIDENCE = {
  ...{ kid: 'acme-1', signed: '', signature: Buffer.alloc(64), body: Buffer.alloc(0) },
};

let database: TestDatabase;
let wallets: PostgresWallets;

beforeAll(async () => {
  database = await createDatabase();
  // Money comes from outside as in a studio that is no test.
  await asSuperuser(database, async (client) => {
    await client.query(
      `create or replace function outside_is_made_up() returns boolean language sql stable as $$ select false $$`,
    );
    await client.query(
      `insert into operators (id, name, mode, currencies, callback_url) values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    );
  });
  const ledger = new LedgerWallet(database.pool, { shortfallRecovery: 'cash_out' });
  wallets = new PostgresWallets(database.pool, ledger, { given: () => undefined });
});
afterAll(() => database.drop());

/** One player at a table of her own, and her wallet. */
class Story {
  /** What the wallet has. */
  #wallet = 1_000n;
  /** What the player has in all, by the rules, and by what was settled past the wallet. */
  #worth = 1_000n;
  /** What the wallet has booked. */
  readonly #booked = new Set<string>();
  readonly #rounds: { readonly game: string; paid: bigint; isVoid: boolean }[] = [];
  readonly #sessions: Sessions;

  private constructor(
    readonly player: string,
    private readonly table: RunningTable,
  ) {
    const calls = {
      ask: () =>
        Promise.resolve({
          ...{ status: 'done', requestId: 'r', evidence: EVIDENCE, balance: `${this.#wallet}` },
        }),
    } as never;
    const { pool } = database;
    const ledger = new LedgerWallet(pool, { shortfallRecovery: 'cash_out' });
    const wallet = new SessionWallet(pool, new ManualClock(0), ledger, calls, {} as never);
    this.#sessions = new Sessions(pool, pool, wallet);
  }

  static async begin(): Promise<Story> {
    const ref = randomUUID();
    const player = await inTransaction(database.pool, (tx) =>
      openPlayer(tx, 'acme', ref, ref, amount(0)),
    );
    return new Story(player, await RunningTable.open(database));
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'play':
        return this.#play(COUPS[step.as]);
      case 'correct':
        return this.#correct(step.nth, step.to);
      case 'bring':
        return this.#bring(step.stakes * STAKE);
      case 'leave':
        return this.#leave();
      case 'spend':
        this.#worth -= this.#wallet;
        this.#wallet = 0n;
        return;
      case 'answer':
        return this.#answer(step.nth, step.as);
      case 'settle':
        return this.#settle(step.nth, step.isLate);
    }
  }

  /** What is in the studio and in the wallet, with what is on its way, is what the player has. */
  async adds(): Promise<void> {
    const { session, advance, ...others } = await this.#accounts();
    expect(others, 'nothing waits, and nothing is owed').toEqual({ game: 0n, shortfall: 0n });
    const under = (await this.#due()).map(({ movementId, amount: text }) => {
      const [its, isBooked] = [BigInt(text), this.#booked.has(movementId)];
      return its < 0n === isBooked ? (its < 0n ? -its : its) : 0n;
    });
    const onTheWay = under.reduce((sum, each) => sum + each, 0n);
    expect(session + advance + this.#wallet + onTheWay).toBe(this.#worth);
    const left = this.#wallet + advance;
    const { gameAccount } = await this.#sessions.read(this.player);
    expect(gameAccount).toBe(left < 0n ? 0n : left);
    await expectStatementAdds(database.pool, this.player);
  }

  /** Oldest first: each movement in words, and what it moved of the session and of the advance. */
  async statement(): Promise<readonly (readonly [string, number, number])[]> {
    const pages = await expectStatementAdds(database.pool, this.player, 3);
    const entries = await expectStatementAdds(database.pool, this.player);
    expect(pages).toEqual(entries);
    const { rows } = await database.pool.query<{ game: string }>(
      'select distinct game_number as game from bets where player_id = $1',
      [this.player],
    );
    const games = rows.map(({ game }) => game);
    return entries.toReversed().map(({ kind, game, session, advance = '0', wallet }) => {
      const isOfRound = !['buy_in', 'cash_out'].includes(kind);
      expect(game, kind).toBe(isOfRound ? games[0] : null);
      const what = wallet === undefined ? kind : `${kind} ${wallet.for} ${wallet.status}`;
      return [what, Number(session), Number(advance)];
    });
  }

  /** The wallet gives what it owes, out of whatever the player pays into it. */
  async end(): Promise<void> {
    for (let due = await this.#due(); due.length > 0; due = await this.#due()) {
      const missing = -BigInt(due[0]!.amount) - this.#wallet;
      if (missing > 0n) this.#wallet += missing;
      if (missing > 0n) this.#worth += missing;
      await this.#answer(0, 'done');
      await this.adds();
    }
    await this.#leave();
    await this.adds();
    expect(await this.#accounts()).toEqual({ session: 0n, advance: 0n, game: 0n, shortfall: 0n });
  }

  stop(): Promise<void> {
    return this.table.stop();
  }

  async #play({ dealt, pays }: (typeof COUPS)[keyof typeof COUPS]): Promise<void> {
    await this.#bring(STAKE);
    const { session } = await this.#accounts();
    if (session < STAKE || this.#wallet < STAKE || this.#rounds.length === ROUNDS_MAX) return;
    await this.table.table.join(this.player);
    const game = await this.table.openBets();
    const bet = { kind: 'place', spot: 'punto', amount: amount(STAKE) } as const;
    expect(await this.table.bet(this.player, bet)).toMatchObject({ ok: true });
    await this.table.closeBets();
    for (const asked of await this.#read()) if (asked.kind === 'debit') await this.#give(asked);
    const { due, ...verdicts } = await readStakeVerdicts(database.pool, game);
    expect({ due, ...verdicts }).toMatchObject({ due: 0, taken: 1, voided: 0 });
    await this.table.do({ kind: 'finish_acceptance', game, ...verdicts });
    await this.table.deal(coup(dealt));
    this.#rounds.push({ game, paid: pays, isVoid: false });
    this.#worth += pays - STAKE;
  }

  async #correct(which: number, to: (typeof AS)[number] | 'void' | 'refund'): Promise<void> {
    const round = this.#rounds[which % this.#rounds.length];
    if (round === undefined) return;
    const isBack = to === 'void' || to === 'refund';
    if (isBack && round.isVoid) return;
    const paid = isBack ? STAKE : COUPS[to].pays;
    if (to === 'void') await this.table.correct(round.game, to);
    else if (to === 'refund') await this.table.correct(round.game, to, { player: this.player });
    else await this.table.correct(round.game, 'resettle', { coup: COUPS[to].corrected });
    this.#worth += paid - round.paid;
    Object.assign(round, { paid, isVoid: to === 'void' || (to === 'refund' && round.isVoid) });
  }

  async #bring(most: bigint): Promise<void> {
    const { gameAccount: left } = await this.#sessions.read(this.player);
    const brought = amount(left < most ? left : most);
    if (brought === 0n) return;
    const reply = await this.#sessions.buyIn(this.player, brought, randomUUID());
    expect(reply).toMatchObject({ ok: true });
  }

  async #leave(): Promise<void> {
    if (!(await this.#sessions.isOpen(this.player))) return;
    const reply = await this.#sessions.cashOut(this.player, randomUUID());
    expect(reply).toMatchObject({ ok: true });
  }

  /** `lost`: the wallet books it, and nobody hears its answer. */
  async #answer(which: number, as: 'done' | 'lost' | 'refused'): Promise<void> {
    const dues = await this.#read();
    const due = dues[which % dues.length];
    if (due === undefined) return;
    const isBooked = this.#booked.has(due.movementId);
    const isShort = this.#wallet + BigInt(due.amount) < 0n;
    if (!isBooked && (as === 'refused' || isShort)) return wallets.putOff(due, 0, 'funds');
    if (as !== 'lost') return this.#give(due);
    this.#book(due);
    await wallets.putOff(due, 0, null);
  }

  /** Two persons settle by hand what the wallet refuses. `isLate`: it books it after all. */
  async #settle(which: number, isLate: boolean): Promise<void> {
    const { pool } = database;
    await openCases(pool);
    const { rows } = await pool.query<{ id: string; movement: string }>(
      `select c.id, movement_id as movement from wallet_cases c join wallet_movements m using (operator_id, movement_id)
        where m.player_id = $1 and c.closed_at is null order by c.id`,
      [this.player],
    );
    const settled = rows[which % rows.length];
    if (settled === undefined) return;
    const due = (await this.#due()).find(({ movementId }) => movementId === settled.movement)!;
    const approval = await ask(pool, { kind: 'settle_case', case: settled.id });
    await decideOn(pool, approval);
    const isSettled = inTransaction(pool, (tx) => settleCase(tx, settled.id, approval));
    expect(await isSettled).toBe(true);
    if (this.#booked.has(due.movementId)) return;
    // What it would have moved in the wallet is paid elsewhere.
    this.#worth -= BigInt(due.amount);
    if (!isLate || this.#wallet + BigInt(due.amount) < 0n) return;
    this.#worth += BigInt(due.amount);
    await this.#give({ ...due, status: 'due' });
  }

  /** Once, however often it is asked for. */
  #book({ movementId, kind, amount: text }: Pick<Due, 'movementId' | 'kind' | 'amount'>): void {
    if (this.#booked.has(movementId)) return;
    this.#booked.add(movementId);
    this.#wallet += kind === 'debit' ? -BigInt(text) : BigInt(text);
  }

  async #give(due: Pick<Due, 'id' | 'movementId' | 'kind' | 'amount' | 'status'>): Promise<void> {
    this.#book(due);
    const gives = due.kind === 'debit' || BigInt(due.amount) < 0n;
    await wallets.end({ due, status: 'done', refusal: null, gives, evidence: EVIDENCE });
  }

  /** What may be asked of the wallet now. */
  async #read(): Promise<readonly Due[]> {
    const all = await wallets.readDue({ operator: 'acme', but: [], probes: true, limit: 100 });
    return all.filter(({ player }) => player === this.player);
  }

  /** What the journal has of it, but for stakes. */
  async #due() {
    const { rows } = await database.pool.query<Pick<Due, 'id' | 'movementId' | 'kind' | 'amount'>>(
      `select id, movement_id as "movementId", kind, amount from wallet_movements
        where player_id = $1 and status = 'due' and kind <> 'debit' order by id`,
      [this.player],
    );
    return rows;
  }

  async #accounts() {
    const { rows } = await database.pool.query<Record<string, string>>(
      `select coalesce(sum(balance) filter (where kind = 'session'), 0) as session,
              coalesce(sum(balance) filter (where kind = 'advance'), 0) as advance,
              coalesce(sum(balance) filter (where kind = 'game'), 0) as game,
              coalesce(sum(balance) filter (where kind = 'shortfall'), 0) as shortfall
         from accounts where player_id = $1`,
      [this.player],
    );
    const { session, advance, game, shortfall } = rows[0]!;
    return {
      ...{ session: BigInt(session!), advance: BigInt(advance!) },
      ...{ game: BigInt(game!), shortfall: BigInt(shortfall!) },
    };
  }
}

/** All proofs but those of signatures: no wallet has signed anything here. */
const reconciled = async (): Promise<void> => {
  const client = await database.pool.connect();
  try {
    const proofs = await reconcile(client);
    const unsigned = proofs.filter(({ says }) => !says.startsWith('Every verdict of a wallet'));
    expect(isInOrder(unsigned), makeReport(unsigned)).toBe(true);
  } finally {
    client.release();
  }
};

const tell = async (steps: readonly Step[]): Promise<void> => {
  const story = await Story.begin();
  try {
    for (const step of steps) {
      await story.take(step);
      await story.adds();
    }
    await reconciled();
    await story.end();
    await reconciled();
  } finally {
    await story.stop();
  }
};

const play = (as: (typeof AS)[number]) => ({ kind: 'play', as }) as const;
const correct = (to: (typeof AS)[number] | 'void' | 'refund') =>
  ({ kind: 'correct', nth: 0, to }) as const;
const answer = (as: 'done' | 'lost' | 'refused') => ({ kind: 'answer', nth: 0, as }) as const;
const settle = (isLate: boolean) => ({ kind: 'settle', nth: 0, isLate }) as const;
const [LEAVE, SPEND] = [{ kind: 'leave' }, { kind: 'spend' }] as const;

/** A round is won, paid and corrected, and the wallet is asked for what it was given. */
const TAKEN_BACK = [play('won'), answer('done'), correct('lost')] as const;

describe('what a correction changes for the player of such a wallet', () => {
  it.each<readonly [string, readonly Step[]]>([
    ['before the session ends', [...TAKEN_BACK, answer('done'), LEAVE]],
    ['after it has ended', [play('won'), answer('done'), LEAVE, correct('lost'), answer('done')]],
    ['and the end comes before the answer', [...TAKEN_BACK, LEAVE, answer('done')]],
    ['and the answer is lost', [...TAKEN_BACK, answer('lost'), answer('done')]],
    ['and the money is gone', [...TAKEN_BACK, SPEND, answer('done'), LEAVE]],
    ['and it is settled by hand', [...TAKEN_BACK, answer('refused'), settle(false), LEAVE]],
    [
      'and it is settled by hand, and booked late',
      [...TAKEN_BACK, answer('refused'), settle(true)],
    ],
    [
      'and it is settled by hand, though it was booked',
      [...TAKEN_BACK, answer('refused'), answer('lost'), settle(false)],
    ],
    ['before the round has been credited', [play('won'), correct('lost'), LEAVE]],
    [
      'and is corrected once more, before the answer',
      [...TAKEN_BACK, correct('won'), correct('void'), LEAVE],
    ],
    [
      'and is corrected once more, after it was settled by hand',
      [...TAKEN_BACK, answer('refused'), settle(false), LEAVE, correct('won'), answer('done')],
    ],
    [
      'to her gain, and it is settled by hand',
      [play('lost'), answer('done'), LEAVE, correct('won'), answer('refused'), settle(true)],
    ],
  ])('%s, is in both books', (_, steps) => tell(steps));

  it.each<readonly [string, readonly Step[], readonly (readonly [string, number, number])[]]>([
    [
      'what was advanced until the wallet gives it',
      [correct('lost')],
      [
        ['cover', 200, -200],
        ['clawback', -200, 0],
      ],
    ],
    [
      'what the wallet gave for it',
      [correct('lost'), answer('done')],
      [
        ['cover', 200, -200],
        ['clawback', -200, 0],
        ['deposit correction done', 0, 200],
      ],
    ],
    [
      'what was settled by hand',
      [correct('lost'), answer('refused'), settle(false)],
      [
        ['cover', 200, -200],
        ['clawback', -200, 0],
        ['deposit correction by_hand', 0, 200],
      ],
    ],
    [
      'what the wallet is owed',
      [correct('lost'), answer('done'), correct('void')],
      [
        ['cover', 200, -200],
        ['clawback', -200, 0],
        ['deposit correction done', 0, 200],
        ['correction', 0, 100],
        ['withdrawal correction due', 0, -100],
      ],
    ],
  ])('is in the statement, one by one: %s', async (_, steps, moved) => {
    const story = await Story.begin();
    try {
      for (const step of [play('won'), answer('done'), LEAVE, ...steps]) await story.take(step);
      const statement = await story.statement();
      expect(statement).toEqual([
        ['buy_in', 100, -100],
        ['bets', -100, 0],
        ['deposit stakes done', 0, 100],
        ['settlement', 200, 0],
        ['withdrawal payout done', 0, -200],
        ['cash_out', -200, 0],
        ['cash_out', 0, 200],
        ...moved,
      ]);
    } finally {
      await story.stop();
    }
  });

  it('is in both books in any order', async () => {
    await fc.assert(fc.asyncProperty(fc.array(STEPS, { minLength: 4, maxLength: 14 }), tell), {
      numRuns: runs(25),
    });
  });
});
