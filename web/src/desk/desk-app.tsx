/** The dealer’s page: who is signed in, at which table, and then the desk. */
import { Suspense, lazy, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { StaffCloseReason } from '../../../src/protocol/staff.js';
import { FaultGuard } from '../panels/fault-guard.js';
import type { Member } from '../staff/member.js';
import { StaffSignIn } from '../staff/staff-sign-in.js';
import { type SignedOut as Why, useMember } from '../staff/use-member.js';
import type { Desk } from './desk.js';
import { DeskContext } from './use-desk.js';
import { DeskScreen } from './desk-screen.js';
import { TableList } from './table-list.js';
import { useBadgeScan } from './use-badge-scan.js';
import { keepTable, keptTable } from './kept-table.js';
import { closeDesk, openDesk } from './opened-desk.js';

const Practice = lazy(() => import('./practice/practice.js'));

const ROLES = ['dealer', 'shift_manager'] as const;

export const DeskApp = () => {
  const [table, setTable] = useState(keptTable);
  const signedIn = useMember(ROLES, table);
  const [isPractising, practise] = useState(false);
  const [reliever, setReliever] = useState<Member>();
  const { member, signIn, signOut } = signedIn;
  const isAway = member === undefined || table === undefined;
  useEffect(() => {
    if (isAway) closeDesk();
  }, [isAway]);
  const choose = (next: string | undefined) => {
    keepTable(next);
    setTable(next);
  };
  if (member === undefined) {
    return (
      <BadgeScan>
        <StaffSignIn page="dealer" roles={ROLES} signedIn={signedIn} />
      </BadgeScan>
    );
  }
  if (table === undefined && isPractising) {
    return (
      <Suspense>
        <Practice onLeave={() => practise(false)} />
      </Suspense>
    );
  }
  if (table === undefined) {
    return <TableList onChosen={choose} onPractice={() => practise(true)} onSignOut={signOut} />;
  }
  return (
    <AtTable
      key={`${table} ${member.token}`}
      member={member}
      table={table}
      takesOver={member === reliever}
      onRelieved={(next) => {
        // Whoever is relieved may deal at another table: their sign-ins do not end.
        setReliever(next);
        signIn(next);
      }}
      onLeave={() => choose(undefined)}
      onSignOut={signOut}
    />
  );
};

/** A scanned badge is put into its field. */
const BadgeScan = ({ children }: { readonly children: React.ReactNode }) => {
  useBadgeScan();
  return children;
};

interface Props {
  readonly member: Member;
  readonly table: string;
  /** Has signed in at this desk to relieve whoever deals. */
  readonly takesOver: boolean;
  /** Another dealer has signed in here. */
  readonly onRelieved: (member: Member) => void;
  readonly onLeave: () => void;
  readonly onSignOut: (why?: Why) => void;
}

const AtTable = ({ member, table, takesOver, onRelieved, onLeave, onSignOut }: Props) => {
  const [desk] = useState(() => openDesk(member, table, takesOver));
  return (
    <DeskContext value={desk}>
      <SignedOut desk={desk} onSignOut={onSignOut} />
      <FaultGuard>
        <DeskScreen onRelieved={onRelieved} onLeave={onLeave} onSignOut={onSignOut} />
      </FaultGuard>
    </DeskContext>
  );
};

/**
 * Why the studio closes a desk’s connection. After each of these, whoever belongs there signs in
 * again.
 */
const CLOSED_FOR: Readonly<Record<StaffCloseReason, true>> = {
  token_expired: true,
  disabled: true,
  role_changed: true,
  reset: true,
};
const ENDS: ReadonlySet<string> = new Set([
  'not_signed_in',
  'not_allowed',
  ...Object.keys(CLOSED_FOR),
]);

/** The studio no longer accepts this token, so whoever is here signs in again. */
const SignedOut = ({ desk, onSignOut }: { readonly desk: Desk } & Pick<Props, 'onSignOut'>) => {
  const { state, reason } = useStore(desk.store, ({ line }) => line);
  const isOut = (state === 'refused' || state === 'ended') && ENDS.has(reason);
  const hasExpired = reason === 'token_expired';
  useEffect(() => {
    if (isOut) onSignOut(hasExpired ? 'expired' : 'not_signed_in');
  }, [isOut, hasExpired, onSignOut]);
  return null;
};
