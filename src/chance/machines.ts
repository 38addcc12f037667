/**
 * The solo games by their rules: one registry, for who deals a hand and for who deals it again. A
 * hand is dealt and paid by the paytable that it was opened on, whichever is current by then.
 */
import {
  type BlackjackCommand,
  type BlackjackRefusal,
  decideBlackjack,
} from '../blackjack/decide.js';
import { BLACKJACK_PAYTABLE_VERSIONS } from '../blackjack/paytable.js';
import { type BlackjackRules, DEFAULT_BLACKJACK_RULES } from '../blackjack/rules.js';
import {
  type BlackjackEvent,
  type BlackjackHand,
  NEW_BLACKJACK_HAND,
  evolveBlackjack,
} from '../blackjack/state.js';
import type { Card } from '../cards/card.js';
import { type Amount, amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import {
  type PuntoEBancoCommand,
  type PuntoEBancoRefusal,
  decidePuntoEBancoHand,
} from '../punto-e-banco/decide.js';
import { PUNTO_E_BANCO_PAYTABLE_VERSIONS } from '../punto-e-banco/paytable.js';
import { type PuntoEBancoRules, DEFAULT_PUNTO_E_BANCO_RULES } from '../punto-e-banco/rules.js';
import { eachPuntoEBancoSpot } from '../punto-e-banco/spot.js';
import {
  NEW_PUNTO_E_BANCO_HAND,
  type PuntoEBancoEvent,
  type PuntoEBancoHand,
  evolvePuntoEBancoHand,
} from '../punto-e-banco/state.js';
import {
  type SetteEMezzoCommand,
  type SetteEMezzoRefusal,
  decideSetteEMezzo,
} from '../sette-e-mezzo/decide.js';
import { SETTE_E_MEZZO_PAYTABLE_VERSIONS } from '../sette-e-mezzo/paytable.js';
import { type SetteEMezzoRules, DEFAULT_SETTE_E_MEZZO_RULES } from '../sette-e-mezzo/rules.js';
import {
  NEW_SETTE_E_MEZZO_HAND,
  type SetteEMezzoEvent,
  type SetteEMezzoHand,
  evolveSetteEMezzo,
} from '../sette-e-mezzo/state.js';
import type { SoloDecision } from '../solo/decision.js';

/** What a hand is dealt from and paid by. */
interface DealtBy<Stakes> {
  readonly deck: readonly Card[];
  /** The version of the hand's paytable. It must be a known one. */
  readonly paytable: string;
  /**
   * What may be staked. Undefined for a hand that is dealt again: what was in force when it was
   * opened is not a part of it, and moves no card and no payment.
   */
  readonly stakes: Stakes | undefined;
}

export interface SoloMachine<Hand, Event, Command, Refusal, Stakes> {
  /** Of the paytable that new hands are opened on. */
  readonly current: string;
  /** Whether a hand on this paytable can be dealt: not where a later version has opened it. */
  readonly knows: (paytable: string) => boolean;
  readonly fresh: Hand;
  readonly evolve: (hand: Hand, event: Event) => Hand;
  readonly decide: (
    hand: Hand,
    command: Command,
    by: DealtBy<Stakes>,
  ) => SoloDecision<Event, Refusal>;
}

/** A game as its own room has it. `current` is the version in force. */
interface OwnRoom<Version extends string, Stakes, Hand, Event, Command, Refusal> extends Pick<
  SoloMachine<Hand, Event, Command, Refusal, Stakes>,
  'fresh' | 'evolve'
> {
  readonly versions: readonly Version[];
  readonly current: Version;
  readonly unlimited: Stakes;
  readonly decide: (
    hand: Hand,
    command: Command,
    circumstances: {
      readonly deck: readonly Card[];
      readonly rules: Stakes & { readonly paytable: Version };
    },
  ) => SoloDecision<Event, Refusal>;
}

const machineOf = <Version extends string, Stakes, Hand, Event, Command, Refusal>(
  room: OwnRoom<Version, Stakes, Hand, Event, Command, Refusal>,
): SoloMachine<Hand, Event, Command, Refusal, Stakes> => {
  const { versions, current, unlimited, fresh, evolve } = room;
  const known = (paytable: string) => versions.find((version) => version === paytable);
  return {
    current,
    knows: (paytable) => known(paytable) !== undefined,
    fresh,
    evolve,
    decide: (hand, command, { deck, paytable: named, stakes = unlimited }) => {
      const paytable = known(named);
      assert(paytable !== undefined, 'a hand is dealt by a paytable that is known');
      return room.decide(hand, command, { deck, rules: { ...stakes, paytable } });
    },
  };
};

const ANY_STAKE = { min: amount(1), max: amount(10n ** 18n) };
const ANY_CHIP: readonly Amount[] = [amount(1)];

export const PUNTO_E_BANCO: SoloMachine<
  PuntoEBancoHand,
  PuntoEBancoEvent,
  PuntoEBancoCommand,
  PuntoEBancoRefusal,
  Omit<PuntoEBancoRules, 'paytable'>
> = machineOf({
  versions: PUNTO_E_BANCO_PAYTABLE_VERSIONS,
  fresh: NEW_PUNTO_E_BANCO_HAND,
  evolve: evolvePuntoEBancoHand,
  decide: decidePuntoEBancoHand,
  current: DEFAULT_PUNTO_E_BANCO_RULES.paytable,
  unlimited: { limits: eachPuntoEBancoSpot(() => ANY_STAKE), chips: ANY_CHIP },
});

export const SETTE_E_MEZZO: SoloMachine<
  SetteEMezzoHand,
  SetteEMezzoEvent,
  SetteEMezzoCommand,
  SetteEMezzoRefusal,
  Omit<SetteEMezzoRules, 'paytable'>
> = machineOf({
  versions: SETTE_E_MEZZO_PAYTABLE_VERSIONS,
  fresh: NEW_SETTE_E_MEZZO_HAND,
  evolve: evolveSetteEMezzo,
  decide: decideSetteEMezzo,
  current: DEFAULT_SETTE_E_MEZZO_RULES.paytable,
  unlimited: { limits: ANY_STAKE, chips: ANY_CHIP },
});

export const BLACKJACK: SoloMachine<
  BlackjackHand,
  BlackjackEvent,
  BlackjackCommand,
  BlackjackRefusal,
  Omit<BlackjackRules, 'paytable'>
> = machineOf({
  versions: BLACKJACK_PAYTABLE_VERSIONS,
  fresh: NEW_BLACKJACK_HAND,
  evolve: evolveBlackjack,
  decide: decideBlackjack,
  current: DEFAULT_BLACKJACK_RULES.paytable,
  unlimited: { limits: ANY_STAKE, chips: ANY_CHIP },
});
