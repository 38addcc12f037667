/**
 * Works out what is reported of rounds, from their logs and their bets: what each took and paid,
 * beside what the exact odds say, and which bets had turned in the players’ favour at its opening.
 */
import type pg from 'pg';
import { sum } from '../money/amount.js';
import { ImpossibleState, assert } from '../money/assert.js';
import { statement } from '../platform/statement.js';
import { type Advantage, advantages, unseenCards } from '../punto-banco/advantage.js';
import { spotsOpen } from '../punto-banco/opening.js';
import { type Chances, chances } from '../punto-banco/paying-class.js';
import { type Paytable, paytable } from '../punto-banco/paytable.js';
import { parseEvent, parseState } from '../round/past-events.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { type RoundCorrection, readCorrections } from './corrections.js';
import { type PaidChunk, readChunks } from './paid-chunks.js';
import { type PlacedRow, readPlaced } from './placed-stakes.js';
import { type RoundOutcome, roundOutcomeOf } from './round-outcome.js';
import { type RoundTakings, roundTakings } from './round-takings.js';
import { REVEALING, type SeenRound, isRevealing, seenRounds } from './seen-cards.js';

type Reads = Pick<pg.Pool, 'query'>;

export interface WorkedOut {
  readonly game: string;
  readonly outcome: RoundOutcome['kind'];
  readonly dealer: string | null;
  /** At its opening. */
  readonly cardsSeen: number;
  /** Everything that was staked on it, in minor units of whatever currency. */
  readonly staked: bigint;
  /**
   * Whether the settlement took what was staked, and the settlement and the corrections together
   * paid what the coup says. True while it is not known yet.
   */
  readonly isBalanced: boolean;
  /** Undefined where no stake counts: it is void, not paid yet, or nothing was staked. */
  readonly takings: RoundTakings | undefined;
  /** The same in further currencies, by currency. */
  readonly further: ReadonlyMap<string, RoundTakings>;
  /** Of the spots that were open. */
  readonly advantages: readonly Advantage[];
}

/** A round that cannot be worked out, and why. */
export interface Unclear {
  readonly game: string;
  readonly fault: string;
}

interface SomeRounds {
  readonly worked: readonly WorkedOut[];
  readonly unclear: readonly Unclear[];
}

/** Their bets are read together: ten thousand players may have given many commands each. */
const ROUNDS_AT_ONCE = 8;

const ROUNDS = `
select game_number as game, table_id, shoe_ordinal as shoe, round_in_shoe, paytable, status, coup, opened_seq
  from rounds where game_number = any($1::bigint[]) order by table_id, shoe_ordinal, game_number`;

interface RoundRow {
  readonly game: string;
  readonly table_id: string;
  readonly shoe: number;
  readonly round_in_shoe: number;
  readonly paytable: string;
  readonly status: 'betting' | 'closed' | 'resulted' | 'settled' | 'void' | 'refunded';
  readonly coup: string | null;
  readonly opened_seq: string;
}

/**
 * Some at a time, a shoe's after each other, in the order of tables and shoes. Between two rounds
 * others get their turn. A round that cannot be worked out holds up none of the others.
 */
export async function* workOut(reads: Reads, games: readonly string[]): AsyncGenerator<SomeRounds> {
  const { rows } = await reads.query<RoundRow>(ROUNDS, [games]);
  for (const shoe of shoesOf(rows)) {
    const seen = await tried(() => readSeen(reads, shoe));
    for (let at = 0; at < shoe.length; at += ROUNDS_AT_ONCE) {
      const some = shoe.slice(at, at + ROUNDS_AT_ONCE);
      const worked = seen.ok ? await tried(() => workOutSome(reads, some, seen.value)) : seen;
      yield worked.ok ? { worked: worked.value, unclear: [] } : await oneByOne(reads, some);
    }
  }
}

/** Events that come after a round say nothing of it, so each reads its own. */
const oneByOne = async (reads: Reads, rounds: readonly RoundRow[]): Promise<SomeRounds> => {
  const some = { worked: [] as WorkedOut[], unclear: [] as Unclear[] };
  for (const round of rounds) {
    const own = [round];
    const worked = await tried(async () => workOutSome(reads, own, await readSeen(reads, own)));
    if (worked.ok) some.worked.push(...worked.value);
    else some.unclear.push({ game: round.game, fault: worked.fault });
  }
  return some;
};

