/** What the studio says otherwise than this browser noted before the stakes, in words. */
import type { DealDiffers } from '../../../src/client/solo-client.js';
import { useSoloWords } from './words.js';

export const useDiffersText = (): ((differs: DealDiffers) => string) => {
  const own = useSoloWords();
  return ({ hand, parts }) =>
    [
      own('fair.differs', { hand }),
      ...parts.map((part) => own(`fair.differsIn.${part}`)),
      own('fair.differsDo'),
    ].join(' ');
};
