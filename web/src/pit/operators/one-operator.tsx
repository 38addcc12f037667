/** One operator: how it stands, its keys, and what may be asked of it. */
import { useState } from 'react';
import type { KeptOperator } from '../../../../src/protocol/operator-changes.js';
import { classes } from '../../classes.js';
import { WhyButton } from '../parts/why-button.js';
import { useStateText } from './changed.js';
import { KeyForm } from './key-form.js';
import { POLICY_NAMES } from './operator-edits.js';
import { OperatorForm } from './operator-form.js';
import { useOperatorWords } from './words.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';
import styles from './operators-page.module.css';

interface Props {
  readonly of: KeptOperator;
  readonly isBusy: boolean;
  /** Resolves to whether it was asked for, or done. */
  readonly onAsk: (change: object, reason: string) => Promise<boolean>;
}

const SHOWN = ['mode', 'currencies', 'tables', 'callbackUrl', 'frameOrigins', 'webhook'] as const;

export const OneOperator = ({ of, isBusy, onAsk }: Props) => {
  const { t, own, dateTime } = useOperatorWords();
  const text = useStateText();
  const ofWallet = [...POLICY_NAMES, 'takesTips'] as const;
  const [opened, setOpened] = useState<'alter' | 'key'>();
  const { id, isOff, keys } = of;
  const ask = (change: object, reason: string) =>
    void onAsk(change, reason).then((isDone) => {
      if (isDone) setOpened(undefined);
    });
  return (
    <li className={box.sheetBox} data-operator={id} data-state={isOff ? 'off' : 'on'}>
      <h2 className={styles.name}>
        {of.name === '' ? id : `${of.name} (${id})`}
        <span className={classes(sign.sign, isOff ? sign.off : sign.good)}>
          {own(isOff ? 'operator.isOff' : 'operator.isOn')}
        </span>
      </h2>
      <dl className={layout.facts}>
        {[...SHOWN, ...(of.mode === 'transfer' ? [] : ofWallet)].map((value) => (
          <div key={value} className={styles.fact} data-value={value}>
            <dt>{own(`operator.of.${value}`)}</dt>
            <dd>{text(of, value)}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.keys}>{own('operator.keys')}</h3>
      {keys.length === 0 && <p className={tones.dim}>{own('operator.noKeys')}</p>}
      <ul className={layout.plain}>
        {keys.map(({ kid, algorithm, sinceMs, isRevoked }) => (
          <li key={kid} className={layout.row} data-kid={kid} data-revoked={isRevoked}>
            <code className={isRevoked ? tones.dim : undefined}>{kid}</code>
            <span className={tones.dim}>{own(`operator.algorithm.${algorithm}`)}</span>
            <span className={tones.dim}>
              {own(isRevoked ? 'operator.revoked' : 'operator.since', { at: dateTime(sinceMs) })}
            </span>
            {!isRevoked && (
              <WhyButton
                of="operator"
                name="revoke"
                label={own('operator.revoke')}
                question={own('operator.revokeAsked')}
                isDisabled={isBusy}
                onWhy={(reason) => ask({ kind: 'revoke', id, kid }, reason)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className={layout.row}>
        {(['alter', 'key'] as const).map((what) => (
          <button
            key={what}
            type="button"
            data-do={what}
            aria-expanded={opened === what}
            onClick={() => setOpened(opened === what ? undefined : what)}
          >
            {opened === what ? t('cancel') : own(`operator.${what}`)}
          </button>
        ))}
        <WhyButton
          key={isOff ? 'on' : 'off'}
          of="operator"
          name={isOff ? 'on' : 'off'}
          label={own(isOff ? 'operator.on' : 'operator.off')}
          question={own(isOff ? 'operator.onAsked' : 'operator.offAsked')}
          isDisabled={isBusy}
          onWhy={(reason) => ask({ kind: isOff ? 'on' : 'off', id }, reason)}
        />
      </div>
      {opened === 'alter' && <OperatorForm of={of} isBusy={isBusy} onAsk={ask} />}
      {opened === 'key' && <KeyForm id={id} isBusy={isBusy} onAsk={ask} />}
    </li>
  );
};
