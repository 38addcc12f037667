/** The sentence of a code that the studio sends. Undefined for one that this page does not know. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { WordSpaces } from '../../i18n/index.js';

/** Where the words of each kind of code are. */
const SPACES = {
  refusal: 'pit',
  malfunction: 'pit',
  reason: 'pit',
  'event.kind': 'pit',
  stall: 'pit',
  'incident.ending': 'pit/incidents',
  'incident.closedBy': 'pit/incidents',
  'audit.operation': 'pit/reports',
} as const satisfies Readonly<Record<string, keyof WordSpaces>>;
type CodeKind = keyof typeof SPACES;

export const useSentence = (): ((kind: CodeKind, code: string) => string | undefined) => {
  const wordIn = useWordIn();
  return useCallback((kind, code) => wordIn(SPACES[kind], kind, code), [wordIn]);
};

/** A word of a group by its code, where the group has it. */
export const useWordIn = () => {
  const { i18n } = useTranslation('pit');
  const { language } = i18n;
  return useCallback(
    (space: keyof WordSpaces, group: string, code: string): string | undefined => {
      if (!/^\w+$/.test(code)) return undefined;
      const word: unknown = i18n.getResource(language, space, `${group}.${code}`);
      return typeof word === 'string' ? word : undefined;
    },
    [i18n, language],
  );
};
