/** Why a table is stopped, or what happened at it: a code’s sentence, or what a person wrote. */
import { useCallback } from 'react';
import { useSentence } from './use-sentence.js';

export const useReason = (): ((reason: string) => string) => {
  const sentence = useSentence();
  return useCallback(
    (reason) => sentence('malfunction', reason) ?? sentence('reason', reason) ?? reason,
    [sentence],
  );
};
