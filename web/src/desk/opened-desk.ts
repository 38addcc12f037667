/** The page’s one desk. For another table, or for another dealer, the former one is closed. */
import type { Member } from '../staff/member.js';
import { Desk } from './desk.js';

let opened: Desk | undefined;

/** Asked for twice, as React’s strict mode does, it is one. */
export const openDesk = (member: Member, table: string, takesOver: boolean): Desk => {
  if (opened?.member.token === member.token && opened.table === table) return opened;
  closeDesk();
  opened = new Desk(member, table, takesOver);
  return opened;
};

export const closeDesk = (): void => {
  opened?.close();
  opened = undefined;
};
