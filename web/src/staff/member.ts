/**
 * Which staff member works at this page. It is kept for the tab, and no longer than the sign-in
 * holds.
 */
import type { Role } from '../../../src/protocol/command.js';
import { tabKeeps } from '../browser-keeps.js';

export type MemberRole = Exclude<Role, 'player'>;

export interface Member {
  readonly token: string;
  readonly id: string;
  readonly role: MemberRole;
  readonly name: string;
  /** By this machine’s clock, ms since 1970. */
  readonly expiresAtMs: number;
}

const KEY = 'sabot.staff';

/** Undefined where nobody has signed in, or the sign-in has expired. */
export const keptMember = (nowMs: number): Member | undefined => {
  const kept = tabKeeps.getItem(KEY);
  if (kept === null) return undefined;
  const member = JSON.parse(kept) as Member;
  return member.expiresAtMs > nowMs ? member : undefined;
};

export const keepMember = (member: Member): void => tabKeeps.setItem(KEY, JSON.stringify(member));

export const forgetMember = (): void => tabKeeps.removeItem(KEY);