type Tried<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: string };

/** What a person reads. It may quote what could not be read. */
const FAULT_MAX = 200;

/**
 * Whether `work` could make sense of what it read, and if not, why. Rejects where it could not read
 * it: that says nothing of the rounds.
 */
export const tried = async <T>(work: () => Promise<T>): Promise<Tried<T>> => {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ImpossibleState) {
      return { ok: false, fault: `not so: ${error.message}`.slice(0, FAULT_MAX) };
    }
    const isUnreadable = UNREADABLE.some((kind) => error instanceof kind);
    if (!isUnreadable || !(error instanceof Error)) throw error;
    return { ok: false, fault: error.message.slice(0, FAULT_MAX) };
  }
};

/** Of text that is no JSON or no number, and of what is not of the shape that it should be. */
const UNREADABLE = [SyntaxError, TypeError, RangeError] as const;

const shoesOf = (rows: readonly RoundRow[]): readonly (readonly RoundRow[])[] => {
  const shoes = new Map<string, RoundRow[]>();
  for (const row of rows) {
    const name = `${row.table_id} ${row.shoe}`;
    const known = shoes.get(name);
    if (known === undefined) shoes.set(name, [row]);
    else known.push(row);
  }
  return [...shoes.values()];
};

const workOutSome = async (
  reads: Reads,
  rounds: readonly RoundRow[],
  { decks, seen }: SeenShoe,
): Promise<readonly WorkedOut[]> => {
  const money = await readMoney(reads, rounds);
  return rounds.map((round) => {
    const rates = paytable(round.paytable);
    assert(rates !== undefined, `round ${round.game} has a paytable that is known`);
    const { seen: cards, dealer } = seen.get(round.game) ?? UNSEEN;
    const ways = chances(unseenCards(decks, cards), rates);
    const { outcome, placed, chunks, corrections } = money(round.game);
    const counted = outcome.kind === 'settled' ? placed.filter(({ refunded }) => !refunded) : [];
    const byCurrency = new Map(
      [...new Set(counted.map(({ currency }) => currency))].map((currency) => {
        const own = counted.filter((row) => row.currency === currency);
        const coup = outcome.kind === 'settled' ? outcome.coup : undefined;
        return [currency, coup && takingsOf(ways, rates, coup, own)] as const;
      }),
    );
    const takings = byCurrency.get(null);
    const further = new Map(
      [...byCurrency].flatMap(([currency, its]) =>
        currency === null || its === undefined ? [] : [[currency, its] as const],
      ),
    );
    const wentBack = stakesOf(placed) - stakesOf(counted);
    const paid = sum([...byCurrency.values()].map((its) => its?.all.payout ?? 0n)) + wentBack;
    const isOver = outcome.kind !== 'unended' && round.status !== 'void';
    return {
      game: round.game,
      outcome: outcome.kind,
      dealer,
      cardsSeen: cards.length,
      staked: stakesOf(placed),
      isBalanced: !isOver || isBalanced(placed, paid, chunks, corrections),
      takings,
      further,
      advantages: ways === 'too_few_cards' ? [] : openAdvantages(ways, round.round_in_shoe),
    };
  });
};

const takingsOf = (
  ways: Chances | 'too_few_cards',
  rates: Paytable,
  coup: Extract<RoundOutcome, { kind: 'settled' }>['coup'],
  counted: readonly PlacedRow[],
): RoundTakings | undefined => {
  if (counted.length === 0) return undefined;
  assert(ways !== 'too_few_cards', 'no coup is begun without the cards for it');
  return roundTakings(ways, rates, coup, counted);
};

const openAdvantages = (ways: Chances, roundInShoe: number): readonly Advantage[] => {
  const open = spotsOpen(roundInShoe);
  return advantages(ways).filter(({ spot }) => open.has(spot));
};

// ---- the cards

interface SeenShoe {
  readonly decks: number;
  readonly seen: ReadonlyMap<string, SeenRound>;
}

const UNSEEN: SeenRound = { seen: [], dealer: null };

/**
 * The snapshot of its beginning says how many decks the shoe was made of, and who was the dealer.
 * Where somebody removed the snapshot, the rounds are reported all the same: from the first of
 * these, and with as many decks as the table has now.
 */
