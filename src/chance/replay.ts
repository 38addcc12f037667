/**
 * Deals a hand again: its commands are given, in order and with its deck, to the rules that dealt
 * and paid it.
 */
import type { BlackjackCommand } from '../blackjack/decide.js';
import type { Card } from '../cards/card.js';
import { type Amount, amount } from '../money/amount.js';
import type { PuntoEBancoCommand } from '../punto-e-banco/decide.js';
import type { SetteEMezzoCommand } from '../sette-e-mezzo/decide.js';
import { type PlainObject, plainObject } from '../solo/plain.js';
import { BLACKJACK, PUNTO_E_BANCO, SETTE_E_MEZZO, type SoloMachine } from './machines.js';

/** The commands of one hand, and the version of the paytable that it was opened on. */
export type ReplayedHand = { readonly rules: string } & (
  | { readonly game: 'punto_e_banco'; readonly commands: readonly PuntoEBancoCommand[] }
  | { readonly game: 'sette_e_mezzo'; readonly commands: readonly SetteEMezzoCommand[] }
  | { readonly game: 'blackjack'; readonly commands: readonly BlackjackCommand[] }
);

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

export const replay = (played: ReplayedHand, deck: readonly Card[]): Replay => {
  const by = { deck, paytable: played.rules, stakes: undefined };
  switch (played.game) {
    case 'punto_e_banco':
      return replayBy(PUNTO_E_BANCO, by, played.commands);
    case 'sette_e_mezzo':
      return replayBy(SETTE_E_MEZZO, by, played.commands);
    case 'blackjack':
      return replayBy(BLACKJACK, by, played.commands);
  }
};

const replayBy = <
  Hand extends { readonly taken: Amount; readonly paid: Amount },
  Event extends { readonly kind: string },
  Command,
  Stakes,
>(
  { fresh, decide, evolve }: SoloMachine<Hand, Event, Command, string, Stakes>,
  by: Parameters<typeof decide>[2],
  commands: readonly Command[],
): Replay => {
  const steps: ReplayedStep[] = [];
  let hand = fresh;
  let isOver = false;
  for (const [at, command] of commands.entries()) {
    const decision = decide(hand, command, by);
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
