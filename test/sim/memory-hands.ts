/** The hands of solo games in a simulation: their rows, and what Postgres answers and refuses. */
import type { FoundStep, HandRow, PlayersHand, WaitingHand } from '../../src/hands/hand-rows.js';
import type { HandStore, NewHand } from '../../src/hands/store.js';
import type {
  NotPlayed,
  PlayedBatch,
  PlayedStep,
  StepBatch,
  StepCommit,
} from '../../src/ledger/play-hands.js';
import { parseStoredEvents } from '../../src/protocol/solo-events.js';
import { SOLO_GAMES, type SoloGame } from '../../src/solo/game.js';
import { type Journal, Refused } from './journal.js';
import type { PlayerAccounts } from './memory-corrections.js';
import type { Ledger, MemoryPosting } from './memory-ledger.js';
import type { Line } from './memory-stores.js';

export interface MemoryHand {
  readonly number: string;
  readonly playerId: string;
  readonly game: SoloGame;
  readonly rules: string;
  /** In hexadecimal digits. */
  readonly commitment: string;
  readonly sealed: Buffer;
  readonly status: 'committed' | 'in_play' | 'over';
  readonly step: number;
  readonly taken: bigint;
  readonly paid: bigint;
  readonly seed: string | null;
  readonly cut: number | null;
  /** In hexadecimal digits. Null until the hand is over. */
  readonly opening: string | null;
  readonly actedAtMs: number | null;
}

/** A command that stands. */
export interface MemoryStep {
  readonly hand: string;
  readonly playerId: string;
  readonly game: SoloGame;
  readonly ordinal: number;
  readonly commandId: string;
  readonly command: string;
  readonly events: string;
  readonly stepAfter: number;
  readonly taken: bigint;
  readonly paid: bigint;
  readonly balance: bigint;
  readonly isLast: boolean;
  readonly atMs: number;
}

/** What hands are about, and the database keeps elsewhere. */
interface Elsewhere {
  readonly nowMs: () => number;
  readonly player: (id: string) => PlayerAccounts;
}

/** The number before the first hand. */
const NUMBERS_FROM = 100_000_000_000;
const WAITING_AT_ONCE = 100;

export class MemoryHands {
  readonly #rows: MemoryHand[] = [];
  /** By player and game: the place of the hand that is not over. */
  readonly #current = new Map<string, number>();
  /** In the order in which they were committed. */
  readonly steps: MemoryStep[] = [];
  readonly #byCommand = new Map<string, MemoryStep>();
  /** By hand. */
  readonly #stepsOf = new Map<string, MemoryStep[]>();
  /** By player. */
  readonly #accounts = new Map<string, string>();
  #batches = 0;

  constructor(
    private readonly journal: Journal,
    private readonly ledger: Ledger,
    private readonly elsewhere: Elsewhere,
  ) {}

  get all(): readonly MemoryHand[] {
    return this.#rows;
  }

