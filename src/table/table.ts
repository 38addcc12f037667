/** A live table: the one writer of its log. Commands pass its mailbox one after the other; what is decided is committed, then told. */
import type pg from 'pg';
import type { PlayerResult } from '../protocol/player.js';
import type { UseRefusal } from '../protocol/refusals.js';
import type { TableMessage } from '../protocol/table.js';
import type { Slip } from '../punto-banco/slip.js';
import type { LoneCommand, TableCommand } from '../round/command.js';
import { decide, nextDueAtMs } from '../round/decide.js';
import type { Decision } from '../round/decision.js';
import type { LoggedEvent, TableEvent } from '../round/event.js';
import { evolve } from '../round/evolve.js';
import type { RoundRefusal } from '../round/refusal.js';
import type { TableSettings } from '../round/settings.js';
import { type TableSnapshot, snapshot } from '../round/snapshot.js';
import { type ScanAnswer, type TableState, phaseBeneath } from '../round/state.js';
import type { Audience } from '../round/audience.js';
import { BetDesk, type BetLetter, type BetReply, type PlayerBet } from './bet-desk.js';
import { Alarm } from './clock.js';
import type { Lease } from './lease.js';
import { type Alongside, NotWrittenAlongside, type Replayed, append, replay } from './log.js';
import { Mailbox } from './mailbox.js';
import { News, type Told } from './news.js';
import type { TablePorts } from './ports.js';
import { type OwnCorrection, ownCorrections } from './own-corrections.js';
import { refusedApproval } from './refused-approval.js';
import { refusedCards } from './used-cards.js';
import { type OwnResult, ownResults } from './results.js';
import type { Seat } from './seat.js';
import { Seats } from './seats.js';
import { BetStatistics } from './statistics.js';
import { StreamWatch } from './stream-watch.js';

export interface TableParts {
  readonly lease: Lease;
  /** A connection of the table's own: its statements run in the order they are sent. */
  readonly client: pg.ClientBase;
  /** For what the table itself must read. */
  readonly pool: Pick<pg.Pool, 'query'>;
  /** For what players ask to be looked up. */
  readonly reads: Pick<pg.Pool, 'query'>;
  readonly ports: TablePorts;
  readonly options: {
    /** Letters that may wait; beyond it `table_is_busy`. */
    readonly mailboxCapacity: number;
    /** Bets committed as one statement, at most. */
    readonly batchMax: number;
  };
}

/** `internal_error`: the table had to stop, and comes back from its log. */
export type CommandReply =
  | { readonly ok: true; readonly seq: number; readonly scan: ScanAnswer | null }
  | {
      readonly ok: false;
      readonly refusal: RoundRefusal | 'table_is_busy' | 'internal_error';
    };

/** What needs an approval may be refused because of it, too. */
export interface UseRefused {
  readonly ok: false;
  readonly refusal: UseRefusal;
}

/** A correction of a round, by its number. */
interface Correction {
  readonly game: string;
  readonly correction: number;
}

interface CommandLetter {
  readonly kind: 'command';
  readonly command: TableCommand;
  readonly alongside?: Alongside | undefined;
  readonly answer: (reply: CommandReply | UseRefused) => void;
  readonly fail?: (error: NotWrittenAlongside) => void;
}

/** Changes nothing: it is answered when everything before it has been. */
interface BarrierLetter {
  readonly kind: 'barrier';
  readonly answer: () => void;
}

export class Table {
  readonly #mailbox: Mailbox<BetLetter | CommandLetter | BarrierLetter>;
  readonly #alarm: Alarm;
  readonly #seats: Seats;
  readonly #bets: BetDesk;
  readonly #statistics: BetStatistics;
  readonly #stream: StreamWatch;
  #state: TableState;
  #nextGame = '';
  /** The last game whose players were told their results. */
  #resultsToldOf = '';
  /** A correction that is paid, until those whom it concerns have been told. */
  #paidCorrection: Correction | undefined;
  #stopping = false;
  #failure: { readonly error: unknown } | undefined;
  #running: Promise<void> = Promise.resolve();

