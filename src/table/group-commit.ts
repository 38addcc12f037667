/**
 * Group commit: the bets that wait are decided one by one, and committed together. `planBatch`
 * decides from the state, the seats and the letters alone. `commitBatch` writes what was decided
 * and returns the outcome.
 */
import type pg from 'pg';
import type { BetLine } from '../ledger/bet-line.js';
import type { BetCommit, NotPlaced } from '../ledger/place-bets.js';
import { assert } from '../money/assert.js';
import type { Clock } from '../platform/clock.js';
import type { Slip, SlipChange, SlipCommand, SlipRules } from '../punto-banco/slip.js';
import type { Spot } from '../punto-banco/spot.js';
import { decideBet, slipRules } from '../round/bet.js';
import { takesCurrency } from '../round/currencies.js';
import type { LoggedEvent } from '../round/event.js';
import type { BetRefusal } from '../round/refusal.js';
import type { TableState } from '../round/state.js';
import { type Lease, LeaseLost } from './lease.js';
import type { BetLetter, BetLetterReply, PlayerBet } from './letters.js';
import { parseEvent } from '../round/past-events.js';
import { answerAgain } from './placed-bets.js';
import type { BetAnswer, BetContent, PlayerSeat } from './seat.js';
import type { BettingRound, TableStore } from './store.js';

/** A bet that the rules accept, on its way to the ledger. */
export interface DecidedBet {
  readonly letter: BetLetter;
  readonly seat: PlayerSeat;
  readonly change: SlipChange;
  readonly commit: BetCommit;
}

/** What is to be done with bets that were waiting. */
export interface BatchPlan {
  /** To be committed together: at most one command of a player. */
  readonly batch: readonly DecidedBet[];
  readonly answers: readonly { readonly letter: BetLetter; readonly reply: BetLetterReply }[];
  /**
   * Bets for another round than the one in hand. Each is refused, unless it is the retry of one
   * that stood there.
   */
  readonly lookUps: readonly { readonly letter: BetLetter; readonly refusal: BetRefusal }[];
  /** Bets whose player has another command under way. */
  readonly setAside: readonly BetLetter[];
}

/** What is to be done with one letter. */
type LetterPlan =
  | { readonly decided: DecidedBet }
  | { readonly reply: BetLetterReply }
  | { readonly lookUp: BetRefusal };

/** The accounts of the round's stakes in further currencies, by currency. */
type FurtherAccounts = BettingRound['further'];

/**
 * Decides the bets in the order of `letters`. Those that are `isRuledOut` are refused, and those in
 * a further currency for which the round was opened without an account, as by a process of a
 * version that knew of none: `further` are those that it has. Whether a
 * bet is lawful depends on the player's command before it, and only the ledger knows whether that
 * one stands. While it is under way, the player's next ones are set aside.
 */
export const planBatch = (
  state: TableState,
  seats: { find(playerId: string): PlayerSeat | undefined },
  letters: readonly BetLetter[],
  isRuledOut: (bet: PlayerBet) => boolean = () => false,
  further?: FurtherAccounts,
): BatchPlan => {
  const rulesOf = rulesByKind(state);
  const underWay = new Set<string>();
  const plan = {
    batch: [] as DecidedBet[],
    answers: [] as { letter: BetLetter; reply: BetLetterReply }[],
    lookUps: [] as { letter: BetLetter; refusal: BetRefusal }[],
    setAside: [] as BetLetter[],
  };
  for (const letter of letters) {
    const { playerId } = letter.bet;
    const seat = seats.find(playerId);
    if (seat?.isBetting === true || underWay.has(playerId)) {
      plan.setAside.push(letter);
      continue;
    }
    const its = planLetter(state, rulesOf, seat, letter, isRuledOut, further);
    if ('decided' in its) {
      underWay.add(playerId);
      plan.batch.push(its.decided);
    } else if ('reply' in its) plan.answers.push({ letter, reply: its.reply });
    else plan.lookUps.push({ letter, refusal: its.lookUp });
  }
  return plan;
};

type RulesOf = (seat: Pick<PlayerSeat, 'group' | 'currency'>) => SlipRules;

/** The rules of each limit group and currency are made once for all of its players. */
const rulesByKind = (state: TableState): RulesOf => {
  const made = new Map<string, SlipRules>();
  return ({ group, currency }) => {
    const kind = `${currency} ${group ?? ''}`;
    const rules = made.get(kind) ?? slipRules(state, group, currency);
    made.set(kind, rules);
    return rules;
  };
};

const planLetter = (
  state: TableState,
  rulesOf: RulesOf,
  seat: PlayerSeat | undefined,
  letter: BetLetter,
  isRuledOut: (bet: PlayerBet) => boolean,
  further: FurtherAccounts | undefined,
): LetterPlan => {
  const { bet } = letter;
  if (seat === undefined) return { reply: refused('not_joined') };
  const game = state.round?.game;
  const earlier = seat.answers.get(bet.betId);
  if (earlier !== undefined && game !== undefined) {
    return { reply: answerAgain(bet, earlier, game) };
  }
  if (game === bet.game && isRuledOut(bet)) return { reply: refused('bet_id_reused') };
  const isHeld = seat.currency === state.settings.currency || further?.has(seat.currency) !== false;
  if (!isHeld || !takesCurrency(state.settings, seat.currency)) {
    return { reply: refused('currency_not_taken') };
  }
  const command = slipCommand(bet.content, seat);
  const change = decideBet(state, bet.game, seat.slip, command, rulesOf(seat));
  if (typeof change === 'string') {
    return game === bet.game ? { reply: refused(change) } : { lookUp: change };
  }
  const { kind, mode } = bet.content;
  const commit = {
    playerId: seat.playerId,
    accountId: seat.accountId,
    betId: bet.betId,
    kind: kind === 'place_all' ? ('place' as const) : kind, // Its lines say on how many spots.
    total: change.total,
    lines: linesOf(seat.slip, change.slip, change.change),
    noted: kind === 'repeat' ? change.leftOut : change.capped,
    keepsMode: mode ?? null,
  };
  return { decided: { letter, seat, change, commit } };
};

