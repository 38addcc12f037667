/**
 * What the room of a game lives by: its hand at the studio, and the chips that lie on its spots.
 * Chips are the page’s alone until they are sent, so what is wrong with them is said here, with the
 * number.
 */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { SoloEvents } from '../../../src/protocol/solo-events.js';
import type { SoloGame } from '../../../src/solo/game.js';
import { useAccount, useLine, useStudio } from '../studio/use-studio.js';
import { keepCovered } from './covered-chips.js';
import type { PlaceLimits, StakeRules } from './desk.js';
import { HandViewStore, type HandRules, isDealing } from './hand-view-store.js';
import { PlacedChips, type StakesBySpot, totalOf } from './placed-chips.js';
import type { OrderKind } from './unanswered-orders.js';
import { useAskedBeforeClosing } from './use-asked-before-closing.js';
import { useRoomSounds } from './room-sounds.js';
import { deskOf, tellerOf } from './studio-desk.js';

export const useRoom = <Game extends SoloGame, Hand, Command extends { readonly kind: OrderKind }>(
  game: HandRules<Hand, SoloEvents[Game]> & { readonly game: Game },
) => {
  const studio = useStudio();
  const [{ hands, placed }] = useState(() => ({
    hands: new HandViewStore<Hand, SoloEvents[Game], Command>(
      game,
      deskOf<Game, Command>(studio, game.game),
      tellerOf(studio, game.game),
    ),
    placed: new PlacedChips(game.game),
  }));
  useEffect(() => {
    studio.cameTo(game.game);
    const close = hands.open();
    return () => {
      studio.leftRoom();
      close();
    };
  }, [studio, game, hands]);
  useRoomSounds(hands.store, placed.store);
  useEffect(() => keepCovered(studio, hands.store, placed), [studio, hands, placed]);
  useEffect(
    () =>
      hands.store.subscribe((now, before) => {
        if (now.shown > 0 && before.shown === 0) placed.forget(); // They are the hand’s now.
      }),
    [hands, placed],
  );
  const [chip, chooseChip] = useState<bigint>();
  const balance = useAccount(({ session }) => session?.balance ?? 0n);
  const isOpen = useAccount(({ session }) => session?.open === true);
  const hasStopped = useLine(({ state }) => state === 'ended' || state === 'refused');
  const view = useStore(hands.store);
  const { stakes, past } = useStore(placed.store);
  const { rules, asked } = view;
  const lying = totalOf(stakes);
  useAskedBeforeClosing(lying > 0n || hands.inPlay() !== undefined);
  const canAct = rules !== undefined && asked === undefined && !isDealing(view) && !hasStopped;

  /** Whether these stakes lie now. They lie for the next hand where this one is over. */
  const place = (wanted: StakesBySpot): boolean => {
    if (rules === undefined) return false;
    const above = Object.entries(wanted).find(([spot, stake]) => stake > limitsOf(rules, spot).max);
    if (above !== undefined) {
      hands.say('stake_above_maximum', { amount: limitsOf(rules, above[0]).max });
      return false;
    }
    if (totalOf(wanted) > balance) {
      hands.say('insufficient_funds');
      return false;
    }
    hands.hush();
    hands.startNext();
    placed.set(wanted);
    return true;
  };
  return {
    hands,
    placed,
    view,
    stakes,
    past,
    chip,
    chooseChip,
    /** What is left to stake. */
    credit: lying > balance ? 0n : balance - lying,
    isOpen,
    /** Whether anything can be pressed now. */
    canAct,
    canPut: canAct && isOpen && chip !== undefined,
    place,
    put: (spot: string) => {
      if (chip !== undefined) place({ ...stakes, [spot]: (stakes[spot] ?? 0n) + chip });
    },
    takeBack: (spot: string) => {
      if (canAct && chip !== undefined) placed.takeBack(spot, chip);
    },
    /** Whether they may be sent. What is missing to the least is said. */
    areEnough: (wanted: StakesBySpot): boolean => {
      if (rules === undefined) return false;
      const below = Object.entries(wanted).find(
        ([spot, stake]) => stake < limitsOf(rules, spot).min,
      );
      if (below !== undefined) {
        hands.say('stake_below_minimum', { amount: limitsOf(rules, below[0]).min });
      }
      return below === undefined;
    },
  };
};

/** Of a spot of its own, or of any stake. */
const limitsOf = ({ limits }: StakeRules, spot: string): PlaceLimits => {
  const found = limits[spot] ?? limits['stake'];
  if (found === undefined) throw new Error(`the studio sent no limits for ${spot}`);
  return found;
};
