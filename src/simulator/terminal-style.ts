/**
 * Ink: colours on a terminal, beside letters that say the same, with widths that do not count the
 * colour codes.
 */

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34 } as const;
export type TerminalColour = keyof typeof CODES;

export type TerminalStyle = (colour: TerminalColour, text: string) => string;

export const colouredStyle: TerminalStyle = (colour, text) =>
  `\u001b[${CODES[colour]}m${text}\u001b[0m`;
export const plainStyle: TerminalStyle = (_colour, text) => text;

// oxlint-disable-next-line no-control-regex -- an escape sequence begins with the escape character
const ESCAPES = /(\u001b\[[\d;]*m)/g;

export const widthOf = (text: string): number => text.replace(ESCAPES, '').length;

export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** At most `width` characters of the line, with all its ink. */
export const clipped = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text;
  let shown = 0;
  let line = '';
  for (const part of text.split(ESCAPES)) {
    if (part.startsWith('\u001b')) line += part;
    else {
      line += part.slice(0, Math.max(0, width - shown));
      shown += part.length;
    }
  }
  return line;
};

/** Blocks of lines beside each other, with `gap` blanks between. */
export const beside = (blocks: readonly (readonly string[])[], gap: number): string[] => {
  const height = Math.max(...blocks.map((block) => block.length));
  const widths = blocks.map((block) => Math.max(0, ...block.map(widthOf)));
  return Array.from({ length: height }, (_, row) =>
    blocks
      .map((block, index) => padded(block[row] ?? '', widths[index]!))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
};