  /** That of the next hand that is made. */
  get nextNumber(): string {
    return String(NUMBERS_FROM + this.#rows.length + 1);
  }

  stepsOf(hand: string): readonly MemoryStep[] {
    return this.#stepsOf.get(hand) ?? [];
  }

  /** The account that holds the player's stakes. Undefined where no game was opened. */
  accountOf(playerId: string): string | undefined {
    return this.#accounts.get(playerId);
  }

  isInPlay(playerId: string): boolean {
    return SOLO_GAMES.some((game) => this.#of(playerId, game)?.status === 'in_play');
  }

  /** When the player last played a hand of one of these games. */
  actedAtMs(playerId: string, games: readonly SoloGame[]): number | undefined {
    const times = this.#rows
      .filter((row) => row.playerId === playerId && games.includes(row.game))
      .flatMap(({ actedAtMs }) => actedAtMs ?? []);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  current(playerId: string, game: SoloGame): PlayersHand {
    const row = this.#of(playerId, game);
    const { accountId: session } = this.elsewhere.player(playerId);
    return {
      hand: row && this.#rowOf(row),
      isHandOfBefore: false,
      asksWallet: false,
      balance: this.ledger.balance(session),
      accounts: { session, hands: this.#accounts.get(playerId) ?? null },
    };
  }

  open(playerId: string, game: SoloGame, hand: NewHand): void {
    if (!this.#accounts.has(playerId)) {
      this.#accounts.set(playerId, this.ledger.open(`player:${playerId}:hands`, 'hands'));
      this.journal.did(() => this.#accounts.delete(playerId));
    }
    if (this.#of(playerId, game) === undefined) this.#add(playerId, game, hand);
  }

  play(batch: StepBatch, commits: readonly StepCommit[]): PlayedBatch {
    const barred = commits.map((commit) => this.#barred(batch, commit));
    const able = commits.filter((_, index) => barred[index] === undefined);
    const postings = able.flatMap((commit) => this.#postingsOf(commit));
    this.#batches += 1;
    if (postings.length > 0) this.ledger.post(`hands:${batch.chain}:${this.#batches}`, postings);
    const outcomes = commits.map((commit, index) => barred[index] ?? this.#step(batch, commit));
    return { begunAtMs: this.elsewhere.nowMs(), outcomes };
  }

  findStep(playerId: string, commandId: string): FoundStep | undefined {
    const found = this.#byCommand.get(`${playerId} ${commandId}`);
    if (found === undefined) return undefined;
    const { hand, game, ordinal, command, balance } = found;
    const row = this.#row(hand);
    const before = this.stepsOf(hand).slice(0, ordinal - 1);
    const from = before.flatMap((step) => parseStoredEvents(step.events));
    const next = this.#rows.find(
      (each) => each.playerId === playerId && each.game === game && each.number > hand,
    );
    return {
      ...{ number: hand, game, command, balance, from: from.length },
      commitment: row.commitment,
      opening: row.opening,
      seed: row.seed,
      cut: row.cut,
      events: [...from, ...parseStoredEvents(found.events)],
      next: next && { hand: next.number, commitment: next.commitment },
    };
  }

  hasHand(playerId: string, game: SoloGame, number: string): boolean {
    const row = this.#rows[placeOf(number)];
    return row?.playerId === playerId && row.game === game;
  }

  waiting(keptMs: number, last: WaitingHand | undefined): readonly WaitingHand[] {
    const untilMs = this.elsewhere.nowMs() - keptMs;
    const isBehind = ({ actedAt, number }: WaitingHand): boolean =>
      last === undefined ||
      Number(actedAt) > Number(last.actedAt) ||
      (actedAt === last.actedAt && number > last.number);
    return [...this.#current.values()]
      .map((place) => this.#rows[place]!)
      .filter(({ status, actedAtMs }) => status === 'in_play' && actedAtMs! <= untilMs)
      .sort(
        (one, other) =>
          one.actedAtMs! - other.actedAtMs! || placeOf(one.number) - placeOf(other.number),
      )
      .map(({ playerId, game, number, step, actedAtMs }): WaitingHand => {
        return { playerId, game, number, step, actedAt: String(actedAtMs) };
      })
      .filter(isBehind)
      .slice(0, WAITING_AT_ONCE);
  }

  #of(playerId: string, game: SoloGame): MemoryHand | undefined {
    const place = this.#current.get(`${playerId} ${game}`);
    return place === undefined ? undefined : this.#rows[place];
  }

  #row(number: string): MemoryHand {
    const row = this.#rows[placeOf(number)];
    if (row === undefined) throw new Error(`hand ${number} exists`);
    return row;
  }

  #rowOf({ number, rules, commitment, sealed, seed, cut }: MemoryHand): HandRow {
    const steps = this.stepsOf(number);
    const events = steps.flatMap((step) => parseStoredEvents(step.events));
    return { number, rules, commitment, sealed, seed, cut, commands: steps.length, events };
  }

  /** In the order of Postgres' own reasons. */
  #barred({ game, beginsByMs }: StepBatch, commit: StepCommit): NotPlayed | undefined {
    const { playerId, hand, step, commandId, taken, accounts } = commit;
    if (this.#byCommand.has(`${playerId} ${commandId}`)) return 'known';
    if (this.elsewhere.nowMs() > beginsByMs) return 'busy';
    const row = this.#rows[placeOf(hand)];
    if (row === undefined) return 'busy';
    const isAtStep = row.step === step && row.status !== 'over';
    if (!isAtStep || row.playerId !== playerId || row.game !== game) return 'moved_on';
    return this.ledger.canPay(accounts.session, taken) ? undefined : 'insufficient_funds';
  }

  #postingsOf({ taken, paid, end, accounts }: StepCommit): readonly MemoryPosting[] {
    const { session, hands } = accounts;
    const { house } = this.ledger;
    return [
      { source: session, destination: hands, amount: taken },
      { source: hands, destination: house, amount: end?.taken ?? 0n },
      { source: house, destination: session, amount: paid },
    ].filter(({ amount }) => amount > 0n);
  }

  #step({ atMs }: StepBatch, commit: StepCommit): PlayedStep {
    const { playerId, hand, ordinal, commandId, command, events, stepAfter, taken, paid } = commit;
    const { end, seed, cut, accounts } = commit;
    const row = this.#row(hand);
    const own = this.#stepsOf.get(hand) ?? [];
    if (ordinal !== own.length + 1 || stepAfter <= row.step) {
      throw new Refused('SB051', `hand ${hand} has no such step`);
    }
    const nowMs = this.elsewhere.nowMs();
    this.#put({
      ...row,
      ...{ step: stepAfter, taken: row.taken + taken, paid: row.paid + paid, actedAtMs: nowMs },
      ...{ seed: row.seed ?? seed, cut: row.cut ?? cut },
      status: end === undefined ? 'in_play' : 'over',
      opening: end === undefined ? null : Buffer.from(end.opening).toString('hex'),
    });
    const balance = this.ledger.balance(accounts.session);
    const { game } = row;
    const step: MemoryStep = {
      ...{ hand, playerId, game, ordinal, commandId, command, events, stepAfter, taken, paid },
      ...{ balance, isLast: end !== undefined, atMs },
    };
    this.#stepsOf.set(hand, own);
    own.push(step);
    this.steps.push(step);
    this.#byCommand.set(`${playerId} ${commandId}`, step);
    this.journal.did(() => {
      own.pop();
      this.steps.pop();
      this.#byCommand.delete(`${playerId} ${commandId}`);
    });
    const next =
      end?.next &&
      this.#add(playerId, game, {
        rules: end.next.rules,
        commitment: Buffer.from(end.next.commitment),
        sealed: Buffer.from(end.next.sealed),
      });
    return { balance, next };
  }

  /** Its number. */
  #add(playerId: string, game: SoloGame, { rules, commitment, sealed }: NewHand): string {
    const key = `${playerId} ${game}`;
    if (this.#current.has(key)) throw new Refused('23505', `${key} has a hand`);
    const number = this.nextNumber;
    this.#rows.push({
      ...{ number, playerId, game, rules, sealed, commitment: commitment.toString('hex') },
      ...{ status: 'committed', step: 0, taken: 0n, paid: 0n, opening: null },
      ...{ seed: null, cut: null, actedAtMs: null },
    });
    this.#current.set(key, this.#rows.length - 1);
    this.journal.did(() => {
      this.#rows.pop();
      this.#current.delete(key);
    });
    return number;
  }

  #put(row: MemoryHand): void {
    const place = placeOf(row.number);
    const before = this.#rows[place]!;
    this.#rows[place] = row;
    const key = `${row.playerId} ${row.game}`;
    if (row.status === 'over') this.#current.delete(key);
    this.journal.did(() => {
      this.#rows[place] = before;
      this.#current.set(key, place);
    });
  }
}

