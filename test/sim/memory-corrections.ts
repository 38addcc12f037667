/** The corrections of a simulation: which were ordered, and how they are paid (RULES 1.13). */
import type { Verdict } from '../../src/money/verdict.js';
import { paytable } from '../../src/punto-banco/paytable.js';
import { parseCoup } from '../../src/punto-banco/notation.js';
import { verdicts } from '../../src/punto-banco/settle.js';
import { FIXES, type Fix } from '../../src/round/correction.js';
import type { CorrectionChunk, PaidCorrection } from '../../src/settlement/correct-round.js';
import type { BetRow } from '../../src/table/placed-bets.js';
import type { RowChange } from '../../src/table/rows.js';
import type { OwnCorrection } from '../../src/table/store.js';
import { type Journal, Refused } from './journal.js';
import type { PartOwed } from './memory-hand-pays.js';
import type { Ledger, MemoryPosting } from './memory-ledger.js';
import { type MemoryRound, type Rounds, playerStakes } from './memory-rounds.js';

interface MemoryCorrection {
  readonly game: string;
  readonly ordinal: number;
  readonly fix: Fix;
  readonly coup: string | null;
  readonly player: string | null;
  readonly chunks: number;
  readonly finishedSeq: number | null;
}

/** A player's accounts, by their numbers. */
export interface PlayerAccounts {
  readonly accountId: string;
  readonly gameId: string;
  /** What was advanced on a wallet that is asked for each stake. */
  readonly advanceId: string | undefined;
  /** What the player owes. Undefined before anything was owed. */
  shortfallId: string | undefined;
}

interface Payout {
  readonly player: string;
  readonly was: bigint;
  readonly paid: bigint;
  readonly shortfall: bigint;
}

interface DoneChunk {
  readonly chunk: number;
  readonly stakes: bigint;
  readonly paid: bigint;
  readonly payouts: readonly Payout[];
}

/** What moves for one player. */
interface Moves {
  readonly payout: Payout;
  readonly cover: readonly MemoryPosting[];
  readonly back: readonly MemoryPosting[];
  readonly pay: readonly MemoryPosting[];
  readonly recover: readonly MemoryPosting[];
}

const STEPS = ['cover', 'back', 'pay', 'recover'] as const;

export class Corrections {
  readonly #all = new Map<string, MemoryCorrection[]>();
  readonly #done = new Map<string, DoneChunk[]>();

  constructor(
    private readonly journal: Journal,
    private readonly ledger: Ledger,
    private readonly rounds: Rounds,
    private readonly accountsOf: (player: string) => PlayerAccounts,
    private readonly hasSession: (player: string) => boolean,
    private readonly byHand: (game: string, ordinal: number) => ReadonlyMap<string, bigint>,
    private readonly isUntaken: (game: string, player: string) => boolean,
  ) {}

  of(game: string): readonly MemoryCorrection[] {
    return this.#all.get(game) ?? [];
  }

  /** A correction that was ordered and is not finished. */
  owed(game: string, ordinal: number): MemoryCorrection | undefined {
    const row = this.of(game)[ordinal - 1];
    return row?.finishedSeq === null ? row : undefined;
  }

  /** The one that is not finished, by its number. */
  underWay(game: string): number | undefined {
    const at = this.of(game).findIndex(({ finishedSeq }) => finishedSeq === null);
    return at === -1 ? undefined : at + 1;
  }

  /** Whether the player's chunk of the correction is paid. */
  isPaid(game: string, correction: number, player: string): boolean {
    const { chunks = 1 } = this.of(game)[correction - 1] ?? {};
    const done = this.#done.get(`${game} ${correction}`) ?? [];
    return done.some(({ chunk }) => Number(player) % chunks === chunk);
  }

  /** What a correction that is not finished moves for each player whose chunk of it is not paid. */
  moving(game: string, correction: number, bets: readonly BetRow[]): ReadonlyMap<string, PartOwed> {
    const order = this.owed(game, correction);
    const round = this.rounds.find(game);
    if (order === undefined || round === undefined) return new Map();
    const all = this.#positions({ ...order, chunks: 1 }, round, 0, bets);
    return new Map(
      all.flatMap(({ player, ...each }) =>
        each.was === each.paid || this.isPaid(game, correction, player) ? [] : [[player, each]],
      ),
    );
  }

  write(seq: number, { does, columns }: RowChange): void {
    const game = String(columns['game_number']);
    const ordinal = Number(columns['ordinal']);
    if (does === 'adds') this.#order(game, ordinal, columns);
    else this.#finish(game, ordinal, seq);
  }

