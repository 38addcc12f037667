/**
 * A live table for tests: commands go in, and out come the log, the state and what each audience is
 * sent.
 */
import { type Card, FACES } from '../../src/cards/card.js';
import type { TableMessage } from '../../src/protocol/table.js';
import type { TableCommand } from '../../src/round/command.js';
import { decide, nextDueAtMs, roundDueAtMs } from '../../src/round/decide.js';
import type { Decision } from '../../src/round/decision.js';
import type { LoggedEvent, TableEvent } from '../../src/round/event.js';
import { evolve } from '../../src/round/evolve.js';
import { nextSeat } from '../../src/punto-banco/coup.js';
import { type ScanCodes, makeScanCode } from '../../src/round/scan-code.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../../src/round/settings.js';
import { type Phase, type TableState, emptyTable, scanCodesOf } from '../../src/round/state.js';
import type { Audience } from '../../src/round/audience.js';
import { view } from '../../src/round/view.js';

export const DEALER = 'Dora';
/** The time of a table's first event. */
export const START_MS = 1_800_000_000_000;

const LAST_GAME = 1_000_000_000;

export class LiveTable {
  readonly log: LoggedEvent[] = [];
  /** `states[n]` is the state after event n. */
  readonly states: TableState[];
  nowMs = START_MS;
  acceptMs: number | undefined;
  #games = LAST_GAME;

  constructor(settings: Partial<TableSettings> = {}) {
    this.states = [emptyTable('pb-1', { ...DEFAULT_SETTINGS, ...settings })];
  }

  get state(): TableState {
    return this.states.at(-1)!;
  }

  get phase(): Phase {
    return this.state.phase;
  }

  /** The game number of the round in hand. */
  get game(): string {
    return this.state.round?.game ?? 'none';
  }

  /** The number that a scanner gives to its next scan. */
  get nextScan(): number {
    return (this.state.lastScan?.scanSeq ?? 0) + 1;
  }

