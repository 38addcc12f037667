/** Which players wait for an answer of the staff. Nobody, for one who may not answer. */
import { useRead } from '../parts/use-read.js';
import { useMay, usePit } from '../use-pit.js';
import { playersWaiting } from './thread.js';

export const usePlayersWaiting = (): readonly string[] => {
  const { reads } = usePit();
  const may = useMay();
  const { latest } = useRead(may.answer ? reads.threads() : undefined);
  return playersWaiting(latest?.threads ?? []);
};
