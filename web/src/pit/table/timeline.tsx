/** What the table sent since it is looked at, the newest first: its log as the pit sees it. */
import { memo, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { TableMessage } from '../../../../src/protocol/table.js';
import { useEventWords } from '../parts/use-event-words.js';
import type { Settings } from './new-limits.js';
import { changedCurrencies } from './further-change.js';
import { FurtherChanges } from './further-changes.js';
import { changedSettings, settingsBefore } from './settings-change.js';
import type { FollowedTableStore } from './followed-table-store.js';
import { classes } from '../../classes.js';
import { useTableWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './timeline.module.css';

const ALARMS: ReadonlySet<string> = new Set([
  'scan_refused',
  'table_suspended',
  'malfunction_reported',
  'manager_called',
  'stream_lost',
  'round_voided',
  'round_corrected',
  'card_withdrawn',
  'card_corrected',
  'card_left_shoe',
  'card_never_left',
  'cards_due',
]);

const NONE: ReadonlyMap<number, Settings> = new Map();

export const Timeline = ({ line }: { readonly line: FollowedTableStore }) => {
  const published = useStore(line.store, (view) => view.published);
  const known = useStore(line.store, (view) => view.known);
  const currency = useStore(line.store, (view) => view.copy?.settings.currency ?? 'EUR');
  const { own } = useTableWords();
  const before = useMemo(
    () => (known === undefined ? NONE : settingsBefore(published, known)),
    [published, known],
  );
  const [hasBets, setBets] = useState(false);
  const shown = hasBets ? published : published.filter(({ kind }) => kind !== 'bets_accepted');
  return (
    <section
      className={classes(box.sheetBox, styles.timeline)}
      data-part="timeline"
      aria-labelledby="timeline-title"
    >
      <h2 id="timeline-title">{own('table.timeline')}</h2>
      <label className={layout.inline}>
        <input type="checkbox" checked={hasBets} onChange={() => setBets(!hasBets)} />
        <span>{own('table.withBets')}</span>
      </label>
      {shown.length === 0 && <p className={tones.nothing}>{own('table.quiet')}</p>}
      <ol tabIndex={0} aria-label={own('table.timeline')}>
        {shown.map((message) => (
          <TimelineMessage
            key={message.seq}
            message={message}
            before={before.get(message.seq)}
            currency={currency}
          />
        ))}
      </ol>
    </section>
  );
};

interface TimelineMessageProps {
  readonly message: TableMessage;
  /** Of a change of settings: those that held before, where they are known. */
  readonly before: Settings | undefined;
  readonly currency: string;
}

const TimelineMessage = memo(({ message, before, currency }: TimelineMessageProps) => {
  const { name, detail, time } = useEventWords(currency);
  return (
    <li className={ALARMS.has(message.kind) ? tones.alarmed : undefined} data-kind={message.kind}>
      <time>{time(message.atMs)}</time>
      <span>
        <b>{name(message.kind)}</b> {detail(message)}
        {message.kind === 'settings_changed' && before !== undefined && (
          <Changed before={before} after={message.settings} currency={currency} />
        )}
      </span>
    </li>
  );
});

interface ChangedProps {
  readonly before: Settings;
  readonly after: Settings;
  readonly currency: string;
}

const Changed = ({ before, after, currency }: ChangedProps) => {
  const { own, game, money, language } = useTableWords();
  const { fields, limits } = changedSettings(before, after, language);
  return (
    <ul className={styles.changed}>
      {fields.map(({ name, was, is }) => (
        <li key={name}>
          {own(`set.name.${name}`)}: {was === '' ? '–' : was} → {is === '' ? '–' : is}
        </li>
      ))}
      {limits.map(({ group, spot, min, max }) => (
        <li key={`${group ?? ''} ${spot}`}>
          {group !== null && `${group}, `}
          {game(`spot.${spot}`)}: {money(min, currency)} – {money(max, currency)}
        </li>
      ))}
      <FurtherChanges currencies={changedCurrencies(before.further, after.further, language)} />
    </ul>
  );
};
