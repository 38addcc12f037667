/** What changes of a table's further currencies, as a list: what was, and what is to be. */
import { type ChangedCurrency } from './further-change.js';
import { useTableWords } from './words.js';

interface Props {
  readonly currencies: readonly ChangedCurrency[];
}

export const FurtherChanges = ({ currencies }: Props) => {
  const { own, game } = useTableWords();
  return currencies.flatMap(({ currency, what, fields }) => [
    <li key={currency} data-changed-currency={currency}>
      <b>{currency}</b> {own(`further.${what}`)}
    </li>,
    ...fields.map(({ name, group, was, is }) => (
      <li key={`${currency} ${group ?? ''} ${name}`}>
        {currency} {group !== undefined && `${group} `}
        {name === 'rate' || name === 'chips' || name === 'tipMax'
          ? own(`further.${name}`)
          : game(`spot.${name}`)}
        : {what === 'changed' && `${was === '' ? '–' : was} → `}
        {is === '' ? '–' : is}
      </li>
    )),
  ]);
};
