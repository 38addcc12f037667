/**
 * Where hands are dealt: what a room asks of the studio. Amounts of events are in minor units,
 * those of a command are digits, as they are sent.
 */

import type { DealDiffers } from '../../../src/client/solo-client.js';
import type { Refused } from '../../../src/protocol/command.js';

export interface PlaceLimits {
  readonly min: bigint;
  readonly max: bigint;
}

/** What may be staked: by spot, or as `stake` where there is one kind of stake only. */
export interface StakeRules {
  readonly version: string;
  readonly currency: string;
  /** Ascending. */
  readonly chips: readonly bigint[];
  readonly limits: Readonly<Record<string, PlaceLimits>>;
}

export interface DeskHand<Event> {
  readonly number: string;
  /** SHA-256 of what the deck follows from, in hex: published before the stakes. */
  readonly commitment: string;
  /** What the player gave with the stakes. */
  readonly seed: string | null;
  readonly cut: number | null;
  /** What was committed to, in hex, once the hand is over. */
  readonly opening: string | null;
  /** All of them, from the first. */
  readonly events: readonly Event[];
}

export interface NextHand {
  readonly number: string;
  readonly commitment: string;
}

interface OpenedGame<Event> {
  readonly ok: true;
  readonly rules: StakeRules;
  /** The hand in play, or the next one, with no event yet. */
  readonly dealt: DeskHand<Event>;
  readonly balance: bigint;
}

export interface PlayedOrder<Event> {
  readonly ok: true;
  readonly dealt: DeskHand<Event>;
  readonly balance: bigint;
  /** Null while the hand is in play. */
  readonly next: NextHand | null;
}

/** A command with the hand and the step that it is meant for, under an id of its own. */
export interface HandOrder<Command> {
  readonly id: string;
  readonly hand: string;
  readonly step: number;
  readonly command: Command;
}

interface ChangedHand<Event> {
  readonly dealt: DeskHand<Event>;
  readonly balance: bigint;
}

/** Every question rejects with `NoAnswer` where no answer came. */
export interface SoloDesk<Command, Event> {
  readonly open: () => Promise<OpenedGame<Event> | Refused>;
  readonly play: (order: HandOrder<Command>) => Promise<PlayedOrder<Event> | Refused>;
  /** What became of an order. Null where it does not stand and never will. */
  readonly find: (order: HandOrder<Command>) => Promise<PlayedOrder<Event> | null>;
  readonly onChanged: (listener: (changed: ChangedHand<Event>) => void) => () => void;
  /** What the studio says of a hand is not what was noted before its stakes. */
  readonly onDiffers: (listener: (differs: DealDiffers) => void) => () => void;
}