  /** Pays one chunk of a correction. Does nothing the second time, or where none is owed. */
  pay({ game, correction, chunk }: CorrectionChunk, bets: readonly BetRow[]): void {
    const order = this.owed(game, correction);
    const round = this.rounds.find(game);
    if (order === undefined || round === undefined) return;
    const key = `${game} ${correction}`;
    const done = this.#done.get(key) ?? [];
    if (done.some((each) => each.chunk === chunk)) return;
    const { stakes, paid, moves } = this.#moved(order, round, chunk, bets);
    this.ledger.postTogether(
      STEPS.flatMap((step) => {
        const postings = moves.flatMap((each) => each[step]).filter(({ amount }) => amount > 0n);
        const entry = `round:${game}:correction:${correction}:${step}:${chunk}`;
        return postings.length === 0 ? [] : [[entry, postings] as const];
      }),
    );
    this.#done.set(key, done);
    done.push({ chunk, stakes, paid, payouts: moves.map(({ payout }) => payout) });
    this.journal.did(() => done.pop());
  }

  /** What the chunks paid in total. Undefined while one is missing. */
  readPaid(game: string, correction: number): PaidCorrection | undefined {
    const row = this.of(game)[correction - 1];
    const done = this.#done.get(`${game} ${correction}`) ?? [];
    if (row === undefined || done.length < row.chunks) return undefined;
    const sum = (of: (chunk: DoneChunk) => bigint): bigint =>
      done.reduce((total, chunk) => total + of(chunk), 0n);
    return {
      stakes: sum(({ stakes }) => stakes),
      paid: sum(({ paid }) => paid),
      shortfall: sum(({ payouts }) =>
        payouts.reduce((total, { shortfall }) => total + shortfall, 0n),
      ),
    };
  }

  /** What it changed, player by player, or the last that changed anything for each. */
  own(game: string, correction?: number): readonly OwnCorrection[] {
    const asked = this.of(game).filter(({ ordinal }) => (correction ?? ordinal) === ordinal);
    const own = new Map(
      asked.flatMap(({ fix, ordinal }) => {
        const done = this.#done.get(`${game} ${ordinal}`) ?? [];
        const payouts = done.flatMap((chunk) => chunk.payouts);
        return payouts.map((payout) => [payout.player, { fix, ...payout }] as const);
      }),
    );
    return [...own.values()]
      .sort((one, other) => Number(one.player) - Number(other.player))
      .map(({ player, fix, was, paid, shortfall }) => ({
        player_id: player,
        fix,
        was: String(was),
        paid: String(paid),
        shortfall: String(shortfall),
        balance: String(this.ledger.balance(this.accountsOf(player).accountId)),
      }));
  }

