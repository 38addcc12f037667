/** Who is signed in at this page, until the sign-in expires or is given up. */
import { useCallback, useEffect, useState } from 'react';
import { type Member, type MemberRole, forgetMember, keepMember, keptMember } from './member.js';
import { signOutStaff } from './sign-in.js';

/** Why nobody is signed in any more. */
export type SignedOut = 'expired' | 'not_signed_in' | 'signed_out';

export interface SignedInMember {
  readonly member: Member | undefined;
  readonly notice: SignedOut | undefined;
  readonly signIn: (member: Member) => void;
  readonly signOut: (why?: SignedOut) => void;
}

/** The longest that a browser’s timer can wait, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `roles` may use this page. A sign-in of another role, made at another page of the tab, does not
 * count. `table`: that of the desk, where the page is one.
 */
export const useMember = (roles: readonly MemberRole[], table?: string): SignedInMember => {
  const [member, setMember] = useState(() => {
    const kept = keptMember(Date.now());
    return kept !== undefined && roles.includes(kept.role) ? kept : undefined;
  });
  const [notice, setNotice] = useState<SignedOut>();
  const signIn = useCallback((next: Member) => {
    keepMember(next);
    setNotice(undefined);
    setMember(next);
  }, []);
  const signOut = useCallback(
    (why: SignedOut = 'signed_out') => {
      const leaving = why === 'signed_out' ? keptMember(Date.now()) : undefined;
      if (leaving !== undefined) signOutStaff(leaving, table);
      forgetMember();
      setNotice(why);
      setMember(undefined);
    },
    [table],
  );
  useEffect(() => {
    if (member === undefined) return;
    const leftMs = Math.min(member.expiresAtMs - Date.now(), LONGEST_MS);
    const timer = setTimeout(() => signOut('expired'), leftMs);
    return () => clearTimeout(timer);
  }, [member, signOut]);
  return { member, notice, signIn, signOut };
};
