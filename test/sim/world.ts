/**
 * A simulated world: studios over one database, people around them, faults among them, and a
 * checker. The same plan comes to the same end, to the last event.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { copyOf } from '../../src/client/table-copy.js';
import { dealCoup } from '../../src/punto-banco/coup.js';
import { makeCoup, parseCoup } from '../../src/punto-banco/notation.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../../src/round/settings.js';
import { snapshot } from '../../src/round/snapshot.js';
import { SOLO_GAMES } from '../../src/solo/game.js';
import { Chance } from './chance.js';
import { Broken, Checker } from './checker.js';
import { type Fault, planFaults, troubleOf, weatherOf } from './faults.js';
import { HandPlayer } from './hand-player.js';
import { JobQueue } from './job-queue.js';
import type { Trouble } from './line.js';
import { MemoryDatabase } from './memory-database.js';
import type { Mirror } from './mirror.js';
import { Network } from './network.js';
import { OperatorWallet } from './operator-wallet.js';
import { SessionQueue } from './session-queue.js';
import { Player } from './player.js';
import { Staff } from './staff.js';
import { Studio, type Surroundings } from './studio.js';
import { HAND_KEPT_MS } from './studio-hands.js';
import { Timeline } from './timeline.js';

export interface Plan {
  readonly seed: number;
  readonly rounds: number;
  readonly studios: number;
  readonly tables: number;
  readonly players: number;
  readonly faults: readonly Fault[];
  /** Whether players bring and take credit, and sessions end. It costs a quarter more. */
  readonly endsSessions: boolean;
  /** How many players play solo games, one game each. */
  readonly handPlayers: number;
  /** How many players have their money in the wallet of an operator, which errs and dies. */
  readonly walletPlayers: number;
}

export interface Run {
  /** Undefined where everything held. */
  readonly fault: Broken | undefined;
  readonly rounds: number;
  /** Of everything that was logged and answered: two runs of a plan have the same. */
  readonly digest: string;
  readonly seen: Readonly<Record<string, number>>;
  readonly simulatedMs: number;
}

const START_MS = 1_800_000_000_000;
/** About how long a round takes. */
const ROUND_MS = 4_000;
/** A table that deals no round for so long is stuck, whatever goes wrong. */
const STUCK_MS = 120_000;
/** After the faults: within this each table is dealt on, or suspended (I11). */
const BACK_WITHIN_MS = 5_000;
/** Then what was asked is answered, and what was published has arrived. */
const QUIET_MS = 12_000;
const FAULTS_PER_MINUTE = 8;
/** An account that takes no money does so for longer than other faults last. */
const NO_CREDIT_TIMES = 4;
/** The percentage of worlds in which sessions end. */
const SESSIONS = 33;
/** The percentage of worlds in which hands are played, and the most players of them. */
const HANDS = 15;
const HAND_PLAYERS_MAX = 2;

/** The percentage of worlds in which players have wallets. There sessions do not end. */
const WALLETS = 10;
const OPERATOR = 'acme';
/** What such a player has, so that no correction finds too little of it. */
const WALLET_BALANCE = 1_000_000_000n;
/** The wallet is dead about so often, and for so long. */
const DIES_EVERY_MS = 40_000;
const DEAD_MS = 8_000;
/** A notice of the database is lost, out of a hundred. */
const UNNOTICED = 5;
/** So long after the faults every movement has ended: pauses between tries double. */
const ENDED_WITHIN_MS = 600_000;

const SQUEEZE_MS = 400;
const DIGESTED_AT_ONCE = 65_536;

const SETTINGS: TableSettings = {
  ...DEFAULT_SETTINGS,
  betMs: 1_500,
  lastBetsMs: 500,
  pauseMs: 200,
  decks: 2,
};

/**
 * What the seed makes, before anything of it is left out. With fewer rounds its faults are the
 * first of those with more.
 */
