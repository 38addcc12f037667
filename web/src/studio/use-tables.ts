/** The tables of the studio, by HTTP. They are asked for again until they have come. */
import { useEffect, useState } from 'react';
import { delayAfter } from '../../../src/client/delays.js';
import type { TableList } from '../../../src/protocol/http.js';
import { readHttp } from './http.js';

export const useTables = (): TableList | undefined => {
  const [tables, setTables] = useState<TableList>();
  useEffect(() => {
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const ask = (failures: number): void => {
      readHttp<TableList>('tables', { signal: stop.signal }).then(setTables, () => {
        if (!stop.signal.aborted)
          again = setTimeout(() => ask(failures + 1), delayAfter(failures + 1));
      });
    };
    ask(0);
    return () => {
      stop.abort();
      clearTimeout(again);
    };
  }, []);
  return tables;
};
