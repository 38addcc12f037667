/**
 * Lets the player hear a solo room, in the sounds of the live table and under the same switch. What
 * is shown at once, as after a reload, is silent.
 */
import { useEffect } from 'react';
import { useSettings } from '../studio/settings-store.js';
import type { Sound } from '../../../src/protocol/made-sounds.js';
import { play } from '../table/sounds.js';
import { type PlacedChips, totalOf } from './placed-chips.js';
import type { ShownStore } from './shown-store.js';

/** As far as it is heard. */
export interface HeardEvent {
  readonly kind: string;
  /** In minor units. */
  readonly taken?: bigint;
  readonly paid?: bigint;
}

export const useRoomSounds = (hands: ShownStore, placed: PlacedChips['store']): void => {
  const areOn = useSettings().settings.gameSounds;
  useEffect(() => {
    if (!areOn) return;
    const stopHands = hands.subscribe((now, before) => {
      if (now.dealt === undefined || now.shown !== before.shown + 1) return;
      const sound = soundOf(now.dealt.events.slice(0, now.shown) as HeardEvent[]);
      if (sound !== undefined) play(sound);
    });
    const stopChips = placed.subscribe((now, before) => {
      const isMore = totalOf(now.stakes) > totalOf(before.stakes);
      // They are also forgotten when they are taken, which is silent.
      const isLess = now.past.length > 0 && totalOf(now.stakes) < totalOf(before.stakes);
      if (isMore || isLess) play('chip');
    });
    return () => {
      stopHands();
      stopChips();
    };
  }, [areOn, hands, placed]);
};

/** What the last of these events sounds like. They are those of a hand from its first. */
export const soundOf = (events: readonly HeardEvent[]): Sound | undefined => {
  const last = events.at(-1);
  if (last === undefined) return undefined;
  switch (last.kind) {
    case 'card_dealt':
    case 'bank_card_dealt':
    case 'hole_card_dealt':
    case 'hole_card_turned':
      return 'card';
    case 'hand_doubled':
    case 'hand_split':
      return 'chip';
    case 'insurance_decided':
      return (last.taken ?? 0n) > 0n ? 'chip' : undefined;
    case 'hand_ended': {
      const taken = events.reduce((sum, event) => sum + (event.taken ?? 0n), 0n);
      const paid = last.paid ?? 0n;
      if (paid === taken) return 'push';
      return paid > taken ? 'win' : 'lose';
    }
    default:
      return undefined;
  }
};
