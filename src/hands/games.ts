/**
 * The three solo games behind one interface: a hand at one of its steps, whatever its game. It
 * holds no card that was not dealt, as the hands of the games do.
 */
import type { Card } from '../cards/card.js';
import type { BlackjackCommand, BlackjackRefusal } from '../blackjack/decide.js';
import { phaseOf } from '../blackjack/state.js';
import { viewBlackjack } from '../blackjack/view.js';
import { BLACKJACK, PUNTO_E_BANCO, SETTE_E_MEZZO, type SoloMachine } from '../chance/machines.js';
import type { Amount } from '../money/amount.js';
import type { DealtHand } from '../protocol/solo.js';
import { readEvents } from '../protocol/solo-events.js';
import type { StakesNow } from '../protocol/stakes.js';
import type { PuntoEBancoCommand, PuntoEBancoRefusal } from '../punto-e-banco/decide.js';
import { viewPuntoEBancoHand } from '../punto-e-banco/view.js';
import type { SetteEMezzoCommand, SetteEMezzoRefusal } from '../sette-e-mezzo/decide.js';
import { viewSetteEMezzo } from '../sette-e-mezzo/view.js';
import type { SoloGame } from '../solo/game.js';
import { moved } from '../solo/moved.js';
import { plain } from '../solo/plain.js';

/** A command of any game. `abandon` is the studio's own. */
export type SoloCommand =
  | { readonly game: 'punto_e_banco'; readonly command: PuntoEBancoCommand }
  | { readonly game: 'sette_e_mezzo'; readonly command: SetteEMezzoCommand }
  | { readonly game: 'blackjack'; readonly command: BlackjackCommand };

export type GameRefusal = PuntoEBancoRefusal | SetteEMezzoRefusal | BlackjackRefusal;

/** What a command comes to. Amounts in minor units. */
export interface Decided {
  readonly ok: true;
  /** The hand afterwards. */
  readonly hand: SoloHand;
  /** Of the command alone, as they are on the wire. */
  readonly events: readonly unknown[];
  readonly taken: Amount;
  readonly paid: Amount;
}

/** A hand at one of its steps. */
export interface SoloHand {
  readonly game: SoloGame;
  readonly step: number;
  readonly isOver: boolean;
  /** All that was staked. */
  readonly taken: Amount;
  /**
   * `deck` in its order, `paytable` the version that the hand was opened on. `unknown_hand` where
   * the command is of another game.
   */
  decide(
    command: SoloCommand,
    deck: readonly Card[],
    by: { readonly paytable: string; readonly stakes: StakesNow },
  ): Decided | { readonly ok: false; readonly refusal: GameRefusal | 'unknown_hand' };
  /** What its player sees, with all that `rest` adds. */
  seen(rest: RestOfHand): DealtHand;
}

/** What of a dealt hand is not for its game to say. */
type RestOfHand = Omit<DealtHand, 'game' | 'view' | 'events'>;

/** One game: `Hand` is its hand, `Command` what is asked of it. */
interface Game<Hand, Event, Command, Stakes> {
  readonly name: SoloGame;
  readonly machine: SoloMachine<Hand, Event, Command, GameRefusal, Stakes>;
  /** Undefined where they cannot be read. They bind a deal only. */
  readonly stakesOf: (stakes: StakesNow) => Stakes | undefined;
  readonly read: (events: unknown) => readonly Event[];
  readonly commandOf: (command: SoloCommand) => Command | undefined;
  readonly isOver: (hand: Hand) => boolean;
  readonly seen: (hand: Hand, events: PlainOf<Event>[], rest: RestOfHand) => DealtHand;
}

interface AnyHand {
  readonly step: number;
  readonly taken: Amount;
}
interface AnyEvent {
  readonly kind: string;
  readonly taken?: Amount;
  readonly paid?: Amount;
}

