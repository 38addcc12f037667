/**
 * A player of a simulation at a solo game: plays one hand after the other at whatever studio, at
 * random or well, asks again whatever was not answered, and now and then too late,
 * twice at once, or not at all.
 */
import type { SoloCommand } from '../../src/hands/games.js';
import { type Amount, amount } from '../../src/money/amount.js';
import type { DealtHand } from '../../src/protocol/solo.js';
import { PUNTO_E_BANCO_SPOTS } from '../../src/punto-e-banco/spot.js';
import { soloMove } from '../../src/simulator/solo-move.js';
import type { SoloGame } from '../../src/solo/game.js';
import type { Chance } from './chance.js';
import { type HandAsk, type HandChecker, type HandReply, PASSING } from './hand-checker.js';
import type { Answer, Network } from './network.js';
import type { Studio } from './studio.js';

const ASKS_MAX = 8;
/** After this it is settled what became of a command, and whoever looks for it is answered. */
const SETTLED_MS = 12_500;
/** A hand is left alone for so long that the house plays it. */
const AWAY_MS = 14_000;
/** So long a player waits who has no credit. */
const SHORT_MS = 4_000;

/** How often, out of a hundred. */
const PLAYS_WELL = 40;
const BAD_STAKE = 3;
const ASKS_ONCE_MORE = 10;
const ASKS_TWO_AT_ONCE = 8;
const RIVALS = 8;
const COMES_LATE = 5;
/** Of those, with the same command under its own id, and under a new one. The rest reuse an id. */
const SAME_AGAIN = 30;
const NEW_ID = 40;
const GOES_AWAY = 2;
/** In Blackjack. */
const STANDS_ON = 17;
/** Instead of asking again where nothing is sure. */
const LOOKS = 15;

interface HandPlayerParts {
  readonly network: Network;
  readonly chance: Chance;
  readonly checker: HandChecker;
  /** The studios that can be reached now. */
  readonly studios: () => readonly Studio[];
  /** The player is short of credit. */
  readonly isShort: () => void;
}

export class HandPlayer {
  /** The hand that is played, or the number of the next one. */
  #hand: DealtHand | { readonly hand: string } | undefined;
  readonly #stood: HandAsk[] = [];
  /** The last command was refused for want of credit. */
  #isShort = false;
  /** Whether hands are still begun. */
  isPlaying = true;

  constructor(
    readonly id: string,
    readonly game: SoloGame,
    private readonly parts: HandPlayerParts,
  ) {
    this.#later();
  }

  #later(ms = this.parts.chance.between(200, 2_500)): void {
    this.parts.network.timeline.after(ms, () => void this.#move());
  }

  /** One command, and what goes with it. */
  async #move(): Promise<void> {
    const { chance } = this.parts;
    if (!this.isPlaying) return;
    if (chance.percent(GOES_AWAY)) return this.#later(AWAY_MS);
    if (chance.percent(COMES_LATE)) await this.#comeLate();
    if (this.#hand === undefined || chance.percent(20)) await this.#open();
    const hand = this.#hand;
    if (hand !== undefined) await this.#play(hand);
    this.#later(this.#isShort ? SHORT_MS : undefined);
  }

