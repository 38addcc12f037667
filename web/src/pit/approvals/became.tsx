/** What became of what was asked for: done, refused or expired, by whom. */
import type { Approval } from '../../../../src/protocol/approval.js';
import { nowMs } from '../use-now.js';
import { placeOf, subjectNumber } from './about.js';
import { useApprovalWords } from './words.js';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';

export const Became = ({ approvals }: { readonly approvals: readonly Approval[] }) => {
  const { t, own, dateTime } = useApprovalWords();
  if (approvals.length === 0) return <p className={tones.dim}>{own('approval.noneOver')}</p>;
  return (
    <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby="became-title">
      <table className={figures.figures}>
        <thead>
          <tr>
            <th scope="col">{own('approval.at')}</th>
            <th scope="col">{own('approval.what')}</th>
            <th scope="col">{own('approval.round')}</th>
            <th scope="col">{own('approval.why')}</th>
            <th scope="col">{own('approval.by')}</th>
            <th scope="col">{own('approval.second')}</th>
            <th scope="col">{own('approval.became')}</th>
          </tr>
        </thead>
        <tbody>
          {approvals.map((approval) => (
            <tr key={approval.id} data-became={approval.id} data-state={stateOf(approval)}>
              <td>{dateTime(approval.requestedAtMs)}</td>
              <td>{t(`kind.${approval.kind}`)}</td>
              <td>
                <a href={placeOf(approval)}>{subjectNumber(approval)}</a>
              </td>
              <td>
                {t(`reason.${approval.reason}`)}
                {approval.note !== '' && <small className={tones.dim}> {approval.note}</small>}
              </td>
              <td>{approval.requestedBy}</td>
              <td>{approval.decidedBy ?? '–'}</td>
              <td>{own(`approval.state.${stateOf(approval)}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** There is no message at the very moment that a request expires. */
const stateOf = ({ state, expiresAtMs, stands }: Approval): Approval['state'] | 'movedOn' => {
  const isUndone = state === 'pending' || state === 'approved';
  if (isUndone && expiresAtMs <= nowMs()) return 'expired';
  return isUndone && !stands ? 'movedOn' : state;
};
