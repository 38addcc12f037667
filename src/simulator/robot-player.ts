/**
 * A robot player: sits at a table and bets in every round that it feels like, at moments of its
 * own.
 */
import type { Bet } from '../client/betting.js';
import { NoAnswer } from '../client/connection.js';
import type { FollowedTable } from '../client/followed-table.js';
import type { PlayerClient, PlayerJoin } from '../client/player-client.js';
import type { TableCopy } from '../client/table-copy.js';
import type { PlayerResult } from '../protocol/player.js';
import { settingsIn, takesCurrency } from '../round/currencies.js';
import { bettingRules } from '../round/settings.js';
import type { Schedule } from './schedule.js';
import { type Dice, diceOf } from './dice.js';
import { hashStream } from './hash-stream.js';
import { type OwnBets, afterBet, inNextRound, ownBetsOf } from '../client/own-bets.js';
import { Bankroll } from './bankroll.js';
import { nextBet } from './robot-bet.js';
import type { RobotTally } from './tally.js';
import { type BettingStyle, bettingStyleOf } from './betting-style.js';

interface RobotPlayerParts {
  readonly name: string;
  readonly client: PlayerClient;
  readonly table: string;
  readonly schedule: Schedule;
  readonly tally: RobotTally;
  readonly result: (name: string, result: PlayerResult) => void;
  readonly note: (text: string) => void;
}

/** Too little time left to think of a bet, in ms. */
const HURRY_MS = 200;
/** A bet at the last moment may come too late. */
const LAST_MOMENT = 1.01;

export class RobotPlayer {
  readonly #followed: FollowedTable<PlayerJoin>;
  readonly #style: BettingStyle;
  readonly #bankroll: Bankroll;
  #own: OwnBets | undefined;
  /** The round that it has made its plans for. */
  #game: string | undefined;
  #isBetting = false;

  constructor(private readonly parts: RobotPlayerParts) {
    const { client, name, table } = parts;
    this.#style = bettingStyleOf(name);
    this.#bankroll = new Bankroll(client, (text) => parts.note(`${name} ${text}`));
    this.#followed = client.join(table, {
      message: (message, copy) => {
        if (message.kind === 'betting_opened') this.#begin(message.game, copy);
      },
      joined: ({ seat }) => this.#sit(ownBetsOf(seat, this.#followed.copy)),
    });
    client.onResult((result) => {
      const balance = BigInt(result.balance);
      if (this.#own !== undefined) this.#own = { ...this.#own, balance };
      this.#bankroll.credit(balance);
      parts.result(name, result);
    });
  }

  #sit(own: OwnBets): void {
    this.#own = own;
    const { copy } = this.#followed;
    const isOpen = copy?.phase === 'betting' || copy?.phase === 'last_bets';
    if (isOpen && copy.round?.game !== this.#game) this.#plan(copy);
  }

  #begin(game: string, copy: TableCopy): void {
    if (this.#own !== undefined) this.#own = inNextRound(this.#own, game);
    this.#plan(copy);
  }

  /** Thinks of moments to bet at, from now to the close. */
  #plan({ round }: TableCopy): void {
    if (round === null || this.#bankroll.isEmpty) return;
    const { game, closesAtMs } = round;
    this.#game = game;
    const leftMs = closesAtMs - this.#followed.nowMs();
    const dice = diceOf(hashStream(`${this.parts.name} in ${game}`));
    if (leftMs < HURRY_MS || !dice.chance(this.#style.playsPercent)) return;
    const moves = dice.between(1, this.#style.movesMax);
    for (let move = 0; move < moves; move += 1) {
      const share = dice.between(30, 1_000 * LAST_MOMENT) / 1_000;
      this.parts.schedule.after(leftMs * share, () => void this.#move(game, dice));
    }
  }

  /** One command at a time: a robot that waits for an answer lets the moment pass. */
  async #move(game: string, dice: Dice): Promise<void> {
    const { client, tally, note, name } = this.parts;
    const { copy } = this.#followed;
    if (this.#isBetting || this.#own === undefined || copy?.round?.game !== game) return;
    if (client.connection.state !== 'connected') return;
    this.#isBetting = true;
    try {
      const balance = await this.#bankroll.fill(this.#own.balance);
      this.#own = { ...this.#own, balance };
      const { settings } = copy;
      const { group, currency } = this.#own;
      if (!takesCurrency(settings, currency ?? settings.currency)) return;
      const rules = bettingRules(settingsIn(settings, currency ?? settings.currency), group);
      const bet = nextBet(this.#style, this.#own, { rules, open: copy.round.spots }, dice);
      if (bet !== undefined) await this.#bet(game, bet);
    } catch (error) {
      if (!(error instanceof NoAnswer)) note(`${name} has a problem: ${String(error)}`);
      tally.unanswered += 1;
      this.#followed.rejoin(); // The answer says what is staked.
    } finally {
      this.#isBetting = false;
    }
  }

  async #bet(game: string, bet: Bet): Promise<void> {
    const { client, tally } = this.parts;
    const reply = await client.bet(this.#followed, game, bet);
    if (!reply.ok) {
      tally.refuse(reply.refusal);
      if (reply.refusal === 'insufficient_funds') this.#bankroll.doubt();
      return;
    }
    tally.stood += 1;
    if (this.#own !== undefined) this.#own = afterBet(this.#own, game, bet, reply);
  }
}
