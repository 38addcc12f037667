/** A break or an exclusion: chosen, and confirmed before it holds. Nobody takes it back. */
import { useState } from 'react';
import { focused } from '../focused.js';
import { Choice } from '../settings/choice.js';
import type { UseSafety } from './use-safety.js';
import { useSafetyWords } from './words.js';
import buttons from '../look/button.module.css';
import styles from './bar.module.css';

interface Props {
  readonly using: UseSafety;
  readonly kind: 'cool_off' | 'self_exclusion';
  /** To choose from. Null: for good. */
  readonly days: readonly (number | null)[];
}

export const Bar = ({ using, kind, days }: Props) => {
  const own = useSafetyWords();
  const [chosen, choose] = useState(String(days[0]));
  const [isAsking, ask] = useState(false);
  const textOf = (value: string) => {
    if (value === 'null') return own('forGood');
    const days = own('days', { count: Number(value) });
    const years = Number(value) / DAYS_OF_YEAR;
    return Number.isInteger(years) ? own('years', { count: years, days }) : days;
  };
  const name = own(`bar.${kind}`);
  const set = async () => {
    const order = { kind, days: chosen === 'null' ? null : Number(chosen) };
    // The studio takes no break without an end, and none is offered.
    if (await using.bar(order as Parameters<UseSafety['bar']>[0])) ask(false);
  };
  return (
    <div className={styles.bar}>
      <Choice
        name={kind}
        label={own('howLong')}
        value={chosen}
        values={days.map((each) => ({ value: String(each), text: textOf(String(each)) }))}
        onChange={(value) => {
          choose(value);
          ask(false);
        }}
      />
      {isAsking ? (
        <div role="alertdialog" aria-label={name}>
          <p>{own('sure', { days: textOf(chosen) })}</p>
          <div className={styles.choice}>
            <button
              type="button"
              className={buttons.primary}
              data-bar-set={kind}
              disabled={using.isBusy}
              onClick={() => void set()}
            >
              {name}
            </button>
            <button type="button" ref={focused} onClick={() => ask(false)}>
              {own('notNow')}
            </button>
          </div>
        </div>
      ) : (
        <button type="button" data-bar-ask={kind} onClick={() => ask(true)}>
          {name}
        </button>
      )}
    </div>
  );
};

const DAYS_OF_YEAR = 365;
