/**
 * A list that the studio sends page by page, one page at a time. Where its first page is read
 * again, it begins anew with that.
 */
import { useState } from 'react';
import { useAction } from './use-action.js';

interface Page {
  /** What the next page is asked for by. Null: there is none. */
  readonly next: string | null;
}

export interface Pages<P extends Page> {
  readonly pages: readonly P[];
  readonly isBusy: boolean;
  readonly fault: string | undefined;
  /** Undefined where the list is at its end. */
  readonly readNext: (() => void) | undefined;
}

/** `first` is undefined until it was read. */
export const usePages = <P extends Page>(
  first: P | undefined,
  read: (before: string) => Promise<P>,
): Pages<P> => {
  const { isBusy, fault, run } = useAction();
  const [held, setHeld] = useState<{ readonly first: P; readonly after: readonly P[] }>();
  const pages = first === undefined ? [] : [first, ...(held?.first === first ? held.after : [])];
  const next = pages.at(-1)?.next ?? null;
  if (first === undefined || next === null) return { pages, isBusy, fault, readNext: undefined };
  const readNext = () =>
    void run(async () => {
      const page = await read(next);
      setHeld({ first, after: [...pages.slice(1), page] });
    });
  return { pages, isBusy, fault, readNext };
};
