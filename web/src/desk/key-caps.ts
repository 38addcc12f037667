/**
 * The letters of the desk’s keys. None of them is in the code of a card, such as `3-KH` or `CUT`,
 * so that a scanner which is set too slow gives no orders.
 */
import type { MalfunctionKind } from '../../../src/round/malfunction.js';
import { MALFUNCTIONS } from '../../../src/round/malfunction.js';
import type { Shuffle } from '../../../src/round/events/shoe.js';

export const CALL_KEY = 'P';
export const CHAT_KEY = 'G';

export const SHEET_CAPS = {
  withdraw: 'W',
  malfunction: 'M',
  hand: 'E',
  relieve: 'R',
  shoe: 'B',
  options: 'O',
} as const;

export const SHUFFLE_CAPS: Readonly<Record<Shuffle, string>> = {
  manual: 'X',
  machine: 'Y',
  beforehand: 'Z',
};

export const WITHDRAW_CAPS = {
  misread: 'M',
  wrong_third_card: 'W',
  extra_card: 'X',
  card_exposed: 'E',
} as const satisfies Partial<Record<MalfunctionKind, string>>;

/** In the sheet of malfunctions. `R` is there for play that goes on. */
export const RESUME_KEY = 'R';
const LETTERS = 'BEFGILMNOPVWXYZ';
export const malfunctionCap = (malfunction: MalfunctionKind): string =>
  LETTERS.charAt(MALFUNCTIONS.indexOf(malfunction));

export const SHOE_CAPS = { close: 'L', change: 'N', out: 'O', notOut: 'I' } as const;

export const OPTION_CAPS = {
  otherTable: 'B',
  prefix: 'P',
  suffix: 'F',
  doubleRead: 'R',
  camera: 'V',
  english: 'E',
  italian: 'I',
  signOut: 'X',
} as const;
