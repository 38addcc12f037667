/** What a robot asks of a hand next, with best play, and how it is asked through either door. */
import { randomUUID } from 'node:crypto';
import type { SoloClient } from '../../src/client/solo-client.js';
import type { SoloCommand } from '../../src/hands/games.js';
import { type Hands, NO_PART } from '../../src/hands/hands.service.js';
import { type Amount, amount } from '../../src/money/amount.js';
import { assert } from '../../src/money/assert.js';
import type { DealtHand, Played } from '../../src/protocol/solo.js';
import type { PuntoEBancoStakes } from '../../src/punto-e-banco/spot.js';
import { soloMove } from '../../src/simulator/solo-move.js';
import type { SoloGame } from '../../src/solo/game.js';
import { plain } from '../../src/solo/plain.js';

const STAKE = amount(100);
const SEED = 'robot';
const CUT_MAX = 311;

/** Of two kinds, so that every spot is played. */
export const COUPS: readonly PuntoEBancoStakes[] = [
  { punto: amount(500), egalite: STAKE, punto_pair: STAKE },
  { banco: amount(500), egalite: STAKE, banco_pair: STAKE },
];

/** Which of the coups the hand of this number gets. */
export const coupOf = (hand: string): number => Number(BigInt(hand) % 2n);

type PlayReply =
  | ({ readonly ok: true } & Played)
  | { readonly ok: false; readonly refusal: string };

/** Through one door: the room in this process, or a socket. `id` is the command's. */
export type HandDoor = (hand: string, asked: SoloCommand, id: string) => Promise<PlayReply>;

export const roomDoor =
  (hands: Hands, playerId: string): HandDoor =>
  (hand, asked, id) => {
    const part =
      asked.command.kind !== 'deal'
        ? NO_PART
        : asked.game === 'blackjack'
          ? { seed: null, cut: cutOf(hand) }
          : { seed: SEED, cut: null };
    return hands.play({ playerId, hand, id, asked, part });
  };

export const socketDoor =
  (solo: SoloClient): HandDoor =>
  (hand, { game, command }, id) => {
    const at = { hand, step: command.step };
    switch (game) {
      case 'punto_e_banco': {
        const stakes = plain(command.stakes) as Record<string, string>;
        return solo.play('punto-e-banco:deal', { ...at, stakes, seed: SEED }, id);
      }
      case 'sette_e_mezzo':
        assert(command.kind !== 'abandon', 'a robot stays');
        if (command.kind !== 'deal') return solo.play(`sette-e-mezzo:${command.kind}`, at, id);
        return solo.play(
          'sette-e-mezzo:deal',
          { ...at, stake: `${command.stake}`, seed: SEED },
          id,
        );
      case 'blackjack':
        assert(command.kind !== 'abandon', 'a robot stays');
        if (command.kind === 'insure')
          return solo.play('blackjack:insure', { ...at, boxes: [] }, id);
        if (command.kind !== 'deal') return solo.play(`blackjack:${command.kind}`, at, id);
        return solo.play(
          'blackjack:deal',
          { ...at, stakes: command.stakes.map(String), cut: cutOf(hand) },
          id,
        );
    }
  };

const cutOf = (hand: string): number => Number(BigInt(hand) % BigInt(CUT_MAX + 1));

/** A hand that is over. Amounts in minor units. */
interface EndedHand {
  readonly hand: string;
  readonly firstStake: Amount;
  readonly taken: Amount;
  readonly paid: Amount;
  readonly next: string;
}

/**
 * Plays the hand from its first stake to its end. A command that is not answered, or is busy, is
 * sent again under its id: `again` counts them.
 */
export const playHand = async (
  door: HandDoor,
  game: SoloGame,
  hand: string,
  again: () => void,
): Promise<EndedHand> => {
  let asked = firstCommand(game, hand);
  let firstStake: bigint | undefined;
  for (;;) {
    const { hand: now, next } = await untilPlayed(door, hand, asked, again);
    firstStake ??= BigInt(now.view.taken);
    if (next !== null) {
      const [taken, paid] = [amount(BigInt(now.view.taken)), amount(BigInt(now.view.paid))];
      return { hand, firstStake: amount(firstStake), taken, paid, next: next.hand };
    }
    asked = bestCommand(now);
  }
};

const TRIES = 200;
const AGAIN_AFTER_MS = 100;

const untilPlayed = async (
  door: HandDoor,
  hand: string,
  asked: SoloCommand,
  again: () => void,
): Promise<Played> => {
  const id = randomUUID();
  for (let tries = 1; ; tries += 1) {
    try {
      const reply = await door(hand, asked, id);
      if (reply.ok) return reply;
      const isPassing = reply.refusal === 'hand_is_busy' || reply.refusal === 'studio_is_busy';
      if (!isPassing || tries === TRIES) throw new Refused(`hand ${hand}: ${reply.refusal}`);
    } catch (error) {
      if (error instanceof Refused || tries === TRIES) throw error;
    }
    again();
    // Together they would be a crowd again.
    await new Promise((resolve) =>
      setTimeout(resolve, AGAIN_AFTER_MS * Math.min(tries, 20) * (0.5 + Math.random())),
    );
  }
};

class Refused extends Error {}

const firstCommand = (game: SoloGame, hand: string): SoloCommand => {
  switch (game) {
    case 'punto_e_banco':
      return { game, command: { kind: 'deal', step: 0, stakes: COUPS[coupOf(hand)]! } };
    case 'sette_e_mezzo':
      return { game, command: { kind: 'deal', step: 0, stake: STAKE } };
    case 'blackjack':
      return { game, command: { kind: 'deal', step: 0, stakes: [STAKE] } };
  }
};

const bestCommand = (hand: DealtHand): SoloCommand => {
  const { step } = hand.view;
  const move = soloMove(hand);
  assert(move !== undefined, 'a hand in play waits for a choice');
  switch (move.name) {
    case 'sette-e-mezzo:draw':
      return { game: 'sette_e_mezzo', command: { kind: 'draw', step } };
    case 'sette-e-mezzo:stand':
      return { game: 'sette_e_mezzo', command: { kind: 'stand', step } };
    case 'blackjack:insure':
      return { game: 'blackjack', command: { kind: 'insure', step, boxes: [] } };
    case 'blackjack:card':
      return { game: 'blackjack', command: { kind: 'card', step } };
    case 'blackjack:stand':
      return { game: 'blackjack', command: { kind: 'stand', step } };
    case 'blackjack:double':
      return { game: 'blackjack', command: { kind: 'double', step } };
    case 'blackjack:split':
      return { game: 'blackjack', command: { kind: 'split', step } };
  }
};
