/**
 * Deals a hand again: its commands are given, in order and with its deck, to the rules that dealt
 * and paid it.
 */
import { type BlackjackCommand, decideBlackjack } from '../blackjack/decide.js';
import { NEW_BLACKJACK_HAND, evolveBlackjack } from '../blackjack/state.js';
import type { Card } from '../cards/card.js';
import { type Amount, amount } from '../money/amount.js';
import { type PuntoEBancoCommand, decidePuntoEBancoHand } from '../punto-e-banco/decide.js';
import { eachPuntoEBancoSpot } from '../punto-e-banco/spot.js';
import { NEW_PUNTO_E_BANCO_HAND, evolvePuntoEBancoHand } from '../punto-e-banco/state.js';
import { type SetteEMezzoCommand, decideSetteEMezzo } from '../sette-e-mezzo/decide.js';
import { NEW_SETTE_E_MEZZO_HAND, evolveSetteEMezzo } from '../sette-e-mezzo/state.js';
import type { SoloDecision } from '../solo/decision.js';
import { type PlainObject, plainObject } from '../solo/plain.js';

/** The commands of one hand. */
export type PlayedHand =
  | { readonly game: 'punto_e_banco'; readonly commands: readonly PuntoEBancoCommand[] }
  | { readonly game: 'sette_e_mezzo'; readonly commands: readonly SetteEMezzoCommand[] }
  | { readonly game: 'blackjack'; readonly commands: readonly BlackjackCommand[] };

/** What has come of one command. `taken` and `paid` are what its events have moved. */
interface ReplayedStep {
  readonly events: readonly PlainObject[];
  readonly taken: Amount;
  readonly paid: Amount;
}

interface Replay {
  readonly steps: readonly ReplayedStep[];
  readonly isOver: boolean;
  /** The first command that the rules refuse, and why. No other is replayed then. */
  readonly refused: { readonly at: number; readonly refusal: string } | undefined;
}

/**
 * The limits are not tried again: what was in force when a hand was opened is not a part of it, and
 * moves no card and no payment.
 */
export const replay = (played: PlayedHand, deck: readonly Card[]): Replay => {
  switch (played.game) {
    case 'punto_e_banco':
      return replayBy(
        {
          fresh: NEW_PUNTO_E_BANCO_HAND,
          evolve: evolvePuntoEBancoHand,
          decide: (hand, command: PuntoEBancoCommand) =>
            decidePuntoEBancoHand(hand, command, { deck, rules: UNLIMITED_BY_SPOT }),
        },
        played.commands,
      );
    case 'sette_e_mezzo':
      return replayBy(
        {
          fresh: NEW_SETTE_E_MEZZO_HAND,
          evolve: evolveSetteEMezzo,
          decide: (hand, command: SetteEMezzoCommand) =>
            decideSetteEMezzo(hand, command, { deck, rules: UNLIMITED }),
        },
        played.commands,
      );
    case 'blackjack':
      return replayBy(
        {
          fresh: NEW_BLACKJACK_HAND,
          evolve: evolveBlackjack,
          decide: (hand, command: BlackjackCommand) =>
            decideBlackjack(hand, command, { deck, rules: UNLIMITED }),
        },
        played.commands,
      );
  }
};

const ANY_STAKE = { min: amount(1), max: amount(10n ** 18n) };
const UNLIMITED = { limits: ANY_STAKE, chips: [amount(1)] };
const UNLIMITED_BY_SPOT = { limits: eachPuntoEBancoSpot(() => ANY_STAKE), chips: [amount(1)] };

interface Rules<S, C, E> {
  readonly fresh: S;
  readonly decide: (hand: S, command: C) => SoloDecision<E, string>;
  readonly evolve: (hand: S, event: E) => S;
}

const replayBy = <
  S extends { readonly taken: Amount; readonly paid: Amount },
  C,
  E extends { readonly kind: string },
>(
  { fresh, decide, evolve }: Rules<S, C, E>,
  commands: readonly C[],
): Replay => {
  const steps: ReplayedStep[] = [];
  let hand = fresh;
  let isOver = false;
  for (const [at, command] of commands.entries()) {
    const decision = decide(hand, command);
    if (!decision.ok) return { steps, isOver, refused: { at, refusal: decision.refusal } };
    const next = decision.events.reduce(evolve, hand);
    steps.push({
      events: decision.events.map(plainObject),
      taken: amount(next.taken - hand.taken),
      paid: amount(next.paid - hand.paid),
    });
    hand = next;
    isOver = decision.events.some(({ kind }) => kind === 'hand_ended');
  }
  return { steps, isOver, refused: undefined };
};