const handOf = <Hand extends AnyHand, Event extends AnyEvent, Command, Stakes>(
  game: Game<Hand, Event, Command, Stakes>,
  hand: Hand,
  events: PlainOf<Event>[],
): SoloHand => ({
  game: game.name,
  step: hand.step,
  isOver: game.isOver(hand),
  taken: hand.taken,
  decide: (asked, deck, { paytable, stakes }) => {
    const command = game.commandOf(asked);
    if (command === undefined) return { ok: false, refusal: 'unknown_hand' };
    const by = { deck, paytable, stakes: game.stakesOf(stakes) };
    const decision = game.machine.decide(hand, command, by);
    if (!decision.ok) return decision;
    const after = decision.events.reduce(game.machine.evolve, hand);
    const added = decision.events.map(plainOf);
    return {
      ok: true,
      hand: handOf(game, after, [...events, ...added]),
      events: added,
      ...moved(decision.events),
    };
  },
  seen: (rest) => game.seen(hand, events, rest),
});

/** What the studio knows of a game before any hand of it. */
interface SoloGameRoom {
  /** Of the paytable that new hands are opened on. */
  readonly version: string;
  /** Whether a hand that was opened on this version can be dealt. */
  readonly knows: (version: string) => boolean;
  /** The hand that these events make, as they are on the wire. Throws on anything else. */
  readonly fold: (events: readonly unknown[]) => SoloHand;
}

const roomOf = <Hand extends AnyHand, Event extends AnyEvent, Command, Stakes>(
  game: Game<Hand, Event, Command, Stakes>,
): SoloGameRoom => ({
  version: game.machine.current,
  knows: game.machine.knows,
  fold: (stored) => {
    const events = game.read(stored);
    return handOf(
      game,
      events.reduce(game.machine.evolve, game.machine.fresh),
      events.map(plainOf),
    );
  },
});

/** What `plain` makes of a value, as a type. */
type PlainOf<T> = T extends bigint
  ? string
  : T extends string | number | boolean
    ? T
    : T extends readonly (infer Item)[]
      ? PlainOf<Item>[]
      : { -readonly [Name in keyof T]: PlainOf<T[Name]> };

/** `plain` keeps the shape of what it is given. */
const plainOf = <T>(value: T): PlainOf<T> => plain(value) as PlainOf<T>;

const puntoEBanco = roomOf({
  name: 'punto_e_banco',
  machine: PUNTO_E_BANCO,
  stakesOf: ({ punto_e_banco }) => punto_e_banco,
  read: readEvents.punto_e_banco,
  commandOf: (asked) => (asked.game === 'punto_e_banco' ? asked.command : undefined),
  isOver: ({ phase }) => phase === 'over',
  seen: (hand, events, rest) => ({
    ...rest,
    game: 'punto_e_banco',
    view: plainOf(viewPuntoEBancoHand(hand)),
    events,
  }),
});

const setteEMezzo = roomOf({
  name: 'sette_e_mezzo',
  machine: SETTE_E_MEZZO,
  stakesOf: ({ sette_e_mezzo }) =>
    sette_e_mezzo && { chips: sette_e_mezzo.chips, limits: sette_e_mezzo.limits.stake },
  read: readEvents.sette_e_mezzo,
  commandOf: (asked) => (asked.game === 'sette_e_mezzo' ? asked.command : undefined),
  isOver: ({ phase }) => phase === 'over',
  seen: (hand, events, rest) => ({
    ...rest,
    game: 'sette_e_mezzo',
    view: plainOf(viewSetteEMezzo(hand)),
    events,
  }),
});

const blackjack = roomOf({
  name: 'blackjack',
  machine: BLACKJACK,
  stakesOf: ({ blackjack }) =>
    blackjack && { chips: blackjack.chips, limits: blackjack.limits.stake },
  read: readEvents.blackjack,
  commandOf: (asked) => (asked.game === 'blackjack' ? asked.command : undefined),
  isOver: (hand) => phaseOf(hand) === 'over',
  seen: (hand, events, rest) => ({
    ...rest,
    game: 'blackjack',
    view: plainOf(viewBlackjack(hand)),
    events,
  }),
});

export const SOLO_ROOMS: Readonly<Record<SoloGame, SoloGameRoom>> = {
  punto_e_banco: puntoEBanco,
  sette_e_mezzo: setteEMezzo,
  blackjack,
};

/** What the studio asks once the player has not come back. Undefined where no hand ever waits. */
export const abandonment = (game: SoloGame, step: number): SoloCommand | undefined => {
  switch (game) {
    case 'punto_e_banco':
      return undefined;
    case 'sette_e_mezzo':
    case 'blackjack':
      return { game, command: { kind: 'abandon', step } };
  }
};
