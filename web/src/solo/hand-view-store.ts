/**
 * A hand as its player sees it grow. The studio answers with all that follows from a choice at
 * once. It is shown event by event, at a pace that a touch hastens. An order without an answer is
 * asked for until it is known what became of it.
 */
import { createStore } from 'zustand/vanilla';
import { NoAnswer } from '../../../src/client/connection.js';
import { delayAfter } from '../../../src/client/delays.js';
import type { DealDiffers } from '../../../src/client/solo-client.js';
import type { Refused } from '../../../src/protocol/command.js';
import type { SoloGame } from '../../../src/solo/game.js';
import { keepOrder, keptOrder } from './asked-order.js';
import { type OrderKind, noteOrderOutcome, noteUnanswered } from './unanswered-orders.js';
import type { DeskHand, NextHand, HandOrder, PlayedOrder, SoloDesk, StakeRules } from './desk.js';

interface HandEvent {
  readonly kind: string;
  readonly taken?: bigint;
  readonly paid?: bigint;
}

/** The pure rules of a game, and how long the page waits before it shows an event, in ms. */
export interface HandRules<Hand, Event> {
  readonly game: SoloGame;
  readonly newHand: Hand;
  readonly evolve: (hand: Hand, event: Event) => Hand;
  readonly pauseBefore: (event: Event) => number;
  /** The player’s command that this event follows from, if it does, without its step. */
  readonly commandOf: (hand: Hand, event: Event) => object | undefined;
}

/** Said to the player: a refusal of the studio, or a word of the room. */
interface Said {
  /** Which of all that was said it is. */
  readonly count: number;
  readonly code: string;
  readonly amount: bigint | undefined;
}

export interface HandView<Hand, Event, Command> {
  /** Undefined until the studio has sent them. */
  readonly rules: StakeRules | undefined;
  /** Why the game is not opened. */
  readonly closedBecause: string | undefined;
  readonly dealt: DeskHand<Event> | undefined;
  /** The hand after its first `shown` events. */
  readonly hand: Hand;
  readonly shown: number;
  /** The hand after this one, once this one is over. */
  readonly next: NextHand | undefined;
  readonly asked: HandOrder<Command> | undefined;
  /** No answer came to what is asked: it is being found out. */
  readonly isDoubtful: boolean;
  readonly said: Said | undefined;
  /** The studio said something else of a hand than was noted before its stakes. It stays. */
  readonly differs: DealDiffers | undefined;
}

interface HandInPlay {
  readonly hand: string;
  /** All that lies on it, in minor units. */
  readonly taken: bigint;
}

/** What the account hears, and the page beyond the room. */
export interface Teller {
  readonly balance: (balance: bigint) => void;
  /** The credit that is shown is `from`: it becomes `to`. Where it is not, it is read anew. */
  readonly paid: (from: bigint, to: bigint) => void;
  /** The credit is read anew. */
  readonly read: () => void;
  readonly acted: () => void;
  readonly refused: (refusal: string) => void;
  /** The room was left, and this hand waits for its player. */
  readonly kept: (hand: HandInPlay) => void;
  /** This hand was in play, and has ended while nothing was heard of it. */
  readonly ended: (hand: HandInPlay) => void;
  /** Calls whenever there is a connection again, and at once where there is one. */
  readonly whenConnected: (listener: () => void) => () => void;
}

export class HandViewStore<
  Hand,
  Event extends HandEvent,
  Command extends { readonly kind: OrderKind },
