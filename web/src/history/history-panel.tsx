/** What the player played, day by day: cards, outcomes, bets, and what each paid. */
import { useState } from 'react';
import type { PanelProps } from '../panels/panel-props.js';
import { useSeat } from '../studio/use-studio.js';
import { CsvButton } from './csv-button.js';
import { DayPicker } from './day-picker.js';
import { DayRounds } from './day-rounds.js';
import { csvName, dayBounds, dayOf } from './day.js';
import { UnansweredBets } from './unanswered-bets.js';
import { useHistoryWords } from './words.js';
import listHead from '../look/list-head.module.css';
import styles from './history-panel.module.css';

const HistoryPanel = ({ seat }: PanelProps) => {
  const own = useHistoryWords();
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const [today] = useState(() => dayOf(Date.now()));
  const [day, choose] = useState(today);
  const bounds = dayBounds(day)!; // The picker gives days only.
  return (
    <div className={styles.history}>
      <div className={listHead.tools}>
        <DayPicker day={day} today={today} onChoose={choose} />
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
    </div>
  );
};
export default HistoryPanel;