const SHOE = statement({
  inputs: { table: 'text', shoe: 'int', openedSeq: 'bigint' },
  text: `
select coalesce(n.seq, :openedSeq) as from_seq, n.state, coalesce((t.settings ->> 'decks')::int, ${DEFAULT_SETTINGS.decks}) as decks
  from tables t
  left join shoes s on s.table_id = t.id and s.ordinal = :shoe
  left join table_snapshots n on n.table_id = s.table_id and n.seq = s.started_seq
 where t.id = :table`,
});

interface ShoeRow {
  readonly from_seq: string;
  readonly state: string | null;
  readonly decks: number;
}

/** Up to the end of the last of these rounds. The batches of bets are not looked at. */
const EVENTS = statement({
  inputs: { table: 'text', fromSeq: 'bigint', lastGame: 'bigint', kinds: 'text[]' },
  text: `
select payload from table_events
 where table_id = :table and seq >= :fromSeq and kind <> 'bets_accepted' and kind = any(:kinds)
   and seq < coalesce((select opened_seq from rounds where table_id = :table and game_number > :lastGame order by game_number limit 1), 9223372036854775807)
 order by seq`,
});

const readSeen = async (reads: Reads, rounds: readonly RoundRow[]): Promise<SeenShoe> => {
  const [first, last] = [rounds[0]!, rounds.at(-1)!];
  const { table_id: table, shoe, opened_seq: openedSeq } = first;
  const found = await reads.query<ShoeRow>(SHOE({ table, shoe, openedSeq }));
  const {
    from_seq: fromSeq,
    state,
    decks,
  } = found.rows[0] ?? {
    from_seq: openedSeq,
    state: null,
    decks: DEFAULT_SETTINGS.decks,
  };
  const beginning = state === null ? undefined : parseState(state);
  const { rows } = await reads.query<{ payload: string }>(
    EVENTS({ table, fromSeq, lastGame: last.game, kinds: REVEALING }),
  );
  const events = rows.map(({ payload }) => parseEvent(payload)).filter(isRevealing);
  return {
    decks: beginning?.shoe?.decks ?? decks,
    seen: seenRounds(events, beginning?.dealer ?? null),
  };
};

// ---- the money

interface RoundMoney {
  readonly outcome: RoundOutcome;
  readonly placed: readonly PlacedRow[];
  readonly chunks: readonly PaidChunk[];
  readonly corrections: readonly RoundCorrection[];
}

const readMoney = async (
  reads: Reads,
  rounds: readonly RoundRow[],
): Promise<(game: string) => RoundMoney> => {
  const games = rounds.map(({ game }) => game);
  const corrections = await readCorrections(reads, games);
  const outcomes = new Map(
    rounds.map((round) => [round.game, roundOutcomeOf(round, corrections.get(round.game) ?? [])]),
  );
  const refunded = [...outcomes].flatMap(([game, outcome]) =>
    outcome.kind === 'settled' ? [...outcome.refunded].map((player) => ({ game, player })) : [],
  );
  const placed = await readPlaced(reads, games, refunded);
  const chunks = await readChunks(reads, games);
  return (game) => ({
    outcome: outcomes.get(game) ?? { kind: 'unended' },
    placed: placed.get(game) ?? [],
    chunks: chunks.get(game) ?? [],
    corrections: corrections.get(game) ?? [],
  });
};

const stakesOf = (placed: readonly PlacedRow[]): bigint =>
  placed.reduce((total, { stake, count }) => total + BigInt(stake) * BigInt(count), 0n);

const isBalanced = (
  placed: readonly PlacedRow[],
  paid: bigint,
  chunks: readonly PaidChunk[],
  corrections: readonly RoundCorrection[],
): boolean => {
  const sumOf = (of: (chunk: PaidChunk) => string): bigint =>
    chunks.reduce((total, chunk) => total + BigInt(of(chunk)), 0n);
  const moved = corrections.reduce((total, each) => total + each.paid - each.was, 0n);
  // Payments of a correction that is still under way are not all made yet.
  if (corrections.some(({ finishedSeq }) => finishedSeq === null)) return true;
  return (
    sumOf(({ stakes }) => stakes) === stakesOf(placed) &&
    sumOf((each) => each.paid) + moved === paid
  );
};
