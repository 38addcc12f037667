/** Sets a limit, or the reality check. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type LimitKind,
  type LimitPeriod,
} from '../../../src/protocol/limit-kinds.js';
import type { LimitOrder } from '../../../src/protocol/play-limits.js';
import { classes } from '../classes.js';
import { parseMoney } from '../money.js';
import { Choice } from '../settings/choice.js';
import { useForm } from '../use-form.js';
import { isOfTime } from './limit-text.js';
import type { UseSafety } from './use-safety.js';
import { useSafetyWords } from './words.js';
import buttons from '../look/button.module.css';
import field from '../look/field.module.css';
import notes from '../look/notes.module.css';
import styles from './new-limit.module.css';

interface Props {
  readonly using: UseSafety;
  readonly currency: string;
}

interface Typed {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly text: string;
}
const FIRST: Typed = { kind: 'loss', period: 'day', text: '' };

/** Of a reality check, in minutes: as the studio takes it. */
const CHECK = { min: 5, max: 720 };

const orderOf = (
  { kind, period, text }: Typed,
  currency: string,
  language: string,
): LimitOrder | undefined => {
  if (!isOfTime(kind)) {
    const amount = parseMoney(text, currency, language);
    if (amount === undefined || amount === 0n) return undefined;
    return { kind: kind as 'loss' | 'stake', period, limit: `${amount}` };
  }
  if (!/^\s*[1-9]\d{0,4}\s*$/.test(text)) return undefined;
  const minutes = Number(text);
  if (kind !== 'reality_check') return { kind: 'time', period, limit: `${minutes}` };
  const isSound = minutes >= CHECK.min && minutes <= CHECK.max;
  return isSound ? { kind, limit: `${minutes}` } : undefined;
};

export const NewLimit = ({ using, currency }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useSafetyWords();
  const { typed, type, done, isDone } = useForm(() => FIRST);
  const [isNone, setNone] = useState(false);
  const { kind, period, text } = typed;
  const set = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const order = orderOf(typed, currency, i18n.language);
    setNone(order === undefined);
    if (order !== undefined && (await using.limit(order))) done(typed, { text: '' });
  };
  return (
    <form className={styles.newLimit} onSubmit={(event) => void set(event)}>
      <Choice
        name="limit-kind"
        label={own('what')}
        value={kind}
        values={LIMIT_KINDS.map((value) => ({ value, text: own(`kind.${value}`) }))}
        onChange={(chosen) => type({ kind: chosen })}
      />
      {kind !== 'reality_check' && (
        <Choice
          name="limit-period"
          label={own('per')}
          value={period}
          values={LIMIT_PERIODS.map((value) => ({ value, text: own(`period.${value}`) }))}
          onChange={(chosen) => type({ period: chosen })}
        />
      )}
      <label className={styles.amount}>
        {isOfTime(kind) ? own('inMinutes') : own('amount', { currency })}
        <input
          className={classes(field.field, styles.input)}
          name="limit"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={isNone}
          onChange={(event) => {
            setNone(false);
            type({ text: event.target.value });
          }}
        />
      </label>
      {isNone && (
        <p className={notes.fault} role="alert">
          {kind === 'reality_check'
            ? own('noInterval', CHECK)
            : isOfTime(kind)
              ? own('noMinutes')
              : t('order.noAmount')}
        </p>
      )}
      {isDone && <p role="status">{own('done')}</p>}
      <button type="submit" className={buttons.primary} disabled={using.isBusy}>
        {own('set')}
      </button>
      <p className={styles.note}>{own('note')}</p>
    </form>
  );
};
