/**
 * The journal of operators' wallets in a simulation: what is asked of them for the stakes of
 * rounds, and the rules that Postgres holds it to (stakes-are-taken.sql, wallet-movements.sql).
 */
import type { StakeVerdictCounts } from '../../src/ledger/stakes-of-wallets.js';
import { DEFAULT_POLICY } from '../../src/protocol/operator-policy.js';
import type { WalletStore } from '../../src/wallet/store.js';
import type { Due, Owing, WantedDue } from '../../src/wallet/wallet-rows.js';
import { type Journal, Refused } from './journal.js';
import type { Ledger } from './memory-ledger.js';
import type { MemoryRound } from './memory-rounds.js';
import type { Line } from './memory-stores.js';

type Status = 'due' | 'done' | 'refused' | 'void' | 'cancelled';

interface Movement {
  readonly id: number;
  readonly operator: string;
  readonly movementId: string;
  readonly kind: 'debit' | 'credit' | 'adjust';
  readonly player: string;
  readonly amount: bigint;
  readonly game: string;
  readonly status: Status;
  readonly refusal: string | null;
  readonly tries: number;
  readonly askedAtMs: number;
  readonly nextTryAtMs: number;
}

interface WalletPlayer {
  readonly operator: string;
  readonly advanceId: string;
}

/** What a player has on one spot. */
interface Lying {
  readonly spot: string;
  readonly amount: bigint;
}

/** What wallets are about, and the database keeps elsewhere. */
interface Elsewhere {
  readonly nowMs: () => number;
  readonly round: (game: string) => MemoryRound;
  /** By player, what lies in the round, spot by spot. */
  readonly lying: (game: string) => ReadonlyMap<string, readonly Lying[]>;
}

/** What is given for a stake that a wallet gave. */
interface Gift {
  readonly player: string;
  readonly amount: bigint;
}

const GOES_TO: Readonly<Record<Status, readonly Status[]>> = {
  due: ['done', 'refused', 'void'],
  void: ['cancelled'],
  done: [],
  refused: [],
  cancelled: [],
};

const isOpen = ({ status }: Movement): boolean => status === 'due' || status === 'void';
const isVoid = ({ status }: Movement): boolean =>
  status === 'refused' || status === 'void' || status === 'cancelled';
const sumOf = (lying: readonly Lying[] = []): bigint =>
  lying.reduce((sum, { amount }) => sum + amount, 0n);

export class MemoryWallets {
  readonly #players = new Map<string, WalletPlayer>();
  readonly #rows: Movement[] = [];
  readonly #names = new Map<string, number>();
  readonly #ofRounds = new Map<string, number[]>();
  readonly #open = new Set<number>();
  readonly #leases = new Map<string, { readonly owner: string; readonly expiresAtMs: number }>();
  /** The database gives notice of what was changed. */
  onChange: () => void = () => undefined;

  constructor(
    private readonly journal: Journal,
    private readonly ledger: Ledger,
    private readonly elsewhere: Elsewhere,
  ) {}

  /** The player's money is in a wallet of this operator's. Returns the account of advances. */
  enlist(player: string, operator: string): string {
    const advanceId = this.ledger.open(`player:${player}:advance`, 'advance');
    this.#players.set(player, { operator, advanceId });
    return advanceId;
  }

  find(player: string): WalletPlayer | undefined {
    return this.#players.get(player);
  }

  isSeamless(player: string): boolean {
    return this.#players.has(player);
  }

  /** Whether anybody has money in a wallet. */
  get isUsed(): boolean {
    return this.#players.size > 0;
  }

  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  /** In the transaction that closes the bets (W1, W2). */
  askForStakes(game: string): void {
    for (const [player, lying] of this.elsewhere.lying(game)) {
      const wallet = this.#players.get(player);
      const amount = sumOf(lying);
      if (wallet === undefined || amount === 0n) continue;
      this.#add(game, player, 'debit', `round.${game}.${player}.debit`, amount);
    }
  }

