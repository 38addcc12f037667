/** What a form asks for, and how often it has asked: each time it is read anew (`anew`). */
import { useState } from 'react';

interface Asked<T> {
  /** Undefined: nothing, or nothing any more. */
  readonly asked: T | undefined;
  readonly time: number;
}

export const useAsked = <T>() => {
  const [held, setHeld] = useState<Asked<T>>({ asked: undefined, time: 0 });
  return {
    ...held,
    ask: (asked: T) => setHeld(({ time }) => ({ asked, time: time + 1 })),
    stop: () => setHeld(({ time }) => ({ asked: undefined, time })),
  };
};
