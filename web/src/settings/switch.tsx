/** One thing that is on or off. */
import { useId } from 'react';
import setting from './setting.module.css';
import styles from './switch.module.css';

interface Props {
  readonly name: string;
  readonly label: string;
  /** What it does, or why it cannot be changed now. */
  readonly note?: string | undefined;
  readonly isOn: boolean;
  readonly isFixed?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export const Switch = ({ name, label, note, isOn, isFixed = false, onChange }: Props) => {
  const id = useId();
  return (
    <div className={setting.setting}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.switch}
        type="checkbox"
        role="switch"
        data-setting={name}
        checked={isOn}
        disabled={isFixed}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
      />
      {note !== undefined && <small id={`${id}-note`}>{note}</small>}
    </div>
  );
};
