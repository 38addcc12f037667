/** How many lines that the player has not looked at were said at this table, or by support. */
import { useStore } from 'zustand';
import { useStudio } from '../studio/use-studio.js';
import { talksOf } from './talks.js';

export const useUnread = (table: string): number => {
  const talks = talksOf(useStudio());
  const said = useStore(talks.chat(table).store, ({ unread }) => unread);
  const answered = useStore(talks.support.store, ({ unread }) => unread);
  return said + answered;
};