  async #open(): Promise<void> {
    const { checker } = this.parts;
    const reply = await this.#at((studio) => studio.hands!.open(this.id, this.game));
    checker.opened(this.id, reply);
    this.#hand = reply !== 'no_answer' && reply.ok ? reply.hand : undefined;
  }

  async #play(hand: DealtHand | { readonly hand: string }): Promise<void> {
    const { chance, isShort } = this.parts;
    const ask = this.#ask(hand.hand, this.#command(hand));
    // Another command at the same step, at the same time.
    if (chance.percent(RIVALS)) void this.#once(this.#ask(hand.hand, this.#command(hand)));
    if (chance.percent(ASKS_TWO_AT_ONCE)) void this.#once(ask);
    this.#hand = undefined;
    for (let asks = 0; asks < ASKS_MAX; asks += 1) {
      const reply = await this.#once(ask);
      if (reply !== 'no_answer' && (reply.ok || !PASSING.has(reply.refusal))) {
        this.#isShort = !reply.ok && reply.refusal === 'insufficient_funds';
        if (this.#isShort) isShort();
        if (!chance.percent(ASKS_ONCE_MORE)) return this.#go(reply);
      } else if (chance.percent(LOOKS)) break;
      await this.#wait(chance.between(20, 400));
    }
    await this.#lookFor(ask);
  }

  /** On with the hand as it is now, or the one behind it. */
  #go(reply: Exclude<Answer<HandReply>, 'no_answer'>): void {
    if (reply.ok)
      this.#hand = reply.hand.view.phase === 'over' ? (reply.next ?? undefined) : reply.hand;
  }

  async #once(ask: HandAsk): Promise<Answer<HandReply>> {
    const { checker } = this.parts;
    const asking = checker.asks(ask);
    const reply = await this.#at((studio) => studio.hands!.play(ask), asking.sentTwice);
    asking.answered(reply);
    if (reply !== 'no_answer' && reply.ok) {
      this.#stood.push(ask);
      if (this.#stood.length > 5) this.#stood.shift();
    }
    return reply;
  }

  /** A command that stands, once more; one of a step that has passed; or another under its id. */
  async #comeLate(): Promise<void> {
    const { chance, checker } = this.parts;
    if (this.#stood.length === 0) return;
    const before = chance.pick(this.#stood);
    const way = chance.below(100);
    if (way < SAME_AGAIN) return void (await this.#once(before));
    if (way < SAME_AGAIN + NEW_ID) {
      return void (await this.#once({ ...before, id: chance.uuid() }));
    }
    const other = this.#stood.find(({ id }) => id !== before.id);
    if (other === undefined) return;
    const ask = { ...other, id: before.id };
    checker.reused(ask, await this.#at((studio) => studio.hands!.play(ask)));
  }

  /** As `hand:find`, on a line that came in when the command was not sent any more. */
  async #lookFor(ask: HandAsk): Promise<void> {
    const { checker, chance, network, studios } = this.parts;
    const reachable = studios();
    if (reachable.length === 0) return;
    const studio = chance.pick(reachable);
    const sinceMs = studio.process.clock.nowMs();
    await this.#wait(SETTLED_MS);
    if (!studios().includes(studio)) return;
    const found = await network.ask(studio, async () => {
      const reply = await studio.hands!.find(this.id, ask.id, sinceMs);
      return { ok: true, reply } as const;
    });
    if (found === 'no_answer' || !found.ok || found.reply === 'not_known_yet') return;
    checker.found(ask, found.reply);
  }

  #at<R>(work: (studio: Studio) => Promise<R>, sentTwice?: () => void): Promise<Answer<R>> {
    const { network, chance, studios } = this.parts;
    const reachable = studios();
    if (reachable.length === 0) return Promise.resolve('no_answer');
    const studio = chance.pick(reachable);
    return network.ask(studio, () => work(studio), sentTwice);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.parts.network.timeline.after(ms, resolve);
    });
  }

  #ask(hand: string, asked: SoloCommand): HandAsk {
    const { chance } = this.parts;
    const isDeal = asked.command.kind === 'deal';
    const seed = isDeal && this.game !== 'blackjack' ? `seed ${chance.below(1_000)}` : null;
    const cut = isDeal && this.game === 'blackjack' ? chance.below(312) : null;
    return { playerId: this.id, hand, id: chance.uuid(), asked, part: { seed, cut } };
  }

  #command(hand: DealtHand | { readonly hand: string }): SoloCommand {
    if (!('game' in hand) || hand.view.step === 0) return this.#deal();
    const { chance } = this.parts;
    const { step } = hand.view;
    const playsWell = chance.percent(PLAYS_WELL);
    if (hand.game === 'sette_e_mezzo') {
      const best = playsWell ? soloMove(hand)?.name : undefined;
      const kind = best === 'sette-e-mezzo:stand' ? 'stand' : 'draw';
      return {
        game: hand.game,
        command: { kind: best === undefined ? chance.pick(['draw', 'stand']) : kind, step },
      };
    }
    const game = 'blackjack';
    if (hand.game === game && hand.view.phase === 'insurance') {
      const boxes = hand.view.boxes.flatMap((_, box) => (chance.percent(30) ? [box] : []));
      return { game, command: { kind: 'insure', step, boxes: playsWell ? [] : boxes } };
    }
    const kinds = ['card', 'stand', 'double', 'split'] as const;
    return { game, command: { kind: playsWell ? asTheBank(hand) : chance.pick(kinds), step } };
  }

  #deal(): SoloCommand {
    const { chance } = this.parts;
    const game = this.game;
    switch (game) {
      case 'punto_e_banco': {
        const stakes = { [chance.pick(PUNTO_E_BANCO_SPOTS)]: this.#stake(), banco: this.#stake() };
        return { game, command: { kind: 'deal', step: 0, stakes } };
      }
      case 'sette_e_mezzo':
        return { game, command: { kind: 'deal', step: 0, stake: this.#stake() } };
      case 'blackjack': {
        const stakes = Array.from({ length: chance.pick([1, 1, 3, 5]) }, () => this.#stake());
        return { game, command: { kind: 'deal', step: 0, stakes } };
      }
    }
  }

  #stake(): Amount {
    const { chance } = this.parts;
    const sound = this.#isShort ? 100 : chance.pick([100, 200, 500, 2_500]);
    return amount(BigInt(chance.percent(BAD_STAKE) ? 150 : sound));
  }
}

/** The best play takes seconds to be worked out. This is nearly as good. */
const asTheBank = (hand: DealtHand): 'card' | 'stand' => {
  if (hand.game !== 'blackjack' || hand.view.inTurn === undefined) return 'stand';
  const { box, hand: at } = hand.view.inTurn;
  return hand.view.boxes[box]!.hands[at]!.total < STANDS_ON ? 'card' : 'stand';
};
