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
