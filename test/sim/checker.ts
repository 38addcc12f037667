/**
 * The checker of a simulation. It stands outside: it knows what was asked and answered, what was
 * published, and each row of a log as it is committed, and nothing of what the studio thinks.
 */
import { isDeepStrictEqual } from 'node:util';
import type { TableCopy } from '../../src/client/table-copy.js';
import type { PlayerCorrection, PlayerResult } from '../../src/protocol/player.js';
import type { TableMessage } from '../../src/protocol/table.js';
import type { Card } from '../../src/cards/card.js';
import { dealCoup } from '../../src/punto-banco/coup.js';
import { parseCoup } from '../../src/punto-banco/notation.js';
import { paytable } from '../../src/punto-banco/paytable.js';
import { settle } from '../../src/punto-banco/settle.js';
import { type Amount, amount } from '../../src/money/amount.js';
import type { Mode, Spot } from '../../src/punto-banco/spot.js';
import type { EventOf } from '../../src/round/event.js';
import { evolve } from '../../src/round/evolve.js';
import { parseEvent, parseState } from '../../src/round/past-events.js';
import { type ShoeState, type TableState, emptyTable } from '../../src/round/state.js';
import type { Ended } from '../../src/session/store.js';
import type { BetLetterReply, PlayerBet } from '../../src/table/letters.js';
import { HandChecker } from './hand-checker.js';
import { type LogRow, type MemoryDatabase, type Witness, loggedOf } from './memory-database.js';
import type { MemoryStep } from './memory-hands.js';
import { MAY_OWE } from './memory-ledger.js';
import type { BuyInReply, CashOutReply } from './memory-sessions.js';
import type { Answer } from './network.js';
import { IDLE_MS, type RefusedReply } from './studio.js';
import { WalletChecker } from './wallet-checker.js';

/** An invariant does not hold. */
export class Broken extends Error {
  override readonly name = 'Broken';

  constructor(
    readonly invariant: string,
    what: string,
  ) {
    super(`${invariant}: ${what}`);
  }
}

const hold = (invariant: string, isTrue: boolean, what: () => string): void => {
  if (!isTrue) throw new Broken(invariant, what());
};

/** What one player asked under one id, and what came back. */
interface AskedBet {
  readonly bet: PlayerBet;
  unanswered: number;
  /** The answer that it stands. */
  readonly answers: string[];
  stands: { readonly seq: number; readonly balance: bigint } | undefined;
  /** It was said that it never will stand, and is not asked any more. */
  isDenied: boolean;
  /** It may be asked once more, by what the network has doubled. */
  isOnItsWay: boolean;
  /** It was asked what became of it. */
  isSought: boolean;
}

interface Asking {
  readonly answered: (reply: Answer<BetLetterReply | RefusedReply>) => void;
  readonly sentTwice: () => void;
}

/** Refusals that leave open whether a bet stands. */
const OPEN: ReadonlySet<string> = new Set(['internal_error']);

/** A shoe that has left its table. */
interface LeftShoe {
  readonly decks: number;
  readonly coups: ReadonlyMap<string, readonly Card[]>;
  /** Every card of it whose face is known. */
  readonly seen: readonly Card[];
}

interface LogWatch {
  state: TableState;
  lastEpoch: bigint;
}

