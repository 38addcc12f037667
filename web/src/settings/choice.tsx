/** One of several. */
import { useId } from 'react';
import styles from './choice.module.css';
import setting from './setting.module.css';

interface Props<Value extends string> {
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly values: readonly { readonly value: Value; readonly text: string; lang?: string }[];
  readonly isFixed?: boolean;
  readonly onChange: (value: Value) => void;
}

export const Choice = <Value extends string>(given: Props<Value>) => {
  const { name, label, value, values, isFixed = false, onChange } = given;
  const id = useId();
  return (
    <div className={setting.setting}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.choice}
        data-setting={name}
        value={value}
        disabled={isFixed}
        onChange={(event) => {
          const chosen = values.find((each) => each.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {values.map((each) => (
          <option key={each.value} value={each.value} lang={each.lang}>
            {each.text}
          </option>
        ))}
      </select>
    </div>
  );
};
