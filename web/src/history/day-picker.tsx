/** Chooses one of the player’s days, up to today. */
import { Mark } from '../look/mark.js';
import { dayBeside, dayBounds } from './day.js';
import field from '../look/field.module.css';
import { classes } from '../classes.js';
import { useHistoryWords } from './words.js';
import styles from './day-picker.module.css';

interface Props {
  readonly day: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

export const DayPicker = ({ day, today, onChoose }: Props) => {
  const own = useHistoryWords();
  const choose = (chosen: string) => {
    if (dayBounds(chosen) !== undefined && chosen <= today) onChoose(chosen);
  };
  return (
    <div className={styles.day} role="group" aria-label={own('day')}>
      <button
        type="button"
        aria-label={own('dayBefore')}
        onClick={() => choose(dayBeside(day, -1))}
      >
        <Mark name="back" />
      </button>
      <input
        className={classes(field.field, styles.input)}
        type="date"
        aria-label={own('day')}
        value={day}
        max={today}
        required
        onChange={(event) => choose(event.target.value)}
      />
      <button
        type="button"
        aria-label={own('dayAfter')}
        disabled={day >= today}
        onClick={() => choose(dayBeside(day, 1))}
      >
        <Mark name="next" />
      </button>
      <button type="button" disabled={day === today} onClick={() => onChoose(today)}>
        {own('today')}
      </button>
    </div>
  );
};
