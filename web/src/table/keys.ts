/** The keys of the table: each presses a button that is there to be seen. */
import type { Spot } from '../../../src/punto-banco/spot.js';

type Command = 'undo' | 'clear' | 'repeat' | 'double';

type Pressed =
  | { readonly kind: 'spot'; readonly spot: Spot }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'chip'; readonly index: number }
  | { readonly kind: 'keys' };

/** Left and right hand, row by row as the spots lie. */
export const SPOT_KEYS: Readonly<Record<Spot, string>> = {
  punto_pair: 'Q',
  banco_pair: 'W',
  either_pair: 'E',
  perfect_pair: 'R',
  punto: 'A',
  banco: 'S',
  egalite: 'D',
  punto_bonus: 'Y',
  banco_bonus: 'X',
  super_6: 'C',
};

export const COMMAND_KEYS: Readonly<Record<Command, string>> = {
  undo: 'Backspace',
  clear: 'Delete',
  repeat: 'N',
  double: 'M',
};

const isKeyOf = <K extends string>(keys: Readonly<Record<K, string>>, key: string): K | undefined =>
  (Object.keys(keys) as K[]).find((name) => keys[name].toLowerCase() === key.toLowerCase());

/** What a key presses, by `KeyboardEvent.key`. Z is where Y is on another keyboard. */
export const pressedBy = (key: string): Pressed | undefined => {
  if (key === '?') return { kind: 'keys' };
  if (/^[1-9]$/.test(key)) return { kind: 'chip', index: Number(key) - 1 };
  const spot = isKeyOf(SPOT_KEYS, key.toLowerCase() === 'z' ? 'y' : key);
  if (spot !== undefined) return { kind: 'spot', spot };
  const command = isKeyOf(COMMAND_KEYS, key);
  return command && { kind: 'command', command };
};

/**
 * Which favourite bet Shift and a digit place, from 0. The digit is known by its place on the
 * keyboard. Where Shift is needed to type it, as on a French keyboard, it chooses a chip.
 */
export const favouritePressed = ({
  shiftKey,
  code,
  key,
}: Pick<KeyboardEvent, 'shiftKey' | 'code' | 'key'>): number | undefined => {
  if (/^\d$/.test(key)) return undefined;
  const digit = /^Digit([1-8])$/.exec(code)?.[1];
  return shiftKey && digit !== undefined ? Number(digit) - 1 : undefined;
};

/** The button that it presses. */
export const buttonOf = (pressed: Exclude<Pressed, { kind: 'keys' }>): string => {
  switch (pressed.kind) {
    case 'spot':
      return `button[data-spot="${pressed.spot}"]`;
    case 'command':
      return `[data-part=commands] button[data-command="${pressed.command}"]`;
    case 'chip':
      return `[data-part=chips] [role=radio][data-chip="${pressed.index}"]`;
  }
};
