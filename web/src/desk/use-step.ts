/** The next thing to do at this desk, for whoever is signed in. */
import { useMemo } from 'react';
import { LINK_CLOSED, NO_LINK, type Step, stepOf } from './step.js';
import { useDesk, useDeskView } from './use-desk.js';

export const useStep = (): Step | undefined => {
  const { member } = useDesk();
  const copy = useDeskView((view) => view.copy);
  const uncollected = useDeskView((view) => view.uncollected);
  const state = useDeskView(({ line }) => line.state);
  const isJoined = useDeskView((view) => view.isJoined);
  return useMemo(() => {
    if (copy === undefined) return undefined;
    // Until the table is joined over it, a connection that is back says nothing of the table.
    if (state === 'connected') return isJoined ? stepOf(copy, member, uncollected) : NO_LINK;
    return state === 'ended' || state === 'refused' ? LINK_CLOSED : NO_LINK;
  }, [copy, member, uncollected, state, isJoined]);
};