> {
  readonly store;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #off: readonly (() => void)[] = [];
  #failures = 0;
  #saidCount = 0;
  /** The credit once everything is shown. `read`: what it is now has to be asked. */
  #due: { readonly from: bigint; readonly to: bigint } | 'read' | undefined;

  constructor(
    readonly rules: HandRules<Hand, Event>,
    private readonly desk: SoloDesk<Command, Event>,
    private readonly teller: Teller,
  ) {
    this.store = createStore<HandView<Hand, Event, Command>>(() => ({
      rules: undefined,
      closedBecause: undefined,
      dealt: undefined,
      hand: rules.newHand,
      shown: 0,
      next: undefined,
      asked: undefined,
      isDoubtful: false,
      said: undefined,
      differs: undefined,
    }));
  }

  /** Returns a function that leaves the game. The hand stays as it is. */
  open(): () => void {
    this.#off = [
      this.desk.onDiffers((differs) => this.store.setState({ differs })),
      this.teller.whenConnected(() => void this.#catchUp()),
      // What happened to it is said over the page, wherever the player is.
      this.desk.onChanged(({ dealt, balance }) => {
        this.teller.balance(balance);
        if (dealt.number === this.store.getState().dealt?.number) this.#showAll(dealt);
        void this.#catchUp();
      }),
    ];
    return () => {
      clearTimeout(this.#wait);
      clearTimeout(this.#again);
      for (const off of this.#off) off();
      this.#off = [];
      this.#leave();
    };
  }

  /** Nothing while another order is under way. */
  async play(command: Command): Promise<void> {
    const { dealt, asked, shown } = this.store.getState();
    if (dealt === undefined || asked !== undefined || shown < dealt.events.length) return;
    const order = {
      id: crypto.randomUUID(),
      hand: dealt.number,
      step: dealt.events.length,
      command,
    };
    this.#ask(order);
    try {
      this.#answered(order.id, await this.desk.play(order));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.store.setState({ isDoubtful: true });
      void this.#catchUp();
    }
  }

  /** What lies on a hand that waits for its player’s choice. Undefined where none does. */
  inPlay(): HandInPlay | undefined {
    const { dealt } = this.store.getState();
    if (dealt === undefined || dealt.opening !== null || dealt.events.length === 0)
      return undefined;
    const taken = dealt.events.reduce((total, event) => total + (event.taken ?? 0n), 0n);
    return { hand: dealt.number, taken };
  }

  /** Shows the next event now. */
  hasten(): void {
    if (this.#wait === undefined) return;
    clearTimeout(this.#wait);
    this.#showNext();
  }

  /**
   * Clears the table for the next hand. Nothing while this one is not over. Where the studio could
   * make none after it, it is asked for one.
   */
  startNext(): void {
    const { next, dealt, shown } = this.store.getState();
    if (dealt === undefined || shown < dealt.events.length) return;
    if (next === undefined) {
      if (dealt.opening !== null) void this.#catchUp();
      return;
    }
    this.#showAll({
      ...next,
      seed: null,
      cut: null,
      opening: null,
      events: [],
    });
  }

  say(code: string, about: Partial<Pick<Said, 'amount'>> = {}): void {
    this.#saidCount += 1;
    const said = { count: this.#saidCount, code, amount: about.amount };
    this.store.setState({ said });
  }

  /** What was said is answered: the player has done something else since. */
  hush(): void {
    this.store.setState({ said: undefined });
  }

  #ask(order: HandOrder<Command>): void {
    keepOrder(this.rules.game, order);
    this.hush();
    this.store.setState({ asked: order, isDoubtful: false });
  }

  /**
   * It is known what became of the order. False where that was known before: another one may be
   * under way by now, here or in a room that was entered since.
   */
  #settle(id: string): boolean {
    if (keptOrder(this.rules.game)?.id === id) keepOrder(this.rules.game, undefined);
    if (this.store.getState().asked?.id !== id) return false;
    this.store.setState({ asked: undefined, isDoubtful: false });
    return true;
  }

  /** After a lost connection or a reload: first what became of the order, then the game itself. */
  async #catchUp(): Promise<void> {
    clearTimeout(this.#again);
    try {
      const { asked, isDoubtful } = this.store.getState();
      const order = asked ?? keptOrder<Command>(this.rules.game);
      if (order !== undefined && (asked === undefined || isDoubtful)) await this.#findOut(order);
      if (this.store.getState().asked === undefined) await this.#read();
      this.#failures = 0;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#tryAgain();
    }
  }

  /** The answer of an order that stands is of back then: the hand may have gone on since. */
  async #findOut(order: HandOrder<Command>): Promise<void> {
    this.store.setState({ asked: order, isDoubtful: true });
    const { id, hand, command } = order;
    noteUnanswered({ id, game: this.rules.game, hand, kind: command.kind, atMs: Date.now() });
    const found = await this.desk.find(order);
    if (this.store.getState().rules === undefined) await this.#readRules();
    noteOrderOutcome(id, found === null ? 'missing' : 'stands');
    if (found !== null) this.#answered(id, found, 'read');
    else if (this.#settle(id)) this.say('did_not_stand');
  }

  #tryAgain(): void {
    if (this.#off.length === 0) return;
    this.#failures += 1;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#catchUp(), delayAfter(this.#failures));
  }

  async #readRules(): Promise<void> {
    const reply = await this.desk.open();
    if (reply.ok) this.store.setState({ rules: reply.rules, closedBecause: undefined });
  }

  /** The hand as the studio has it, where that is not what is shown already. */
  async #read(): Promise<void> {
    const reply = await this.desk.open();
    if (!reply.ok) {
      this.store.setState({ closedBecause: reply.refusal });
      this.#tryAgain();
      return;
    }
    const { dealt, next, asked } = this.store.getState();
    if (asked !== undefined) return;
    this.store.setState({ rules: reply.rules, closedBecause: undefined });
    if (next !== undefined && next.number === reply.dealt.number) return; // The result stays.
    // A hand only grows: one with fewer events was read before the last order was answered.
    const isShown =
      dealt?.number === reply.dealt.number && dealt.events.length >= reply.dealt.events.length;
    if (isShown) return;
    const before = this.inPlay();
    if (before !== undefined && before.hand !== reply.dealt.number) this.teller.ended(before);
    this.#showAll(reply.dealt);
    this.teller.balance(reply.balance);
  }

  /** `read`: its credit is one of before. */
  #answered(id: string, reply: PlayedOrder<Event> | Refused, credit?: 'read'): void {
    if (!this.#settle(id)) return;
    if (!reply.ok) {
      this.say(CHANGED_LIMITS.has(reply.refusal) ? 'limits_changed' : reply.refusal);
      this.teller.refused(reply.refusal);
      if (OUT_OF_DATE.has(reply.refusal)) void this.#catchUp();
      return;
    }
    this.teller.acted();
    const { dealt, shown } = this.store.getState();
    const isSame = dealt?.number === reply.dealt.number;
    const before = isSame ? shown : 0;
    this.#due = credit ?? this.#withoutPaid(reply.dealt.events.slice(before), reply.balance);
    this.store.setState({
      dealt: reply.dealt,
      next: reply.next ?? undefined,
      ...(!isSame && { hand: this.rules.newHand, shown: 0 }),
    });
    // The room may have been left before the answer came.
    if (this.#off.length === 0) this.#leave();
    else this.#waitForNext();
  }

  /** What was paid is shown with the last card, which nobody is here to see. */
  #leave(): void {
    if (this.#due !== undefined) this.teller.read();
    this.#due = undefined;
    const kept = this.inPlay();
    if (kept !== undefined) this.teller.kept(kept);
  }

  /** What these events pay is in no credit before they are shown. */
  #withoutPaid(hidden: readonly Event[], balance: bigint) {
    const paid = hidden.reduce((total, event) => total + (event.paid ?? 0n), 0n);
    this.teller.balance(balance - paid);
    return { from: balance - paid, to: balance };
  }

  #waitForNext(): void {
    clearTimeout(this.#wait);
    this.#wait = undefined;
    const { dealt, shown } = this.store.getState();
    const event = dealt?.events[shown];
    if (event === undefined) {
      if (this.#due === 'read') this.teller.read();
      else if (this.#due !== undefined) this.teller.paid(this.#due.from, this.#due.to);
      this.#due = undefined;
      return;
    }
    const pause = this.rules.pauseBefore(event);
    if (pause === 0) this.#showNext();
    else this.#wait = setTimeout(() => this.#showNext(), pause);
  }

  #showNext(): void {
    const { dealt, shown, hand } = this.store.getState();
    const event = dealt?.events[shown];
    if (event !== undefined) {
      this.store.setState({ hand: this.rules.evolve(hand, event), shown: shown + 1 });
    }
    this.#waitForNext();
  }

  #showAll(dealt: DeskHand<Event>): void {
    clearTimeout(this.#wait);
    this.#wait = undefined;
    this.#due = undefined;
    this.store.setState({
      dealt,
      hand: dealt.events.reduce(this.rules.evolve, this.rules.newHand),
      shown: dealt.events.length,
      next: undefined,
    });
  }
}

/**
 * The page says these itself, with the number, of the limits that it knows. Where the studio does,
 * it has others.
 */
const CHANGED_LIMITS: ReadonlySet<string> = new Set(['stake_below_minimum', 'stake_above_maximum']);

/** Refusals of a page that shows another hand, step or limits than the studio has. */
const OUT_OF_DATE: ReadonlySet<string> = new Set([
  'wrong_step',
  'hand_is_over',
  'hand_in_play',
  'unknown_hand',
  // The studio has set others meanwhile.
  'stake_not_made_of_chips',
  ...CHANGED_LIMITS,
]);

export const isDealing = ({
  dealt,
  shown,
}: Pick<HandView<unknown, unknown, unknown>, 'dealt' | 'shown'>): boolean =>
  dealt !== undefined && shown < dealt.events.length;
