/** Why something is done: in one’s own words, or in one of the usual ones. It is kept for good. */
import { useId } from 'react';
import { focused } from '../../focused.js';
import { useWords } from '../use-words.js';
import { classes } from '../../classes.js';
import styles from './why-field.module.css';

/** The usual reasons, by what is done. The words are `why.ready` of the page’s. */
const READY = {
  resume: ['cleared', 'rescanned', 'checked'],
  shoe: ['damaged', 'counted', 'procedure'],
  closing: ['plan', 'fault', 'noDealer'],
  callOff: ['mistake', 'dealerBack'],
  press: ['forgotten', 'desk', 'noDealer'],
  spot: ['risk', 'fault', 'order'],
  spotAgain: ['riskOver', 'amended', 'order'],
  limits: ['demand', 'risk', 'order'],
  settings: ['order', 'pace', 'equipment'],
  staff: ['joined', 'request', 'left'],
  ended: ['resumed', 'voided', 'noFault'],
  payment: ['amended', 'order'],
  bar: ['behaviour', 'suspicion', 'order'],
  limit: ['ownWish', 'concern', 'order'],
  table: ['newTable', 'demand', 'order'],
  operator: ['contract', 'order', 'suspicion'],
  unbar: ['matterSettled', 'order'],
  drain: ['plan', 'fault', 'order'],
  stint: ['ill', 'plan', 'mistake'],
  undrain: ['mistake', 'order'],
} as const;
export type WhyOf = keyof typeof READY;

interface Props {
  readonly of: WhyOf;
  readonly value: string;
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly hasFocus?: boolean;
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
  readonly onChange: (reason: string) => void;
}

export const WhyField = ({
  of,
  value,
  label,
  isDisabled = false,
  hasFocus,
  className,
  onChange,
}: Props) => {
  const { t } = useWords();
  const id = useId();
  return (
    <div className={classes(styles.whyField, className)}>
      <label htmlFor={id}>{label ?? t('why.label')}</label>
      <input
        id={id}
        name="why"
        required
        maxLength={200}
        autoComplete="off"
        ref={hasFocus === true ? focused : null}
        disabled={isDisabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.ready} role="group" aria-label={t('why.usual')}>
        {READY[of].map((each) => {
          const words = t(`why.ready.${each}`);
          return (
            <button
              key={each}
              type="button"
              data-ready={each}
              aria-pressed={value === words}
              disabled={isDisabled}
              onClick={() => onChange(words)}
            >
              {words}
            </button>
          );
        })}
      </div>
    </div>
  );
};
