/**
 * A robot at a solo game: it plays one hand after the other, as well as can be, at a human pace.
 */
import { NoAnswer } from '../client/connection.js';
import { PlayerClient } from '../client/player-client.js';
import { SoloClient } from '../client/solo-client.js';
import { assert } from '../money/assert.js';
import type { DealtHand, Played } from '../protocol/solo.js';
import { readEvents } from '../protocol/solo-events.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { moved } from '../solo/moved.js';
import { Bankroll } from './bankroll.js';
import { type Dice, diceOf } from './dice.js';
import { hashStream } from './hash-stream.js';
import { type RobotContext, comeBack, keepSigningIn, renewal } from './robot-sign-in.js';
import type { SimulatedHand, Report } from './report.js';
import type { Schedule } from './schedule.js';
import { soloMove } from './solo-move.js';
import type { RobotTally } from './tally.js';

interface SoloRobotParts {
  readonly name: string;
  readonly client: PlayerClient;
  readonly game: SoloGame;
  readonly schedule: Schedule;
  readonly fast: boolean;
  readonly note: (text: string) => void;
  /** Called with every hand that is over. */
  readonly over: (played: SimulatedHand) => void;
}

/** Between two commands, in ms, a quarter more or less. */
const HUMAN_MS = 2_500;
const FAST_MS = 150;

const STAKE = '500';

type SoloReply =
  | ({ readonly ok: true } & Played)
  | { readonly ok: false; readonly refusal: string };

export class SoloRobot {
  readonly #solo: SoloClient;
  readonly #bankroll: Bankroll;
  readonly #dice: Dice;
  #balance = 0n;

  constructor(private readonly parts: SoloRobotParts) {
    const { client, name, note } = parts;
    this.#solo = new SoloClient(client);
    this.#bankroll = new Bankroll(client, (text) => note(`${name} ${text}`));
    this.#dice = diceOf(hashStream(name));
    this.#later();
  }

  #later(): void {
    const { schedule, fast } = this.parts;
    const pauseMs = ((fast ? FAST_MS : HUMAN_MS) * this.#dice.between(75, 125)) / 100;
    schedule.after(pauseMs, () => void this.#move());
  }

  /** One command. Whatever it comes to, the next one begins with the hand as it is. */
  async #move(): Promise<void> {
    const { client, note, name, game } = this.parts;
    try {
      if (client.connection.state === 'connected' && !this.#bankroll.isEmpty) {
        this.#balance = await this.#bankroll.fill(this.#balance);
        const reply = await this.#solo.open(game);
        if (reply.ok) await this.#play(reply.hand);
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) note(`${name} has a problem: ${String(error)}`);
    } finally {
      this.#later();
    }
  }

  async #play(hand: DealtHand): Promise<void> {
    const reply = await this.#command(hand);
    if (reply.ok) {
      this.#balance = BigInt(reply.balance);
      this.#bankroll.credit(this.#balance);
      if (reply.hand.opening !== null) this.parts.over(playedHand(this.parts.name, reply.hand));
    } else if (reply.refusal === 'insufficient_funds') this.#bankroll.doubt();
  }

  #command(hand: DealtHand): Promise<SoloReply> {
    const at = { hand: hand.hand, step: hand.view.step };
    if (at.step > 0) {
      const move = soloMove(hand);
      assert(move !== undefined, 'a hand in play waits for a choice');
      return move.name === 'blackjack:insure'
        ? this.#solo.play(move.name, { ...at, boxes: [] })
        : this.#solo.play(move.name, at);
    }
    const seed = `${this.parts.name} ${this.#dice.below(65_536)}`;
    switch (hand.game) {
      case 'punto_e_banco':
        return this.#solo.play('punto-e-banco:deal', { ...at, stakes: { banco: STAKE }, seed });
      case 'sette_e_mezzo':
        return this.#solo.play('sette-e-mezzo:deal', { ...at, stake: STAKE, seed });
      case 'blackjack':
        return this.#solo.play('blackjack:deal', {
          ...{ ...at, stakes: [STAKE, STAKE, STAKE] },
          cut: this.#dice.below(312),
        });
    }
  }
}

const playedHand = (name: string, { game, hand, events }: DealtHand): SimulatedHand => {
  const { taken, paid } = moved(readEvents[game](events));
  return { name, game, hand, taken, paid };
};

interface SoloFloor {
  readonly context: RobotContext;
  readonly report: Report;
  readonly tally: RobotTally;
  readonly fast: boolean;
}

/** Resolves when a robot has come in for each of the solo games. */
export const startSoloRobots = async (floor: SoloFloor): Promise<void> => {
  const { context, report, tally, fast } = floor;
  const over = (played: SimulatedHand) => {
    tally.play(played.game);
    report.hand(played);
  };
  for (const game of SOLO_GAMES) {
    const name = `robot-${game.replaceAll('_', '-')}`;
    const login = { role: 'player', name } as const;
    const token = await keepSigningIn(context, login);
    const client = new PlayerClient(context.url, token, { renewToken: renewal(context, login) });
    comeBack(context, name, client.connection);
    const { schedule, note } = context;
    new SoloRobot({ name, client, game, schedule, fast, note, over });
  }
};
