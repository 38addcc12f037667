/** A round replayed, event by event: the state of the table after each. */
import { useState } from 'react';
import type { RoundReport } from '../../../../src/protocol/report.js';
import { Hands } from '../parts/hands.js';
import { useEventWords } from '../parts/use-event-words.js';
import { useReason } from '../parts/use-reason.js';
import { betsAt, dealingOrder, stopsOf } from './round.js';
import { classes } from '../../classes.js';
import { Mark } from '../../look/mark.js';
import { useRoundWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './replay.module.css';

export const Replay = ({ round }: { readonly round: RoundReport }) => {
  const { t, name, timecode, sums, count, decimal } = useEventWords(round.currency);
  const { own } = useRoundWords();
  const reason = useReason();
  const stops = stopsOf(round.replay);
  const [at, setAt] = useState(stops.length - 1);
  const step = stops[at];
  if (step === undefined) return null;
  const bets = betsAt(round, step.seq);
  const sinceMs = step.atMs - round.openedAtMs;
  const what = `${name(step.kind)}, ${own('replay.at', { at: at + 1, of: stops.length })}`;
  return (
    <section
      className={classes(box.sheetBox, styles.replay)}
      data-part="replay"
      aria-labelledby="replay-title"
      data-step={at}
    >
      <h2 id="replay-title">{own('replay.title')}</h2>
      <div className={classes(layout.row, styles.slider)}>
        <button
          type="button"
          aria-label={own('replay.back')}
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        >
          <Mark name="back" />
        </button>
        <input
          type="range"
          min={0}
          max={stops.length - 1}
          value={at}
          aria-label={own('replay.title')}
          aria-valuetext={what}
          onChange={(event) => setAt(Number(event.target.value))}
        />
        <button
          type="button"
          aria-label={own('replay.on')}
          disabled={at === stops.length - 1}
          onClick={() => setAt(at + 1)}
        >
          <Mark name="next" />
        </button>
      </div>
      <p className={layout.row}>
        <b>{name(step.kind)}</b>
        <span className={tones.dim}>
          {own('replay.at', { at: at + 1, of: stops.length })} · +{decimal(sinceMs / 1_000, 2)} s ·{' '}
          {timecode(step.atMs)} · {t(`phase.${step.phase}`)}
          {step.suspended !== null && ` · ${reason(step.suspended)}`}
        </span>
      </p>
      <Hands cards={dealingOrder(step)} />
      <p className={tones.dim}>
        {t('wall.bets', { count: bets, shown: count(bets) })} ·{' '}
        {sums(step.stakes, round.currency, step.further)}
        {step.next !== null &&
          ` · ${own('replay.next', { seat: t(`seat.${step.next as 'punto_1'}`) })}`}
        {step.cutCardOut && ` · ${t('cutCardOut')}`}
      </p>
    </section>
  );
};
