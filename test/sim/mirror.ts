/**
 * A real Postgres beside the database in memory: whatever a simulation asks, both are asked, at the
 * same instant of simulated time, and must answer alike, refuse alike and keep the same.
 */
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { STAFF_LOG } from '../../src/audit/anchor.js';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import { systemClock } from '../../src/platform/clock.js';
import { PostgresApprovals } from '../../src/pit/approval/postgres-approvals.js';
import type { ApprovalStore } from '../../src/pit/approval/store.js';
import { PostgresHands } from '../../src/hands/postgres-store.js';
import type { HandStore } from '../../src/hands/store.js';
import { Metrics } from '../../src/platform/metrics.js';
import { sqlState } from '../../src/platform/transaction.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { PostgresSessions } from '../../src/session/postgres-store.js';
import { Sessions } from '../../src/session/sessions.service.js';
import type { SessionStore } from '../../src/session/store.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { amount } from '../../src/money/amount.js';
import { PostgresSettlement } from '../../src/settlement/postgres-store.js';
import type { SettlementStore } from '../../src/settlement/store.js';
import type { Lease } from '../../src/table/lease.js';
import { PostgresStores } from '../../src/table/postgres-stores.js';
import type { OpenStore, TableStore, TableStores } from '../../src/table/store.js';
import { ask, decideOn, putOnDuty } from '../kit/approvals.js';
import { openPlayers } from '../kit/credit.js';
import type { TestDatabase } from '../kit/database.js';
import { NO_WALLETS } from '../kit/hands-process.js';
import { UNTRACED } from '../kit/untraced.js';
import { Broken } from './checker.js';
import { memoryApprovals } from './memory-approval-store.js';
import type { Request } from './memory-approvals.js';
import type { MemoryDatabase } from './memory-database.js';
import { handStore } from './memory-hands.js';
import {
  type BuyInReply,
  type CashOutReply,
  linedSessions,
  sessionStore,
} from './memory-sessions.js';
import { memorySettlement } from './memory-settlement.js';
import { BESIDE, memoryStores } from './memory-stores.js';
import { HandsBeside, type KeptHands } from './mirror-hands.js';

/** The time of the database is what the simulation says. */
export const TIME_BY_HAND = `
create table test.instant (at timestamptz not null);
insert into test.instant values (now());
grant select on test.instant to public;
create or replace function studio_now() returns timestamptz
  language sql stable parallel safe as $$ select at from test.instant $$;
create or replace function studio_clock() returns timestamptz
  language sql volatile parallel safe as $$ select at from test.instant $$`;

const STAFF = ['Mira', 'Sven', 'Dora'];

export class Mirror {
  readonly #postgres: PostgresStores;
  readonly #settlement: PostgresSettlement;
  readonly #approvals: PostgresApprovals;
  readonly #sessions: PostgresSessions;
  readonly #credit: Sessions;
  /** By the number of a session in memory, its number in Postgres. */
  readonly #sessionIds = new Map<string, string>();
  /** Moves the time. */
  readonly #owner: pg.Client;
  /** By the number of an account in memory, its number in Postgres. */
  readonly #accounts = new Map<string, string>();
  /** Of all studios, since the numbers of hands are. */
  #hands: HandsBeside | undefined;
  #memory: MemoryDatabase | undefined;
  #note: (broken: Broken) => void = () => undefined;
  readonly #open = new Set<OpenStore>();
  #instantMs: number | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** How many answers were compared. */
  compared = 0;

  constructor(private readonly database: TestDatabase) {
    const pools = { public: 4, money: 2, studio: 2, hands: 1 };
    const config = {
      database: { url: database.url, role: 'sabot_app', pools, waitingMax: 100 },
      demo: undefined,
    };
    const { pool, url } = database;
    this.#owner = new pg.Client({ connectionString: url });
    this.#postgres = new PostgresStores(config, pool, systemClock(), new Metrics(), UNTRACED);
    this.#settlement = new PostgresSettlement(pool);
    this.#approvals = new PostgresApprovals(pool);
    const wallet = new LedgerWallet(pool, { shortfallRecovery: 'never' });
    this.#sessions = new PostgresSessions(pool, wallet);
    this.#credit = new Sessions(pool, pool, wallet);
  }