const placeOf = (number: string): number => Number(number) - NUMBERS_FROM - 1;

/**
 * Each call is one transaction, by a line to the database. `isHeld`: whether somebody else has a
 * row of this command at this moment, so that it is left out of its batch.
 */
export const handStore = (
  hands: MemoryHands,
  transaction: <T>(work: () => T) => T,
  line: Pick<Line, 'call'>,
  isHeld: (commit: StepCommit) => boolean = () => false,
): HandStore => {
  const done = <T>(work: () => T): Promise<T> => line.call(() => transaction(work));
  return {
    current: (...asked) => line.call(() => hands.current(...asked)),
    open: (...asked) => done(() => hands.open(...asked)),
    play: (batch, commits) =>
      done(() => {
        const free = commits.filter((commit) => !isHeld(commit));
        return withHeld(commits, free, hands.play(batch, free));
      }),
    findStep: (...asked) => line.call(() => hands.findStep(...asked)),
    // No wallet is asked for stakes of hands there.
    takeStake: () => Promise.resolve('busy'),
    returnStake: () => Promise.resolve(),
    stakeOf: () => Promise.resolve('none'),
    hasHand: (...asked) => line.call(() => hands.hasHand(...asked)),
    waiting: (...asked) => line.call(() => hands.waiting(...asked)),
  };
};

/** Any store of hands, each call by a line to it. */
export const linedHands = (
  store: HandStore,
  line: Pick<Line, 'call'>,
  isHeld: (commit: StepCommit) => boolean,
): HandStore => ({
  current: (...asked) => line.call(() => store.current(...asked)),
  open: (...asked) => line.call(() => store.open(...asked)),
  play: (batch, commits) =>
    line.call(async () => {
      const free = commits.filter((commit) => !isHeld(commit));
      return withHeld(commits, free, await store.play(batch, free));
    }),
  takeStake: (...asked) => line.call(() => store.takeStake(...asked)),
  returnStake: (...asked) => line.call(() => store.returnStake(...asked)),
  stakeOf: (...asked) => line.call(() => store.stakeOf(...asked)),
  findStep: (...asked) => line.call(() => store.findStep(...asked)),
  hasHand: (...asked) => line.call(() => store.hasHand(...asked)),
  waiting: (...asked) => line.call(() => store.waiting(...asked)),
});

/** Whatever somebody else holds is busy. */
const withHeld = (
  commits: readonly StepCommit[],
  free: readonly StepCommit[],
  { begunAtMs, outcomes }: PlayedBatch,
): PlayedBatch => ({
  begunAtMs,
  outcomes: commits.map((commit) => outcomes[free.indexOf(commit)] ?? 'busy'),
});
