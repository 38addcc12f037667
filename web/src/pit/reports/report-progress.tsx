/** How far a report is that is being made. */
import { type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import type { ReportProgress as Progress } from '../../../../src/protocol/report.js';
import { progressKey } from '../reads.js';
import { useReportWords } from './words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

interface Props {
  /** Under which the report is read. */
  readonly of: QueryKey;
  readonly onStop: () => void;
}

export const ReportProgress = ({ of, onStop }: Props) => {
  const { t, own, count } = useReportWords();
  const { data } = useQuery<Progress>({ queryKey: progressKey(of), queryFn: skipToken });
  const said =
    data === undefined
      ? t('reading')
      : own('progress.rounds', { shown: count(data.done), of: count(data.of), count: data.of });
  return (
    <p className={layout.row} data-part="progress">
      <progress max={data?.of ?? 1} value={data?.done} aria-label={t('reading')} />
      <span className={tones.nothing}>{said}</span>
      <button type="button" onClick={onStop}>
        {own('progress.stop')}
      </button>
    </p>
  );
};
