/**
 * The characters that a scanner means by its keys. A scanner acts as an American keyboard. Which
 * key it presses is certain. Which character the machine makes of it depends on the layout that
 * somebody chose. So only the key counts, and whether shift was held.
 */

const DIGITS = ')!@#$%^&*(';

/** Of the other keys: plain, and with shift. */
const MARKS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  NumpadSubtract: ['-', '-'],
  NumpadAdd: ['+', '+'],
  NumpadDecimal: ['.', '.'],
  NumpadDivide: ['/', '/'],
  NumpadMultiply: ['*', '*'],
};

/** Of a key by its `KeyboardEvent.code`. Undefined for a key that writes nothing. */
export const keyText = (code: string, shift: boolean): string | undefined => {
  if (/^Key[A-Z]$/.test(code)) return shift ? code.charAt(3) : code.charAt(3).toLowerCase();
  if (/^Digit\d$/.test(code)) return shift ? DIGITS.charAt(Number(code.charAt(5))) : code.charAt(5);
  if (/^Numpad\d$/.test(code)) return code.charAt(6);
  return MARKS[code]?.[shift ? 1 : 0];
};
