/**
 * Another key of an operator: its own public half, a pair that the studio makes for a trial, or
 * secrets that both share.
 */
import type { FormEvent } from 'react';
import { ALGORITHMS } from '../../../../src/protocol/algorithms.js';
import { useForm } from '../../use-form.js';
import { WhyField } from '../parts/why-field.js';
import { useOperatorWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './operators-page.module.css';

interface Props {
  readonly id: string;
  readonly isBusy: boolean;
  readonly onAsk: (change: object, reason: string) => void;
}

export const KeyForm = ({ id, isBusy, onAsk }: Props) => {
  const { own } = useOperatorWords();
  const { typed, type } = useForm(() => ({ pem: '', algorithm: 'ed25519', reason: '' }));
  const isShared = typed.algorithm === 'hmac-sha256';
  const pem = isShared ? '' : typed.pem.trim();
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const change = {
      ...{ kind: 'key', id },
      ...(pem !== '' && { publicKey: pem }),
      ...(isShared && { algorithm: typed.algorithm }),
    };
    onAsk(change, typed.reason.trim());
  };
  return (
    <form className={layout.stack} data-part="key-form" onSubmit={ask}>
      <label className={layout.stack}>
        <span>{own('operator.signsBy')}</span>
        <select
          name="algorithm"
          value={typed.algorithm}
          onChange={({ target }) => type({ algorithm: target.value })}
        >
          {ALGORITHMS.map((each) => (
            <option key={each} value={each}>
              {own(`operator.algorithm.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {!isShared && (
        <label className={layout.stack}>
          <span>{own('operator.publicKey')}</span>
          <textarea
            name="pem"
            rows={4}
            maxLength={1_000}
            className={styles.pem}
            placeholder="-----BEGIN PUBLIC KEY-----"
            value={typed.pem}
            onChange={({ target }) => type({ pem: target.value })}
          />
        </label>
      )}
      <p className={tones.dim}>{own(isShared ? 'operator.secretSaid' : 'operator.keySaid')}</p>
      <WhyField of="operator" value={typed.reason} onChange={(reason) => type({ reason })} />
      <div className={layout.row}>
        <button
          type="submit"
          className={buttons.primary}
          data-sure="key"
          disabled={typed.reason.trim() === '' || isBusy}
        >
          {own('operator.ask')}
        </button>
      </div>
    </form>
  );
};
