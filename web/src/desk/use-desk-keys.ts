/** The desk’s own keys: Enter and Space do the next thing, a letter each opens everything else; a scan is a card. */
import { useEffect, useRef } from 'react';
import type { Shuffle } from '../../../src/round/event.js';
import { isCardOf } from './box.js';
import type { Desk } from './desk.js';
import { useKeys } from './key-room.js';
import type { SheetName } from './open-sheet.js';
import { useStep } from './use-step.js';
import { useDesk } from './use-desk.js';
import type { Deed } from './step.js';

/** What the desk’s buttons do, as its keys do. */
export interface Does {
  readonly next: () => void;
  readonly shuffle: (how: Shuffle) => void;
}

export const SHEET_KEYS: Readonly<Record<string, SheetName>> = {
  W: 'withdraw',
  M: 'mishap',
  H: 'hand',
  D: 'relieve',
  S: 'shoe',
  O: 'options',
};

const SHUFFLE_KEYS: Readonly<Record<string, Shuffle>> = {
  1: 'manual',
  2: 'machine',
  3: 'beforehand',
};

/** What has just come on the screen was not meant by a key that is pressed twice. */
const SEEN_MS = 300;

export const useDeskKeys = (open: (sheet: SheetName) => void): Does => {
  const desk = useDesk();
  const step = useStep();
  const seenAt = useRef(0);
  useEffect(() => {
    seenAt.current = performance.now();
  }, [step?.name]);
  const isSeen = () => performance.now() - seenAt.current >= SEEN_MS;
  const shuffle = (how: Shuffle) => {
    if (isSeen()) void desk.do('shoe:shuffle', { how });
  };
  const next = () => {
    if (step?.deed === undefined || !isSeen()) return;
    if (step.deed === 'bring') open('bring');
    else if (step.deed === 'connect') desk.client.connection.connect();
    else void act(desk, step.deed);
  };
  useKeys({
    key: (key) => {
      const sheet = SHEET_KEYS[key];
      const how = step?.deed === 'shuffle' ? SHUFFLE_KEYS[key] : undefined;
      if (key === 'Enter' || key === ' ') next();
      else if (sheet !== undefined) open(sheet);
      else if (how !== undefined) shuffle(how);
      else if (key === 'C') void desk.do('manager:call', {});
      else return false;
      return true;
    },
    scan: (code) => {
      if (step?.deed === 'bring' && !isCardOf(desk, code)) {
        void desk.do('cards:bring', { cards: code });
      } else desk.scan(code);
      return true;
    },
    torn: () => desk.tell({ kind: 'torn' }),
  });
  return { next, shuffle };
};

const act = (desk: Desk, deed: Exclude<Deed, 'bring' | 'connect'>): Promise<unknown> =>
  deed === 'shuffle' ? desk.do('shoe:shuffle', { how: 'manual' }) : desk.do(deed, {});
