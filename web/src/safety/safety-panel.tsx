/**
 * Play safely: limits, the reality check, a break, an exclusion, and what was set before. What the
 * player sets for herself holds at once.
 */
import { useTranslation } from 'react-i18next';
import { FaultNote } from '../history/fault-note.js';
import { dayAndTimeText } from '../history/time.js';
import { Bar } from './bar.js';
import { Limits } from './limits.js';
import { NewLimit } from './new-limit.js';
import { limitText } from './limit-text.js';
import { useSafety } from './use-safety.js';
import { useSafetyWords } from './words.js';
import notes from '../look/notes.module.css';
import styles from './safety-panel.module.css';

const SafetyPanel = () => {
  const { t, i18n } = useTranslation();
  const own = useSafetyWords();
  const using = useSafety();
  const { safety, fault, read } = using;
  const time = (atMs: number) => dayAndTimeText(atMs, i18n.language);
  if (safety === undefined) {
    return fault === undefined ? (
      <p className={notes.nothing} role="status">
        {t('menu.loading')}
      </p>
    ) : (
      <FaultNote fault={fault} onAgain={() => void read()} />
    );
  }
  const { bars, currency, changes } = safety;
  return (
    <div className={styles.safety}>
      {fault !== undefined && <FaultNote fault={fault} />}
      {bars.map(({ kind, source, atMs, untilMs }) => (
        <p key={`${kind} ${atMs}`} className={styles.bar} role="status" data-bar={kind}>
          {untilMs === null
            ? own(`barred.${kind}`)
            : own(`barredUntil.${kind}`, { until: time(untilMs) })}{' '}
          {own(`by.${source}`)}
        </p>
      ))}
      <section aria-labelledby="safety-limits">
        <h3 id="safety-limits">{own('limits')}</h3>
        <Limits using={using} safety={safety} />
        <NewLimit using={using} currency={currency} />
      </section>
      <section aria-labelledby="safety-break">
        <h3 id="safety-break">{own('pause.title')}</h3>
        <p>{own('pause.text')}</p>
        <Bar using={using} kind="cool_off" days={[1, 7, 30, 42]} />
      </section>
      <section aria-labelledby="safety-exclusion">
        <h3 id="safety-exclusion">{own('exclusion.title')}</h3>
        <p>{own('exclusion.text')}</p>
        <Bar using={using} kind="self_exclusion" days={[180, 365, 1_825, null]} />
      </section>
      <section aria-labelledby="safety-history">
        <h3 id="safety-history">{own('history.title')}</h3>
        {changes.length === 0 && <p className={notes.nothing}>{own('history.none')}</p>}
        <ol className={styles.history}>
          {changes.map((each, index) => (
            <li key={`${each.atMs} ${index}`} data-change={`${each.change} ${each.kind}`}>
              <time>{time(each.atMs)}</time> {own(`kind.${each.kind}`)}
              {each.period !== null && ` ${own(`period.${each.period}`)}`}:{' '}
              {each.change === 'lifted'
                ? own('history.lifted')
                : each.limit === null
                  ? each.untilMs === null
                    ? own('history.set')
                    : own('history.until', { until: time(each.untilMs) })
                  : limitText(own, each.kind, each.limit, currency, i18n.language)}
              {each.fromMs > each.atMs && ` (${own('from', { from: time(each.fromMs) })})`}{' '}
              {own(`by.${each.source}`)}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
};
export default SafetyPanel;