export class Checker implements Witness {
  readonly #bets = new Map<string, AskedBet>();
  readonly #logs = new Map<string, LogWatch>();
  /** Events about a card that was face down: the table, and their number. */
  readonly #faceDown = new Set<string>();
  readonly #shadow = new Map<string, bigint>();
  /** By game: what was ordered, and how many of them are paid. */
  readonly #corrections = new Map<string, { all: EventOf<'round_corrected'>[]; paid: number }>();
  /** By game, what was ordered to be paid outside of the studio, or to be collected there. */
  readonly #handPays = new Map<string, readonly EventOf<'hand_pay_ordered'>[]>();
  /** By table, its shoes before the one in place. */
  readonly #leftShoes = new Map<string, LeftShoe[]>();
  /** The approvals that events have used. */
  readonly #used = new Set<string>();
  /** Rounds that were opened, and are not paid. */
  readonly #unpaid = new Set<string>();
  /** By player and key: what was said to have gone back. */
  readonly #cashedOut = new Map<string, bigint>();
  readonly hands = new HandChecker({
    guard: (check) => this.#guard(check),
    hold: (isTrue, what) => hold('hands', isTrue, what),
    count: (what) => this.count(what),
    database: () => this.#database!,
  });
  readonly wallets = new WalletChecker({
    guard: (check) => this.#guard(check),
    hold,
    count: (what) => this.count(what),
    database: () => this.#database!,
    /** What the round has paid the player through the wallet, after all of its corrections. */
    paid: (game, player) => {
      const corrections = this.#corrections.get(game)?.all.length ?? 0;
      let paid = this.#dueAfter(game, corrections).get(player) ?? 0n;
      for (const each of this.#handPaid(game)) {
        if (each.player === player) paid -= BigInt(each.amount);
      }
      return paid;
    },
  });
  #postingsSeen = 0;
  #database: MemoryDatabase | undefined;
  /** What was found wrong first, also where it came up inside of the studio's code. */
  fault: Broken | undefined;
  rounds = 0;
  /** How often what came about, for the report. */
  readonly seen: Record<string, number> = {};

  watch(database: MemoryDatabase): void {
    this.#database = database;
  }

  /** One more of `what` came about. */
  count(what: string): void {
    this.seen[what] = (this.seen[what] ?? 0) + 1;
  }

  logged(table: string, row: LogRow): void {
    this.#guard(() => this.#checkRow(table, row));
  }

