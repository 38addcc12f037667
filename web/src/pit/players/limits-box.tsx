/**
 * How much a person may lose, stake and play, and who has set it; and how the pit sets a limit of
 * its own. What holds and what is to hold stand beside each other before it is set.
 */
import { type FormEvent, useState } from 'react';
import {
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type LimitKind,
  type LimitPeriod,
} from '../../../../src/protocol/limit-kinds.js';
import type { KeptLimit, KeptLimits } from '../../../../src/protocol/play-limits.js';
import { parseMoney } from '../../money.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { WhyField } from '../parts/why-field.js';
import { useMay, usePit } from '../use-pit.js';
import { usePlayerWords } from './words.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import pitButtons from '../look/pit-button.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly player: string;
  /** Null: the player has none yet, and no limit of money. */
  readonly currency: string | null;
}

/** How many minutes a limit may be of, as the studio takes them. */
const MINUTES = {
  time: { min: 1, max: 44_640 },
  reality_check: { min: 5, max: 720 },
} as const;

const isOfTime = (kind: LimitKind): kind is 'time' | 'reality_check' =>
  kind === 'time' || kind === 'reality_check';

export const LimitsBox = ({ player, currency }: Props) => {
  const { t, own, dateTime } = usePlayerWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const limitText = useLimitText();
  const [isAsked, setAsked] = useState(false);
  const { latest, fault, again } = useRead(pit.reads.limits(player));
  const limits = latest?.limits ?? [];
  const set = async (order: object): Promise<void> => {
    const isDone = await action.run(() =>
      pit.http.send<KeptLimits>('POST', `pit/players/${player}/limits`, order),
    );
    again();
    setAsked(!isDone);
  };
  return (
    <section className={box.sheetBox} aria-labelledby="limits-title" data-part="play-limits">
      <h2 id="limits-title">{own('limit.title')}</h2>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {latest !== undefined && limits.length === 0 && (
        <p className={tones.dim}>{own('limit.none')}</p>
      )}
      <ul className={layout.plain}>
        {limits.map((limit) => {
          const { kind, period, source, by, reason, atMs, next } = limit;
          return (
            <li
              key={`${source} ${kind} ${period ?? ''} ${limit.currency ?? ''}`}
              data-limit={kind}
              data-source={source}
            >
              <b>
                {nameOf(own, kind, period)}: {limitText(limit)}
              </b>
              {next !== null &&
                ` · ${own('limit.next', { limit: limitText({ ...limit, limit: next.limit }), at: dateTime(next.fromMs) })}`}
              {' · '}
              {own(`bar.source.${source}`)} ({by}) · {dateTime(atMs)}
              {reason !== '' && ` · ${reason}`}
            </li>
          );
        })}
      </ul>
      {may.approve && latest !== undefined && (
        <div className={layout.row}>
          <button
            type="button"
            data-do="limit"
            aria-expanded={isAsked}
            onClick={() => setAsked(!isAsked)}
          >
            {isAsked ? t('cancel') : own('limit.set')}
          </button>
        </div>
      )}
      {isAsked && (
        <LimitForm
          currency={currency}
          limits={limits}
          isBusy={action.isBusy}
          onSet={(order) => void set(order)}
        />
      )}
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </section>
  );
};

type Own = ReturnType<typeof usePlayerWords>['own'];

const nameOf = (own: Own, kind: LimitKind, period: LimitPeriod | null): string =>
  period === null
    ? own(`limit.kind.${kind}`)
    : own('limit.line', { kind: own(`limit.kind.${kind}`), period: own(`limit.period.${period}`) });

/** A limit as it is read: an amount, a time, or none. */
const useLimitText = () => {
  const { own, money } = usePlayerWords();
  return (of: {
    readonly kind: LimitKind;
    readonly limit: string | null;
    readonly currency: string | null;
  }): string => {
    if (of.limit === null) return own('limit.noLimit');
    return isOfTime(of.kind)
      ? own('limit.minutes', { minutes: of.limit })
      : money(of.limit, of.currency);
  };
};

interface FormProps {
  readonly currency: string | null;
  readonly limits: readonly KeptLimit[];
  readonly isBusy: boolean;
  readonly onSet: (order: { readonly limit: object; readonly reason: string }) => void;
}

interface Typed {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly value: string;
  readonly isNone: boolean;
  readonly reason: string;
}

