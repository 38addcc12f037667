/** What somebody writes and others read. */
import { z } from 'zod';

/**
 * One line, so many characters at most: no control character, which no page shows and no database
 * keeps, and no half a character.
 */
export const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text));

/** What nothing is drawn for, though some of it counts as letters. */
const UNSEEN = /[\p{DI}\u2800]/gu;
/** Marks on one letter. No language has more, and they are drawn over the lines around it. */
const MARKS_MAX = 8;
const TOO_MANY_MARKS = new RegExp(`(?:\\p{M}\\p{Cf}*){${MARKS_MAX + 1}}`, 'u');

/**
 * One line of plain text: no control characters, nothing that changes the direction of the text,
 * no heap of marks on a letter, and something to see.
 */
const isPlain = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(UNSEEN, '')) &&
  !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text) &&
  !TOO_MANY_MARKS.test(text);

/** What a player may write, or is called, and other players read. */
export const plainText = (max: number) => z.string().trim().min(1).max(max).refine(isPlain);

/** An address on the web, without what a parser of URLs overlooks, and no database keeps. */
export const webUrl = (max: number) =>
  z
    .url({ protocol: /^https?$/, abort: true })
    .max(max)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), {
      abort: true,
      error: 'it has control characters, or half a character',
    });
