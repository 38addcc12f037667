/**
 * Who is barred from play, by whom, until when and why; and how the pit bars a person, or lifts
 * what it has set. A bar holds at once, in every process and currency.
 */
import { type FormEvent, useState } from 'react';
import type { KeptBars } from '../../../../src/protocol/protection.js';
import { useForm } from '../../use-form.js';
import { momentText, readMoment } from '../moment.js';
import { Fault } from '../parts/fault.js';
import { MomentField } from '../parts/moment-field.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { WhyButton } from '../parts/why-button.js';
import { WhyField } from '../parts/why-field.js';
import { nowMs } from '../use-now.js';
import { useMay, usePit } from '../use-pit.js';
import { usePlayerWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import pitButtons from '../look/pit-button.module.css';
import tones from '../look/tones.module.css';

const DAY_MS = 86_400_000;
const SPANS = ['1', '7', '30', 'until', 'forGood'] as const;
type Span = (typeof SPANS)[number];

export const BarsBox = ({ player }: { readonly player: string }) => {
  const { t, own, dateTime } = usePlayerWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const [isAsked, setAsked] = useState(false);
  const { latest, fault, again } = useRead(pit.reads.bars(player));
  const bars = latest?.bars ?? [];
  const path = `pit/players/${player}/bars`;
  const send = async (to: string, order: object): Promise<boolean> => {
    const isDone = await action.run(() => pit.http.send<KeptBars>('POST', to, order));
    again();
    return isDone;
  };
  /** Those of the staff that are in view: no other is lifted. */
  const was = bars
    .filter(({ kind, source }) => kind === 'bar' && source === 'staff')
    .map(({ atMs }) => atMs);
  return (
    <section className={box.sheetBox} aria-labelledby="bars-title" data-part="bars">
      <h2 id="bars-title">{own('bar.title')}</h2>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {latest !== undefined && bars.length === 0 && <p className={tones.dim}>{own('bar.none')}</p>}
      <ul className={layout.plain}>
        {bars.map(({ kind, source, by, reason, atMs, untilMs }) => (
          <li key={`${atMs} ${source} ${kind}`} data-bar={kind} data-source={source}>
            <b className={tones.alarmed}>{own(`bar.kind.${kind}`)}</b> ·{' '}
            {own(`bar.source.${source}`)} ({by}) · {dateTime(atMs)} ·{' '}
            {untilMs === null ? own('bar.forGood') : own('player.until', { at: dateTime(untilMs) })}
            {reason !== '' && ` · ${reason}`}
          </li>
        ))}
      </ul>
      {may.approve && (
        <div className={layout.row}>
          <button
            type="button"
            data-do="bar"
            aria-expanded={isAsked}
            onClick={() => setAsked(!isAsked)}
          >
            {isAsked ? t('cancel') : own('bar.bar')}
          </button>
          {was.length > 0 && (
            <WhyButton
              of="unbar"
              label={own('bar.lift')}
              question={own('bar.liftAsked', { count: was.length })}
              name="unbar"
              isDisabled={action.isBusy}
              onWhy={(reason) => void send(`${path}/lift`, { reason, was })}
            />
          )}
        </div>
      )}
      {isAsked && (
        <BarForm
          isBusy={action.isBusy}
          onBar={(order) => {
            void send(path, order).then((isDone) => setAsked(!isDone));
          }}
        />
      )}
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </section>
  );
};

interface BarFormProps {
  readonly isBusy: boolean;
  readonly onBar: (order: { readonly untilMs: number | null; readonly reason: string }) => void;
}

interface Typed {
  readonly span: Span;
  readonly until: string;
  readonly reason: string;
}

const BarForm = ({ isBusy, onBar }: BarFormProps) => {
  const { own } = usePlayerWords();
  const { typed, type } = useForm<Typed>(() => ({
    span: '1',
    until: momentText(nowMs() + DAY_MS),
    reason: '',
  }));
  const { span, until, reason } = typed;
  const endMs = span === 'until' ? readMoment(until) : null;
  const isOver = span === 'until' && (endMs === undefined || (endMs ?? 0) <= nowMs());
  const bar = (event: FormEvent) => {
    event.preventDefault();
    const untilMs =
      span === 'forGood' || span === 'until' ? endMs : nowMs() + Number(span) * DAY_MS;
    if (untilMs !== undefined) onBar({ untilMs, reason: reason.trim() });
  };
  return (
    <form className={layout.stack} data-part="bar-form" onSubmit={bar}>
      <p>{own('bar.means')}</p>
      <div className={layout.row}>
        <label>
          <span>{own('bar.for')}</span>
          <select
            name="span"
            value={span}
            onChange={({ target }) =>
              type({ span: SPANS.find((each) => each === target.value) ?? '1' })
            }
          >
            {SPANS.map((each) => (
              <option key={each} value={each}>
                {own(`bar.span.${each}`)}
              </option>
            ))}
          </select>
        </label>
        {span === 'until' && (
          <MomentField
            name="until"
            label={own('bar.end')}
            isNeeded
            isWrong={isOver}
            value={until}
            onType={(text) => type({ until: text })}
          />
        )}
      </div>
      <WhyField of="bar" value={reason} onChange={(text) => type({ reason: text })} />
      <div className={layout.row}>
        <button
          type="submit"
          className={pitButtons.danger}
          data-sure="bar"
          disabled={reason.trim() === '' || isOver || isBusy}
        >
          {own('bar.bar')}
        </button>
      </div>
    </form>
  );
};
