/** Keys that the studio has made. It keeps none: whatever is not written down here is lost. */
import type { OrderedChange } from '../../../../src/protocol/operator-changes.js';
import { useOperatorWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import styles from './operators-page.module.css';

export interface MadeKey extends Pick<OrderedChange, 'privateKey' | 'secrets'> {
  readonly operator: string;
}

interface Props {
  readonly keys: readonly MadeKey[];
  /** This one was written down. */
  readonly onNoted: (key: MadeKey) => void;
}

export const MadeKeys = ({ keys, onNoted }: Props) => {
  const { own } = useOperatorWords();
  return keys.map((key) => {
    const { operator, privateKey, secrets } = key;
    return (
      <div
        key={privateKey ?? secrets?.operator}
        className={styles.shownOnce}
        role="alert"
        data-part="private-key"
        data-of={operator}
      >
        <p>
          {own(secrets === null ? 'operator.shownOnce' : 'operator.secretsShownOnce', { operator })}
        </p>
        {privateKey !== null && <pre>{privateKey.trim()}</pre>}
        {secrets !== null && (
          <dl className={layout.facts}>
            <dt>{own('operator.secretOfOperator')}</dt>
            <dd>
              <code data-secret="operator">{secrets.operator}</code>
            </dd>
            <dt>{own('operator.secretOfStudio')}</dt>
            <dd>
              <code data-secret="studio">{secrets.studio}</code>
            </dd>
          </dl>
        )}
        <button type="button" className={buttons.primary} onClick={() => onNoted(key)}>
          {own('operator.noted')}
        </button>
      </div>
    );
  });
};
