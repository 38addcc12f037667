/**
 * What the player played: at the live tables day by day, with cards, outcomes, bets, and what each
 * paid; and the hands of solo games.
 */
import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FaultGuard } from '../panels/fault-guard.js';
import type { PanelProps } from '../panels/panel-props.js';
import { useSoloWords } from '../solo/words.js';
import { useCurrency } from '../studio/own-player.js';
import { CsvButton } from './csv-button.js';
import { DayPicker } from './day-picker.js';
import { DayRounds } from './day-rounds.js';
import { csvName, dayBounds } from './day.js';
import { UnansweredBets } from './unanswered-bets.js';
import { useToday } from './use-today.js';
import { useHistoryWords } from './words.js';
import listHead from '../look/list-head.module.css';
import styles from './history-panel.module.css';

const HandsPlayed = lazy(() => import('../solo/history/hands-played.js'));

const HistoryPanel = ({ seat, game }: PanelProps) => {
  const { t } = useTranslation();
  const solo = useSoloWords();
  const currency = useCurrency(seat);
  const [shown, show] = useState<'live' | 'solo'>(game === undefined ? 'live' : 'solo');
  return (
    <div className={styles.history}>
      <div className={styles.which} role="group" aria-label={solo('history.which')}>
        {(['live', 'solo'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={shown === each}
            data-history={each}
            onClick={() => show(each)}
          >
            {solo(`history.${each}`)}
          </button>
        ))}
      </div>
      {shown === 'live' ? (
        <LiveHistory currency={currency} />
      ) : (
        <FaultGuard>
          <Suspense fallback={<p role="status">{t('menu.loading')}</p>}>
            <HandsPlayed currency={currency} />
          </Suspense>
        </FaultGuard>
      )}
    </div>
  );
};
export default HistoryPanel;

const LiveHistory = ({ currency }: { readonly currency: string }) => {
  const own = useHistoryWords();
  const today = useToday();
  /** Undefined: today, whichever day that is. */
  const [chosen, choose] = useState<string>();
  const day = chosen ?? today;
  const bounds = dayBounds(day)!; // The picker gives days only.
  return (
    <>
      <div className={listHead.tools}>
        <DayPicker
          day={day}
          today={today}
          onChoose={(each) => choose(each === today ? undefined : each)}
        />
        <CsvButton
          path="me/rounds.csv"
          query={{ ...bounds }}
          name={csvName('rounds', day)}
          label={own('csv')}
          short="CSV"
        />
      </div>
      <UnansweredBets bounds={bounds} currency={currency} />
      <DayRounds key={day} bounds={bounds} />
    </>
  );
};