const LimitForm = ({ currency, limits, isBusy, onSet }: FormProps) => {
  const { own } = usePlayerWords();
  const limitText = useLimitText();
  const kinds = LIMIT_KINDS.filter((kind) => currency !== null || isOfTime(kind));
  const { typed, type } = useForm<Typed>(() => ({
    ...{ kind: kinds[0]!, period: 'day', value: '', isNone: false, reason: '' },
  }));
  const { kind, value, isNone, reason } = typed;
  const period = kind === 'reality_check' ? null : typed.period;
  const ofMoney = isOfTime(kind) ? null : currency;
  const held = limits.find(
    (each) =>
      each.source === 'staff' &&
      each.kind === kind &&
      each.period === period &&
      each.currency === ofMoney,
  );
  const limit = isNone ? null : readLimit(kind, value, currency);
  const isWrong = !isNone && value.trim() !== '' && limit === undefined;
  const isChanged = limit !== undefined && limit !== (held?.limit ?? null);
  const set = (event: FormEvent) => {
    event.preventDefault();
    if (limit === undefined) return;
    onSet({
      limit: { kind, limit, ...(period !== null && { period }) },
      reason: reason.trim(),
    });
  };
  return (
    <form className={layout.stack} data-part="limit-form" onSubmit={set}>
      <p>{own('limit.means')}</p>
      <div className={layout.row}>
        <label>
          <span>{own('limit.what')}</span>
          <select
            name="kind"
            value={kind}
            onChange={({ target }) =>
              type({
                ...{ kind: kinds.find((each) => each === target.value) ?? kind },
                ...{ value: '', isNone: false },
              })
            }
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {own(`limit.kind.${each}`)}
              </option>
            ))}
          </select>
        </label>
        {period !== null && (
          <label>
            <span>{own('limit.per')}</span>
            <select
              name="period"
              value={period}
              onChange={({ target }) =>
                type({
                  period: LIMIT_PERIODS.find((each) => each === target.value) ?? period,
                  isNone: false,
                })
              }
            >
              {LIMIT_PERIODS.map((each) => (
                <option key={each} value={each}>
                  {own(`limit.period.${each}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span>
            {isOfTime(kind)
              ? own('limit.inMinutes')
              : own('limit.amount', { currency: currency ?? '' })}
          </span>
          <input
            name="limit"
            inputMode="decimal"
            autoComplete="off"
            size={10}
            disabled={isNone}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? 'limit-fault' : undefined}
            value={value}
            onChange={({ target }) => type({ value: target.value })}
          />
        </label>
        {held !== undefined && (
          <label className={layout.inline}>
            <input
              type="checkbox"
              name="none"
              checked={isNone}
              onChange={({ target }) => type({ isNone: target.checked })}
            />
            <span>{own('limit.away')}</span>
          </label>
        )}
      </div>
      {isWrong && (
        <p className={tones.alarmed} id="limit-fault" role="alert">
          {isOfTime(kind)
            ? own('limit.notMinutes', MINUTES[kind])
            : own('limit.notAnAmount', { currency: currency ?? '' })}
        </p>
      )}
      {isChanged && (
        <dl className={layout.facts} data-part="limit-change">
          <dt>{own('limit.now')}</dt>
          <dd>
            {nameOf(own, kind, period)}:{' '}
            {held === undefined ? own('limit.noLimit') : limitText(held)}
          </dd>
          <dt>{own('limit.then')}</dt>
          <dd>
            <b>
              {nameOf(own, kind, period)}: {limitText({ kind, limit, currency: ofMoney })}
            </b>
          </dd>
        </dl>
      )}
      <WhyField of="limit" value={reason} onChange={(text) => type({ reason: text })} />
      <div className={layout.row}>
        <button
          type="submit"
          className={pitButtons.danger}
          data-sure="limit"
          disabled={!isChanged || reason.trim() === '' || isBusy}
        >
          {own('limit.set')}
        </button>
      </div>
    </form>
  );
};

/** Minor units, or minutes, as digits. Undefined while it is neither. */
const readLimit = (kind: LimitKind, text: string, currency: string | null): string | undefined => {
  if (!isOfTime(kind)) {
    const amount = currency === null ? undefined : parseMoney(text, currency);
    return amount === undefined || amount === 0n ? undefined : String(amount);
  }
  const { min, max } = MINUTES[kind];
  const minutes = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
  return minutes >= min && minutes <= max ? String(minutes) : undefined;
};
