/** What a change makes of an operator: each value that differs, as it is and as it will be. */
import type { AskedState } from '../../../../src/protocol/operator-changes.js';
import { POLICY_RANGES } from '../../../../src/protocol/policy-ranges.js';
import { POLICY_NAMES, type PolicyName } from './operator-edits.js';
import { useOperatorWords } from './words.js';
import figures from '../look/figures.module.css';
import styles from './operators-page.module.css';

const VALUES = [
  'name',
  'mode',
  'currencies',
  'tables',
  'callbackUrl',
  'frameOrigins',
  ...POLICY_NAMES,
  'takesTips',
  'webhook',
  'isOff',
] as const satisfies readonly (keyof AskedState | PolicyName | 'takesTips')[];

type Value = (typeof VALUES)[number];

const isOfPolicy = (value: Value): value is PolicyName => value in POLICY_RANGES;

const takesTips = (of: AskedState): boolean => of.policy?.takesTips === true;

const valueOf = (of: AskedState, value: Value) => {
  if (value === 'takesTips') return takesTips(of);
  return isOfPolicy(value) ? of.policy?.[value] : of[value];
};

interface Props {
  /** Null: there is none yet. */
  readonly before: AskedState | null;
  readonly after: AskedState;
}

/** Empty where nothing differs. */
export const changesOf = ({ before, after }: Props) =>
  VALUES.filter(
    (value) =>
      before === null ||
      JSON.stringify(valueOf(before, value)) !== JSON.stringify(valueOf(after, value)),
  );

export const Changed = ({ before, after }: Props) => {
  const { own } = useOperatorWords();
  const text = useStateText();
  return (
    <table className={figures.figures} data-part="operator-changed">
      <thead>
        <tr>
          <th scope="col">{own('operator.what')}</th>
          <th scope="col">{own('operator.now')}</th>
          <th scope="col">{own('operator.then')}</th>
        </tr>
      </thead>
      <tbody>
        {changesOf({ before, after }).map((value) => (
          <tr key={value} data-value={value}>
            <th scope="row">{own(`operator.of.${value}`)}</th>
            <td className={styles.long}>{before === null ? '–' : text(before, value)}</td>
            <td className={styles.long}>
              <b>{text(after, value)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** One value of an operator, as it is read. */
export const useStateText = () => {
  const { own } = useOperatorWords();
  return (of: AskedState, value: Value): string => {
    if (isOfPolicy(value)) return secondsOf(of.policy?.[value]);
    switch (value) {
      case 'name':
        return of.name;
      case 'mode':
        return own(`operator.mode.${of.mode}`);
      case 'currencies':
        return of.currencies.join(', ');
      case 'tables':
        return of.tables === null ? own('operator.allTables') : of.tables.join(', ');
      case 'callbackUrl':
        return of.callbackUrl ?? '–';
      case 'frameOrigins':
        return of.frameOrigins.length === 0 ? '–' : of.frameOrigins.join(', ');
      case 'takesTips':
        return own(`operator.takes.${takesTips(of) ? 'yes' : 'no'}`);
      case 'webhook': {
        if (of.webhook === undefined || of.webhook === null) return own('operator.webhook.none');
        const { url, feeds, isOn } = of.webhook;
        const names = feeds.map((feed) => own(`operator.webhook.feed.${feed}`)).join(', ');
        return `${url}: ${names} (${own(`operator.webhook.${isOn ? 'on' : 'paused'}`)})`;
      }
      case 'isOff':
        return own(of.isOff ? 'operator.isOff' : 'operator.isOn');
    }
  };
};

const secondsOf = (ms: number | undefined): string => (ms === undefined ? '–' : `${ms / 1_000} s`);
