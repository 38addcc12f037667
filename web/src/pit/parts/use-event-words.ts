/** The words that describe events, for components. */
import { useWords } from '../use-words.js';
import { type AnyEvent, eventText } from './event-text.js';
import { useRefusal } from './fault.js';
import { useReason } from './use-reason.js';
import { useSentence } from './use-sentence.js';

export const useEventWords = (currency: string) => {
  const words = useWords();
  const sentence = useSentence();
  const reason = useReason();
  const refusal = useRefusal();
  return {
    ...words,
    /** What happened. */
    name: (kind: string): string => sentence('event.kind', kind) ?? kind,
    /** And the rest of it. */
    detail: (event: AnyEvent): string => eventText(event, { words, currency, reason, refusal }),
  };
};
