/** Follows a table for as long as the component looks at it. */
import { useEffect, useState } from 'react';
import { usePit } from '../use-pit.js';
import { TableLine } from './table-line.js';

export const useTableLine = (table: string): TableLine | undefined => {
  const pit = usePit();
  const [line, setLine] = useState<TableLine>();
  useEffect(() => {
    const followed = new TableLine(pit, table);
    // oxlint-disable-next-line react/set-state-in-effect -- it must end with the component
    setLine(followed);
    return () => followed.leave();
  }, [pit, table]);
  return line?.table === table ? line : undefined;
};
