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

interface Order {
  readonly limit: object;
  readonly reason: string;
  /** What was in view as the staff’s limit: it replaces no other. */
  readonly was: string | null;
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
  const set = async (order: Order): Promise<void> => {
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
  readonly onSet: (order: Order) => void;
}

interface Place {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
}

const periodOf = ({ kind, period }: Place): LimitPeriod | null =>
  kind === 'reality_check' ? null : period;

interface Typed extends Place {
  readonly value: string;
  readonly isNone: boolean;
  readonly reason: string;
  /** What was held in the place when it was chosen. */
  readonly seen: string | null;
}

const LimitForm = ({ currency, limits, isBusy, onSet }: FormProps) => {
  const { own, language } = usePlayerWords();
  const limitText = useLimitText();
  /** What the staff have set in the same place. */
  const heldOf = (of: Place): KeptLimit | undefined =>
    limits.find(
      (each) =>
        each.source === 'staff' &&
        each.kind === of.kind &&
        each.period === periodOf(of) &&
        each.currency === (isOfTime(of.kind) ? null : currency),
    );
  const kinds = LIMIT_KINDS.filter((kind) => currency !== null || isOfTime(kind));
  const { typed, type } = useForm<Typed>(() => ({
    ...{ kind: kinds[0]!, period: 'day', value: '', isNone: false, reason: '' },
    seen: heldOf({ kind: kinds[0]!, period: 'day' })?.limit ?? null,
  }));
  const { kind, value, reason } = typed;
  const period = periodOf(typed);
  const ofMoney = isOfTime(kind) ? null : currency;
  const held = heldOf(typed);
  const was = held?.limit ?? null;
  const isNone = typed.isNone && held !== undefined; // Somebody else may have taken it away.
  const limit = isNone ? null : readLimit(kind, value, { currency, language });
  const isWrong = !isNone && value.trim() !== '' && limit === undefined;
  const isChanged = limit !== undefined && limit !== was;
  const choose = (change: Partial<Typed>) =>
    type({ ...change, isNone: false, seen: heldOf({ ...typed, ...change })?.limit ?? null });
  const set = (event: FormEvent) => {
    event.preventDefault();
    if (limit === undefined) return;
    onSet({
      limit: { kind, limit, ...(period !== null && { period }) },
      reason: reason.trim(),
      was,
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
              choose({ kind: kinds.find((each) => each === target.value) ?? kind, value: '' })
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
                choose({ period: LIMIT_PERIODS.find((each) => each === target.value) ?? period })
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
      {was !== typed.seen && (
        <p className={tones.alarmed} role="alert" data-part="limit-moved-on">
          {own('limit.movedOn')}
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

interface Writing {
  readonly currency: string | null;
  readonly language: string;
}

/** Minor units, or minutes, as digits. Undefined while it is neither. */
const readLimit = (
  kind: LimitKind,
  text: string,
  { currency, language }: Writing,
): string | undefined => {
  if (!isOfTime(kind)) {
    const amount = currency === null ? undefined : parseMoney(text, currency, language);
    return amount === undefined || amount === 0n ? undefined : String(amount);
  }
  const { min, max } = MINUTES[kind];
  const minutes = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
  return minutes >= min && minutes <= max ? String(minutes) : undefined;
};
