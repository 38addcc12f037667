/**
 * A live table: the one writer of its log. Everything that is asked of it passes one loop, in one
 * order: it is decided by the state, committed, taken into the state, published, and answered.
 */
import { assert } from '../money/assert.js';
import { GroupReadFull } from '../platform/group-read.js';
import { isLastingRefusal } from '../platform/transaction.js';
import { DEFAULT_POLICY } from '../protocol/operator-policy.js';
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import type { TableMessage } from '../protocol/table.js';
import type { After } from '../protocol/after.js';
import type { Slip } from '../punto-banco/slip.js';
import type { Circumstances, LoneCommand, TableCommand } from '../round/command.js';
import { decide, nextDueAtMs, wasSetBack } from '../round/decide.js';
import type { Decision } from '../round/decision.js';
import type { LoggedEvent, TableEvent } from '../round/event.js';
import { STUDIO } from '../round/fault.js';
import { evolve } from '../round/evolve.js';
import type { TableSettings } from '../round/settings.js';
import type { TableSnapshot } from '../round/snapshot.js';
import { type TableState, phaseBeneath } from '../round/state.js';
import type { Audience } from '../round/audience.js';
import { Alarm } from './alarm.js';
import { BetsUnderWay, GATHERED_MAX_MS, type Landed } from './bets-under-way.js';
import {
  type BatchPlan,
  type CommittedBet,
  type DecidedBet,
  byCurrency,
  commitBatch,
  planBatch,
} from './group-commit.js';
import type {
  BetLetter,
  BetLetterReply,
  CommandLetter,
  CommandReply,
  Letter,
  PlayerBet,
  UseRefused,
} from './letters.js';
import { timelineOf } from './lease.js';
import { LastBatches } from './last-batches.js';
import type { LiveState } from './live-state.js';
import { type Alongside, CHECKPOINT_AFTER, NotWrittenAlongside } from './log.js';
import { Mailbox } from './mailbox.js';
import { endsRound, ownMessages } from './own-messages.js';
import { answerFromLog } from './placed-bets.js';
import type { TableParts } from './ports.js';
import type { Published } from './published.js';
import { refusedByDatabase } from './refused-by-database.js';
import { type Reopened, reopen } from './reopening.js';
import type { BettingRound } from './store.js';
import type { SeatTaken, Seats, Sitter } from './seats.js';
import { BetStatistics } from './statistics.js';
import { StreamWatch } from './stream-watch.js';

/** Bets of a round that may be ruled out. More are not known yet until the round is over. */
const RULED_OUT_MAX = 100_000;

