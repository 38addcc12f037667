/** The sentence of a code that the studio sends; undefined for one that this page does not know. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export type CodeKind =
  'refusal' | 'mishap' | 'reason' | 'event.kind' | 'hang' | 'incident.ending' | 'audit.operation';

export const useSentence = (): ((kind: CodeKind, code: string) => string | undefined) => {
  const { t, i18n } = useTranslation('pit');
  return useCallback(
    (kind, code) => {
      if (!/^\w+$/.test(code) || !i18n.exists(`${kind}.${code}`, { ns: 'pit' })) return undefined;
      return t(`${kind}.${code}` as 'refusal.not_allowed');
    },
    [t, i18n],
  );
};
