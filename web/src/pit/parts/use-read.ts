/**
 * Something that is read from the studio for as long as the component lives. It is read again when
 * what is asked changes, or on demand.
 */
import { useCallback, useEffect, useState } from 'react';
import { faultOf } from '../refused.js';

export interface Read<T> {
  readonly value: T | undefined;
  readonly fault: string | undefined;
  readonly isReading: boolean;
  readonly again: () => void;
}

interface Held<T> {
  readonly asked: string;
  readonly value?: T;
  readonly fault?: string;
}

/** `asked` names what is asked. Undefined: nothing yet. `read` may change with every drawing. */
export const useRead = <T>(
  asked: string | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): Read<T> => {
  const [held, setHeld] = useState<Held<T>>();
  const [times, setTimes] = useState(0);
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    if (asked === undefined) return undefined;
    const stop = new AbortController();
    const ask = async () => {
      setReading(true);
      try {
        const value = await read(stop.signal);
        if (!stop.signal.aborted) setHeld({ asked, value });
      } catch (error) {
        if (!stop.signal.aborted) setHeld({ asked, fault: faultOf(error) });
      }
      if (!stop.signal.aborted) setReading(false);
    };
    void ask();
    return () => stop.abort();
    // What is read is named by `asked`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  const isHeld = held !== undefined && held.asked === asked;
  return {
    value: isHeld ? held.value : undefined,
    fault: isHeld ? held.fault : undefined,
    isReading,
    again,
  };
};
