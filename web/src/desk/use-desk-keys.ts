/**
 * The desk’s own keys. Enter and Space do the next thing, where there is only one. Each letter
 * opens one of the other things. A scan is a card.
 */
import { useLayoutEffect, useMemo, useRef } from 'react';
import { SHUFFLES, type Shuffle } from '../../../src/round/events/shoe.js';
import { isCardOf } from './box.js';
import { CALL_KEY, CHAT_KEY, SHEET_CAPS, SHUFFLE_CAPS } from './key-caps.js';
import { type KeyTaker, useKeys } from './key-scope.js';
import type { SheetName } from './sheets/sheet-name.js';
import { useStep } from './use-step.js';
import { useDesk, useDeskView } from './use-desk.js';
import type { Action } from './step.js';
import { TypedCode, withTypedCodes } from './typed-code.js';
import { usableKeys } from './usable-keys.js';

/** What the desk’s buttons do, as its keys do. */
export interface Does {
  readonly next: () => void;
  readonly shuffle: (how: Shuffle) => void;
  readonly call: () => void;
  readonly open: (sheet: SheetName) => void;
  readonly chat: () => void;
}

const SHEETS = Object.keys(SHEET_CAPS) as readonly (keyof typeof SHEET_CAPS)[];

/**
 * A key that was pressed twice is not meant for what has just appeared on the screen, nor for the
 * next card to open, which looks the same.
 */
const SEEN_MS = 300;

export const useDeskKeys = (
  open: (sheet: SheetName) => void,
  setChat: (isOpen: boolean) => void,
): Does => {
  const desk = useDesk();
  const step = useStep();
  const view = useDeskView((all) => all);
  const usable = usableKeys(view, step);
  const isBringing = view.copy?.phase === 'shoe_change' && view.copy.desk?.newCardsDue === true;
  const seenAt = useRef(0);
  useLayoutEffect(() => {
    seenAt.current = performance.now();
  }, [step?.name]);
  const isSeen = () => performance.now() - seenAt.current >= SEEN_MS;
  const perform = async (action: Command) => {
    await desk.do(action, {});
    seenAt.current = performance.now();
  };
  const shuffle = (how: Shuffle) => {
    if (isSeen()) void desk.do('shoe:shuffle', { how });
  };
  const next = () => {
    // Each way of shuffling has a key of its own.
    if (step?.action === undefined || step.action === 'shuffle' || !isSeen()) return;
    if (step.action === 'bring') open('bring');
    else if (step.action === 'connect') desk.client.connection.connect();
    else if (step.action === 'collect') desk.collected();
    else void perform(step.action);
  };
  const call = () => {
    if (usable.has('call')) void desk.do('manager:call', {});
  };
  const openSheet = (sheet: SheetName) => {
    if (usable.has(sheet)) open(sheet);
  };
  const chat = () => setChat(true);
  const typed = useMemo(() => new TypedCode((code) => isCardOf(desk, code)), [desk]);
  const taker: Required<KeyTaker> = {
    key: (key) => {
      const sheet = SHEETS.find((each) => SHEET_CAPS[each] === key);
      const how =
        step?.action === 'shuffle'
          ? SHUFFLES.find((each) => SHUFFLE_CAPS[each] === key)
          : undefined;
      if (key === 'Enter' || key === ' ') next();
      else if (sheet !== undefined) openSheet(sheet);
      else if (how !== undefined) shuffle(how);
      else if (key === CALL_KEY) call();
      else if (key === CHAT_KEY) chat();
      else if (key === 'Escape') setChat(false);
      else return false;
      return true;
    },
    scan: (code) => {
      // A box may be scanned before anybody has confirmed that the table is bare. It is no card, so
      // it does not wait with the cards that are scanned without a link.
      if (isBringing && !isCardOf(desk, code)) {
        void desk.do('cards:bring', { cards: code });
      } else desk.scan(code);
      return true;
    },
    slow: (code) => desk.publish({ kind: 'slow', what: code }),
    torn: () => desk.publish({ kind: 'torn' }),
  };
  useKeysAndTyped(typed, taker);
  // A button that is pressed ends what was typed, as its key does.
  const pressed = () => typed.clear();
  return {
    next: () => {
      pressed();
      next();
    },
    shuffle: (how) => {
      pressed();
      shuffle(how);
    },
    call: () => {
      pressed();
      call();
    },
    open: (sheet) => {
      pressed();
      openSheet(sheet);
    },
    chat: () => {
      pressed();
      chat();
    },
  };
};

const nowMs = (): number => performance.now();

const useKeysAndTyped = (typed: TypedCode, taker: Required<KeyTaker>): void =>
  useKeys(withTypedCodes(typed, taker, nowMs));

/** What Enter orders of the table. */
type Command = Exclude<Action, 'collect' | 'connect' | 'bring' | 'shuffle'>;
