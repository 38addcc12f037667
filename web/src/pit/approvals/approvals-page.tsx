/**
 * Four eyes: what waits for a second person, with its effect and its time, and what became of
 * everything that was asked.
 */
import { useState } from 'react';
import type { Approval } from '../../../../src/protocol/approval.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { useNow } from '../use-now.js';
import { useCases, usePit } from '../use-pit.js';
import { isUnderWay } from '../waiting.js';
import { Became } from './became.js';
import { Request } from './request.js';
import { useApprovalWords } from './words.js';
import hidden from '../../look/hidden.module.css';
import box from '../look/box.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import styles from './approvals-page.module.css';

const ApprovalsPage = () => {
  const { t, own } = useApprovalWords();
  const { reads } = usePit();
  const known = useCases((cases) => cases.approvals);
  const { latest, fault, again } = useRead(reads.approvals());
  // Requests that were decided here stay in view, with their outcome, until the page is left.
  const [decidedHere, setDecidedHere] = useState<ReadonlySet<string>>(new Set());
  const now = useNow();
  const all = new Map(latest?.approvals.map((approval) => [approval.id, approval]));
  for (const [id, approval] of known) all.set(id, approval);
  const newest = [...all.values()].sort((one, other) => other.requestedAtMs - one.requestedAtMs);
  const isWaiting = (approval: Approval) =>
    decidedHere.has(approval.id) || isUnderWay(approval, now);
  const waiting = newest.filter(isWaiting);
  const over = newest.filter((approval) => !isWaiting(approval));
  return (
    <section aria-labelledby="approvals-title">
      <header className={head.pageHead}>
        <h1 id="approvals-title">{t('pages.approvals')}</h1>
        <p className={head.sum}>{own('approval.rule')}</p>
      </header>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      <h2 className={hidden.listened}>{own('approval.waiting')}</h2>
      {waiting.length === 0 && <p className={tones.nothing}>{own('approval.none')}</p>}
      <ul className={styles.requests}>
        {waiting.map((approval) => (
          <Request
            key={approval.id}
            approval={approval}
            onDecided={() => setDecidedHere((before) => new Set([...before, approval.id]))}
          />
        ))}
      </ul>
      <section className={box.sheetBox} aria-labelledby="became-title">
        <h2 id="became-title">{own('approval.over')}</h2>
        <Became approvals={over} />
      </section>
    </section>
  );
};
export default ApprovalsPage;
