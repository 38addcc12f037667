/** A field for a moment: the day first and 24 hours, as everywhere in the pit. */
import { readMoment } from '../moment.js';
import { useWords } from '../use-words.js';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly isNeeded?: boolean;
  /** Something else is wrong with it. */
  readonly isWrong?: boolean;
  readonly onType: (text: string) => void;
}

export const MomentField = ({ name, label, value, isNeeded, isWrong = false, onType }: Props) => {
  const { t } = useWords();
  return (
    <label>
      <span>{label}</span>
      <input
        name={name}
        required={isNeeded}
        size={Math.max(16, value.length)}
        maxLength={24}
        autoComplete="off"
        placeholder={t('momentForm')}
        value={value}
        aria-invalid={isWrong || (value !== '' && readMoment(value) === undefined)}
        onChange={(event) => onType(event.target.value)}
      />
    </label>
  );
};
