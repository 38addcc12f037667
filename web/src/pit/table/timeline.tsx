/** What the table told since it is looked at, the newest first: its log as the pit sees it. */
import { memo, useState } from 'react';
import { useStore } from 'zustand';
import type { TableMessage } from '../../../../src/protocol/table.js';
import { useEventWords } from '../parts/use-event-words.js';
import type { TableLine } from './table-line.js';

const ALARMS: ReadonlySet<string> = new Set([
  'scan_refused',
  'table_suspended',
  'mishap_reported',
  'manager_called',
  'stream_lost',
  'round_voided',
  'round_corrected',
  'card_withdrawn',
  'card_corrected',
  'cards_due',
]);

export const Timeline = ({ line }: { readonly line: TableLine }) => {
  const told = useStore(line.store, (view) => view.told);
  const currency = useStore(line.store, (view) => view.copy?.settings.currency ?? 'EUR');
  const { t } = useEventWords(currency);
  const [hasBets, setBets] = useState(false);
  const shown = hasBets ? told : told.filter(({ kind }) => kind !== 'bets_accepted');
  return (
    <section className="sheet-box timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">{t('table.timeline')}</h2>
      <label className="inline">
        <input type="checkbox" checked={hasBets} onChange={() => setBets(!hasBets)} />
        <span>{t('table.withBets')}</span>
      </label>
      {shown.length === 0 && <p className="nothing">{t('table.quiet')}</p>}
      <ol tabIndex={0} aria-label={t('table.timeline')}>
        {shown.map((message) => (
          <Told key={message.seq} message={message} currency={currency} />
        ))}
      </ol>
    </section>
  );
};

interface ToldGiven {
  readonly message: TableMessage;
  readonly currency: string;
}

const Told = memo(({ message, currency }: ToldGiven) => {
  const { name, detail, time } = useEventWords(currency);
  return (
    <li className={ALARMS.has(message.kind) ? 'alarmed' : undefined} data-kind={message.kind}>
      <time>{time(message.atMs)}</time>
      <span>
        <b>{name(message.kind)}</b> {detail(message)}
      </span>
    </li>
  );
});
