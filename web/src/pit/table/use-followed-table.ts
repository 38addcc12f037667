/** Follows a table for as long as the component looks at it. */
import { useEffect, useState } from 'react';
import { usePit } from '../use-pit.js';
import { FollowedTableStore } from './followed-table-store.js';

export const useFollowedTable = (table: string): FollowedTableStore | undefined => {
  const pit = usePit();
  const [line, setLine] = useState<FollowedTableStore>();
  useEffect(() => {
    const followed = new FollowedTableStore(pit, table);
    // oxlint-disable-next-line react/set-state-in-effect -- it must end with the component
    setLine(followed);
    return () => followed.leave();
  }, [pit, table]);
  return line?.table === table ? line : undefined;
};
