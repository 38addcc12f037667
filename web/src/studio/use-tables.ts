/**
 * The tables of the studio, by HTTP. They are asked for again until they have come, and for as long
 * as the page seeks one.
 */
import { useEffect, useState } from 'react';
import { delayAfter } from '../../../src/client/delays.js';
import type { TableList } from '../../../src/protocol/http.js';
import { readHttp } from './http.js';

const AGAIN_MS = 5_000;

export const useTables = (isSeeking = false): TableList | undefined => {
  const [tables, setTables] = useState<TableList>();
  const isAsking = isSeeking || tables === undefined;
  useEffect(() => {
    if (!isAsking) return undefined;
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const ask = async (failures: number): Promise<void> => {
      let waitMs = AGAIN_MS;
      try {
        setTables(await readHttp<TableList>('tables', { signal: stop.signal }));
      } catch {
        waitMs = delayAfter(failures + 1);
      }
      if (stop.signal.aborted) return;
      again = setTimeout(() => void ask(waitMs === AGAIN_MS ? 0 : failures + 1), waitMs);
    };
    void ask(0);
    return () => {
      stop.abort();
      clearTimeout(again);
    };
  }, [isAsking]);
  return tables;
};