  committed(): void {
    this.#guard(() => {
      this.#checkBooks();
      this.#checkSessions();
    });
  }

  stepped(step: MemoryStep): void {
    this.hands.stepped(step);
  }

  /** No session ends while a stake of its player lies in a round that is not paid. */
  ended(ended: Ended): void {
    const { id, playerId, reason } = ended;
    this.hands.ended(ended, IDLE_MS);
    this.#guard(() => {
      this.count(`sessions ended: ${reason}`);
      for (const game of this.#unpaid) {
        const own = this.#database!.betsOfRound(game).filter(
          ({ player_id }) => player_id === playerId,
        );
        const staked = own.reduce((sum, each) => sum + BigInt(each.amount), 0n);
        hold('sessions', staked === 0n, () => `${id} ended with ${staked} on the spots of ${game}`);
      }
    });
  }

  broughtMore(reply: Answer<BuyInReply>): void {
    if (reply !== 'no_answer') this.count(`buy-in: ${reply.ok ? 'done' : reply.refusal}`);
  }

  /** Under one key the same goes back, however often it is asked for. */
  cashedOut(playerId: string, key: string, reply: Answer<CashOutReply>): void {
    this.#guard(() => {
      if (reply === 'no_answer') return;
      this.count(`cash-out: ${reply.ok ? 'done' : reply.refusal}`);
      const before = this.#cashedOut.get(`${playerId} ${key}`);
      if (!reply.ok) {
        const isPassing = OPEN.has(reply.refusal) || before === undefined;
        return hold('sessions', isPassing, () => `${playerId} cashed out, and then did not`);
      }
      const isSame = before === undefined || before === reply.amount;
      hold('sessions', isSame, () => `${playerId} was said two amounts to have gone back`);
      this.#cashedOut.set(`${playerId} ${key}`, reply.amount);
    });
  }

  /** The bet is asked, once more perhaps. What comes of it is to be reported. */
  asks(bet: PlayerBet): Asking {
    const key = `${bet.playerId} ${bet.betId}`;
    const asked: AskedBet = this.#bets.get(key) ?? {
      bet,
      unanswered: 0,
      answers: [],
      stands: undefined,
      isDenied: false,
      isOnItsWay: false,
      isSought: false,
    };
    this.#bets.set(key, asked);
    asked.unanswered += 1;
    return {
      answered: (reply) => this.#guard(() => this.#checkReply(asked, reply)),
      sentTwice: () => {
        asked.unanswered += 1;
        asked.isOnItsWay = true;
      },
    };
  }

  /** What is answered to another bet under the id of one that stands. */
  reused({ betId }: PlayerBet, reply: Answer<BetLetterReply | RefusedReply>): void {
    this.#guard(() => {
      if (reply === 'no_answer') return;
      this.count(reply.ok ? 'ids used twice' : 'ids not used twice');
      hold('I2', !reply.ok, () => `${betId} is the id of two bets`);
    });
  }

  /** What is answered to whoever looks for a bet. Null: it never will stand. */
  /** It is asked what became of a bet. A table that rules it out may do so unheard. */
  sought({ playerId, betId }: PlayerBet): void {
    this.#bets.get(`${playerId} ${betId}`)!.isSought = true;
  }

  found({ playerId, betId }: PlayerBet, found: { readonly seq: number } | null): void {
    this.#guard(() => {
      const asked = this.#bets.get(`${playerId} ${betId}`)!;
      const { stands, isOnItsWay } = asked;
      this.count(found === null ? 'found never to stand' : 'found to stand');
      const isSame = stands === undefined || found?.seq === stands.seq;
      hold('I2', isSame, () => `bet ${betId} stood, and is then not found`);
      asked.isDenied = found === null && !isOnItsWay;
    });
  }

  received(playerId: string, message: TableMessage, copy: TableCopy): void {
    this.#guard(() => {
      const isNext = message.prev === copy.seq;
      hold('I6', isNext, () => `${playerId} got ${message.seq} after ${copy.seq}`);
      const isEarly = message.kind === 'card_dealt' && copy.phase === 'betting';
      hold('I5', !isEarly, () => `${playerId} got a card while bets were open`);
      const isDown = this.#faceDown.has(`${message.table} ${message.seq}`);
      const isBare = !('card' in message) && !('was' in message);
      hold('I5', !isDown || isBare, () => `${playerId} got the face of a card that lies face down`);
      if (isDown) this.count('cards face down');
    });
  }

  /** What a player sees who comes in: no face of a card that lies face down. */
  cameIn(playerId: string, { round }: Pick<TableCopy, 'round'>): void {
    this.#guard(() => {
      const down = round?.faceDown ?? null;
      const isBare = down === null || round?.cards.length === down.open;
      hold('I5', isBare, () => `${playerId} came in and saw a card that lies face down`);
    });
  }

  gotResult(playerId: string, result: PlayerResult): void {
    this.#guard(() => {
      this.count('results');
      if (result.outcome === 'not_taken') return this.wallets.notTaken(playerId, result);
      const { coup } = this.#database!.round(result.game);
      const all = this.#due(result.game, result.outcome === 'refunded' ? null : coup);
      const { stakes, paid } = all.get(playerId) ?? { stakes: 0n, paid: 0n };
      const isRight = BigInt(result.stakes) === stakes && BigInt(result.paid) === paid;
      hold('I3', isRight, () => `${playerId} was sent another result of ${result.game}`);
    });
  }

  gotCorrection(playerId: string, correction: PlayerCorrection): void {
    const { game, fix, was, paid, shortfall } = correction;
    this.#guard(() => {
      this.count(`own corrections: ${fix}`);
      if (shortfall !== '0') this.count('own corrections: with a shortfall');
      const all = this.#corrections.get(game)?.all ?? [];
      const isRight = all.some((each, index) => {
        const had = this.#dueAfter(game, index).get(playerId) ?? 0n;
        const has = this.#dueAfter(game, index + 1).get(playerId) ?? 0n;
        return each.fix === fix && BigInt(was) === had && BigInt(paid) === has;
      });
      hold('I3', isRight, () => `${playerId} was sent another correction of ${game}`);
    });
  }

  /** When all is quiet: what was answered is what is there. */
  finish(): void {
    this.#guard(() => {
      for (const asked of this.#bets.values()) this.#checkStanding(asked);
      for (const rows of this.#database!.allBets()) {
        const { player_id, bet_id } = rows[0]!;
        const isAsked = this.#bets.has(`${player_id} ${bet_id}`);
        hold('I2', isAsked, () => `bet ${bet_id} stands, and nobody asked for it`);
      }
      const [incident] = this.#database!.incidents;
      hold(
        'I3',
        incident === undefined || this.seen['fault: no_credit'] !== undefined,
        () => `the pit was asked to see to a payment: ${incident}`,
      );
      const received = this.#received();
      for (const game of this.#handPays.keys()) this.#checkHandPays(game);
      for (const { game, status } of this.#database!.rounds.all()) {
        if (status === 'settled' || status === 'refunded')
          this.#checkPaid(game, received.get(game));
      }
      this.#checkApproved();
      for (const [game, { all, paid }] of this.#corrections) {
        hold('I3', all.length === paid, () => `a correction of ${game} was never paid`);
      }
      for (const [table, { state }] of this.#logs) {
        this.#checkReplay(table, state);
        this.#checkEvents(table);
      }
      this.hands.finish();
      this.wallets.finish();
      for (const player of this.#database!.players.keys()) this.#checkFortune(player);
      for (const key of this.#cashedOut.keys()) this.#checkCashOut(key);
    });
  }

  /** What two persons agreed on, and the table would do, is done. */
  #checkApproved(): void {
    const { approvals, rounds, corrections } = this.#database!;
    for (const { id, kind, state, game } of approvals.readOpen()) {
      if (state !== 'approved' || kind !== 'void' || game === null) continue;
      const isAsItWas = rounds.find(game)?.status === 'settled' && approvals.stillStands(id);
      const isLeft = isAsItWas && corrections.of(game).length === 0;
      hold('I12', !isLeft, () => `approval ${id} of ${game} was never carried out`);
    }
  }

  /** Where the log of the table has come to. */
  stateOf(table: string): TableState | undefined {
    return this.#logs.get(table)?.state;
  }

  /** The first fault is kept, and ends the simulation: code in between may catch what is thrown. */
  #guard(check: () => void): void {
    if (this.fault !== undefined) return;
    try {
      check();
    } catch (error) {
      this.fault = error instanceof Broken ? error : new Broken('checker', String(error));
    }
  }

  #checkRow(table: string, row: LogRow): void {
    const settings = this.#database!.tables.get(table)!;
    const before = this.#logs.get(table) ?? { state: emptyTable(table, settings), lastEpoch: 0n };
    const { state } = before;
    const { seq, epoch } = row;
    hold('I6', seq === state.seq + 1, () => `${table} has event ${seq} after ${state.seq}`);
    hold('I10', epoch >= before.lastEpoch, () => `${table}: event ${seq} is of an older epoch`);
    const logged = loggedOf(row);
    const { event } = logged;
    this.count(event.kind);
    if (event.kind === 'bets_accepted') {
      const isOpen = state.phase === 'betting' || state.phase === 'last_bets';
      hold(
        'I1',
        isOpen && state.round?.game === event.game,
        () => `${table}: bets in ${seq} came late`,
      );
    }
    if (event.kind === 'betting_opened') this.#unpaid.add(event.game);
    if (event.kind === 'table_suspended') {
      const isPossible = event.reason !== 'impossible_state';
      hold('I10', isPossible, () => `${table}: the guards refused what its owner wrote`);
    }
    if ('faceDown' in event && event.faceDown === true) this.#faceDown.add(`${table} ${seq}`);
    if (event.kind === 'card_dealt') {
      this.#checkCard(state, event.card);
      this.wallets.cardDealt(event.game);
    }
    if (event.kind === 'coup_decided') {
      const cards = state.round?.cards ?? [];
      const isWhole = cards.length >= 4 && cards.length <= 6 && dealCoup(cards) !== undefined;
      hold('I8', isWhole, () => `${table}: ${cards.join(' ')} is a coup`);
    }
    if (
      event.kind === 'round_voided' ||
      event.kind === 'round_corrected' ||
      event.kind === 'hand_pay_ordered'
    ) {
      const { requestedBy, approvedBy, approval = '' } = event;
      hold('I12', requestedBy !== approvedBy, () => `${table}: ${requestedBy} did it alone`);
      hold('I12', !this.#used.has(approval), () => `approval ${approval} was used twice`);
      this.#used.add(approval);
    }
    if (event.kind === 'shoe_started' && state.shoe !== null) this.#keepShoe(table, state.shoe);
    if (event.kind === 'round_corrected') {
      this.#checkLeftShoe(table, event);
      const ordered = this.#corrections.get(event.game) ?? { all: [], paid: 0 };
      ordered.all.push(event);
      if (event.fix === 'resettle' && this.#hasUntaken(event.game)) {
        this.count('resettled: with stakes that no wallet gave');
      }
      this.#corrections.set(event.game, ordered);
    }
    if (event.kind === 'hand_pay_ordered') {
      const before = this.#handPays.get(event.game) ?? [];
      this.count(
        `paid by hand: ${event.correction === undefined ? 'of a round' : 'of a correction'}`,
      );
      this.#handPays.set(event.game, [...before, event]);
    }
    if (event.kind === 'correction_paid') {
      const ordered = this.#corrections.get(event.game);
      const isNext = ordered !== undefined && event.correction === ordered.paid + 1;
      hold('I3', isNext, () => `correction ${event.correction} of ${event.game} ended twice`);
      if (ordered !== undefined) ordered.paid += 1;
    }
    if (event.kind === 'round_settled' || event.kind === 'round_refunded') {
      this.rounds += 1;
      this.#unpaid.delete(event.game);
      const { stakesAccountId } = this.#database!.round(event.game);
      const left = this.#database!.ledger.balance(stakesAccountId);
      hold('I3', left === 0n, () => `${event.game} ended with ${left} on its spots`);
    }
    this.#logs.set(table, { state: evolve(state, logged), lastEpoch: epoch });
  }

  #checkCard({ shoe }: TableState, card: string): void {
    const copies = (shoe?.seen ?? []).filter((seen) => seen === card).length;
    hold('I8', copies < (shoe?.decks ?? 0), () => `${card} came once more than it is in the shoe`);
  }

  #keepShoe(table: string, { decks, seen, coups, voids }: ShoeState): void {
    const decided = coups.map(({ game, coup }) => [game, parseCoup(coup)!.cards] as const);
    const voided = voids.map(({ game, cards }) => [game, cards] as const);
    const left = this.#leftShoes.get(table) ?? [];
    this.#leftShoes.set(table, [...left, { decks, seen, coups: new Map([...decided, ...voided]) }]);
  }

  /** A coup that is another by now is of cards that its shoe had, also where it has left. */
  #checkLeftShoe(table: string, { game, coup }: EventOf<'round_corrected'>): void {
    const shoes = this.#leftShoes.get(table) ?? [];
    const at = shoes.findIndex(({ coups }) => coups.has(game));
    const shoe = shoes[at];
    if (shoe === undefined || coup === null) return;
    this.count('resettled: of a shoe that has left');
    const { cards } = parseCoup(coup)!;
    const seen = [...shoe.seen];
    for (const card of shoe.coups.get(game)!.slice(0, cards.length)) {
      seen.splice(seen.lastIndexOf(card), 1);
    }
    seen.push(...cards);
    shoes[at] = { ...shoe, seen, coups: new Map([...shoe.coups, [game, cards]]) };
    for (const card of cards) {
      const copies = seen.filter((each) => each === card).length;
      hold('I8', copies <= shoe.decks, () => `${game}: ${card} would be in the shoe too often`);
    }
  }

  /** I4: every balance is the sum of its postings, and no player's is below zero. */
  #checkBooks(): void {
    const { ledger } = this.#database!;
    const { postings } = ledger;
    if (postings.length < this.#postingsSeen) throw new Broken('I4', 'a posting has disappeared');
    const touched = new Set<string>();
    for (; this.#postingsSeen < postings.length; this.#postingsSeen += 1) {
      const { source, destination, amount: moved } = postings[this.#postingsSeen]!;
      this.#shadow.set(source, (this.#shadow.get(source) ?? 0n) - moved);
      this.#shadow.set(destination, (this.#shadow.get(destination) ?? 0n) + moved);
      touched.add(source).add(destination);
    }
    for (const id of touched) {
      const { name, kind, balance } = ledger.accounts[Number(id) - 1]!;
      hold('I4', balance === this.#shadow.get(id), () => `${name} is not the sum of its postings`);
      hold('I4', balance >= 0n || MAY_OWE.has(kind), () => `${name} has ${balance}`);
    }
  }

  /** The credit of a session that has ended went back, all of it. */
  #checkSessions(): void {
    const { ledger, players, sessions } = this.#database!;
    for (const [id, { accountId }] of players) {
      const left = sessions.isOpen(id) ? 0n : ledger.balance(accountId);
      hold('sessions', left === 0n, () => `${id} has no session, and ${left} in it`);
    }
  }

  /** A player has what was brought, and what the rules gave and took, whatever moved meanwhile. */
  #checkFortune(player: string): void {
    const { ledger, players, rounds } = this.#database!;
    const { accountId, gameId, shortfallId } = players.get(player)!;
    const advanceId = this.#database!.wallets.find(player)?.advanceId;
    const own = [accountId, gameId, shortfallId, advanceId].filter((id) => id !== undefined);
    let due = 0n;
    for (const { source, destination, amount: brought } of ledger.postings) {
      if (source === ledger.outside && own.includes(destination)) due += brought;
      if (source === advanceId && destination === ledger.outside) due -= brought;
    }
    for (const { game, status } of rounds.all()) {
      const corrections = this.#corrections.get(game)?.all.length ?? 0;
      due -= this.#due(game, null).get(player)?.stakes ?? 0n;
      if (status !== 'settled' && status !== 'refunded') continue;
      due += this.#dueAfter(game, corrections).get(player) ?? 0n;
      for (const each of this.#handPaid(game)) {
        if (each.player === player) due -= BigInt(each.amount);
      }
    }
    due += this.hands.won(player);
    const has = own.reduce((sum, id) => sum + ledger.balance(id), 0n);
    hold('sessions', has === due, () => `${player} has ${has} in all, and not ${due}`);
  }

  /** What was said to have gone back went back, by one entry. */
  #checkCashOut(asked: string): void {
    const [player, key] = asked.split(' ') as [string, string];
    const said = this.#cashedOut.get(asked)!;
    const postings = this.#database!.ledger.entries.get(`cash-out:${player}:${key}`) ?? [];
    const moved = postings.reduce((sum, posting) => sum + posting.amount, 0n);
    hold('sessions', moved === said, () => `${player} was said to get ${said}, and got ${moved}`);
  }

  #checkReply(asked: AskedBet, reply: Answer<BetLetterReply | RefusedReply>): void {
    asked.answers.push(
      reply === 'no_answer' ? reply : reply.ok ? `stands by ${reply.seq}` : reply.refusal,
    );
    if (reply === 'no_answer') return this.count('no answer');
    const { bet, stands } = asked;
    if (reply.ok) {
      this.count('bets that stand');
      const { seq, balance } = reply;
      const isSame = stands === undefined || (stands.seq === seq && stands.balance === balance);
      hold('I2', isSame, () => `bet ${bet.betId} was answered otherwise the second time`);
      asked.stands = { seq, balance };
    } else if (!OPEN.has(reply.refusal)) {
      this.count(`refused: ${reply.refusal}`);
      asked.unanswered -= 1;
      const isKnown = asked.isSought || reply.refusal !== 'bet_id_reused';
      hold('I2', isKnown, () => `bet ${bet.betId} was asked again, and taken for another`);
      const isFinal = stands !== undefined && !PASSING.has(reply.refusal);
      hold('I2', !isFinal, () => `bet ${bet.betId} stood, and was then ${reply.refusal}`);
    } else this.count('internal error');
  }

  #checkStanding({ bet, stands, unanswered, answers, isDenied }: AskedBet): void {
    const [row] = this.#database!.findBet(bet.playerId, bet.betId);
    const neverStands = !isDenied || row === undefined;
    hold('I2', neverStands, () => `bet ${bet.betId} was never to stand, and stands`);
    if (stands !== undefined) {
      const isThere =
        Number(row?.seq) === stands.seq && BigInt(row?.balance_after ?? -1) === stands.balance;
      hold('I2', isThere, () => `bet ${bet.betId} of ${bet.playerId} was acked, and is lost`);
    } else if (unanswered === 0) {
      hold(
        'I2',
        row === undefined,
        () =>
          `bet ${bet.betId} was refused (${answers.join()}), and stands by ${row?.seq} in ${row?.game_number}`,
      );
    }
  }

  /** I3: everybody has what the rules give for what they bet, after every correction. */
  #checkPaid(game: string, received: ReadonlyMap<string, bigint> = new Map()): void {
    const due = this.#dueAfter(game, this.#corrections.get(game)?.all.length ?? 0);
    for (const [player, paid] of due) {
      const got = received.get(player) ?? 0n;
      hold('I3', got === paid, () => `${game}: ${player} got ${got} instead of ${paid}`);
    }
    for (const player of received.keys()) {
      hold('I3', due.has(player), () => `${game} paid ${player}, who did not play`);
    }
  }

  /** What was ordered to be paid by hand went outside, or came from there, and nothing else. */
  #checkHandPays(game: string): void {
    const { ledger } = this.#database!;
    let moved = 0n;
    for (const [key, postings] of ledger.entries) {
      if (!key.startsWith(`round:${game}:`)) continue;
      for (const { source, destination, amount: each } of postings) {
        if (destination === ledger.outside) moved += each;
        if (source === ledger.outside) moved -= each;
      }
    }
    const ordered = this.#handPaid(game).reduce((sum, each) => sum + BigInt(each.amount), 0n);
    hold('I3', moved === ordered, () => `${game}: ${moved} by hand, and ${ordered} were ordered`);
  }

  #handPaid(game: string): readonly EventOf<'hand_pay_ordered'>[] {
    return this.#handPays.get(game) ?? [];
  }

  /** By game, what each player has got of it in all, by the postings and by hand. */
  #received(): ReadonlyMap<string, ReadonlyMap<string, bigint>> {
    const { ledger } = this.#database!;
    const playerOf = (id: string): string | undefined =>
      /^player:(\d+):/.exec(ledger.accounts[Number(id) - 1]!.name)?.[1];
    const all = new Map<string, Map<string, bigint>>();
    for (const [key, postings] of ledger.entries) {
      const game = /^round:(\d+):/.exec(key)?.[1];
      if (game === undefined) continue;
      const players = all.get(game) ?? new Map<string, bigint>();
      all.set(game, players);
      for (const { source, destination, amount: moved } of postings) {
        const [from, to] = [playerOf(source), playerOf(destination)];
        if (from !== undefined) players.set(from, (players.get(from) ?? 0n) - moved);
        if (to !== undefined) players.set(to, (players.get(to) ?? 0n) + moved);
      }
    }
    for (const [game, players] of all) {
      for (const { player, amount: paid } of this.#handPaid(game)) {
        players.set(player, (players.get(player) ?? 0n) + BigInt(paid));
      }
    }
    return all;
  }

  /** What each player is to have of a round after the first `corrections` of it. */
  #dueAfter(game: string, corrections: number): ReadonlyMap<string, bigint> {
    const { status, coup } = this.#database!.round(game);
    const isVoid = status === 'void' || status === 'refunded';
    const first = this.#due(game, isVoid ? null : coup);
    const due = new Map([...first].map(([player, { paid }]) => [player, paid]));
    for (const each of this.#corrections.get(game)?.all.slice(0, corrections) ?? []) {
      const now = this.#due(game, each.fix === 'resettle' ? each.coup : null);
      for (const [player, { stakes, paid }] of now) {
        if (each.fix === 'refund' && each.player !== player) continue;
        // What no wallet has given goes back, whatever the cards were.
        due.set(player, this.#database!.wallets.isUntaken(game, player) ? stakes : paid);
      }
    }
    return due;
  }

  #hasUntaken(game: string): boolean {
    const { wallets } = this.#database!;
    const stakes = [...this.#due(game, null)];
    return stakes.some(([player, { paid }]) => paid > 0n && wallets.isUntaken(game, player));
  }

  /** What each player staked in a round, and what is due for it. No coup: the stakes are. */
  #due(
    game: string,
    coup: string | null,
  ): ReadonlyMap<string, { readonly stakes: bigint; readonly paid: bigint }> {
    const database = this.#database!;
    const rates = paytable(database.round(game).paytable)!;
    const dealt = parseCoup(coup ?? '');
    const placed = new Map<string, Map<Mode, Map<Spot, bigint>>>();
    for (const { player_id, mode, spot, amount: change } of database.betsOfRound(game)) {
      const modes = placed.get(player_id) ?? new Map<Mode, Map<Spot, bigint>>();
      placed.set(player_id, modes);
      const spots = modes.get(mode) ?? new Map<Spot, bigint>();
      modes.set(mode, spots);
      spots.set(spot, (spots.get(spot) ?? 0n) + BigInt(change));
    }
    return new Map(
      [...placed].map(([player, modes]) => {
        let stakes = 0n;
        let paid = 0n;
        for (const [mode, spots] of modes) {
          const lying = new Map<Spot, Amount>();
          for (const [spot, stake] of spots) {
            if (stake === 0n) continue;
            lying.set(spot, amount(stake));
            stakes += stake;
          }
          if (coup === null) paid = stakes;
          else paid += settle(dealt!, lying, mode, rates).total;
        }
        return [player, { stakes, paid }];
      }),
    );
  }

  /** I7: a replay from the last snapshot comes to the same as the log from its beginning. */
  #checkReplay(table: string, state: TableState): void {
    const last = this.#database!.snapshots.get(table)?.at(-1);
    if (last === undefined) return;
    let replayed = parseState(last.state);
    for (const row of this.#database!.log(table).slice(replayed.seq)) {
      replayed = evolve(replayed, loggedOf(row));
    }
    const isSame = isDeepStrictEqual(replayed, state);
    hold('I7', isSame, () => `${table}: a replay comes to another state`);
  }

  /** All studios and this checker read the same events: none of them has changed one. */
  #checkEvents(table: string): void {
    for (const { seq, payload, event } of this.#database!.log(table)) {
      const isAsWritten = event === undefined || isDeepStrictEqual(event, parseEvent(payload));
      hold('I9', isAsWritten, () => `${table}: event ${seq} was changed after it was written`);
    }
  }
}

/** Refusals of a retry that say nothing of the bet. */
const PASSING: ReadonlySet<string> = new Set([
  'internal_error',
  'table_is_busy',
  'table_is_moving',
  'unknown_table',
  'not_joined',
]);