  private constructor(
    private readonly parts: TableParts,
    state: TableState,
    private readonly news: News,
  ) {
    this.#state = state;
    this.#mailbox = new Mailbox(parts.options.mailboxCapacity);
    const { clock, publisher } = parts.ports;
    this.#alarm = new Alarm(clock, () => this.#tell({ kind: 'tick' }));
    this.#seats = new Seats(parts.reads, state.table);
    this.#bets = new BetDesk({
      ...parts,
      clock,
      batchMax: parts.options.batchMax,
      seats: this.#seats,
      state: () => this.#state,
      take: (logged) => this.#take(logged),
      wake: () => this.#mailbox.wake(),
      fail: (error) => this.#fail(error),
    });
    this.#statistics = new BetStatistics({
      clock,
      state: () => this.#state,
      stakes: () => this.#seats.playing().map(({ slip }) => slip.stakes),
      tell: (statistics) => publisher.toPlayers(statistics),
    });
    this.#stream = new StreamWatch({
      clock,
      state: () => this.#state,
      tell: (command) => this.#tell(command),
    });
  }

  /**
   * Brings the table back from its log, exactly as it was. `former` is the table as this process ran it before it stopped: who sat
   * there sits again, and what was committed but not told is told now.
   */
  static async open(parts: TableParts, settings: TableSettings, former?: Table): Promise<Table> {
    const { state, recent } = await replay(parts.pool, parts.lease.table, settings);
    const news = new News(recent[0]?.before ?? state);
    const toldSeq = former?.state.seq ?? state.seq;
    const untold: Told[] = [];
    for (const { before, logged } of recent) {
      const told = news.add(before, logged);
      if (logged.seq > toldSeq) untold.push(...told);
    }
    const table = new Table(parts, state, news);
    const corrected = former === undefined ? [] : await table.#untoldCorrections(recent, former);
    const game = state.round?.game ?? '0';
    if (state.round !== null) {
      await table.#bets.openRound(game);
      await table.#seats.recall(game);
    }
    await table.#reserveGame();
    const results = former === undefined ? [] : await table.#untoldResults(former);
    if (former !== undefined) await table.#seats.adopt(former.#seats, game);

    // From here nothing can fail: what is told is told once.
    const { publisher } = parts.ports;
    for (const { audience, message } of untold) publisher.toTable(audience, message);
    for (const { playerId, result } of results) publisher.toPlayer(playerId, result);
    for (const { playerId, correction } of corrected) {
      publisher.correctionToPlayer(playerId, correction);
    }
    return table;
  }

  get state(): TableState {
    return this.#state;
  }

  /** Players who sit here with a connection. */
  get connectedPlayers(): number {
    return this.#seats.connected;
  }

  /** Who sits here, by a connection or by bets. For the pit alone. */
  get seats(): readonly Seat[] {
    return this.#seats.all();
  }

  /** What lies, player by player. For the pit alone. */
  get slips(): readonly Slip[] {
    return this.#seats.playing().map(({ slip }) => slip);
  }

  /** Starts taking commands: the clock is set again, a round that was resulted is paid. `onFault` is called when the table had to stop. */
  start(onFault: (error: unknown) => void): void {
    this.#running = this.#run().catch((error: unknown) => {
      this.#halt();
      onFault(error);
    });
    this.#payIfOwed();
    for (const owed of this.#state.corrections) this.#correct(owed);
    this.#alarm.set(nextDueAtMs(this.#state));
    this.#statistics.wait();
    this.#stream.wait();
  }

  /** Stops after what is under way; what waits is answered `internal_error`. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#mailbox.wake();
    await this.#running;
    await this.#bets.land();
    this.#halt();
  }

  snapshotFor(audience: Audience): TableSnapshot {
    return snapshot(this.#state, audience);
  }

  /** What `audience` was told after `seq`; undefined when a snapshot is needed. */
  missedSince(audience: Audience, seq: number): readonly TableMessage[] | undefined {
    return this.news.since(audience, seq);
  }

  /** Seats a connection of the player. Undefined for an unknown player. */
  join(playerId: string, connection = playerId): Promise<Seat | undefined> {
    return this.#seats.join(playerId, connection, this.#state.round?.game ?? '0');
  }

  /** Bets that lie stay. */
  leave(playerId: string, connection = playerId): void {
    this.#seats.leave(playerId, connection);
  }

  /** The encoder's heartbeat: it passes no mailbox, and leaves no trace. */
  beat(): void {
    this.#stream.beat();
  }

  /**
   * Answered after the commit. Refuses `table_is_busy` when the mailbox is full. What goes `alongside` a command that is taken is
   * written in the same transaction; rejects with `NotWrittenAlongside`, and nothing has changed, where it cannot be.
   */
  perform(command: LoneCommand, alongside?: Alongside): Promise<CommandReply>;
  perform(command: TableCommand, alongside?: Alongside): Promise<CommandReply | UseRefused>;
  perform(command: TableCommand, alongside?: Alongside): Promise<CommandReply | UseRefused> {
    return new Promise((answer, fail) => {
      const letter = { kind: 'command', command, alongside, answer, fail } as const;
      const isTaken = !this.#stopping && this.#mailbox.offer(letter);
      if (!isTaken) answer({ ok: false, refusal: 'table_is_busy' });
    });
  }

  /** Answered after the commit. A retry under the same id gets the first answer. */
  bet(bet: PlayerBet): Promise<BetReply> {
    return new Promise((answer) => {
      const isTaken = !this.#stopping && this.#mailbox.offer({ kind: 'bet', bet, answer });
      if (!isTaken) answer({ ok: false, refusal: 'table_is_busy' });
    });
  }

  /** Resolves when everything that was asked of the table before has been answered. */
  caughtUp(): Promise<void> {
    return new Promise((answer) => {
      if (this.#stopping) answer();
      else this.#mailbox.put({ kind: 'barrier', answer });
    });
  }

  /** The one loop that everything passes, in one order. */
  async #run(): Promise<void> {
    while (!this.#stopping) {
      const next = this.#mailbox.peek();
      if (next?.kind === 'bet' || this.#bets.hasReady) {
        await this.#bets.takeFrom(this.#mailbox);
      } else if (next === undefined) {
        await this.#mailbox.arrival();
      } else {
        await this.#bets.land();
        if (this.#failure === undefined) {
          this.#mailbox.take();
          if (next.kind === 'barrier') next.answer();
          else await this.#perform(next);
        }
      }
      if (this.#failure !== undefined) throw this.#failure.error;
    }
    await this.#bets.land();
  }

  async #perform({ command, alongside, answer, fail }: CommandLetter): Promise<void> {
    const nowMs = this.parts.ports.clock.nowMs();
    let decision: Decision;
    try {
      decision = decide(this.#state, command, { nowMs, nextGame: this.#nextGame });
      await this.#commit(decision.events, nowMs, decision.ok ? alongside : undefined);
    } catch (error) {
      if (error instanceof NotWrittenAlongside) return fail?.(error);
      const refused = refusedByDatabase(error);
      answer(refused ?? { ok: false, refusal: 'internal_error' });
      if (refused !== undefined) return;
      throw error;
    }
    this.#alarm.set(nextDueAtMs(this.#state));
    if (!decision.ok) {
      answer({ ok: false, refusal: decision.refusal });
      return;
    }
    const scan = decision.repeated ?? this.#state.lastScan?.answer ?? null;
    answer({ ok: true, seq: this.#state.seq, scan });
  }

  async #commit(
    events: readonly TableEvent[],
    atMs: number,
    alongside: Alongside = () => [],
  ): Promise<void> {
    if (events.length === 0) return;
    const { client, lease } = this.parts;
    const logged = events.map((event, index) => ({
      seq: this.#state.seq + 1 + index,
      atMs,
      event,
    }));
    const after = logged.reduce(evolve, this.#state);
    await append(client, lease, logged, after, alongside(this.#state, after));
    for (const each of logged) this.#take(each);
    for (const { event } of logged) await this.#follow(event);
  }

  /** Takes a committed event into the state, and tells of it. */
  #take(logged: LoggedEvent): void {
    const before = this.#state;
    this.#state = evolve(before, logged);
    for (const { audience, message } of this.news.add(before, logged)) {
      this.parts.ports.publisher.toTable(audience, message);
    }
    this.#statistics.take(logged.event.kind);
    this.#stream.take(logged.event.kind);
    this.parts.ports.follower.take(before.table, logged);
  }

  /** What a committed event sets going. */
  async #follow(event: TableEvent): Promise<void> {
    const { kind } = event;
    if (kind === 'betting_opened') {
      this.#seats.beginRound();
      await this.#bets.openRound(this.#state.round!.game);
      await this.#reserveGame();
    }
    if (kind === 'spot_closed' || kind === 'spot_opened') this.#bets.renewRules();
    if (kind === 'coup_decided' || kind === 'round_voided') this.#payIfOwed();
    if (kind === 'round_corrected') this.#correct(event);
    if (kind === 'correction_paid') await this.#tellCorrection(event);
    if (kind === 'round_settled') await this.#tellResults('settled');
    if (kind === 'round_refunded') await this.#tellResults('refunded');
  }

  #payIfOwed(): void {
    const { round, refunded, table } = this.#state;
    const phase = phaseBeneath(this.#state);
    const isOwed = phase === 'resulted' || (phase === 'void' && !refunded);
    if (isOwed && round !== null) this.parts.ports.payer.begin(table, round.game, round.bets);
  }

  #correct({ game, correction }: Correction): void {
    this.parts.ports.payer.correct(this.#state.table, game, correction);
  }

  async #tellCorrection({ game, correction }: Correction): Promise<void> {
    const { pool, ports } = this.parts;
    this.#paidCorrection = { game, correction };
    for (const own of await ownCorrections(pool, this.#state.table, game, correction)) {
      ports.publisher.correctionToPlayer(own.playerId, own.correction);
    }
    this.#paidCorrection = undefined;
  }

  async #tellResults(fate: PlayerResult['fate']): Promise<void> {
    const { publisher } = this.parts.ports;
    for (const { playerId, result } of await this.#results(fate)) {
      publisher.toPlayer(playerId, result);
    }
    this.#resultsToldOf = this.#state.round!.game;
  }

  /** The results of a round that has ended, when the table stopped before it could tell them. */
  async #untoldResults(former: Table): Promise<readonly OwnResult[]> {
    const { round, refunded } = this.#state;
    const phase = phaseBeneath(this.#state);
    const hasEnded = phase === 'settled' || (phase === 'void' && refunded);
    this.#resultsToldOf = former.#resultsToldOf;
    if (!hasEnded || round === null || round.game === this.#resultsToldOf) return [];
    this.#resultsToldOf = round.game;
    return this.#results(phase === 'settled' ? 'settled' : 'refunded');
  }

  /** The corrections that were paid, and committed, when the table stopped before it could tell them. */
  async #untoldCorrections(
    recent: Replayed['recent'],
    former: Table,
  ): Promise<readonly OwnCorrection[]> {
    const paid: Correction[] = recent.flatMap(({ logged: { event, seq } }) =>
      event.kind === 'correction_paid' && seq > former.state.seq ? [event] : [],
    );
    if (former.#paidCorrection !== undefined) paid.unshift(former.#paidCorrection);
    const untold: OwnCorrection[] = [];
    for (const { game, correction } of paid) {
      untold.push(...(await ownCorrections(this.parts.pool, this.#state.table, game, correction)));
    }
    return untold;
  }

  #results(fate: PlayerResult['fate']): Promise<readonly OwnResult[]> {
    const { table, round } = this.#state;
    return ownResults(this.parts.pool, table, round!, fate, this.#seats.playing());
  }

  /** A game number in hand, so that opening the bets need not wait for one. */
  async #reserveGame(): Promise<void> {
    const { rows } = await this.parts.pool.query<{ game: string }>(
      `select nextval('game_numbers') as game`,
    );
    this.#nextGame = rows[0]!.game;
  }

  /** What the table tells itself is never refused by a full mailbox. */
  #tell(command: TableCommand): void {
    if (this.#stopping) return;
    this.#mailbox.put({ kind: 'command', command, answer: () => undefined });
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#mailbox.wake();
  }

  #halt(): void {
    this.#stopping = true;
    this.#alarm.stop();
    this.#bets.stop();
    this.#statistics.stop();
    this.#stream.stop();
    for (let letter = this.#mailbox.take(); letter !== undefined; letter = this.#mailbox.take()) {
      if (letter.kind === 'barrier') letter.answer();
      else letter.answer({ ok: false, refusal: 'internal_error' });
    }
  }
}

/** What the database refuses to a person, as it refuses by law: the table is as it was, and goes on. */
const refusedByDatabase = (error: unknown): CommandReply | UseRefused | undefined => {
  const use = refusedApproval(error);
  if (use !== undefined) return { ok: false, refusal: use };
  const refusal = refusedCards(error);
  return refusal && { ok: false, refusal };
};