/** Who commits: the holder of the lease. */
interface BatchWriter {
  readonly lease: Lease;
  readonly store: Pick<TableStore, 'placeBets'>;
  readonly clock: Clock;
}

export const readBettingRound = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
): Promise<BettingRound> => {
  const { rows } = await pool.query<{
    id: string;
    further: Record<string, string> | null;
    within: Record<string, number> | null;
  }>(
    `select stakes_account_id as id,
            (select json_object_agg(currency, id::text) from accounts where id = any(further_stakes_account_ids)) as further,
            (select json_object_agg(id, (policy ->> 'stakesWithinMs')::int) from operators where mode = 'seamless') as within
       from rounds where game_number = $1`,
    [game],
  );
  assert(rows[0] !== undefined, 'a round has an account for its stakes');
  const { id: stakesAccountId, further, within } = rows[0];
  return {
    game,
    stakesAccountId,
    further: new Map(Object.entries(further ?? {})),
    stakesWithinMs: new Map(Object.entries(within ?? {})),
  };
};

export interface CommittedBet {
  readonly decided: DecidedBet;
  /** The answer to a bet that stands, or why it does not. */
  readonly outcome: BetAnswer | NotPlaced;
}

export interface CommittedBatch {
  /** The event that records the batch. Undefined when nothing of it stood. */
  readonly event: LoggedEvent | undefined;
  readonly bets: readonly CommittedBet[];
}

/** The batches that are committed of it, each of one currency: the event of each is, too. */
export const byCurrency = (batch: readonly DecidedBet[]): readonly (readonly DecidedBet[])[] => {
  const batches = new Map<string, DecidedBet[]>();
  for (const decided of batch) {
    const { currency } = decided.seat;
    const known = batches.get(currency);
    if (known === undefined) batches.set(currency, [decided]);
    else known.push(decided);
  }
  return [...batches.values()];
};

/**
 * Commits a batch of one currency. Throws `LeaseLost` when another process has the table. Nothing
 * of the batch was written then.
 */
export const commitBatch = async (
  { store, lease, clock }: BatchWriter,
  round: BettingRound,
  batch: readonly DecidedBet[],
): Promise<CommittedBatch> => {
  // The digest of a batch is made in the order of the accounts.
  const sorted = [...batch].sort((a, b) => compareIds(a.commit.accountId, b.commit.accountId));
  const atMs = clock.nowMs();
  const commits = sorted.map(({ commit }) => commit);
  const outcome = await store.placeBets(inCurrency(round, batch), atMs, commits);
  if (outcome.fenced) throw new LeaseLost(lease);
  const { event, placed } = outcome;
  return {
    event: event && { seq: event.seq, atMs, event: parseEvent(event.payload) },
    bets: sorted.map((decided, index) => ({
      decided,
      outcome: outcomeOf(decided.change, placed[index]!, event?.seq ?? 0),
    })),
  };
};

/** The round with the account of the stakes in the currency of the batch. */
const inCurrency = (round: BettingRound, [first]: readonly DecidedBet[]): BettingRound => {
  const currency = first?.seat.currency ?? '';
  const stakesAccountId = round.further.get(currency);
  return stakesAccountId === undefined ? round : { ...round, stakesAccountId, currency };
};

const outcomeOf = (
  { change, leftOut, capped }: SlipChange,
  placed: bigint | NotPlaced,
  seq: number,
): CommittedBet['outcome'] =>
  typeof placed === 'string' ? placed : { seq, balance: placed, change, leftOut, capped };

const slipCommand = (content: BetContent, seat: PlayerSeat): SlipCommand => {
  switch (content.kind) {
    case 'place':
    case 'place_all':
    case 'mode':
      return content;
    case 'undo':
    case 'clear':
    case 'double':
      return { kind: content.kind };
    case 'repeat':
      return { kind: 'repeat', previous: seat.previous };
  }
};

/**
 * The lines that a change of the slip writes, at least one. A change of mode moves stakes from one
 * mode to the other. Where it moves nothing, a line of zero records it.
 */
const linesOf = (
  before: Slip,
  after: Slip,
  change: ReadonlyMap<Spot, bigint>,
): readonly BetLine[] => {
  const { mode } = after;
  const moved: BetLine[] = [...change].map(([spot, signed]) => ({ spot, mode, amount: signed }));
  if (before.mode !== mode) {
    for (const [spot, stake] of before.stakes) {
      moved.push({ spot, mode: before.mode, amount: 0n - stake }, { spot, mode, amount: stake });
    }
  }
  return moved.length > 0 ? moved : [{ spot: 'punto', mode, amount: 0n }];
};

const refused = (refusal: Extract<BetLetterReply, { ok: false }>['refusal']): BetLetterReply => ({
  ok: false,
  refusal,
});

/** Ids are numbers in decimal, so the shorter one is the smaller. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