  /** What it is held to, and who hears of it where it is otherwise. */
  reflect(memory: MemoryDatabase, note: (broken: Broken) => void): void {
    this.#memory = memory;
    this.#note = note;
  }

  /** The tables and players that memory has, before anything is asked. */
  async prepare(): Promise<void> {
    const memory = this.#known;
    const { pool } = this.database;
    await this.#owner.connect();
    await this.#owner.query(TIME_BY_HAND);
    await this.#setTime();
    for (const id of STAFF) await putOnDuty(pool, id);
    for (const [id, settings] of memory.tables) {
      await pool.query('insert into tables (id, settings) values ($1, $2)', [
        id,
        JSON.stringify(settings),
      ]);
    }
    for (const [id, { accountId, gameId }] of memory.players) {
      const { ledger } = memory;
      const credit = Number(ledger.balance(accountId));
      const [opened] = await openPlayers(pool, [credit], Number(ledger.balance(gameId)));
      if (opened?.id !== id) throw new Error(`player ${id} has another number in Postgres`);
      this.#accounts.set(accountId, opened.accountId);
    }
  }

  get stores(): TableStores {
    const memory = memoryStores(this.#known, BESIDE);
    const real = this.#postgres;
    return {
      seats: {
        readSeats: (...asked) => this.#both('readSeats', memory.seats, real.seats, asked),
        betsOfRound: (...asked) => this.#both('betsOfRound', memory.seats, real.seats, asked),
        findBet: (...asked) => this.#both('findBet', memory.seats, real.seats, asked),
        othersAsked: () => memory.seats.othersAsked(),
      },
      known: () => this.#both('known', memory, real, []),
      settingsOf: (...asked) => this.#both('settingsOf', memory, real, asked),
      unknownEventsOf: (...asked) => this.#both('unknownEventsOf', memory, real, asked),
      leasedToOthers: (...asked) => this.#both('leasedToOthers', memory, real, asked),
      takeLease: (...asked) => this.#both('takeLease', memory, real, asked),
      renewLeases: (...asked) => this.#both('renewLeases', memory, real, asked),
      releaseLease: (...asked) => this.#both('releaseLease', memory, real, asked),
      open: (lease, onLost) => this.#openStore(memory, lease, onLost),
      close: () => Promise.resolve(),
    };
  }

  get settlement(): SettlementStore {
    const memory = memorySettlement(this.#known, BESIDE.shared);
    const real = this.#settlement;
    return {
      timeline: () => this.#both('timeline', memory, real, []),
      database: () => memory.database(),
      cut: (...asked) => this.#both('cut', memory, real, asked),
      pay: (...asked) => this.#both('pay', memory, real, asked),
      paid: (...asked) => this.#both('paid', memory, real, asked),
      cutOf: (...asked) => this.#both('cutOf', memory, real, asked),
      correct: (...asked) => this.#both('correct', memory, real, asked),
      corrected: (...asked) => this.#both('corrected', memory, real, asked),
      isForgotten: (...asked) => this.#both('isForgotten', memory, real, asked),
      uncreditable: (...asked) => this.#both('uncreditable', memory, real, asked),
      byHand: (...asked) => this.#both('byHand', memory, real, asked),
      openIncident: (...asked) => this.#both('openIncident', memory, real, asked),
    };
  }

  get approvals(): ApprovalStore {
    const memory = memoryApprovals(this.#known, BESIDE.shared);
    const real = this.#approvals;
    return {
      read: (...asked) => this.#both('read', memory, real, asked),
      readOpen: (...asked) => this.#both('readOpen', memory, real, asked),
      stillStands: (...asked) => this.#both('stillStands', memory, real, asked),
      readRound: (...asked) => this.#both('readRound', memory, real, asked),
      readHandPay: (...asked) => this.#both('readHandPay', memory, real, asked),
      readPastShoe: (...asked) => this.#both('readPastShoe', memory, real, asked),
      readCorrections: (...asked) => this.#both('readCorrections', memory, real, asked),
    };
  }

  /** Each numbers its sessions by itself. What is found of one is found under memory's number. */
  get sessions(): SessionStore {
    const { sessions } = this.#known;
    const memory = sessionStore(sessions, (work) => this.#known.transaction(work), BESIDE.shared);
    const real: SessionStore = {
      ...linedSessions(this.#sessions, BESIDE.shared),
      readOpen: async (...asked) => {
        const found = await this.#sessions.readOpen(...asked);
        for (const { id, playerId } of found) {
          this.#sessionIds.set(sessions.openId(playerId) ?? 'none', id);
        }
        return found;
      },
      keepFound: (found) =>
        this.#sessions.keepFound(
          found.map((each) => ({ ...each, id: this.#sessionIds.get(each.id) ?? each.id })),
        ),
    };
    return {
      writeConnections: (...asked) => this.#both('writeConnections', memory, real, asked),
      goOut: (...asked) => this.#both('goOut', memory, real, asked),
      beat: (...asked) => this.#both('beat', memory, real, asked),
      readReplaced: (...asked) => this.#both('readReplaced', memory, real, asked),
      readOpen: (...asked) => this.#both('readOpen', memory, real, asked, (all) => unnumbered(all)),
      keepFound: (...asked) => this.#both('keepFound', memory, real, asked, ({ size }) => size),
      endIfDue: (...asked) =>
        this.#both('endIfDue', memory, real, asked, (ended) => unnumbered([ended])),
      readNotices: (...asked) =>
        this.#both('readNotices', memory, real, asked, (all) => unnumbered(all)),
    };
  }

  /** Both number them alike. Each has its own account of a player's hands, and its own clock. */
  get hands(): HandStore {
    const { hands } = this.#known;
    const transaction = <T>(work: () => T): T => this.#known.transaction(work);
    const memory = handStore(hands, transaction, BESIDE.shared);
    const real: KeptHands = (this.#hands ??= new HandsBeside(
      new PostgresHands(this.database.pool, NO_WALLETS),
      {
        nowMs: () => this.#known.nowMs(),
        sessionOf: (id) => this.#accounts.get(id) ?? id,
        nextInMemory: () => hands.nextNumber,
        numberFrom: async (next) => {
          await this.#owner.query(`select setval('hand_numbers', $1, false)`, [next]);
        },
      },
    ));
    return {
      current: (...asked) =>
        this.#both('current', memory, real, asked, (hand) => ({ ...hand, accounts: undefined })),
      open: (...asked) => this.#both('open', memory, real, asked),
      play: (...asked) => this.#both('play', memory, real, asked, ({ outcomes }) => outcomes),
      takeStake: (...asked) => memory.takeStake(...asked),
      returnStake: (...asked) => memory.returnStake(...asked),
      stakeOf: (...asked) => this.#both('stakeOf', memory, real, asked),
      findStep: (...asked) => this.#both('findStep', memory, real, asked),
      hasHand: (...asked) => this.#both('hasHand', memory, real, asked),
      waiting: (...asked) => this.#both('waiting', memory, real, asked),
    };
  }

  /** What players bring, and take home. */
  get credit(): Credit {
    const { sessions } = this.#known;
    const transaction = async <T>(work: () => T): Promise<T> => this.#known.transaction(work);
    const memory: Credit = {
      buyIn: (...asked) => transaction(() => sessions.buyIn(...asked)),
      cashOut: (...asked) => transaction(() => sessions.cashOut(...asked)),
    };
    const real: Credit = {
      buyIn: (player, brought, key) => this.#credit.buyIn(player, amount(brought), key),
      cashOut: (...asked) => this.#credit.cashOut(...asked),
    };
    return {
      buyIn: (...asked) => this.#both('buyIn', memory, real, asked),
      cashOut: (...asked) => this.#both('cashOut', memory, real, asked),
    };
  }

  /** Both give the request the same number. */
  async ask(request: Request): Promise<string> {
    const { kind, table, game, coup, player, requestedBy } = request;
    const subject = { ...(coup && { coup }), ...(player && { player }) };
    const { approvals } = this.#known;
    const [real, inMemory] = await this.#compared(
      'ask',
      [request],
      [
        () => ask(this.database.pool, { kind, table, game, subject }, requestedBy),
        (id) => approvals.ask(request, id),
      ],
    );
    return inMemory ?? real;
  }

  async approve(id: string, by: string): Promise<void> {
    const { approvals } = this.#known;
    await this.#compared(
      'approve',
      [id, by],
      [() => decideOn(this.database.pool, id, by), () => approvals.approve(id, by)],
    );
  }

  /** However the simulation has ended. A process that was killed has closed nothing. */
  async close(): Promise<void> {
    await this.#last;
    await Promise.all([...this.#open].map((store) => store.close()));
    await this.#owner.end();
    await this.#postgres.close();
  }

  /** When all is quiet: the books and the logs, as an auditor proves them. */
  async prove(): Promise<void> {
    await this.#last;
    const proofs = await reconcile(this.#owner);
    if (!isInOrder(proofs)) this.#note(new Broken('reconcile', makeReport(proofs)));
    await this.#owner.query('begin isolation level repeatable read read only');
    const verdicts = await verifyDatabase(this.#owner, { keys: [], witnesses: [] });
    await this.#owner.query('rollback');
    // Its staff are put on duty by hand, and in no log of the staff.
    const faults = verdicts
      .flatMap((verdict) => verdict.faults)
      .filter(({ log }) => log !== STAFF_LOG);
    if (faults.length > 0) this.#note(new Broken('verify', JSON.stringify(plain(faults[0]))));
  }

  get #known(): MemoryDatabase {
    if (this.#memory === undefined) throw new Error('the mirror reflects nothing yet');
    return this.#memory;
  }

  async #openStore(
    memory: TableStores,
    lease: Lease,
    onLost: (error: unknown) => void,
  ): Promise<OpenStore> {
    const mine = await memory.open(lease, onLost);
    const real = await this.#inTurn(() => this.#postgres.open(lease, onLost));
    this.#open.add(real);
    const close = (): Promise<void> => {
      this.#open.delete(real);
      return real.close();
    };
    return { store: this.#storeOf(mine.store, real.store), close };
  }

  #storeOf(memory: TableStore, real: TableStore): TableStore {
    const realAccount = (id: string): string => this.#accounts.get(id) ?? id;
    const realStore: TableStore = {
      append: (...asked) => real.append(...asked),
      placeBets: async (round, atMs, commits) =>
        real.placeBets(
          await real.bettingRound(round.game),
          atMs,
          commits.map((commit) => ({ ...commit, accountId: realAccount(commit.accountId) })),
        ),
      keepCheckpoint: (state) => real.keepCheckpoint(state),
      replay: (...asked) => real.replay(...asked),
      bettingRound: (game) => real.bettingRound(game),
      reserveGame: () => real.reserveGame(),
      balances: async (ids) => {
        const all = await real.balances(ids.map(realAccount));
        return new Map(ids.map((id) => [id, all.get(realAccount(id))!]));
      },
      voidStakes: (...asked) => real.voidStakes(...asked),
      corrections: (...asked) => real.corrections(...asked),
    };
    return {
      append: (...asked) => this.#both('append', memory, realStore, asked),
      placeBets: (...asked) => this.#both('placeBets', memory, realStore, asked),
      keepCheckpoint: (...asked) => this.#both('keepCheckpoint', memory, realStore, asked),
      // How far back it begins is each one's own business.
      replay: (...asked) =>
        this.#both('replay', memory, realStore, asked, ({ state, recent }) => [
          state,
          recent.at(-1),
        ]),
      bettingRound: (...asked) => this.#both('bettingRound', memory, realStore, asked),
      reserveGame: () =>
        this.#inTurn(async () => {
          const game = await realStore.reserveGame();
          this.#known.takeGame(game);
          return game;
        }),
      balances: (...asked) => this.#both('balances', memory, realStore, asked),
      voidStakes: (...asked) => this.#both('voidStakes', memory, realStore, asked),
      corrections: (...asked) => this.#both('corrections', memory, realStore, asked),
    };
  }

  /** Asks both, and answers as memory does. `of`: what both must say alike. */
  #both<
    K extends string,
    A extends readonly unknown[],
    R,
    S extends { readonly [name in K]: (...asked: A) => Promise<R> },
  >(what: K, memory: S, real: S, asked: A, of: (answer: R) => unknown = (all) => all): Promise<R> {
    return this.#inTurn(async () => {
      const mine = await outcomeOf(() => memory[what](...asked));
      const other = await outcomeOf(() => real[what](...asked));
      this.#compare(what, asked, seenOf(mine, of), seenOf(other, of));
      if ('error' in mine) throw mine.error;
      return mine.answer;
    });
  }

  /** One after the other, at the time of the simulation. */
  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#last.then(async () => {
      await this.#setTime();
      return work();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** The same where memory goes by what Postgres has answered. */
  #compared<R, M>(
    what: string,
    asked: readonly unknown[],
    [real, memory]: readonly [() => Promise<R>, (answer: R | undefined) => M],
  ): Promise<readonly [R, M]> {
    return this.#inTurn(async () => {
      const other = await outcomeOf(real);
      const given = 'error' in other ? undefined : other.answer;
      const mine = await outcomeOf(async () => this.#known.transaction(() => memory(given)));
      this.#compare(what, asked, 'error' in mine ? mine : other, other);
      if ('error' in mine) throw mine.error;
      if ('error' in other) throw other.error;
      return [other.answer, mine.answer];
    });
  }

  #compare(what: string, asked: unknown, mine: Outcome<unknown>, other: Outcome<unknown>): void {
    this.compared += 1;
    const [one, two] = [plainOf(mine), plainOf(other)];
    if (isDeepStrictEqual(one, two)) return;
    const says = `${what}(${JSON.stringify(plain(asked)).slice(0, 300)})`;
    this.#note(
      new Broken(
        'contract',
        `${says}: ${JSON.stringify(one)}, and Postgres ${JSON.stringify(two)}`,
      ),
    );
  }

  async #setTime(): Promise<void> {
    const nowMs = this.#known.nowMs();
    if (nowMs === this.#instantMs) return;
    this.#instantMs = nowMs;
    await this.#owner.query('update test.instant set at = $1', [new Date(nowMs)]);
  }
}

