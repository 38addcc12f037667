/**
 * The database of a simulation: rows in memory, and the rules that Postgres holds them to. A
 * transaction happens at one instant, wholly or not at all. That it refuses and answers as Postgres
 * does is tried by test/db/table-stores.spec.ts, and of hands by hand-stores.spec.ts.
 */
import { createHash } from 'node:crypto';
import type { BatchOutcome, BetCommit, NotPlaced } from '../../src/ledger/place-bets.js';
import type { Chunk } from '../../src/ledger/pay-chunk.js';
import type { Mode } from '../../src/punto-banco/spot.js';
import type { LoggedEvent, TableEvent } from '../../src/round/event.js';
import { parseEvent, stored, storedState } from '../../src/round/past-events.js';
import type { TableSettings } from '../../src/round/settings.js';
import type { TableState } from '../../src/round/state.js';
import type { CorrectionChunk } from '../../src/settlement/correct-round.js';
import type { HandPayDue } from '../../src/settlement/hand-pay.js';
import type { OwedPayment } from '../../src/settlement/store.js';
import type { Ended } from '../../src/session/store.js';
import type { Lease } from '../../src/table/lease.js';
import type { BetRow } from '../../src/table/placed-bets.js';
import type { BettingRound, VoidStakes } from '../../src/table/store.js';
import { projectionOf } from '../../src/table/projection.js';
import type { RowChange } from '../../src/table/rows.js';
import { Ledger } from './memory-ledger.js';
import { type MemoryRound, Rounds, playerStakes } from './memory-rounds.js';
import { Journal, Refused } from './journal.js';
import { Approvals } from './memory-approvals.js';
import { HandPays } from './memory-hand-pays.js';
import { MemoryHands, type MemoryStep } from './memory-hands.js';
import { MemorySessions } from './memory-sessions.js';
import { MemoryWallets } from './memory-wallets.js';
import { Corrections, type PlayerAccounts } from './memory-corrections.js';

/** A row of the log. */
export interface LogRow {
  readonly seq: number;
  readonly epoch: bigint;
  readonly atMs: number;
  readonly kind: string;
  readonly payload: string;
  /** What the payload says, once it has been read. */
  event: TableEvent | undefined;
}

/** The event of a row, of which the payload is parsed once: logs are replayed again and again. */
export const loggedOf = (row: LogRow): LoggedEvent => {
  const { seq, atMs, payload } = row;
  return { seq, atMs, event: (row.event ??= parseEvent(payload)) };
};

interface LeaseRow {
  owner: string | null;
  epoch: bigint;
  expiresAtMs: number;
}

interface PlayerRow extends PlayerAccounts {
  mode: Mode;
}

/** Who looks on, after every commit. */
export interface Witness {
  logged(table: string, row: LogRow): void;
  committed(): void;
  /** A session ends, in a transaction that is not committed yet. */
  ended(ended: Ended): void;
  /** A command of a hand stands. */
  stepped(step: MemoryStep): void;
}

const NOBODY: Witness = {
  logged: () => undefined,
  committed: () => undefined,
  ended: () => undefined,
  stepped: () => undefined,
};

/** A part of Postgres' refusals that has no name of the studio's own. */
const UNIQUE_VIOLATION = '23505';

