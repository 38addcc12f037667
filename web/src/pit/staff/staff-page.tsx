/**
 * The staff and their sign-ins: who works here, in which role, and what an administrator does about
 * it. Every change is recorded with its reason.
 */
import { useState } from 'react';
import type { StaffCredentials, StaffMember } from '../../../../src/protocol/staff.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { useNow } from '../use-now.js';
import { useMay, usePit } from '../use-pit.js';
import { MemberOrders } from './member-orders.js';
import { OpenMember } from './open-member.js';
import { useStaffWords } from './words.js';
import buttons from '../../look/button.module.css';
import figures from '../look/figures.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import styles from './staff-page.module.css';

const StaffPage = () => {
  const { t, own } = useStaffWords();
  const { reads } = usePit();
  const may = useMay();
  const { latest, fault, again } = useRead(reads.staff());
  /** The newest first, each until it was noted. One that another has replaced is of no use. */
  const [notices, setNotices] = useState<readonly StaffCredentials[]>([]);
  const noted = (id: string) => setNotices((all) => all.filter((each) => each.id !== id));
  const [opened, setOpened] = useState<string>();
  const done = (credentials?: StaffCredentials) => {
    if (credentials !== undefined) {
      noted(credentials.id);
      setNotices((all) => [credentials, ...all]);
    }
    again();
  };
  return (
    <section aria-labelledby="staff-title">
      <header className={head.pageHead}>
        <h1 id="staff-title">{t('pages.staff')}</h1>
        <p className={head.sum}>{own('staff.said')}</p>
      </header>
      {notices.map((notice) => (
        <ShownOnce key={notice.id} notice={notice} onSeen={() => noted(notice.id)} />
      ))}
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {may.keepStaff && <OpenMember onDone={done} />}
      {latest !== undefined && (
        <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby="staff-title">
          <table className={figures.figures}>
            <thead>
              <tr>
                {(['name', 'id', 'role', 'badge', 'state', 'since'] as const).map((column) => (
                  <th key={column} scope="col">
                    {own(`staff.${column}`)}
                  </th>
                ))}
                {may.keepStaff && <th scope="col">{own('staff.orders')}</th>}
              </tr>
            </thead>
            <tbody>
              {latest.map((member) => (
                <Member
                  key={member.id}
                  member={member}
                  isOpen={opened === member.id}
                  onOpen={() => setOpened(opened === member.id ? undefined : member.id)}
                  onDone={(credentials) => {
                    done(credentials);
                    setOpened((now) => (now === member.id ? undefined : now));
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
export default StaffPage;

interface MemberProps {
  readonly member: StaffMember;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onDone: (credentials?: StaffCredentials) => void;
}

const Member = ({ member, isOpen, onOpen, onDone }: MemberProps) => {
  const { t, own, dateTime } = useStaffWords();
  const may = useMay();
  const now = useNow();
  const isLocked = member.lockedUntilMs !== null && member.lockedUntilMs > now;
  const state = member.disabledAtMs !== null ? 'disabled' : isLocked ? 'locked' : 'active';
  return (
    <>
      <tr data-staff={member.id} data-state={state}>
        <th scope="row">{member.name}</th>
        <td>{member.id}</td>
        <td>
          {t(`role.${member.role}`)}
          {member.table !== null && ` · ${member.table}`}
        </td>
        <td>{member.badge ?? own('staff.noBadge')}</td>
        <td className={state === 'active' ? undefined : tones.alarmed}>
          {own(`staff.is.${state}`)}
        </td>
        <td className={tones.nowrap}>{dateTime(member.createdAtMs)}</td>
        {may.keepStaff && (
          <td>
            <button type="button" aria-expanded={isOpen} onClick={onOpen}>
              {own('staff.change')}
            </button>
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className={styles.orders} data-part="orders">
          <td colSpan={7}>
            <MemberOrders member={member} isLocked={isLocked} onDone={onDone} />
          </td>
        </tr>
      )}
    </>
  );
};

interface ShownOnceProps {
  readonly notice: StaffCredentials;
  readonly onSeen: () => void;
}

/** The studio keeps only a hash: what is not written down now is lost. */
const ShownOnce = ({ notice, onSeen }: ShownOnceProps) => {
  const { own } = useStaffWords();
  return (
    <div className={styles.shownOnce} role="alert" data-notice={notice.id}>
      <p>{own('staff.shownOnce', { id: notice.id })}</p>
      <p>
        {own('staff.badge')} <code>{notice.badge}</code> · {own('staff.pin')}{' '}
        <code>{notice.pin}</code>
      </p>
      <button type="button" className={buttons.primary} onClick={onSeen}>
        {own('staff.noted')}
      </button>
    </div>
  );
};
