/**
 * How far a log is scrolled. Whoever is at its end is taken along to what is new; what is read
 * further up stays where it is, also when older lines are added above.
 */
import { type RefObject, type UIEvent, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance of an end, in px, it counts as there. */
export const NEAR_PX = 40;

interface LogEnds {
  /** The names of its first and its last line; empty where it has none. */
  readonly first: string;
  readonly last: string;
  /** Whoever reads it wrote the last line. */
  readonly isLastOwn: boolean;
}

interface LogScroll<Box extends HTMLElement> {
  readonly list: RefObject<Box | null>;
  readonly onScroll: (event: UIEvent<Box>) => void;
  /** Whether something new has come below what is read. */
  readonly isNewBelow: boolean;
  readonly toEnd: () => void;
}

export const useLogScroll = <Box extends HTMLElement = HTMLDivElement>({
  first,
  last,
  isLastOwn,
}: LogEnds): LogScroll<Box> => {
  const list = useRef<Box>(null);
  const seen = useRef({ isAtEnd: true, first: '', last: '', height: 0 });
  const [isNewBelow, setNewBelow] = useState(false);
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const before = seen.current;
    const isAtEnd = before.isAtEnd || (isLastOwn && last !== before.last);
    if (isAtEnd) box.scrollTop = box.scrollHeight;
    // Older lines have been added above.
    else if (first !== before.first) box.scrollTop += box.scrollHeight - before.height;
    else if (last !== before.last) setNewBelow(true);
    seen.current = { isAtEnd, first, last, height: box.scrollHeight };
  }, [first, last, isLastOwn]);
  return {
    list,
    onScroll: ({ currentTarget: box }) => {
      const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
      seen.current.isAtEnd = isAtEnd;
      if (isAtEnd) setNewBelow(false);
    },
    isNewBelow,
    toEnd: () => list.current?.scrollTo({ top: list.current.scrollHeight }),
  };
};
