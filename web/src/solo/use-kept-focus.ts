/**
 * Where the keyboard is among buttons that come and go with the hand. Whoever has pressed one is on
 * it again once it is back, and on its group until then, from where the next key of Tab leads to the
 * first of them: a browser would begin at the top of the page. It is on no other button by itself,
 * since a key that is pressed twice would press that one. A key that is held down presses once.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';

interface KeptFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const isDisabled = (element: Element): boolean =>
  element instanceof HTMLButtonElement && element.disabled;

/** For the group, which can be focused by script. Each button has its name as `data-command`. */
export const useKeptFocus = (): KeptFocus => {
  const ref = useRef<HTMLDivElement>(null);
  const kept = useRef<string>(undefined);
  // A finger or a mouse needs no place to come back to.
  useEffect(() => {
    const forget = () => (kept.current = undefined);
    document.addEventListener('pointerdown', forget);
    return () => document.removeEventListener('pointerdown', forget);
  }, []);
  useLayoutEffect(() => {
    const group = ref.current;
    const active = document.activeElement ?? document.body;
    if (group === null || kept.current === undefined) return;
    if (active !== document.body && active !== group && !isDisabled(active)) return;
    const again = group.querySelector<HTMLElement>(`[data-command=${kept.current}]:enabled`);
    (again ?? group).focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus: ({ target }) => {
      if (target !== ref.current && target.matches(':focus-visible')) {
        kept.current = target.dataset['command'];
      }
    },
    // Of a button that has gone nothing follows.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null && ref.current?.contains(relatedTarget) !== true) {
        kept.current = undefined;
      }
    },
    onKeyDown: (event) => {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    },
  };
};