export const planOf = (seed: number, rounds: number): Plan => {
  const chance = new Chance(seed, 'plan');
  const studios = chance.between(1, 3);
  const tables = chance.between(1, 2);
  const players = chance.between(1, 6);
  const faults = planFaults(chance, studios, rounds * ROUND_MS, FAULTS_PER_MINUTE);
  const ofWallets = new Chance(seed, 'wallets');
  const walletPlayers = ofWallets.percent(WALLETS) ? ofWallets.between(1, players) : 0;
  const isBare = walletPlayers > 0;
  const endsSessions = !isBare && new Chance(seed, 'sessions').percent(SESSIONS);
  const ofHands = new Chance(seed, 'hands');
  const hasHands = !isBare && ofHands.percent(HANDS);
  const handPlayers = hasHands ? ofHands.between(1, HAND_PLAYERS_MAX) : 0;
  const people = { players, handPlayers, walletPlayers };
  return { seed, rounds, studios, tables, faults, endsSessions, ...people };
};

/**
 * `tell` is given a line for each event of a log and each fault. A `mirror` is a Postgres of its
 * own that must do as the memory does.
 */
export const simulate = async (
  plan: Plan,
  tell: (line: string) => void = () => undefined,
  mirror?: Mirror,
): Promise<Run> => {
  try {
    return await new World(plan, tell, mirror).run();
  } finally {
    await mirror?.close();
  }
};

class World {
  readonly #timeline = new Timeline(START_MS);
  readonly #checker = new Checker();
  readonly #database: MemoryDatabase;
  readonly #around: Surroundings;
  readonly #studios: (Studio | undefined)[] = [];
  readonly #faults = new Set<Fault>();
  readonly #players: Player[] = [];
  readonly #handPlayers: HandPlayer[] = [];
  readonly #staff: Staff[] = [];
  readonly #digest = createHash('sha256');
  /** What is to go into the digest. Few large parts cost less than many small ones. */
  #text = '';
  /** Of each studio, as it is until a fault comes or goes. */
  #troubles: Trouble[] = [];
  /** Undefined where nobody has one. */
  #wallet: OperatorWallet | undefined;
  /** By how much the clock of the database is ahead. */
  #databaseAheadMs = 0;