  /** SB080: whoever has such stakes is asked for them when the bets are closed. */
  checkAsked(game: string): void {
    for (const [player, lying] of this.elsewhere.lying(game)) {
      if (!this.isSeamless(player) || sumOf(lying) === 0n) continue;
      if (this.#debit(game, player)?.amount === sumOf(lying)) continue;
      throw new Refused('SB080', `the wallet of ${player} is not asked for stakes of ${game}`);
    }
  }

  /** SB081: what lies when a card is dealt was given. */
  checkDecided(game: string): void {
    const lying = this.elsewhere.lying(game);
    for (const each of this.#of(game)) {
      if (each.kind !== 'debit' || each.status === 'done') continue;
      if (each.status === 'due' || sumOf(lying.get(each.player)) > 0n) {
        throw new Refused('SB081', `round ${game} has stakes that no wallet has given`);
      }
    }
  }

  /** SB083: a round that has ended owes its wallets nothing that is not in the journal. */
  checkGivenBack(game: string): void {
    const all = this.#of(game);
    for (const { player, kind, status } of all) {
      if (kind !== 'debit' || status !== 'done') continue;
      if (all.some((each) => each.kind === 'credit' && each.player === player)) continue;
      throw new Refused('SB083', `round ${game} ends without a credit for player ${player}`);
    }
  }

  isGivenBack(game: string): boolean {
    const all = this.#of(game);
    const credited = new Set(
      all.flatMap(({ kind, player }) => (kind === 'credit' ? [player] : [])),
    );
    return this.takenFrom(game).every((player) => credited.has(player));
  }

  isAdjusted(game: string, ordinal: number, changed: readonly string[]): boolean {
    const taken = new Set(this.takenFrom(game));
    return changed.every(
      (player) => !taken.has(player) || this.#names.has(adjustOf(game, player, ordinal)),
    );
  }

  /** Whose wallets gave their stakes. */
  takenFrom(game: string): readonly string[] {
    return this.#of(game).flatMap(({ kind, status, player }) =>
      kind === 'debit' && status === 'done' ? [player] : [],
    );
  }

  /** SB085: whatever a correction makes of the round, of what no wallet has given all goes back. */
  checkUntaken(game: string, payouts: readonly Gift[]): void {
    const lying = this.elsewhere.lying(game);
    for (const { player, amount } of payouts) {
      if (!this.isUntaken(game, player) || amount === sumOf(lying.get(player))) continue;
      throw new Refused('SB085', `no wallet has given the stakes of ${player} in ${game}`);
    }
  }

  /** Of a round that was void before the wallets had answered, or before they were asked. */
  isUntaken(game: string, player: string): boolean {
    return this.isSeamless(player) && this.#debit(game, player)?.status !== 'done';
  }