  /** Decides the command now, and takes what follows from it. */
  give(command: TableCommand): Decision {
    const nextGame = String(this.#games + 1);
    const { nowMs, acceptMs } = this;
    const decision = decide(this.state, command, { nowMs, nextGame, acceptMs });
    for (const event of decision.events) this.take(event);
    if (this.state.round?.game === nextGame) this.#games += 1;
    return decision;
  }

  /** Gives commands that are lawful. */
  do(...commands: readonly TableCommand[]): this {
    for (const command of commands) {
      const decision = this.give(command);
      if (!decision.ok) throw new Error(`${command.kind} was refused: ${decision.refusal}`);
    }
    return this;
  }

  /** Takes an event that was decided elsewhere, as the bet desk's are. */
  take(event: TableEvent): this {
    const logged = { seq: this.state.seq + 1, atMs: this.nowMs, event };
    this.log.push(logged);
    this.states.push(evolve(this.state, logged));
    return this;
  }

  /** One more betting command stands. `change` in minor units, with a sign. */
  bets(change = 100): this {
    const { game } = this;
    return this.take({ kind: 'bets_accepted', game, bets: 1, change: String(change), digest: '' });
  }

  /** Scans faces, or the cut card as `CUT`, numbered one after the other. */
  scan(...cards: readonly string[]): this {
    for (const card of cards) {
      this.do({
        kind: 'scan',
        code: codeOf(card, scanCodesOf(this.state)),
        scanSeq: this.nextScan,
      });
    }
    return this;
  }

  burn(card: Card = '5c'): this {
    const code = codeOf(card, scanCodesOf(this.state));
    return this.do({ kind: 'burn', code, scanSeq: this.nextScan });
  }

  later(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  /** Waits until the clock has something to do, and lets it. */
  tick(): this {
    this.nowMs = Math.max(this.nowMs, nextDueAtMs(this.state) ?? this.nowMs);
    return this.do({ kind: 'tick' });
  }

  /** From closed to the first bets of a shoe. */
  open(): this {
    this.do({ kind: 'open_table', dealer: DEALER }).newShoe().burn();
    return this.do({ kind: 'open_betting' });
  }

  /** A shoe in place, with new cards where they are due. */
  newShoe(): this {
    if (this.state.cards.due !== null) this.bringCards();
    return this.do({ kind: 'new_shoe' });
  }

  bringCards(): this {
    return this.do({ kind: 'bring_cards', cards: `box-${this.state.seq}`, by: DEALER });
  }

  /** Some stakes are of wallets that are asked when the bets close. */
  asking(): this {
    this.acceptMs = 3_000;
    return this;
  }

  /** From open bets to closed ones. */
  close(): this {
    while (this.phase === 'betting' || this.phase === 'last_bets') this.tick();
    return this;
  }

  /** Operators' wallets have answered: `voided` players' stakes of 100 each are void. */
  accept(voided = 0): this {
    const { game } = this;
    const change = voided === 0 ? '0' : `-${voided}00`;
    return this.do({ kind: 'finish_acceptance', game, taken: 1, voided, change, digest: '' });
  }

  settle(): this {
    const { game, state } = this;
    const stakes = state.round?.stakes ?? '0';
    return this.do({ kind: 'finish_settlement', game, stakes, paid: '0' });
  }

  refund(): this {
    const { game, state } = this;
    return this.do({ kind: 'finish_refund', game, stakes: state.round?.stakes ?? '0' });
  }

  /** The coup wants a card, and the shoe has none: two persons must void the round. */
  get hasRunOut(): boolean {
    const { phase, shoe, round } = this.state;
    const isDealing = phase === 'bets_closed' || phase === 'dealing';
    return isDealing && shoe?.cardsLeft === 0 && nextSeat(round?.cards ?? []) !== undefined;
  }

  /** What a studio at work does next, and always may do. With it no table is stuck. */
  carryOn(card: Card = possibleCard(this.state)): this {
    const { state } = this;
    const { shoe } = state;
    switch (state.phase) {
      case 'closed':
        return this.do({ kind: 'open_table', dealer: DEALER });
      case 'shoe_change':
        if (state.cards.due !== null) return this.bringCards();
        if (shoe === null || shoe.removed) return this.newShoe();
        return shoe.burned ? this.do({ kind: 'open_betting' }) : this.burn(card);
      case 'betting':
      case 'last_bets':
        return this.tick();
      case 'accepting_bets':
        return this.accept();
      case 'bets_closed':
      case 'dealing':
        if (Boolean(state.round?.faceDown) && isFirstFourDealt(state)) {
          return this.do({ kind: 'show_card', by: DEALER });
        }
        if (this.hasRunOut) return this.#voidRound();
        if (nextSeat(state.round?.cards ?? []) !== undefined) return this.scan(card);
        return this.do({ kind: 'confirm_coup', by: DEALER });
      case 'resulted':
        return this.settle();
      case 'void':
        return state.refunded ? this.#openNext() : this.refund();
      case 'settled':
        return this.#openNext();
      case 'suspended':
        if (state.streamLost) return this.do({ kind: 'regain_stream' });
        return this.do({ kind: 'resume', by: 'Sven' });
    }
  }

  /** What `audience` was sent so far. */
  published(audience: Audience): readonly TableMessage[] {
    const messages: TableMessage[] = [];
    for (const { seq, atMs, event } of this.log) {
      const body = view(event, audience);
      if (body === undefined) continue;
      const { table, shown } = this.states[seq - 1]!;
      const header = { table, seq, prev: shown[audience], atMs };
      messages.push({ ...header, ...body } as TableMessage);
    }
    return messages;
  }

  /** The kinds of the events since event `seq`. */
  kinds(seq = 0): readonly string[] {
    return this.log.slice(seq).map(({ event }) => event.kind);
  }

  #voidRound(): this {
    const { game } = this;
    const reason = 'the shoe has run out';
    return this.do({
      kind: 'void_round',
      game,
      reason,
      requestedBy: DEALER,
      approvedBy: 'Sven',
      approval: '7',
    });
  }

  #openNext(): this {
    return roundDueAtMs(this.state) === null ? this.do({ kind: 'open_betting' }) : this.tick();
  }
}

const isFirstFourDealt = ({ round }: TableState): boolean => (round?.cards.length ?? 0) >= 4;

/** A face of which a copy may still be in the shoe. */
export const possibleCard = ({ shoe }: TableState): Card =>
  FACES.find(
    (face) => (shoe?.seen ?? []).filter((seen) => seen === face).length < (shoe?.decks ?? 1),
  )!;

const codeOf = (card: string, codes: ScanCodes): string =>
  card === 'CUT' ? codes.cutCard : makeScanCode(card as Card, codes);
