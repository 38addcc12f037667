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
import { DEFAULT_BLACKJACK_RULES } from '../blackjack/rules.js';
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
import { DEFAULT_PUNTO_E_BANCO_RULES } from '../punto-e-banco/rules.js';
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
import { DEFAULT_SETTE_E_MEZZO_RULES } from '../sette-e-mezzo/rules.js';
import {
  NEW_SETTE_E_MEZZO_HAND,
  type SetteEMezzoEvent,
  type SetteEMezzoHand,
  evolveSetteEMezzo,
} from '../sette-e-mezzo/state.js';
import type { SoloDecision } from '../solo/decision.js';

/** What a hand is dealt from and paid by. */
interface DealtBy {
  readonly deck: readonly Card[];
  /** The version of the hand's paytable. It must be a known one. */
  readonly paytable: string;
  /**
   * False for a hand that is dealt again: what was in force when it was opened is not a part of it,
   * and moves no card and no payment.
   */
  readonly isLimited: boolean;
}

export interface SoloMachine<Hand, Event, Command, Refusal> {
  /** Of the paytable that new hands are opened on. */
  readonly current: string;
  /** Whether a hand on this paytable can be dealt: not where a later version has opened it. */
  readonly knows: (paytable: string) => boolean;
  readonly fresh: Hand;
  readonly evolve: (hand: Hand, event: Event) => Hand;
  readonly decide: (hand: Hand, command: Command, by: DealtBy) => SoloDecision<Event, Refusal>;
}

interface Rules<Version> {
  readonly paytable: Version;
}

/** A game as its own room has it. `limited` is in force, and `unlimited` takes any stake. */
interface OwnRoom<
  Version extends string,
  Own extends Rules<Version>,
  Hand,
  Event,
  Command,
  Refusal,
> extends Pick<SoloMachine<Hand, Event, Command, Refusal>, 'fresh' | 'evolve'> {
  readonly versions: readonly Version[];
  readonly limited: Own;
  readonly unlimited: Omit<Own, 'paytable'>;
  readonly decide: (
    hand: Hand,
    command: Command,
    circumstances: {
      readonly deck: readonly Card[];
      readonly rules: Omit<Own, 'paytable'> & Rules<Version>;
    },
  ) => SoloDecision<Event, Refusal>;
}

const machineOf = <
  Version extends string,
  Own extends Rules<Version>,
  Hand,
  Event,
  Command,
  Refusal,
>(
  room: OwnRoom<Version, Own, Hand, Event, Command, Refusal>,
): SoloMachine<Hand, Event, Command, Refusal> => {
  const { versions, limited, unlimited, fresh, evolve } = room;
  const known = (paytable: string) => versions.find((version) => version === paytable);
  return {
    current: limited.paytable,
    knows: (paytable) => known(paytable) !== undefined,
    fresh,
    evolve,
    decide: (hand, command, { deck, paytable: named, isLimited }) => {
      const paytable = known(named);
      assert(paytable !== undefined, 'a hand is dealt by a paytable that is known');
      const rules = { ...(isLimited ? limited : unlimited), paytable };
      return room.decide(hand, command, { deck, rules });
    },
  };
};

const ANY_STAKE = { min: amount(1), max: amount(10n ** 18n) };
const ANY_CHIP: readonly Amount[] = [amount(1)];

export const PUNTO_E_BANCO: SoloMachine<
  PuntoEBancoHand,
  PuntoEBancoEvent,
  PuntoEBancoCommand,
  PuntoEBancoRefusal
> = machineOf({
  versions: PUNTO_E_BANCO_PAYTABLE_VERSIONS,
  fresh: NEW_PUNTO_E_BANCO_HAND,
  evolve: evolvePuntoEBancoHand,
  decide: decidePuntoEBancoHand,
  limited: DEFAULT_PUNTO_E_BANCO_RULES,
  unlimited: { limits: eachPuntoEBancoSpot(() => ANY_STAKE), chips: ANY_CHIP },
});

export const SETTE_E_MEZZO: SoloMachine<
  SetteEMezzoHand,
  SetteEMezzoEvent,
  SetteEMezzoCommand,
  SetteEMezzoRefusal
> = machineOf({
  versions: SETTE_E_MEZZO_PAYTABLE_VERSIONS,
  fresh: NEW_SETTE_E_MEZZO_HAND,
  evolve: evolveSetteEMezzo,
  decide: decideSetteEMezzo,
  limited: DEFAULT_SETTE_E_MEZZO_RULES,
  unlimited: { limits: ANY_STAKE, chips: ANY_CHIP },
});

export const BLACKJACK: SoloMachine<
  BlackjackHand,
  BlackjackEvent,
  BlackjackCommand,
  BlackjackRefusal
> = machineOf({
  versions: BLACKJACK_PAYTABLE_VERSIONS,
  fresh: NEW_BLACKJACK_HAND,
  evolve: evolveBlackjack,
  decide: decideBlackjack,
  limited: DEFAULT_BLACKJACK_RULES,
  unlimited: { limits: ANY_STAKE, chips: ANY_CHIP },
});
