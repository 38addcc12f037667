/**
 * What a player may ask of the solo games. A command is handed to its hand, and its word is the
 * answer.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SocketAsker, Handlers } from '../access/socket-commands.js';
import { readPlayerCurrency } from '../history/currency.js';
import { type Amount, parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { HANDS_POOL } from '../platform/database.js';
import type { SOLO_COMMANDS } from '../protocol/solo.js';
import { PUNTO_E_BANCO_SPOTS, type PuntoEBancoStakes } from '../punto-e-banco/spot.js';
import type { SoloCommand } from './games.js';
import type { PlayersPart } from './hand-rows.js';
import { Hands, NO_PART } from './hands.service.js';

interface InHand {
  readonly hand: string;
  readonly id: string;
  readonly step: number;
}

@Injectable()
export class SoloCommandAnswers {
  constructor(
    private readonly hands: Hands,
    @Inject(HANDS_POOL) private readonly pool: pg.Pool,
  ) {}

  readonly handlers: Handlers<typeof SOLO_COMMANDS> = {
    'hand:open': async ({ game }, { caller }) => {
      const [reply, currency] = await Promise.all([
        this.hands.open(caller.id, game),
        readPlayerCurrency(this.pool, caller.id),
      ]);
      if (!reply.ok) return reply;
      assert(currency !== null, 'who is let in is a player');
      return { ...reply, rules: { ...reply.rules, currency } };
    },
    'hand:find': async ({ id }, { socket, caller }) => {
      const { enteredAtMs } = socket.data as { enteredAtMs: number };
      const found = await this.hands.find(caller.id, id, enteredAtMs);
      return found === 'not_known_yet' ? { ok: false, refusal: found } : { ok: true, found };
    },
    'punto-e-banco:deal': ({ stakes, seed, ...at }, connection) =>
      this.#play(
        at,
        {
          game: 'punto_e_banco',
          command: { kind: 'deal', step: at.step, stakes: puntoEBancoStakes(stakes) },
        },
        connection,
        { seed, cut: null },
      ),
    'sette-e-mezzo:deal': ({ stake, seed, ...at }, connection) =>
      this.#play(
        at,
        {
          game: 'sette_e_mezzo',
          command: { kind: 'deal', step: at.step, stake: amountOf(stake) },
        },
        connection,
        { seed, cut: null },
      ),
    'sette-e-mezzo:draw': (at, connection) => this.#setteEMezzo(at, 'draw', connection),
    'sette-e-mezzo:stand': (at, connection) => this.#setteEMezzo(at, 'stand', connection),
    'blackjack:deal': ({ stakes, cut, ...at }, connection) =>
      this.#play(
        at,
        {
          game: 'blackjack',
          command: { kind: 'deal', step: at.step, stakes: stakes.map(amountOf) },
        },
        connection,
        { seed: null, cut },
      ),
    'blackjack:insure': ({ boxes, ...at }, connection) =>
      this.#play(
        at,
        { game: 'blackjack', command: { kind: 'insure', step: at.step, boxes } },
        connection,
      ),
    'blackjack:card': (at, connection) => this.#blackjack(at, 'card', connection),
    'blackjack:stand': (at, connection) => this.#blackjack(at, 'stand', connection),
    'blackjack:double': (at, connection) => this.#blackjack(at, 'double', connection),
    'blackjack:split': (at, connection) => this.#blackjack(at, 'split', connection),
  };

  #setteEMezzo(at: InHand, kind: 'draw' | 'stand', connection: SocketAsker) {
    const { step } = at;
    return this.#play(at, { game: 'sette_e_mezzo', command: { kind, step } }, connection);
  }

  #blackjack(at: InHand, kind: 'card' | 'stand' | 'double' | 'split', connection: SocketAsker) {
    const { step } = at;
    return this.#play(at, { game: 'blackjack', command: { kind, step } }, connection);
  }

  #play(
    { hand, id }: InHand,
    asked: SoloCommand,
    { caller }: SocketAsker,
    part: PlayersPart = NO_PART,
  ) {
    return this.hands.play({ playerId: caller.id, hand, id, asked, part });
  }
}

const amountOf = (text: string): Amount => {
  const value = parseAmount(text);
  assert(value !== undefined, 'the schema takes amounts only');
  return value;
};

/** In the order of the spots, so that the same stakes are the same text. */
const puntoEBancoStakes = (
  stakes: Readonly<Partial<Record<keyof PuntoEBancoStakes, string | undefined>>>,
): PuntoEBancoStakes =>
  Object.fromEntries(
    PUNTO_E_BANCO_SPOTS.flatMap((spot) => {
      const stake = stakes[spot];
      return stake === undefined ? [] : [[spot, amountOf(stake)]];
    }),
  );