interface Credit {
  readonly buyIn: (player: string, amount: bigint, key: string) => Promise<BuyInReply>;
  readonly cashOut: (player: string, key: string) => Promise<CashOutReply>;
}

/** Without the numbers of sessions. */
const unnumbered = (all: readonly unknown[]): readonly unknown[] =>
  all.map((each) =>
    typeof each === 'object' && each !== null && 'id' in each ? { ...each, id: 'id' } : each,
  );

type Outcome<R> = { readonly answer: R } | { readonly error: unknown };

const outcomeOf = async <R>(ask: () => Promise<R>): Promise<Outcome<R>> => {
  try {
    return { answer: await ask() };
  } catch (error) {
    return { error };
  }
};

const seenOf = <R>(outcome: Outcome<R>, of: (answer: R) => unknown): Outcome<unknown> =>
  'error' in outcome ? outcome : { answer: of(outcome.answer) };

const plainOf = (outcome: Outcome<unknown>): unknown =>
  'error' in outcome
    ? { refused: sqlState(outcome.error) ?? String(outcome.error) }
    : plain(outcome.answer);

/** Numbers that each gives its own accounts. */
const OWN: ReadonlySet<string> = new Set(['accountId', 'stakesAccountId']);

/** Without what each numbers by itself, and without the order of fields. */
const plain = (value: unknown): unknown => {
  const text = JSON.stringify(value, (name, each: unknown) => {
    if (OWN.has(name)) return name;
    if (typeof each === 'bigint') return String(each);
    if (each instanceof Map || each instanceof Set) return inOrder(each);
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return text === undefined ? 'nothing' : (JSON.parse(text) as unknown);
};

/** Neither says in which order. */
const inOrder = (all: Iterable<unknown>): readonly unknown[] =>
  Array.from(all, plain).sort((one, other) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
  );
