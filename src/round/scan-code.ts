/**
 * What a scanner reads. A table's settings say how its codes are made: `[<deck>-]<rank><suit>`
 * takes `KH` and `3-KH`. A code that names its deck, or its card's serial number, is one physical
 * card. Without either it is any card of that face.
 */
import { type Card, parseCard } from '../cards/card.js';
import { type CheckedCode, makeCheckCharacter, withoutCheck } from './check-character.js';

export interface ScanCodes {
  /**
   * Of `<deck>`, `<rank>`, `<suit>`, `<serial>` and plain characters. What is in brackets may be
   * missing.
   */
  readonly format: string;
  /** The cut card's code, as it is. */
  readonly cutCard: string;
  readonly checksum: CheckedCode;
}

export const CUT_CARD_CODE = 'CUT';
export const DEFAULT_SCAN_CODES: ScanCodes = {
  format: '[<deck>-]<rank><suit>',
  cutCard: CUT_CARD_CODE,
  checksum: 'none',
};

export type Scanned =
  | {
      readonly kind: 'card';
      readonly card: Card;
      readonly deck: number | null;
      /** The one physical card that it is. Null where the code does not say. */
      readonly physical: string | null;
    }
  | { readonly kind: 'cut_card' };

/** Undefined for an unreadable code. */
export const parseScanCode = (
  code: string,
  codes: ScanCodes = DEFAULT_SCAN_CODES,
): Scanned | undefined => {
  if (code === codes.cutCard) return { kind: 'cut_card' };
  // Keyboards lose the case. Only a code that is not a card's can be the cut card's in another
  // case.
  return (
    cardOf(code, codes) ??
    (code.toUpperCase() === codes.cutCard.toUpperCase() ? { kind: 'cut_card' } : undefined)
  );
};

const cardOf = (code: string, codes: ScanCodes): Scanned | undefined => {
  const bare = withoutCheck(code, codes.checksum);
  const parts = bare === undefined ? undefined : patternOf(codes.format)?.exec(bare)?.groups;
  if (parts === undefined) return undefined;
  const card = parseCard((parts.rank ?? '').toUpperCase() + (parts.suit ?? '').toLowerCase());
  if (card === undefined) return undefined;
  const { deck, serial } = parts;
  const isOne = deck !== undefined || serial !== undefined;
  return {
    kind: 'card',
    card,
    deck: deck === undefined ? null : Number(deck),
    physical: isOne ? `${deck ?? ''}-${card}${serial?.toUpperCase() ?? ''}` : null,
  };
};

/** The face of a physical card, as `Scanned` names it. */
export const faceOf = (physical: string): string =>
  physical.slice(physical.indexOf('-') + 1).slice(0, 2);

/**
 * The code of a card of that face, and of that deck and with that serial number where the table's
 * codes name them. A format that needs one that is not given has no code.
 */
export const makeScanCode = (
  card: Card,
  { format, checksum }: ScanCodes = DEFAULT_SCAN_CODES,
  deck?: number,
  serial?: number,
): string => {
  const lacks = (inner: string): boolean =>
    (inner.includes('<deck>') && deck === undefined) ||
    (inner.includes('<serial>') && serial === undefined);
  const code = format
    .replaceAll(OPTIONAL, (_, inner: string) => (lacks(inner) ? '' : inner))
    .replaceAll('<deck>', String(deck ?? ''))
    .replaceAll('<serial>', String(serial ?? ''))
    .replaceAll('<rank>', card.charAt(0))
    .replaceAll('<suit>', card.charAt(1).toUpperCase());
  return code + makeCheckCharacter(code, checksum);
};

/** Whether each code names one physical card: its deck, or its serial number. */
export const mustNameOne = ({ format }: ScanCodes): boolean =>
  /<deck>|<serial>/.test(format.replaceAll(OPTIONAL, ''));

/** Whether codes can be made by `codes`, and distinguished from the cut card's. */
export const areSoundCodes = (codes: ScanCodes): boolean =>
  CODE_TEXT.test(codes.cutCard) &&
  patternOf(codes.format) !== undefined &&
  parseScanCode(codes.cutCard, { ...codes, cutCard: '' }) === undefined;

export const FORMAT_MAX = 64;
const CODE_TEXT = /^[\x21-\x7e]{1,32}$/;
const OPTIONAL = /\[([^[\]]*)\]/g;
const TOKENS: Readonly<Record<string, string>> = {
  '<deck>': '(?<deck>[1-8])',
  '<rank>': '(?<rank>[A2-9TJQKatjqk])',
  '<suit>': '(?<suit>[SHDCshdc])',
  '<serial>': '(?<serial>[0-9A-Za-z]{1,16})',
};

/** Patterns by their format. A table has one, and every scan asks for it. */
const patterns = new Map<string, RegExp | undefined>();

const patternOf = (format: string): RegExp | undefined => {
  if (!patterns.has(format)) patterns.set(format, compile(format));
  return patterns.get(format);
};

const compile = (format: string): RegExp | undefined => {
  const words = format.match(/<[a-z]+>|[[\]]|[^<>[\]]/g) ?? [];
  const count = (word: string): number => words.filter((each) => each === word).length;
  const isWhole = words.join('') === format && format.length <= FORMAT_MAX;
  const isMade = count('<rank>') === 1 && count('<suit>') === 1;
  const bare = format.replaceAll(OPTIONAL, '');
  const isBracketed = !/[[\]]/.test(bare) && bare.includes('<rank>') && bare.includes('<suit>');
  const isKnown = words.every((word) => !word.startsWith('<') || TOKENS[word] !== undefined);
  if (!isWhole || !isMade || !isBracketed || !isKnown) return undefined;
  if (count('<deck>') > 1 || count('<serial>') > 1) return undefined;
  const source = words.map((word) => BRACKETS[word] ?? TOKENS[word] ?? escaped(word)).join('');
  return new RegExp(`^${source}$`);
};

const BRACKETS: Readonly<Record<string, string>> = { '[': '(?:', ']': ')?' };

const escaped = (text: string): string => text.replace(/[\\^$.*+?()|{}/-]/g, '\\$&');