export class Table {
  /** As it came back from its log. Whoever was paying what it then owed may have ended. */
  readonly broughtBack: TableState;
  readonly #mailbox: Mailbox<Letter>;
  readonly #bets: BetsUnderWay;
  readonly #lastBatches = new LastBatches();
  /** Bets of the round in hand of which was said that they never stand, by player and id. */
  readonly #ruledOut = new Set<string>();
  readonly #live: LiveState;
  readonly #seats: Seats;
  readonly #alarm: Alarm;
  readonly #statistics: BetStatistics;
  readonly #stream: StreamWatch;
  #bettingRound: BettingRound | undefined;
  #nextGame: string;
  /** How many events came after the last checkpoint, at most. */
  #sinceCheckpoint: number;
  /** The round whose close was late when a bet came. */
  #lateIn: string | undefined;
  /** Calls off the collection of verdicts on the round's stakes. */
  #callOff: () => void = () => undefined;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(
    private readonly parts: TableParts,
    { live, seats, bettingRound, nextGame, replayed }: Reopened,
  ) {
    const { clock, publisher, follower } = parts.ports;
    const state = () => live.now;
    const publish = (command: TableCommand) => this.#publish(command);
    this.#mailbox = new Mailbox(parts.options.mailboxCapacity);
    this.#bets = new BetsUnderWay(clock, () => this.#mailbox.wake());
    this.#live = live;
    this.#seats = seats;
    this.#bettingRound = bettingRound;
    this.#nextGame = nextGame;
    this.#sinceCheckpoint = replayed;
    this.broughtBack = live.now;
    this.#alarm = new Alarm(clock, () => publish({ kind: 'tick' }));
    this.#stream = new StreamWatch({
      ...{ clock, state, publish },
      isCutOff: () => follower.isCutOff,
    });
    this.#statistics = new BetStatistics({
      clock,
      state,
      stakes: () => seats.inOwn(live.now.settings).map(({ stakes }) => stakes),
      publish: (statistics) => publisher.toPlayers(statistics),
    });
  }

  /**
   * Brings the table back from its log. `published` is what this process had published of it when
   * it stopped.
   */
  static async open(
    parts: TableParts,
    settings: TableSettings,
    published?: Published,
  ): Promise<Table> {
    return new Table(parts, await reopen(parts, settings, published));
  }

  get state(): TableState {
    return this.#live.now;
  }

  /** What has been published until now. It is kept where the table may come back. */
  get published(): Published {
    return this.#live.published;
  }

  /** Bets and commands that wait. */
  get waiting(): number {
    return this.#mailbox.size;
  }

  /** Players with stakes in the round in hand. */
  get playing(): number {
    return this.#seats.playing().length;
  }

  /** Who sits here, by a connection or by bets. For the pit alone. */
  get seats(): readonly Sitter[] {
    return this.#seats.all();
  }

  /**
   * The stakes, player by player, as they count in the table's own currency. For the pit alone.
   */
  get slips(): readonly Slip[] {
    return this.#seats.inOwn(this.state.settings);
  }

  snapshotFor(audience: Audience): TableSnapshot {
    return this.#live.snapshotFor(audience);
  }

  /** Which of its histories the studio's database is in. */
  get timeline(): number {
    return timelineOf(this.parts.lease);
  }

  /**
   * What `audience` was sent after `afterSeq` of that timeline, the first where none is named.
   * Undefined when a snapshot is needed.
   */
  missedSince(
    audience: Audience,
    { afterSeq, timeline = 0 }: After,
  ): readonly TableMessage[] | undefined {
    if (afterSeq === undefined || timeline !== this.timeline) return undefined;
    return this.#live.missedSince(audience, afterSeq);
  }

  /**
   * The player's own result of the round that ended last, until the next one ends. Undefined where
   * the player had no stakes in it, or it was corrected since.
   */
  resultOf(playerId: string): PlayerResult | undefined {
    return this.#live.resultOf(playerId);
  }

  /** What a correction that is paid has made of that result. */
  correctionOf(playerId: string): PlayerCorrection | undefined {
    return this.#live.correctionOf(playerId);
  }

  /** Seats a connection of the player. Undefined for an unknown player. */
  join(playerId: string, connection = playerId): Promise<SeatTaken | undefined> {
    return this.#seats.join(playerId, connection);
  }

  /** Bets stay on the table. */
  leave(playerId: string, connection = playerId): void {
    this.#seats.leave(playerId, connection);
  }

  /**
   * The encoder's heartbeat. It does not pass the mailbox, and leaves no trace. `isElsewhere`: it
   * came by another process.
   */
  beat(isElsewhere: boolean): void {
    this.#stream.beat(isElsewhere);
  }

  /**
   * Decided before the bets that wait, and answered after the commit. Refuses `table_is_busy` when
   * too many commands wait, whatever there is of bets. What goes `alongside` a command that is
   * taken is written in the same transaction. Where it cannot be written, rejects with
   * `NotWrittenAlongside`, and nothing has changed.
   */
  perform(command: LoneCommand, alongside?: Alongside): Promise<CommandReply>;
  perform(command: TableCommand, alongside?: Alongside): Promise<CommandReply | UseRefused>;
  perform(command: TableCommand, alongside?: Alongside): Promise<CommandReply | UseRefused> {
    return new Promise((answer, fail) => {
      const letter = { kind: 'command', command, alongside, answer, fail } as const;
      const isTaken = !this.#stopping && this.#mailbox.offerCommand(letter);
      if (!isTaken) answer({ ok: false, refusal: 'table_is_busy' });
    });
  }

  /**
   * Answered after the commit. A retry under the same id gets the first answer. A bet from
   * `elsewhere` is of a player who sits here by that connection to another process.
   */
  async bet(bet: PlayerBet, elsewhere?: string): Promise<BetLetterReply> {
    const { playerId } = bet;
    if (this.#bets.isUnseated(playerId) || this.#seats.isUnread(playerId, elsewhere)) {
      this.#bets.awaitSeat(playerId);
      try {
        await this.#seats.read(playerId, elsewhere);
      } catch (error) {
        const isFull = error instanceof GroupReadFull;
        return { ok: false, refusal: isFull ? 'table_is_busy' : 'internal_error' };
      } finally {
        // Without a pause between, the bet is in the mailbox.
        this.#bets.seated(playerId);
      }
    }
    this.#closeBeforeLateBet();
    return new Promise((answer) => {
      const isTaken = !this.#stopping && this.#mailbox.offer({ kind: 'bet', bet, answer });
      if (!isTaken) answer({ ok: false, refusal: 'table_is_busy' });
    });
  }

  /**
   * Whether the table has answered everything that the player asked of it before, and goes on.
   * False while a bet of theirs may still come to stand, also when the table stops: a statement
   * that is in the database then may be committed until another epoch has begun. Also false of a
   * round that the table does not have in hand. A bet under this id that does not stand by then
   * never will: one that was on its way is refused.
   */
  hasAnswered(playerId: string, game: string, betId: string): Promise<boolean> {
    return new Promise((answer) => {
      if (this.#stopping || this.#bets.isUnseated(playerId)) answer(false);
      else this.#mailbox.put({ kind: 'barrier', playerId, game, betId, answer });
    });
  }

  /** The time may have gone on while the table's timers stood still. */
  lookAtClock(): void {
    if (!this.#stopping) this.#goOn();
  }

  /**
   * Starts taking commands: the clock is set again, and a resulted round is paid. `onFault` is
   * called when the table had to stop.
   */
  start(onFault: (error: unknown) => void): void {
    this.#running = this.#run().catch(async (error: unknown) => {
      this.#halt();
      onFault(error);
      await this.#landRest();
    });
    this.#acceptIfAsked();
    this.#payIfOwed();
    for (const { game, correction } of this.state.corrections) this.#correct(game, correction);
    this.#goOn();
    this.#statistics.wait();
    this.#stream.wait();
  }

  /** Stops after what is under way. What waits was not taken: it is answered `table_is_busy`. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#mailbox.wake();
    await this.#running;
    this.#halt();
  }

  /**
   * The one loop that everything passes. A batch that has come back comes before everything else.
   * A command waits until no bet is under way, and no other bet is begun before it. Bets wait until
   * another batch may be sent, few of them also for each other where the database is busy, and for
   * the close of the bets where it is near. So does what a player asks after them. A checkpoint
   * waits until no bet is under way, and bets wait for it when it is due. A table that is stopping
   * takes no more letters, and ends what it has begun.
   */
  async #run(): Promise<void> {
    for (;;) {
      const landed = this.#bets.takeLanded();
      const letter = this.#stopping ? undefined : this.#mailbox.peek();
      const isCommand = letter?.kind === 'command';
      const hasBets = !isCommand && (this.#bets.hasReleased || letter?.kind === 'bet');
      const nowMs = this.parts.ports.clock.nowMs();
      const isClosing = this.#lastBatches.mustWait(this.state, nowMs);
      const isDue = this.#sinceCheckpoint >= CHECKPOINT_AFTER && !isClosing && !this.#stopping;
      const maySend = hasBets && this.#bets.hasRoom && !isDue && !isClosing;
      if (landed !== undefined) {
        this.#land(landed);
      } else if (isDue && !this.#bets.areFlying) {
        await this.#keepCheckpoint();
      } else if (maySend && this.#isWorthIt(nowMs)) {
        this.#sendBatch();
      } else if (this.#bets.areFlying && (letter !== undefined || hasBets || this.#stopping)) {
        // With each bet that comes meanwhile they may be worth a batch.
        const arrival = maySend ? [this.#mailbox.nextArrival()] : [];
        await Promise.race([this.#bets.nextLanding(), ...arrival]);
      } else if (letter === undefined && this.#stopping) {
        return;
      } else if (letter === undefined && !hasBets) {
        await this.#mailbox.arrival();
      } else if (letter === undefined || hasBets) {
        // Commands come before them, and nothing else does.
        const arrival = this.#mailbox.nextArrival();
        this.#closeBeforeLateBet();
        await arrival;
      } else {
        this.#mailbox.take();
        if (letter.kind === 'barrier') this.#ruleOut(letter);
        else if (letter.kind === 'command') await this.#perform(letter);
      }
    }
  }

  /** Whether few bets wait no longer for each other. Shortly before the close they do not. */
  #isWorthIt(nowMs: number): boolean {
    if (this.#stopping || this.#lastBatches.isNear(this.state, nowMs, GATHERED_MAX_MS)) return true;
    return this.#bets.isWorthIt(this.#mailbox.size, this.parts.options.batchMax);
  }

  /**
   * A bet that comes when the time of the round's bets has passed comes after their close, also
   * where the alarm is late, as in a process that was frozen.
   */
  #closeBeforeLateBet(): void {
    const { phase, round } = this.state;
    const takesBets = phase === 'betting' || phase === 'last_bets';
    if (!takesBets || round === null || this.#lateIn === round.game) return;
    if (this.parts.ports.clock.nowMs() < round.closesAtMs) return;
    this.#lateIn = round.game;
    this.#publish({ kind: 'tick' });
  }

  /**
   * What is on its way may be slow, as from a process that was frozen. Of a round that the table
   * does not have in hand it knows nothing.
   */
  #ruleOut({ playerId, game, betId, answer }: Extract<Letter, { kind: 'barrier' }>): void {
    const knows = game === this.state.round?.game && this.#ruledOut.size < RULED_OUT_MAX;
    const hasAnswered = knows && !this.#bets.isResting(playerId);
    if (hasAnswered) this.#ruledOut.add(`${playerId} ${betId}`);
    answer(hasAnswered);
  }

  /** One that could not be kept is kept later. What is wrong shows with the next event. */
  async #keepCheckpoint(): Promise<void> {
    this.#sinceCheckpoint = 0;
    try {
      await this.parts.store.keepCheckpoint(this.state);
    } catch {
      this.#sinceCheckpoint = CHECKPOINT_AFTER / 2;
    }
  }

  /**
   * Decides the bets whose turn it is, and sends those that the rules accept as one batch, or one
   * of each currency.
   */
  #sendBatch(): void {
    const { options, seats, ports, ...writer } = this.parts;
    const { letters, tooMany } = this.#bets.takeNext(
      this.#stopping ? NO_LETTERS : this.#mailbox,
      options.batchMax,
    );
    for (const letter of tooMany) refuse(letter, 'table_is_busy');
    const round = this.#bettingRound;
    let plan: BatchPlan;
    try {
      const isRuledOut = ({ playerId, betId }: PlayerBet) =>
        this.#ruledOut.has(`${playerId} ${betId}`);
      plan = planBatch(this.state, this.#seats, letters, isRuledOut, round?.further);
      assert(plan.batch.length === 0 || round !== undefined, 'bets are taken in a round');
    } catch (error) {
      for (const letter of letters) refuse(letter, 'internal_error');
      throw error;
    }
    for (const { seat } of plan.batch) seat.isBetting = true;
    for (const letter of plan.setAside) {
      if (!this.#bets.setAside(letter)) refuse(letter, 'table_is_busy');
    }
    for (const { letter, reply } of plan.answers) letter.answer(reply);
    for (const { letter, refusal } of plan.lookUps) {
      void answerFromLog(seats, letter.bet, refusal).then(letter.answer);
    }
    for (const { letter } of [...plan.answers, ...plan.lookUps]) {
      const { playerId } = letter.bet;
      if (this.#seats.find(playerId)?.isBetting !== true) this.#bets.release(playerId);
    }
    if (plan.batch.length === 0 || round === undefined) return;
    const { clock } = ports;
    const sentAtMs = clock.nowMs();
    for (const batch of byCurrency(plan.batch)) {
      const committing = commitBatch({ ...writer, clock }, round, batch);
      void this.#bets.send(batch, committing).then(() => {
        this.#lastBatches.note(clock.nowMs() - sentAtMs);
        this.#mailbox.wake();
      });
    }
  }

  /**
   * Takes in the outcome of a batch, and answers its letters. Throws when the table has to stop
   * because of it.
   */
  #land({ batch, result }: Landed): void {
    for (const { seat } of batch) seat.isBetting = false;
    try {
      if ('error' in result) throw result.error;
      const { event, bets } = result.committed;
      if (event !== undefined) this.#take(event);
      for (const { decided, outcome } of bets) {
        const rests = outcome === 'player_is_busy' && this.#bets.rest(decided.letter);
        if (!rests) answerBet(decided, outcome);
      }
    } catch (error) {
      for (const { letter } of batch) refuse(letter, 'internal_error');
      throw error;
    }
    for (const { letter } of batch) this.#bets.release(letter.bet.playerId);
  }

  /** The table has stopped. Bets that are still on the way are answered by their outcome. */
  async #landRest(): Promise<void> {
    for (const landed of await this.#bets.takeAllLanded()) {
      try {
        this.#land(landed);
      } catch {
        // A fault has stopped the table already, and was reported.
      }
    }
    for (const letter of this.#bets.takeAllWaiting()) refuse(letter, 'table_is_busy');
  }

  async #perform({ command, alongside, answer, fail }: CommandLetter): Promise<void> {
    const nowMs = this.parts.ports.clock.nowMs();
    let decision: Decision;
    try {
      decision = decide(this.state, command, this.#circumstances(nowMs));
      await this.#commit(decision.events, nowMs, decision.ok ? alongside : undefined);
    } catch (error) {
      if (error instanceof NotWrittenAlongside) return fail?.(error);
      const refused = refusedByDatabase(error);
      answer(refused ?? { ok: false, refusal: 'internal_error' });
      if (refused !== undefined) return;
      throw error;
    }
    this.#goOn();
    if (!decision.ok) {
      answer({ ok: false, refusal: decision.refusal });
      return;
    }
    const scan = decision.repeated ?? this.state.lastScan?.answer ?? null;
    answer({ ok: true, seq: this.state.seq, scan });
  }

  /** Sets the alarm for what is due next. Where the clock was set back, nothing waits for it. */
  #goOn(): void {
    const isSetBack = wasSetBack(this.state, this.parts.ports.clock.nowMs());
    if (isSetBack) this.#publish({ kind: 'tick' });
    else this.#alarm.set(nextDueAtMs(this.state));
  }

  async #commit(
    events: readonly TableEvent[],
    atMs: number,
    alongside: Alongside = () => [],
  ): Promise<void> {
    if (events.length === 0) return;
    const { store } = this.parts;
    const before = this.state;
    const logged = events.map((event, index) => ({ seq: before.seq + 1 + index, atMs, event }));
    const states: TableState[] = [];
    for (const each of logged) states.push(evolve(states.at(-1) ?? before, each));
    const after = states.at(-1) ?? before;
    await store.append(logged, after, alongside(before, after));
    for (const [index, each] of logged.entries()) this.#take(each, states[index]);
    for (const each of logged) await this.#follow(each);
  }

  /** Takes a committed event into the state, and publishes it. */
  #take(logged: LoggedEvent, after?: TableState): void {
    this.#sinceCheckpoint += 1;
    this.#live.take(logged, after);
    this.#statistics.take(logged.event.kind);
    this.#stream.take(logged.event.kind);
  }

  /** What a committed event starts. */
  async #follow({ seq, event }: LoggedEvent): Promise<void> {
    const { store } = this.parts;
    const { kind } = event;
    if (kind === 'betting_opened') {
      this.#seats.beginRound();
      this.#ruledOut.clear();
      this.#bettingRound = await store.bettingRound(event.game);
      this.#nextGame = await store.reserveGame();
    }
    if (kind === 'coup_decided' || kind === 'round_voided') this.#payIfOwed();
    if (kind === 'round_corrected') this.#correct(event.game, event.correction);
    if (kind === 'betting_closed') this.#acceptIfAsked();
    const own = await ownMessages(store, this.state, event, this.#seats);
    if (endsRound(event)) this.#live.forgetResultsBut(event.game);
    if (kind === 'stakes_taken') for (const { playerId } of own) this.#seats.takeOff(playerId);
    // Who joins meanwhile gets the own one with the answer, or after it.
    await this.#live.publishOwn(seq, own, (each) => this.#live.keepResults([each]));
  }

  /** Wallets are asked where anybody has stakes whose wallet is asked for each round. */
  #circumstances(nowMs: number): Circumstances {
    const { phase } = this.state;
    const mayClose = phase === 'betting' || phase === 'last_bets';
    const acceptMs = mayClose ? this.#acceptMs() : undefined;
    return { nowMs, nextGame: this.#nextGame, acceptMs };
  }

  /**
   * The longest time of the operators whose players have stakes (W3), as it was when the bets were
   * opened. An operator that is younger has the time that one is opened with.
   */
  #acceptMs(): number | undefined {
    const within = this.#bettingRound?.stakesWithinMs;
    let longest: number | undefined;
    for (const { walletOf } of this.#seats.playing()) {
      if (walletOf === null) continue;
      longest = Math.max(longest ?? 0, within?.get(walletOf) ?? DEFAULT_POLICY.stakesWithinMs);
    }
    return longest;
  }

  #acceptIfAsked(): void {
    const { round, table } = this.state;
    if (phaseBeneath(this.state) !== 'accepting_bets' || round === null) return;
    const { game, acceptedByMs = 0 } = round;
    this.#callOff();
    this.#callOff = this.parts.ports.acceptor.begin(table, game, acceptedByMs, async (...given) => {
      const reply = await this.perform(...given).catch((error: unknown) => {
        // The round cannot go on, and the pit is to see it: it can be voided.
        if (isForGood(error)) this.#publish(STOPPED);
        throw error;
      });
      return reply.ok || reply.refusal === 'nothing_is_due' || reply.refusal === 'wrong_round';
    });
  }

  #payIfOwed(): void {
    const { round, refunded, table } = this.state;
    const phase = phaseBeneath(this.state);
    const isOwed = phase === 'resulted' || (phase === 'void' && !refunded);
    if (isOwed && round !== null) this.parts.ports.payer.begin(table, round.game, this.playing);
  }

  #correct(game: string, correction: number): void {
    this.parts.ports.payer.correct(this.state.table, game, correction);
  }

  /**
   * What the table sends itself is never refused by a full mailbox. Its clock waits behind nothing
   * that has come: bets that have not been decided by then are too late.
   */
  #publish(command: TableCommand): void {
    if (this.#stopping) return;
    const letter = { kind: 'command', command, answer: () => undefined } as const;
    if (command.kind === 'tick') this.#mailbox.putFirst(letter);
    else this.#mailbox.putCommand(letter);
  }

  #halt(): void {
    this.#stopping = true;
    this.#callOff();
    this.#alarm.stop();
    this.#statistics.stop();
    this.#stream.stop();
    for (const letter of this.#bets.takeAllWaiting()) refuse(letter, 'table_is_busy');
    for (let letter = this.#mailbox.take(); letter !== undefined; letter = this.#mailbox.take()) {
      if (letter.kind === 'barrier') letter.answer(false);
      else letter.answer({ ok: false, refusal: 'table_is_busy' });
    }
  }
}

const STOPPED = { kind: 'suspend', reason: 'impossible_state', by: STUDIO } as const;

/** The database refuses what goes along with a command, and will refuse it again. */
const isForGood = (error: unknown): boolean =>
  error instanceof NotWrittenAlongside && isLastingRefusal(error.cause);

/** What a table that is stopping finds in its mailbox. */
const NO_LETTERS = { peek: () => undefined, take: () => undefined };

/** A bet that stands changes the slip of its seat. Its answer is kept for whoever asks again. */
const answerBet = (
  { letter, seat, change }: DecidedBet,
  outcome: CommittedBet['outcome'],
): void => {
  if (outcome === 'player_is_busy') return refuse(letter, 'table_is_busy');
  if (typeof outcome === 'string') return refuse(letter, outcome);
  const { betId, content } = letter.bet;
  seat.slip = change.slip;
  seat.answers.set(betId, { content, answer: outcome });
  letter.answer({ ok: true, ...outcome });
};

const refuse = (
  { answer }: BetLetter,
  refusal: Extract<BetLetterReply, { ok: false }>['refusal'],
): void => answer({ ok: false, refusal });
