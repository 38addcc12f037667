/** How the player bets: the mode, and which side bets and statistics are shown. */
import { useSettings } from '../studio/settings-store.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { useSeat } from '../studio/use-studio.js';
import { isBetting, useDrawn } from '../table/use-drawn.js';
import { liesOnExtra } from './extra-spots.js';
import { Switch } from './switch.js';
import { useSettingsWords } from './words.js';

export const BetSettings = ({ seat }: { readonly seat: SeatViewStore }) => {
  const own = useSettingsWords();
  const { settings, change } = useSettings();
  const { extraSideBets, betStatistics, darkStatistics } = settings;
  const drawn = useDrawn(seat);
  const isOpen = useSeat(seat, ({ copy }) => isBetting(copy?.phase));
  const isFree = drawn?.slip.mode === 'zero_commission';
  const isSuper6 = drawn?.slip.stakes.has('super_6') === true;
  const lies = drawn !== undefined && liesOnExtra(drawn.slip.stakes);
  return (
    <section aria-labelledby="settings-bets">
      <h3 id="settings-bets">{own('bets')}</h3>
      <Switch
        name="noCommission"
        label={own('noCommission')}
        note={own(modeNote(isSuper6, isOpen))}
        isOn={isFree}
        isFixed={drawn === undefined || !isOpen || isSuper6}
        onChange={(isOn) =>
          void seat.bet({ kind: 'mode', mode: isOn ? 'zero_commission' : 'normal' })
        }
      />
      <Switch
        name="extraSideBets"
        label={own('extraSideBets')}
        note={own(lies ? 'extraLies' : 'extraNote')}
        isOn={extraSideBets || lies}
        isFixed={lies}
        onChange={(isOn) => change({ extraSideBets: isOn })}
      />
      <Switch
        name="betStatistics"
        label={own('betStatistics')}
        note={own('betStatisticsNote')}
        isOn={betStatistics}
        onChange={(isOn) => change({ betStatistics: isOn })}
      />
      <Switch
        name="darkStatistics"
        label={own('darkStatistics')}
        isOn={darkStatistics}
        onChange={(isOn) => change({ darkStatistics: isOn })}
      />
    </section>
  );
};

const modeNote = (isSuper6: boolean, isOpen: boolean) => {
  if (isSuper6) return 'modeSuper6';
  return isOpen ? 'modeNote' : 'modeClosed';
};
