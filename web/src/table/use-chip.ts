/** The chip in hand. It is the player’s own at every table and in every browser. */
import { useCallback, useMemo, useState } from 'react';
import { preferencesOf, usePreference } from '../studio/preferences-store.js';
import { useSeat, useStudio } from '../studio/use-studio.js';
import { heldChip } from './held-chip.js';
import type { SeatViewStore } from './seat-view-store.js';

type ChipInHand = readonly [chip: bigint | undefined, choose: (chip: bigint) => void];

export const useChip = (seat: SeatViewStore): ChipInHand => {
  const preferences = preferencesOf(useStudio());
  const kept = usePreference(({ chip }) => chip);
  const chips = useSeat(seat, ({ copy }) => copy?.settings.chips);
  /** What was chosen here holds here, also where the studio could not keep it. */
  const [chosen, setChosen] = useState<string>();
  const wanted = chosen ?? kept;
  const chip = useMemo(() => heldChip(chips ?? [], wanted), [chips, wanted]);
  const choose = useCallback(
    (value: bigint) => {
      const text = value.toString();
      setChosen(text);
      void preferences.change({ chip: text });
    },
    [preferences],
  );
  return [chip, choose];
};
