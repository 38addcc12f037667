/**
 * Hears every key of the page before anything else does: scans, wherever the focus is, and the
 * desk’s own keys.
 */
import { Burst, type Heard, type KeyPress, type ScannerKeys } from './burst.js';

interface Hearing {
  /** A key by its `code`, before it is anything else. Returns whether it was asked for. */
  readonly asked: (code: string) => boolean;
  readonly scan: (code: string) => void;
  /** A key by itself, as `KeyboardEvent.key` names it. Returns whether it is one of the desk’s. */
  readonly key: (key: string) => boolean;
  /** A scanner has typed it so slowly that a person might have. */
  readonly slow: (code: string) => void;
  /** Faster than a person, and yet not a scan. */
  readonly torn: () => void;
}

/**
 * Events may wait for the page to have time, so what was held is released a little later than the
 * rule says, in ms.
 */
const MARGIN_MS = 25;

/** Returns a function that removes the listener. */
export const listenToKeys = (keys: ScannerKeys, hearing: Hearing): (() => void) => {
  const burst = new Burst(keys);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hear = (heard: readonly Heard[]) => {
    for (const each of heard) {
      if (each.kind === 'scan') hearing.scan(each.code);
      else if (each.kind === 'slow') hearing.slow(each.code);
      else typed(each.presses, hearing);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    clearTimeout(timer);
    if (!MODIFIERS.test(event.code) && hearing.asked(event.code)) {
      keep(event);
      return;
    }
    const { isHeld, heard } = burst.take(pressOf(event));
    if (isHeld) keep(event);
    hear(heard);
    const { patienceMs } = burst;
    if (patienceMs !== undefined) {
      timer = setTimeout(() => hear(burst.release()), patienceMs + MARGIN_MS);
    }
    const isOurs = !isHeld && !event.repeat && !hasModifier(event);
    const isForDesk = field() === undefined || event.key === 'Escape';
    if (isOurs && isForDesk && hearing.key(event.key)) keep(event);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown, { capture: true });
  };
};

const MODIFIERS = /^(Shift|Control|Alt|Meta|Caps)/;

const pressOf = (event: KeyboardEvent): KeyPress => ({
  code: event.code,
  key: event.key,
  shift: event.shiftKey,
  isOther: hasModifier(event) || event.repeat || event.isComposing,
  isInField: field() !== undefined,
  atMs: event.timeStamp,
});

const hasModifier = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || altKey || metaKey;

const keep = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** A person’s keys, a moment late: into the field that has the focus, or to the desk. */
const typed = (presses: readonly KeyPress[], hearing: Hearing): void => {
  const into = field();
  if (into !== undefined)
    write(into, presses.map(({ key }) => (key.length === 1 ? key : '')).join(''));
  else if (presses.length === 1) hearing.key(presses[0]!.key);
  else hearing.torn();
};

const field = (): HTMLInputElement | HTMLTextAreaElement | undefined => {
  const focused = document.activeElement;
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  return isField ? focused : undefined;
};

/**
 * As if it were typed: over what is selected, no longer than the field takes, and with an event for
 * whoever listens.
 */
const write = (into: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  const start = into.selectionStart ?? into.value.length;
  const end = into.selectionEnd ?? start;
  const room = into.maxLength < 0 ? Infinity : into.maxLength - into.value.length + (end - start);
  into.setRangeText(text.slice(0, Math.max(0, room)), start, end, 'end');
  into.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }),
  );
};