  #order(game: string, ordinal: number, columns: RowChange['columns']): void {
    const round = this.rounds.find(game);
    const rows = this.#all.get(game) ?? [];
    const isOver = round?.status === 'settled' || round?.status === 'refunded';
    if (!isOver || ordinal !== rows.length + 1) {
      throw new Refused('SB013', `round ${game} takes no correction ${ordinal}`);
    }
    const { coup, player_id: player } = columns;
    this.#all.set(game, rows);
    rows.push({
      game,
      ordinal,
      fix: FIXES.find((fix) => fix === columns['fix'])!,
      coup: typeof coup === 'string' ? coup : null,
      player: player === null ? null : String(player),
      chunks: round.chunks ?? 1,
      finishedSeq: null,
    });
    this.journal.did(() => rows.pop());
  }

  #finish(game: string, ordinal: number, seq: number): void {
    const rows = this.#all.get(game) ?? [];
    const row = rows[ordinal - 1];
    if (row === undefined) return;
    if (this.readPaid(game, ordinal) === undefined) {
      throw new Refused('SB016', `correction ${ordinal} of round ${game} is not paid`);
    }
    rows[ordinal - 1] = { ...row, finishedSeq: seq };
    this.journal.did(() => {
      rows[ordinal - 1] = row;
    });
  }

  #moved(
    order: MemoryCorrection,
    round: MemoryRound,
    chunk: number,
    bets: readonly BetRow[],
  ): { readonly stakes: bigint; readonly paid: bigint; readonly moves: readonly Moves[] } {
    let stakes = 0n;
    let paid = 0n;
    const moves: Moves[] = [];
    const byHand = this.byHand(order.game, order.ordinal);
    for (const each of this.#positions(order, round, chunk, bets)) {
      const { player, was } = each;
      stakes += each.stakes;
      paid += each.paid;
      const ordered = byHand.get(player);
      if (ordered !== undefined && ordered !== each.paid - was) {
        throw new Refused('SB018', `chunk ${chunk} does not pay by hand what was ordered`);
      }
      if (was === each.paid) continue;
      moves.push(
        ordered === undefined
          ? this.#movesOf(player, was, each.paid)
          : this.#movesByHand(player, was, each.paid),
      );
    }
    return { stakes, paid, moves };
  }

  /** What each player of the chunk has of the round, and is to have. */
  #positions(
    order: MemoryCorrection,
    round: MemoryRound,
    chunk: number,
    bets: readonly BetRow[],
  ): readonly (PartOwed & { readonly player: string })[] {
    const verdict = verdictOf(order, round);
    const position = new Map<string, { bets: number; stake: bigint; won: bigint }>();
    for (const { bet, stake } of playerStakes(bets, chunk, order.chunks)) {
      const now = position.get(bet.player_id) ?? { bets: 0, stake: 0n, won: 0n };
      position.set(bet.player_id, now);
      now.bets += 1;
      now.stake += stake;
      now.won += cameBack(stake, verdict(bet));
    }
    const players = [...position].sort(([a], [b]) => Number(a) - Number(b));
    return players.map(([player, { bets, stake, won }]) => {
      const was = this.#had(order, player);
      const isUntaken = order.fix === 'resettle' && this.isUntaken(order.game, player);
      const isBack = order.fix === 'void' || order.player === player || isUntaken;
      const paid = isBack ? stake : order.fix === 'resettle' ? won : was;
      return { player, bets, stakes: stake, was, paid };
    });
  }

  /** What the player has of the round before this correction. */
  #had({ game, ordinal }: MemoryCorrection, player: string): bigint {
    for (let before = ordinal - 1; before > 0; before -= 1) {
      const chunks = this.#done.get(`${game} ${before}`) ?? [];
      const payout = chunks
        .flatMap(({ payouts }) => payouts)
        .find((each) => each.player === player);
      if (payout !== undefined) return payout.paid;
    }
    return this.rounds.payout(game, player);
  }

  /** No account of the player is touched. */
  #movesByHand(player: string, was: bigint, paid: bigint): Moves {
    const { house, outside } = this.ledger;
    return {
      payout: { player, was, paid, shortfall: 0n },
      cover: [],
      back: [{ source: outside, destination: house, amount: most(was - paid, 0n) }],
      pay: [{ source: house, destination: outside, amount: most(paid - was, 0n) }],
      recover: [],
    };
  }

  #movesOf(player: string, was: bigint, paid: bigint): Moves {
    const { ledger } = this;
    const accounts = this.accountsOf(player);
    const { accountId: session, gameId, advanceId } = accounts;
    const away = advanceId ?? gameId;
    const house = ledger.house;
    const owed = accounts.shortfallId === undefined ? 0n : -ledger.balance(accounts.shortfallId);
    const short = most(was - paid - ledger.balance(session), 0n);
    const given = most(paid - was, 0n);
    const fromAway = advanceId === undefined ? least(short, ledger.balance(gameId)) : short;
    const shortfall = short - fromAway;
    const recovered = least(given, owed);
    const toAway = this.hasSession(player) ? 0n : given - recovered;
    if (shortfall > 0n && accounts.shortfallId === undefined) {
      accounts.shortfallId = ledger.open(`player:${player}:shortfall`, 'shortfall');
      this.journal.did(() => {
        accounts.shortfallId = undefined;
      });
    }
    const owing = accounts.shortfallId ?? session;
    return {
      payout: { player, was, paid, shortfall },
      cover: [
        { source: away, destination: session, amount: fromAway },
        { source: owing, destination: session, amount: shortfall },
      ],
      back: [{ source: session, destination: house, amount: was }],
      pay: [
        { source: house, destination: session, amount: paid },
        { source: session, destination: away, amount: toAway },
      ],
      recover: [{ source: session, destination: owing, amount: recovered }],
    };
  }
}

const verdictOf = (
  { fix, coup: notation }: MemoryCorrection,
  round: MemoryRound,
): ((bet: BetRow) => Verdict) => {
  if (fix !== 'resettle') return () => ({ kind: 'returned' });
  const coup = parseCoup(notation ?? '');
  const rates = paytable(round.paytable);
  if (coup === undefined || rates === undefined) throw new Error('a resettlement has its coup');
  const all = verdicts(coup, rates);
  return ({ mode, spot }) => all[mode][spot];
};

/** Of a stake, by the verdict on it: the stake and what it won, or nothing. */
const cameBack = (stake: bigint, given: Verdict): bigint => {
  switch (given.kind) {
    case 'lost':
      return 0n;
    case 'returned':
      return stake;
    case 'won':
      return stake + (stake * BigInt(given.odds.win)) / BigInt(given.odds.stake);
  }
};

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