  constructor(
    private readonly plan: Plan,
    private readonly tell: (line: string) => void,
    private readonly mirror: Mirror | undefined,
  ) {
    const { seed, tables, players, studios, faults } = plan;
    const timeline = this.#timeline;
    this.#database = new MemoryDatabase(() => Math.floor(timeline.nowMs) + this.#databaseAheadMs, {
      logged: (table, row) => {
        const line = `${timeline.nowMs - START_MS} ${table} ${row.seq} ${row.epoch} ${row.payload}`;
        this.#keep(line);
        this.tell(line);
        this.#checker.logged(table, row);
      },
      committed: () => this.#checker.committed(),
      stepped: (step) => {
        const { hand, playerId, command, balance } = step;
        const line = `${timeline.nowMs - START_MS} hand ${hand} of ${playerId} ${command} ${balance}`;
        this.#keep(line);
        this.tell(line);
        this.#checker.stepped(step);
      },
      ended: (ended) => {
        this.#keep(`${timeline.nowMs - START_MS} ended ${ended.playerId} ${ended.reason}`);
        this.tell(`${timeline.nowMs - START_MS} session of ${ended.playerId}: ${ended.reason}`);
        this.#checker.ended(ended);
      },
    });
    this.#checker.watch(this.#database);
    mirror?.reflect(this.#database, (broken) => this.#note(broken));
    const queue = new JobQueue({
      timeline,
      chance: new Chance(seed, 'queue'),
      workers: () => this.#studios.filter((studio) => studio !== undefined),
      forgets: () => [...this.#faults].some(({ kind }) => kind === 'forgotten'),
      count: (what) => this.#checker.count(what),
    });
    const looks = new SessionQueue({
      timeline,
      chance: new Chance(seed, 'looks'),
      workers: () => this.#studios.filter((studio) => studio !== undefined),
      forgets: () => [...this.#faults].some(({ kind }) => kind === 'forgotten'),
    });
    const chance = new Chance(seed, 'studios');
    const { endsSessions, handPlayers } = plan;
    // Postgres beside the memory has no operator's wallets.
    const walletPlayers = mirror === undefined ? plan.walletPlayers : 0;
    if (walletPlayers > 0) this.#wallet = this.#openWallet(new Chance(seed, 'wallet'));
    const decks = new Chance(seed, 'decks');
    const entropy = (count: number) => Uint8Array.from({ length: count }, () => decks.below(256));
    this.#around = {
      ...{ timeline, database: this.#database, queue, looks, chance, mirror },
      endsSessions,
      entropy: handPlayers > 0 ? entropy : undefined,
      wallet: this.#wallet,
    };
    const names = Array.from({ length: tables }, (_, index) => `pb-${index + 1}`);
    // The second is a squeeze table.
    for (const [index, name] of names.entries()) {
      const squeezeMs = index === 1 ? SQUEEZE_MS : null;
      this.#database.tables.set(name, { ...SETTINGS, squeezeMs });
    }
    for (let index = 0; index < studios; index += 1) this.#start(index, 0);
    const reachable = () => this.#studios.filter((studio) => studio !== undefined);
    const network = new Network(timeline, new Chance(seed, 'network'), () =>
      weatherOf(this.#faults),
    );
    const coupOf = (game: string, by: Chance): string | undefined => {
      const { coup, shoe, table } = this.#database.round(game);
      const isPast = this.#checker.stateOf(table)?.shoe?.ordinal !== shoe;
      // Void before it was dealt, it counts after all: as when its cards were dealt too early.
      if (coup === null) return isPast && by.percent(30) ? by.pick(DEALT_EARLY) : undefined;
      const misread = isPast && by.percent(60) ? withAnotherFace(coup, by) : undefined;
      return misread ?? reordered(coup, by);
    };
    const playerIds = Array.from({ length: players }, (_, index) => String(index + 1));
    for (const [index, name] of names.entries()) {
      const chance = new Chance(seed, `staff ${index}`);
      const parts = { network, chance, studios: reachable, playerIds, coupOf };
      this.#staff.push(new Staff(name, parts));
    }
    for (let index = 0; index < players; index += 1) {
      const chance = new Chance(seed, `player ${index}`);
      const hasWallet = index < walletPlayers;
      const { id } = this.#database.openPlayer(
        BigInt(chance.pick([400, 20_000, 1_000_000])),
        BigInt(chance.pick([0, 200, 5_000])),
        hasWallet ? OPERATOR : undefined,
      );
      if (hasWallet) this.#wallet?.book.open(id, WALLET_BALANCE);
      const hasCopy = index < names.length;
      const parts = {
        ...{ network, chance, checker: this.#checker, studios: reachable, hasCopy },
        endsSessions,
      };
      this.#players.push(new Player(id, names[index % names.length]!, parts));
    }
    for (const [index, game] of new Chance(seed, 'games').shuffled(SOLO_GAMES).entries()) {
      if (index >= handPlayers) break;
      const chance = new Chance(seed, `hands ${index}`);
      const player = chance.pick(this.#players);
      const checker = this.#checker.hands;
      const isShort = () => player.bringMore();
      const parts = { network, chance, checker, studios: reachable, isShort };
      this.#handPlayers.push(new HandPlayer(player.id, game, parts));
    }
    for (const fault of faults) timeline.at(START_MS + fault.atMs, () => this.#begin(fault));
  }

  async run(): Promise<Run> {
    const { rounds } = this.plan;
    const timeline = this.#timeline;
    await this.mirror?.prepare();
    let lastRoundMs = timeline.nowMs;
    let dealt = 0;
    while (dealt < rounds && this.#checker.fault === undefined) {
      await timeline.run(
        lastRoundMs + STUCK_MS,
        () => this.#hasFault || this.#checker.rounds > dealt,
      );
      if (this.#checker.rounds === dealt) break;
      dealt = this.#checker.rounds;
      lastRoundMs = timeline.nowMs;
    }
    if (dealt < rounds) this.#note(new Broken('I11', 'no round was dealt any more'));
    await this.#calmDown();
    return {
      fault: this.#checker.fault,
      rounds: this.#checker.rounds,
      digest: this.#digest.update(this.#text).digest('hex').slice(0, 16),
      seen: this.#checker.seen,
      simulatedMs: timeline.nowMs - START_MS,
    };
  }

  get #hasFault(): boolean {
    return this.#checker.fault !== undefined;
  }

  #note(broken: Broken): void {
    this.#checker.fault ??= broken;
  }

  /** In the digest. */
  #keep(line: string): void {
    this.#text += `${line}\n`;
    if (this.#text.length < DIGESTED_AT_ONCE) return;
    this.#digest.update(this.#text);
    this.#text = '';
  }

  /** Faults are gone: tables come back, what was asked is answered, and all agree. */
  async #calmDown(): Promise<void> {
    if (this.#hasFault) return;
    const timeline = this.#timeline;
    this.#faults.clear();
    this.#troubles = [];
    this.#database.ledger.closed.clear();
    for (const staff of this.#staff) staff.isCalm = true;
    if (this.#wallet !== undefined) {
      this.#wallet.isCalm = true;
      this.#wallet.isDead = false;
    }
    for (const [index, studio] of this.#studios.entries()) {
      if (studio === undefined) this.#start(index, 0);
    }
    const until = timeline.nowMs + Math.max(BACK_WITHIN_MS, this.#longestFreezeMs());
    await timeline.run(until, () => this.#hasFault);
    for (const name of this.#database.tables.keys()) {
      const owners = this.#studios.flatMap(
        (studio) => studio?.here.filter(({ state }) => state.table === name) ?? [],
      );
      if (owners.length === 0) this.#note(new Broken('I11', `nobody runs ${name} again`));
    }
    for (const player of this.#players) player.isPlaying = false;
    for (const player of this.#handPlayers) player.isPlaying = false;
    await timeline.run(timeline.nowMs + QUIET_MS, () => this.#hasFault);
    const followers = this.#players.slice(0, this.plan.tables);
    const areBack = () => followers.every(({ copy }) => copy !== undefined);
    await timeline.run(timeline.nowMs + BACK_WITHIN_MS, () => this.#hasFault || areBack());
    const isOver = () => !this.#checker.hands.isAnyInPlay;
    await timeline.run(timeline.nowMs + HAND_KEPT_MS, () => this.#hasFault || isOver());
    const haveEnded = () => !this.#database.wallets.hasOpen;
    await timeline.run(timeline.nowMs + ENDED_WITHIN_MS, () => this.#hasFault || haveEnded());
    this.#checker.finish();
    this.#compareCopies();
    await this.mirror?.prove();
  }

  /** I6: whoever followed a table knows of it what its log says. */
  #compareCopies(): void {
    for (const { id, table, copy } of this.#players.slice(0, this.plan.tables)) {
      const state = this.#checker.stateOf(table);
      if (state === undefined) continue;
      if (copy === undefined) {
        this.#note(new Broken('I6', `${id} does not find ${table} again`));
        continue;
      }
      // What was committed in the last moments may still be on its way.
      if (copy.seq !== state.shown.player) continue;
      const isSame = isDeepStrictEqual(copy, copyOf(snapshot(state, 'player'), false));
      if (!isSame) this.#note(new Broken('I6', `${id} knows ${table} otherwise than it is`));
    }
  }

  #longestFreezeMs(): number {
    return Math.max(0, ...this.plan.faults.map(({ forMs }) => forMs));
  }

  #openWallet(chance: Chance): OperatorWallet {
    const timeline = this.#timeline;
    const checker = this.#checker.wallets;
    const wallet = new OperatorWallet({
      ...{ timeline, chance, count: (what) => this.#checker.count(what) },
      heard: (verdict) => checker.heard(verdict),
    });
    checker.watch(wallet.book, WALLET_BALANCE);
    const die = (): void => {
      wallet.isDead = !wallet.isCalm;
      if (wallet.isDead) this.#checker.count('wallets: dead');
      timeline.after(chance.below(DEAD_MS), () => {
        wallet.isDead = false;
        timeline.after(chance.below(2 * DIES_EVERY_MS), die);
      });
    };
    timeline.after(chance.below(2 * DIES_EVERY_MS), die);
    let isNoticed = false;
    this.#database.wallets.onChange = () => {
      if (isNoticed || chance.percent(UNNOTICED)) return;
      isNoticed = true;
      timeline.after(chance.between(1, 5), () => {
        isNoticed = false;
        for (const studio of this.#studios) studio?.noticeWallets();
      });
    };
    return wallet;
  }

  #start(index: number, aheadMs: number): void {
    const faults = () => [...this.#faults].filter(({ studio }) => studio === index);
    const trouble = () => (this.#troubles[index] ??= troubleOf(faults()));
    this.#studios[index] = new Studio(this.#around, aheadMs, trouble);
  }

  #begin(fault: Fault): void {
    if (this.#checker.rounds >= this.plan.rounds) return;
    const { kind, studio: index, forMs, aheadMs } = fault;
    this.#checker.count(`fault: ${kind}`);
    this.tell(`${this.#timeline.nowMs - START_MS} ${kind} of ${index} for ${forMs} ms`);
    const studio = this.#studios[index];
    switch (kind) {
      case 'crash':
        studio?.kill();
        this.#studios[index] = undefined;
        this.#timeline.after(forMs, () => {
          if (this.#studios[index] === undefined) this.#start(index, aheadMs);
        });
        return;
      case 'freeze':
        return studio?.process.freeze(forMs);
      case 'pause':
        return studio?.process.pause(forMs);
      case 'clock_step':
        this.#databaseAheadMs = aheadMs;
        return;
      case 'no_credit':
        return this.#closeAccount(fault);
      case 'disconnected':
        return studio?.process.deliver(() => studio.disconnectAll());
      case 'cut':
      case 'slow':
      case 'refused':
      case 'lost_before':
      case 'lost_after':
      case 'weather':
      case 'forgotten':
        this.#faults.add(fault);
        this.#troubles = [];
        this.#timeline.after(forMs, () => {
          this.#faults.delete(fault);
          this.#troubles = [];
        });
    }
  }

  /** It takes money again later, unless another fault has closed it again. */
  #closeAccount({ forMs, percent }: Fault): void {
    // Postgres has no account that is closed by hand.
    if (this.mirror !== undefined) return;
    const { players, ledger } = this.#database;
    const accounts = [...players.values()].map(({ accountId }) => accountId);
    const account = accounts[percent % accounts.length]!;
    ledger.closed.add(account);
    this.#timeline.after(NO_CREDIT_TIMES * forMs, () => void ledger.closed.delete(account));
  }
}

const DEALT_EARLY = ['P 9h Kd . B 2c Ks', 'P 2h Kd 4s . B 7c Ks'] as const;

/** Of few faces, so that a shoe has no more of them. */
const MISREAD = ['9h', 'Ks', '4c'] as const;

/** One card of the coup was another, in a shoe that is over. The shoe may not have had it. */
const withAnotherFace = (notation: string, chance: Chance): string | undefined => {
  const cards = parseCoup(notation)?.cards ?? [];
  if (cards.length === 0) return undefined;
  const coup = dealCoup(cards.with(chance.below(cards.length), chance.pick(MISREAD)));
  const other = coup && makeCoup(coup);
  return other === notation ? undefined : other;
};

/**
 * Another coup of the same cards: they were read in a wrong order. So the shoe still holds what it
 * is said to hold. Undefined where they make no other one.
 */
const reordered = (notation: string, chance: Chance): string | undefined => {
  const cards = parseCoup(notation)?.cards ?? [];
  for (let tries = 0; tries < 10; tries += 1) {
    const coup = dealCoup(chance.shuffled(cards));
    const other = coup && makeCoup(coup);
    if (other !== undefined && other !== notation) return other;
  }
  return undefined;
};
