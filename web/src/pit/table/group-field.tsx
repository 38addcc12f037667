/** Whose limits a form shows: those of the table, or of a limit group that is chosen or typed. */
import { useId } from 'react';
import { LIMIT_GROUP } from '../../../../src/round/limits-of.js';
import { useTableWords } from './words.js';
import layout from '../look/layout.module.css';

interface Props {
  readonly name?: string;
  /** Those that are offered. */
  readonly groups: readonly string[];
  readonly typed: string;
  readonly onType: (group: string) => void;
}

/** The group that is meant. Empty: the table itself. Undefined: what is typed names none. */
export const groupOf = (typed: string): string | undefined => {
  const group = typed.trim();
  return group === '' || LIMIT_GROUP.test(group) ? group : undefined;
};

export const GroupField = ({ name = 'group', groups, typed, onType }: Props) => {
  const { own } = useTableWords();
  const id = useId();
  return (
    <label className={layout.inline}>
      <span>{own('limits.group')}</span>
      <input
        name={name}
        list={id}
        maxLength={32}
        autoComplete="off"
        placeholder={own('limits.ofTable')}
        aria-invalid={groupOf(typed) === undefined}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <datalist id={id}>
        {groups.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </label>
  );
};