  /** Whose stakes are void though they lie, and why. */
  voided(game: string): readonly { readonly player: string; readonly reason: string }[] {
    return this.#of(game).flatMap((each) =>
      each.kind === 'debit' && isVoid(each)
        ? [{ player: each.player, reason: each.refusal ?? 'no_answer' }]
        : [],
    );
  }

  verdicts(game: string): StakeVerdictCounts {
    const debits = this.#of(game).filter(({ kind }) => kind === 'debit');
    const lying = this.elsewhere.lying(game);
    const stakes = this.voided(game)
      .map(({ player }) => sumOf(lying.get(player)))
      .filter((stake) => stake > 0n);
    return {
      due: debits.filter(({ status }) => status === 'due').length,
      taken: debits.filter(({ status }) => status === 'done').length,
      voided: stakes.length,
      change: `${stakes.reduce((sum, stake) => sum - stake, 0n)}`,
      digest: '',
    };
  }

  /** Stakes that no wallet has decided on are void. */
  voidUndecided(game: string): void {
    for (const each of this.#of(game)) if (each.kind === 'debit') this.#void(each);
  }

  /** One credit for each stake that a wallet gave, or a cancel of it. Again it does nothing. */
  credit(game: string, given: readonly Gift[]): void {
    const { status } = this.elsewhere.round(game);
    const isOfVoid = status === 'void' || status === 'refunded';
    const taken = new Set(this.takenFrom(game));
    for (const { player, amount } of given) {
      if (!taken.has(player)) continue;
      const name = `round.${game}.${player}`;
      if (this.#names.has(`${name}.credit`) || this.#names.has(`${name}.cancel`)) continue;
      // Nothing is left of a void stake only where it was paid by hand: the debit stands then.
      const verb = isOfVoid && amount > 0n ? 'cancel' : 'credit';
      this.#give(game, player, 'credit', `${name}.${verb}`, amount);
    }
  }

  /** What a correction changed is asked of the wallets, too. Again it does nothing. */
  adjust(game: string, ordinal: number, given: readonly Gift[]): void {
    const taken = new Set(this.takenFrom(game));
    for (const { player, amount } of given) {
      const name = adjustOf(game, player, ordinal);
      if (!taken.has(player) || amount === 0n || this.#names.has(name)) continue;
      this.#give(game, player, 'adjust', name, amount);
    }
  }

  /** The store of the outbox, each call by a line. `inOne` makes a transaction of it. */
  store(inOne: <T>(work: () => T) => T, line: Pick<Line, 'call'>): WalletStore {
    const call = <T>(work: () => T): Promise<T> => line.call(() => inOne(work));
    const debits = (which: (each: Movement) => boolean): void => {
      for (const each of this.#allOpen())
        if (each.kind === 'debit' && which(each)) this.#void(each);
    };
    const isOverdue = ({ askedAtMs }: Movement): boolean =>
      askedAtMs < this.elsewhere.nowMs() - DEFAULT_POLICY.stakesWithinMs;
    return {
      voidOverdue: () => call(() => debits(isOverdue)),
      undoUnplayed: () => Promise.resolve(),
      voidOverdueStakes: (game) =>
        call(() => debits((each) => each.game === game && isOverdue(each))),
      readOwing: () => call(() => this.#owing()),
      takeLease: (operator, owner, ms) => call(() => this.#takeLease(operator, owner, ms)),
      giveLeases: () => Promise.resolve(),
      readDue: (wanted) => call(() => this.#due(wanted)),
      voidStakes: (operator, but) =>
        call(() => debits((each) => each.operator === operator && !but.includes(`${each.id}`))),
      end: ({ due, status, refusal, gives }) =>
        call(() => this.#end(Number(due.id), due.status, status, refusal, gives)),
      tip: () => Promise.reject(new Error('nobody is asked for a tip')),
      bring: () => Promise.reject(new Error('nobody is asked for a session')),
      putOff: ({ id, status }, pauseMs, refusal) =>
        call(() => this.#putOff(Number(id), status, pauseMs, refusal)),
      sendNow: (operator) =>
        call(() => {
          const nextTryAtMs = this.elsewhere.nowMs();
          for (const each of this.#allOpen()) {
            if (each.operator === operator) this.#put({ ...each, nextTryAtMs });
          }
        }),
      areStakesDue: (game) => call(() => this.verdicts(game).due > 0),
      readStakeVerdicts: (game) => call(() => this.verdicts(game)),
      voidUndecided: (game) => call(() => this.voidUndecided(game)),
    };
  }

  #owing(): readonly Owing[] {
    const operators = new Set(this.#allOpen().map(({ operator }) => operator));
    return [...operators].sort().map((operator) => ({
      ...{ operator, callbackUrl: operator, policy: DEFAULT_POLICY },
    }));
  }

  #takeLease(operator: string, owner: string, ms: number): boolean {
    const nowMs = this.elsewhere.nowMs();
    const held = this.#leases.get(operator);
    if (held !== undefined && held.owner !== owner && held.expiresAtMs >= nowMs) return false;
    this.#leases.set(operator, { owner, expiresAtMs: nowMs + ms });
    return true;
  }

  #due({ operator, but, probes, limit }: WantedDue): readonly Due[] {
    const nowMs = this.elsewhere.nowMs();
    const open = this.#allOpen();
    /**
     * Of a player a debit comes before what was asked for after it (W5), and what a round gives
     * before a correction of it.
     */
    const waits = ({ id, kind, player, game }: Movement): boolean =>
      kind !== 'debit' &&
      open.some((each) => {
        if (each.player !== player || each.status !== 'due' || each.id >= id) return false;
        if (each.kind === 'debit') return true;
        return kind === 'adjust' && each.game === game && each.amount >= 0n;
      });
    const isFirst = ({ kind, status }: Movement): boolean => kind === 'debit' && status === 'due';
    return open
      .filter((each) => each.operator === operator && !but?.includes(`${each.id}`))
      .filter((each) => (probes === true || each.nextTryAtMs <= nowMs) && !waits(each))
      .sort(
        (one, other) =>
          Number(isFirst(other)) - Number(isFirst(one)) || one.nextTryAtMs - other.nextTryAtMs,
      )
      .slice(0, Number(limit))
      .map((each) => this.#dueOf(each));
  }

  #dueOf({ id, movementId, kind, status, player, amount, game, tries }: Movement): Due {
    const { table, coup } = this.elsewhere.round(game);
    const lying = this.elsewhere.lying(game).get(player) ?? [];
    const bets = lying.map((each) => ({ spot: each.spot, amount: `${each.amount}` }));
    return {
      ...{ id: `${id}`, movementId, kind, player, game, table, coup, tries },
      ...{ hand: null, soloGame: null, firstDebit: null },
      ...{ closesHand: false, session: null, tipDealer: null },
      ...{ ref: player, currency: 'EUR', key: `round:${game}`, amount: `${amount}` },
      status: status === 'void' ? 'void' : 'due',
      bets: kind === 'debit' && status === 'due' ? bets : null,
    };
  }

  #end(id: number, was: Status, status: Status, refusal: string | null, gives: boolean): void {
    const row = this.#rows[id - 1]!;
    if (row.status !== was) return;
    this.#put({ ...row, status, refusal: refusal ?? row.refusal, tries: row.tries + 1 });
    if (!gives) return;
    const { operator, movementId, player } = row;
    const amount = row.amount < 0n ? -row.amount : row.amount;
    const { advanceId } = this.#players.get(player)!;
    const came = { source: this.ledger.outside, destination: advanceId, amount };
    this.ledger.post(`wallet:${operator}:${movementId}`, [came]);
  }

  #putOff(id: number, was: Status, pauseMs: number, refusal: string | null): void {
    const row = this.#rows[id - 1]!;
    if (row.status !== was) return;
    const nextTryAtMs = this.elsewhere.nowMs() + pauseMs;
    this.#put({ ...row, tries: row.tries + 1, nextTryAtMs, refusal: refusal ?? row.refusal });
  }

  #give(
    game: string,
    player: string,
    kind: 'credit' | 'adjust',
    name: string,
    amount: bigint,
  ): void {
    const { operator, movementId } = this.#add(game, player, kind, name, amount);
    if (amount <= 0n) return;
    const { advanceId } = this.#players.get(player)!;
    const went = { source: advanceId, destination: this.ledger.outside, amount };
    this.ledger.post(`wallet:${operator}:${movementId}`, [went]);
  }

  #add(
    game: string,
    player: string,
    kind: Movement['kind'],
    movementId: string,
    amount: bigint,
  ): Movement {
    if (this.#names.has(movementId)) throw new Refused('23505', `movement ${movementId} exists`);
    const { operator } = this.#players.get(player)!;
    const nowMs = this.elsewhere.nowMs();
    const id = this.#rows.length + 1;
    const row: Movement = {
      ...{ id, operator, movementId, kind, player, amount, game },
      ...{ status: 'due', refusal: null, tries: 0, askedAtMs: nowMs, nextTryAtMs: nowMs },
    };
    const ofRound = this.#ofRounds.get(game) ?? [];
    this.#ofRounds.set(game, ofRound);
    ofRound.push(id);
    this.#rows.push(row);
    this.#names.set(movementId, id);
    this.#open.add(id);
    this.journal.did(() => {
      ofRound.pop();
      this.#rows.pop();
      this.#names.delete(movementId);
      this.#open.delete(id);
    });
    this.onChange();
    return row;
  }

  #void(each: Movement): void {
    if (each.status !== 'due') return;
    this.#put({ ...each, status: 'void', tries: 0, nextTryAtMs: this.elsewhere.nowMs() });
  }

  #put(row: Movement): void {
    const before = this.#rows[row.id - 1]!;
    const isSame = before.status === row.status;
    const mayGo = GOES_TO[before.status].includes(row.status);
    const isOfDebit = row.status === 'done' || row.kind === 'debit';
    if (!isSame && !(mayGo && isOfDebit)) {
      throw new Refused('SB062', `${row.movementId} goes from ${before.status} to ${row.status}`);
    }
    const set = (one: Movement): void => {
      this.#rows[one.id - 1] = one;
      if (isOpen(one)) this.#open.add(one.id);
      else this.#open.delete(one.id);
    };
    set(row);
    this.journal.did(() => set(before));
    if (!isSame) this.onChange();
  }

  #debit(game: string, player: string): Movement | undefined {
    return this.#of(game).find((each) => each.kind === 'debit' && each.player === player);
  }

  #of(game: string): readonly Movement[] {
    return (this.#ofRounds.get(game) ?? []).map((id) => this.#rows[id - 1]!);
  }

  #allOpen(): readonly Movement[] {
    return [...this.#open].sort((one, other) => one - other).map((id) => this.#rows[id - 1]!);
  }
}

const adjustOf = (game: string, player: string, ordinal: number): string =>
  `round.${game}.${player}.adjust.${ordinal}`;
