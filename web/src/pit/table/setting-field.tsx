/** One setting of a table: what holds now, what waits, and what is typed in its place. */
import { TIME_RANGES } from '../../../../src/round/setting-ranges.js';
import {
  CHOICES,
  type FieldFault,
  type FieldName,
  isChoice,
  isTime,
  timeText,
} from './new-settings.js';
import { useTableWords } from './words.js';
import tones from '../look/tones.module.css';
import styles from './setting-field.module.css';

interface Props {
  readonly name: FieldName;
  /** As they would be typed. */
  readonly now: string;
  readonly next: string;
  readonly typed: string;
  readonly fault: FieldFault | undefined;
  readonly isOpen: boolean;
  readonly onType: (text: string) => void;
}

export const SettingField = ({ name, now, next, typed, fault, isOpen, onType }: Props) => {
  const { own, language, faultText } = useTableWords();
  const saidId = `said-${name}`;
  const given = {
    id: `setting-${name}`,
    name,
    value: typed,
    disabled: !isOpen,
    'aria-describedby': saidId,
  };
  const inWords = (text: string): string => {
    if (isChoice(name)) return own(`set.choice.${text as 'none'}`);
    if (text === '') return own(`set.none.${name as 'videoUrl'}`);
    return isTime(name) ? own(`set.unit.${name}`, { time: text }) : text;
  };
  const range = isTime(name)
    ? {
        min: timeText(name, TIME_RANGES[name][0], language),
        max: timeText(name, TIME_RANGES[name][1], language),
      }
    : {};
  return (
    <div className={styles.setting} data-setting={name}>
      <label htmlFor={given.id}>{own(`set.name.${name}`)}</label>
      {isChoice(name) ? (
        <select {...given} onChange={(event) => onType(event.target.value)}>
          {CHOICES[name].map((choice) => (
            <option key={choice} value={choice}>
              {inWords(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...given}
          inputMode={isTime(name) || name === 'tipMax' ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          maxLength={name === 'videoUrl' || name === 'whepUrl' ? 2_000 : 64}
          aria-invalid={fault !== undefined}
          onChange={(event) => onType(event.target.value)}
        />
      )}
      <small id={saidId}>
        <span className={tones.dim}>{own('set.now', { value: inWords(now) })}</span>
        {next !== now && (
          <b className={styles.waits} data-waits={name}>
            {own('set.waits', { value: inWords(next) })}
          </b>
        )}
        {fault !== undefined && (
          <span className={tones.alarmed} role="alert">
            {faultText(fault, (other) => own(`set.fault.${other}`, range))}
          </span>
        )}
      </small>
    </div>
  );
};
