/** The rounds that could not be worked out from what is recorded, and why: they are in no sum. */
import type { UnclearRound } from '../../../../src/protocol/report.js';
import { makePlace } from '../place.js';
import { useReportWords } from './words.js';
import tones from '../look/tones.module.css';

export const UnclearRounds = ({ rounds }: { readonly rounds: readonly UnclearRound[] }) => {
  const { own } = useReportWords();
  if (rounds.length === 0) return null;
  return (
    <div role="alert">
      <p className={tones.fault}>{own('shift.unclear')}</p>
      <ul>
        {rounds.map(({ game, tableName, fault }) => (
          <li key={game} data-unclear={game}>
            <a href={makePlace('rounds', game)}>{game}</a>, {tableName}: {fault}
          </li>
        ))}
      </ul>
    </div>
  );
};