export class MemoryDatabase {
  readonly tables = new Map<string, TableSettings>();
  readonly leases = new Map<string, LeaseRow>();
  readonly players = new Map<string, PlayerRow>();
  readonly snapshots = new Map<string, { readonly seq: number; readonly state: string }[]>();
  /** The last two of each table. */
  readonly checkpoints = new Map<
    string,
    readonly { readonly seq: number; readonly state: string }[]
  >();
  readonly #journal = new Journal();
  readonly ledger = new Ledger(this.#journal);
  readonly rounds = new Rounds(this.#journal, this.ledger);
  readonly hands = new MemoryHands(this.#journal, this.ledger, {
    nowMs: () => this.nowMs(),
    player: (id) => this.#player(id),
  });
  readonly sessions = new MemorySessions(this.#journal, this.ledger, {
    nowMs: () => this.nowMs(),
    player: (id) => this.#player(id),
    betAtMs: (player) => this.#betAtMs.get(player) ?? 0,
    hasStakes: (player) => this.#hasStakes(player),
    hasHandInPlay: (player) => this.hands.isInPlay(player),
    playedAtMs: (player, games) => this.hands.actedAtMs(player, games),
    ended: (ended) => this.witness.ended(ended),
  });
  readonly corrections = new Corrections(
    this.#journal,
    this.ledger,
    this.rounds,
    (player) => this.#player(player),
    (player) => this.sessions.isOpen(player),
    (game, ordinal) => this.handPays.of(game, ordinal),
    (game, player) => this.wallets.isUntaken(game, player),
  );
  readonly handPays: HandPays = new HandPays(this.#journal, (game, ordinal, player) => {
    const own = this.betsOfRound(game).filter(({ player_id }) => player_id === player);
    if (own.reduce((sum, { amount }) => sum + BigInt(amount), 0n) <= 0n) return false;
    if (ordinal > 0) {
      const isOwed = this.corrections.owed(game, ordinal) !== undefined;
      return isOwed && !this.corrections.isPaid(game, ordinal, player);
    }
    const status = this.rounds.find(game)?.status;
    const isOwed = status === 'resulted' || status === 'void';
    const isDue = isOwed && !this.wallets.isUntaken(game, player);
    return isDue && !this.rounds.isPaid(game, player);
  });
  readonly wallets = new MemoryWallets(this.#journal, this.ledger, {
    nowMs: () => this.nowMs(),
    round: (game) => this.round(game),
    lying: (game) => {
      const lying = new Map<string, { spot: string; amount: bigint }[]>();
      for (const { bet, stake } of playerStakes(this.betsOfRound(game), 0, 1)) {
        const own = lying.get(bet.player_id) ?? [];
        lying.set(bet.player_id, [...own, { spot: bet.spot, amount: stake }]);
      }
      return lying;
    },
  });
  readonly approvals = new Approvals(
    this.#journal,
    (game) => this.#stateOf(game),
    () => this.nowMs(),
  );
  readonly #logs = new Map<string, LogRow[]>();
  readonly #bets = new Map<string, Map<string, readonly BetRow[]>>();
  readonly #betsOfRounds = new Map<string, BetRow[]>();
  /** By player: when the last bet was placed, by the log. */
  readonly #betAtMs = new Map<string, number>();
  readonly #cardSets = new Set<string>();
  /** What the pit was asked to see to, in words. */
  readonly incidents: string[] = [];
  #games = 1_000_000_000;
  /** How many statements were written along with events. */
  alongside = 0;
  #logged: { readonly table: string; readonly row: LogRow }[] = [];
  /** How many commands of hands were reported. */
  #stepped = 0;

  /** `nowMs` is the database's own clock. */
  constructor(
    readonly nowMs: () => number,
    private readonly witness: Witness = NOBODY,
  ) {}

  /**
   * Opens a player with that credit in a session, and `saved` beside it. The credit is advanced on
   * a wallet of the operator, where one is named.
   */
  openPlayer(
    credit: bigint,
    saved = 0n,
    operator?: string,
  ): { readonly id: string; readonly accountId: string } {
    return this.transaction(() => {
      const id = String(this.players.size + 1);
      const gameId = this.ledger.open(`player:${id}:game`, 'game');
      const accountId = this.ledger.open(`player:${id}:session`, 'session');
      const advanceId = operator === undefined ? undefined : this.wallets.enlist(id, operator);
      const accounts = { accountId, gameId, advanceId, shortfallId: undefined };
      this.players.set(id, { mode: 'zero_commission', ...accounts });
      if (credit > 0n) this.sessions.open(id);
      const deposited = [
        {
          source: advanceId ?? this.ledger.outside,
          destination: accountId,
          amount: credit,
        },
        { source: this.ledger.outside, destination: gameId, amount: saved },
      ].filter(({ amount }) => amount > 0n);
      if (deposited.length > 0) this.ledger.post(`buy-in:${id}`, deposited);
      return { id, accountId };
    });
  }

  log(table: string): readonly LogRow[] {
    return this.#logs.get(table) ?? [];
  }

  nextGame(): string {
    this.#games += 1;
    return String(this.#games);
  }

  /** The number that a database beside this one has given to the next round. */
  takeGame(game: string): void {
    this.#games = Number(game);
  }

  betsOfRound(game: string): readonly BetRow[] {
    return this.#betsOfRounds.get(game) ?? [];
  }

  findBet(playerId: string, betId: string): readonly BetRow[] {
    return this.#bets.get(playerId)?.get(betId) ?? [];
  }

  /** Every bet that stands, of all players. */
  *allBets(): Iterable<readonly BetRow[]> {
    for (const own of this.#bets.values()) yield* own.values();
  }

  /** Runs `work` as one transaction: what throws has changed nothing. */
  transaction<T>(work: () => T): T {
    let result: T;
    try {
      result = work();
    } catch (error) {
      this.#journal.undo();
      this.#logged = [];
      throw error;
    }
    this.#journal.keep();
    if (this.#logged.length > 0) {
      for (const { table, row } of this.#logged.splice(0)) this.witness.logged(table, row);
    }
    const { steps } = this.hands;
    for (; this.#stepped < steps.length; this.#stepped += 1) {
      this.witness.stepped(steps[this.#stepped]!);
    }
    this.witness.committed();
    return result;
  }

  append(
    lease: Lease,
    events: readonly LoggedEvent[],
    after: TableState,
    alongside: readonly unknown[],
  ): void {
    this.transaction(() => {
      if (!this.#isHeld(lease)) {
        throw new Refused('SB004', `epoch ${lease.epoch} of table ${lease.table} is over`);
      }
      for (const logged of events) {
        const { seq, atMs, event } = logged;
        const payload = JSON.stringify(stored(event));
        // An approval is of the round as it was before the event.
        const before =
          'game' in event && 'approval' in event && typeof event.game === 'string'
            ? this.#stateOf(event.game)
            : undefined;
        const { epoch } = lease;
        this.#add(lease, { seq, epoch, atMs, kind: event.kind, payload, event: undefined });
        const changes = projectionOf(logged, after);
        const uses = changes.filter(({ row }) => row === 'approval');
        for (const use of uses) this.approvals.use(lease.table, seq, use, before);
        const isByTwo =
          event.kind === 'round_voided' ||
          event.kind === 'round_corrected' ||
          event.kind === 'hand_pay_ordered';
        if (isByTwo && uses.length === 0) {
          throw new Refused('SB015', `what is done to round ${event.game} is not approved`);
        }
        for (const change of changes) this.#write(lease.table, seq, change);
        this.#askWallets(lease.table, seq, event, alongside);
        this.rounds.noteJobs(lease.table, event, this.nowMs());
      }
      this.alongside += alongside.length;
      this.#journal.did(() => {
        this.alongside -= alongside.length;
      });
    });
  }

  /** What is asked of wallets, and what Postgres refuses, with an event (`jobs` of the log). */
  #askWallets(table: string, seq: number, event: TableEvent, alongside: readonly unknown[]): void {
    const { wallets } = this;
    if (!wallets.isUsed || !('game' in event) || typeof event.game !== 'string') return;
    const { kind, game } = event;
    if (kind === 'betting_closed') {
      if (event.acceptedByMs !== undefined) wallets.askForStakes(game);
      wallets.checkAsked(game);
    }
    if (kind === 'stakes_taken' && alongside.length > 0) this.#takeVoidStakesOff(table, seq, game);
    if (kind === 'card_dealt') wallets.checkDecided(game);
    if (kind === 'round_voided') wallets.voidUndecided(game);
    if (kind === 'round_settled' || kind === 'round_refunded') wallets.checkGivenBack(game);
  }

  /** What no wallet has given goes back to the session. */
  #takeVoidStakesOff(table: string, seq: number, game: string): void {
    const isVoid = new Set(this.wallets.voided(game).map(({ player }) => player));
    const lying = playerStakes(this.betsOfRound(game), 0, 1).filter(({ bet }) =>
      isVoid.has(bet.player_id),
    );
    if (lying.length === 0) return;
    const { stakesAccountId } = this.round(game);
    const postings = lying.map(({ bet, stake }) => ({
      source: stakesAccountId,
      destination: this.#player(bet.player_id).accountId,
      amount: stake,
    }));
    this.ledger.post(`bets:${table}:${seq}`, postings);
    const all = this.#betsOfRounds.get(game)!;
    for (const { bet, stake } of lying) {
      const balance = this.ledger.balance(this.#player(bet.player_id).accountId);
      all.push({
        ...bet,
        ...{ bet_id: `void:${game}:${bet.player_id}`, kind: 'void', amount: `${-stake}` },
        ...{ seq: `${seq}`, balance_after: `${balance}`, noted: null },
      });
    }
    this.#journal.did(() => all.splice(all.length - lying.length));
  }

  /** Whose stakes were taken off, and why. */
  voidStakes(game: string): readonly VoidStakes[] {
    const rows = this.betsOfRound(game).filter(({ kind }) => kind === 'void');
    return this.wallets.voided(game).flatMap(({ player, reason }) => {
      const own = rows.filter(({ player_id }) => player_id === player);
      const bets = own.map(({ spot, amount }) => ({ spot, stake: `${-BigInt(amount)}` }));
      const balance = own.at(-1)?.balance_after;
      return balance === undefined
        ? []
        : [{ playerId: player, bets, balance, reason: reason as VoidStakes['reason'] }];
    });
  }

  keepCheckpoint(lease: Lease, state: TableState): void {
    const { table } = lease;
    if (!this.#isHeld(lease)) return;
    if (state.seq !== this.log(table).length) {
      throw new Refused('SB019', `checkpoint ${state.seq} of table ${table}`);
    }
    const before = this.checkpoints.get(table) ?? [];
    const kept = { seq: state.seq, state: JSON.stringify(storedState(state)) };
    this.checkpoints.set(table, [...before.slice(-1), kept]);
  }

  placeBets(
    lease: Lease,
    round: BettingRound,
    atMs: number,
    commits: readonly BetCommit[],
  ): BatchOutcome {
    return this.transaction(() => {
      if (!this.#isHeld(lease)) return { fenced: true };
      const seq = this.log(lease.table).length + 1;
      const standing = commits.map(({ playerId, betId, accountId, total }) => {
        if (this.findBet(playerId, betId).length > 0) return 'bet_id_reused';
        return this.ledger.canPay(accountId, total) ? 'held' : 'insufficient_funds';
      });
      const held = commits.filter((_, index) => standing[index] === 'held');
      const placed = (): readonly (bigint | NotPlaced)[] =>
        standing.map((each, index) =>
          each === 'held' ? this.ledger.balance(commits[index]!.accountId) : each,
        );
      if (held.length === 0) return { fenced: false, placed: placed(), event: undefined };
      const row = this.rounds.find(round.game);
      if (row?.status !== 'betting')
        throw new Refused('SB005', `round ${round.game} takes no bets`);
      const moving = held.filter(({ total }) => total !== 0n);
      if (moving.length > 0) {
        this.ledger.post(
          `bets:${lease.table}:${seq}`,
          moving.map(({ accountId, total }) => ({
            source: total > 0n ? accountId : round.stakesAccountId,
            destination: total > 0n ? round.stakesAccountId : accountId,
            amount: total > 0n ? total : -total,
          })),
        );
      }
      for (const commit of held) this.#keepBet(commit, round.game, seq, atMs);
      const change = held.reduce((sum, { total }) => sum + total, 0n);
      const payload = `{"kind":"bets_accepted","version":1,"game":"${round.game}","bets":${held.length},"change":"${change}","digest":"${digestOf(held)}"}`;
      const { epoch } = lease;
      this.#add(lease, { seq, epoch, atMs, kind: 'bets_accepted', payload, event: undefined });
      return { fenced: false, placed: placed(), event: { seq, payload } };
    });
  }

  /** Pays one chunk of a round, once. */
  payChunk(chunk: Chunk): void {
    this.transaction(() => {
      const bets = this.betsOfRound(chunk.game);
      this.rounds.pay(
        chunk,
        bets,
        (player) => this.#player(player).accountId,
        this.handPays.of(chunk.game, 0),
      );
    });
  }

  /** The wallets that gave stakes are given what the round has paid for them. */
  creditWallets({ game, chunk, chunks }: Chunk): void {
    this.transaction(() => {
      const byHand = this.handPays.of(game, 0);
      const own = this.wallets
        .takenFrom(game)
        .filter((player) => Number(player) % chunks === chunk)
        .map((player) => ({
          player,
          amount: byHand.has(player) ? 0n : this.rounds.payout(game, player),
        }));
      this.wallets.credit(game, own);
    });
  }

  /** They are asked for what a correction has changed of it. */
  adjustWallets({ game, correction }: CorrectionChunk): void {
    this.transaction(() => {
      const byHand = this.handPays.of(game, correction);
      const changed = this.corrections.own(game, correction).map(({ player_id, was, paid }) => ({
        player: player_id,
        amount: byHand.has(player_id) ? 0n : BigInt(paid) - BigInt(was),
      }));
      this.wallets.adjust(game, correction, changed);
    });
  }

  /** Whether the wallets are asked for all that the correction has changed. */
  areAdjusted(game: string, correction: number): boolean {
    const byHand = this.handPays.of(game, correction);
    const changed = this.corrections
      .own(game, correction)
      .filter(({ player_id, was, paid }) => was !== paid && !byHand.has(player_id));
    return this.wallets.isAdjusted(
      game,
      correction,
      changed.map(({ player_id }) => player_id),
    );
  }

  /** Whose accounts do not take what the round, or the correction, is to pay them. */
  uncreditable({ game, correction }: OwedPayment): readonly string[] {
    const bets = this.betsOfRound(game);
    const byHand = this.handPays.of(game, correction ?? 0);
    const owed =
      correction === undefined
        ? this.rounds.owed(game, bets)
        : this.corrections.moving(game, correction, bets);
    return [...owed].flatMap(([player, { was, paid }]) => {
      const isClosed = this.ledger.closed.has(this.#player(player).accountId);
      return isClosed && paid > was && !byHand.has(player) ? [player] : [];
    });
  }

  /** What the round, or a correction of it, owes the player and nobody has paid or ordered. */
  handPayDue(game: string, player: string): HandPayDue | undefined {
    const bets = this.betsOfRound(game);
    const correction = this.corrections.underWay(game);
    const owed =
      correction === undefined
        ? this.rounds.owed(game, bets)
        : this.corrections.moving(game, correction, bets);
    const own = owed.get(player);
    if (own === undefined || this.handPays.of(game, correction ?? 0).has(player)) return undefined;
    return {
      player,
      ...(correction !== undefined && { correction }),
      bets: own.bets,
      stakes: String(own.stakes),
      was: String(own.was),
      owed: String(own.paid - own.was),
    };
  }

  /** Pays one chunk of a correction, once. */
  correctChunk(chunk: CorrectionChunk): void {
    const { game, correction } = chunk;
    this.transaction(() => {
      this.corrections.pay(chunk, this.betsOfRound(game));
      const payouts = this.corrections.own(game, correction);
      this.wallets.checkUntaken(
        game,
        payouts.map(({ player_id, paid }) => ({ player: player_id, amount: BigInt(paid) })),
      );
    });
  }

  /** What the player has besides the session. */
  saved(player: string): bigint {
    return this.ledger.balance(this.#player(player).gameId);
  }

  /** A round's row, as those who pay it find it. */
  round(game: string): MemoryRound {
    const row = this.rounds.find(game);
    if (row === undefined) throw new Error(`round ${game} exists`);
    return row;
  }

  #player(id: string): PlayerRow {
    const row = this.players.get(id);
    if (row === undefined) throw new Error(`player ${id} exists`);
    return row;
  }

  #hasStakes(player: string): boolean {
    for (const { game, status } of this.rounds.all()) {
      if (status === 'settled' || status === 'refunded') continue;
      const own = this.betsOfRound(game).filter(({ player_id }) => player_id === player);
      if (own.reduce((sum, { amount }) => sum + BigInt(amount), 0n) > 0n) return true;
    }
    return false;
  }

  /** What an approval of the round is bound to: while it is in hand, its cards too. */
  #stateOf(game: string): string | undefined {
    const round = this.rounds.find(game);
    if (round === undefined) return undefined;
    const { status, table, openedSeq } = round;
    const isOver = status === 'settled' || status === 'refunded';
    const cards = isOver ? [] : this.log(table).slice(openedSeq).filter(isOfCard);
    const corrections = this.corrections.of(game).length;
    return `${status} ${corrections} ${cards.map(({ payload }) => payload).join(' ')}`;
  }

  #isHeld({ table, epoch, owner }: Lease): boolean {
    const row = this.leases.get(table);
    return row?.epoch === epoch && row.owner === owner;
  }

  #add({ table }: Lease, row: LogRow): void {
    let log = this.#logs.get(table);
    if (log === undefined) this.#logs.set(table, (log = []));
    const last = log.at(-1);
    const expected = (last?.seq ?? 0) + 1;
    if (row.seq !== expected)
      throw new Refused('SB001', `event ${expected} is due, not ${row.seq}`);
    if (last !== undefined && row.epoch < last.epoch) {
      throw new Refused('SB002', `table ${table} is in epoch ${last.epoch}, not ${row.epoch}`);
    }
    log.push(row);
    this.#journal.did(() => log.pop());
    this.#logged.push({ table, row });
  }

  #write(table: string, seq: number, change: RowChange): void {
    switch (change.row) {
      case 'round':
        return this.rounds.write(table, seq, change);
      case 'snapshot': {
        const kept = this.snapshots.get(table) ?? [];
        this.snapshots.set(table, kept);
        kept.push({ seq, state: String(change.columns['state']) });
        return this.#journal.did(() => kept.pop());
      }
      case 'card_set': {
        const name = String(change.columns['name']);
        if (this.#cardSets.has(name)) {
          throw new Refused(UNIQUE_VIOLATION, `${name} was brought`, 'card_sets_are_new');
        }
        this.#cardSets.add(name);
        return this.#journal.did(() => this.#cardSets.delete(name));
      }
      case 'correction':
        return this.corrections.write(seq, change);
      case 'hand_pay':
        return this.handPays.write(change);
      case 'shoe':
      case 'incident':
      case 'approval':
        return undefined;
    }
  }

  #keepBet(
    { playerId, accountId, betId, kind, lines, noted, keepsMode }: BetCommit,
    game: string,
    seq: number,
    atMs: number,
  ): void {
    const rows = lines.map(({ spot, mode, amount }) => ({
      player_id: playerId,
      bet_id: betId,
      spot,
      mode,
      kind,
      amount: amount.toString(),
      game_number: game,
      seq: String(seq),
      balance_after: this.ledger.balance(accountId).toString(),
      noted: noted.length === 0 ? null : `{${noted.join(',')}}`,
    }));
    const own = this.#bets.get(playerId) ?? new Map<string, readonly BetRow[]>();
    this.#bets.set(playerId, own.set(betId, rows));
    const all = this.#betsOfRounds.get(game) ?? [];
    this.#betsOfRounds.set(game, all);
    all.push(...rows);
    const beforeMs = this.#betAtMs.get(playerId) ?? 0;
    this.#betAtMs.set(playerId, Math.max(beforeMs, atMs));
    this.#journal.did(() => {
      own.delete(betId);
      all.splice(all.length - rows.length);
      this.#betAtMs.set(playerId, beforeMs);
    });
    const player = this.players.get(playerId);
    if (player === undefined || keepsMode === null) return;
    const { mode } = player;
    player.mode = keepsMode === 'normal' ? 'normal' : 'zero_commission';
    this.#journal.did(() => {
      player.mode = mode;
    });
  }
}

const OF_CARDS: ReadonlySet<string> = new Set(['card_dealt', 'card_withdrawn', 'card_corrected']);
const isOfCard = ({ kind }: LogRow): boolean => OF_CARDS.has(kind);

const digestOf = (commits: readonly BetCommit[]): string => {
  const column = (texts: readonly unknown[]): string => `{${texts.join(',')}}`;
  const texts = commits.map(({ playerId, betId, kind, lines }) =>
    [
      playerId,
      betId,
      kind,
      column(lines.map(({ spot }) => spot)),
      column(lines.map(({ mode }) => mode)),
      column(lines.map(({ amount }) => amount)),
    ].join(' '),
  );
  return createHash('sha256').update(texts.join('\n')).digest('hex');
};
