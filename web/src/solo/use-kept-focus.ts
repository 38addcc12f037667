/**
 * Where the keyboard is among buttons that come and go with the hand. Whoever has pressed one is on
 * it again once it is back, and on its group until then, from where Tab leads to the first of them:
 * a browser would begin at the top of the page. It is on no other button by itself, and not at
 * once, since a key that is pressed twice would press that one. A key that is held down presses
 * once.
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

/** Of no button, but of their group. */
const GROUP = '';
/** Who presses a key twice does so within this, in ms. */
const TWICE_MS = 500;

const isDisabled = (element: Element): boolean =>
  element instanceof HTMLButtonElement && element.disabled;

const presses = ({ key }: { readonly key: string }): boolean => key === 'Enter' || key === ' ';

/** For the group, which can be focused by script. Each button has its name as `data-command`. */
export const useKeptFocus = (): KeptFocus => {
  const ref = useRef<HTMLDivElement>(null);
  const kept = useRef<string>(undefined);
  /** Set while a key may be pressed twice. */
  const twice = useRef<ReturnType<typeof setTimeout>>(undefined);

  const comeBack = (): void => {
    const group = ref.current;
    const active = document.activeElement ?? document.body;
    // Who is elsewhere, also on a page that has this one in a frame, is left there.
    if (group === null || kept.current === undefined || !document.hasFocus()) return;
    if (active !== document.body && active !== group && !isDisabled(active)) return;
    const again = group.querySelector<HTMLElement>(`[data-command='${kept.current}']:enabled`);
    (twice.current === undefined && again !== null ? again : group).focus({ preventScroll: true });
  };

  useLayoutEffect(comeBack);
  // A finger or a mouse needs no place to come back to.
  useEffect(() => {
    const forget = () => (kept.current = undefined);
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('pointerdown', forget);
      clearTimeout(twice.current);
    };
  }, []);
  return {
    ref,
    onFocus: ({ target }) => {
      if (target !== ref.current && target.matches(':focus-visible')) {
        kept.current = target.dataset['command'];
      }
    },
    // A button that has gone is kept. Who leaves for what goes, too, comes back to the group.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null && ref.current?.contains(relatedTarget) !== true) {
        kept.current = GROUP;
      }
    },
    onKeyDown: (event) => {
      if (!presses(event)) return;
      if (event.repeat) return event.preventDefault();
      clearTimeout(twice.current);
      twice.current = setTimeout(() => {
        twice.current = undefined;
        comeBack();
      }, TWICE_MS);
      const { target } = event;
      if (target !== ref.current) kept.current = (target as HTMLElement).dataset['command'];
    },
  };
};
