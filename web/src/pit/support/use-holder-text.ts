/** Who has a thread, in words: the reader, a colleague, or nobody. */
import { usePit } from '../use-pit.js';
import { useSupportWords } from './words.js';

export const useHolderText = (): ((holder: string | null) => string) => {
  const { own } = useSupportWords();
  const { who } = usePit();
  return (holder) => {
    if (holder === null) return own('support.nobodyHasIt');
    return holder === who.id ? own('support.youHaveIt') : own('support.hasIt', { name: holder });
  };
};
