/** What a shift manager leaves for the next one, as the pit reads and writes it by HTTP. */
import { z } from 'zod';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why a note is not ticked off, in the body's `error`, with its status. */
export const SHIFT_NOTE_REFUSALS = {
  unknown_note: 404,
  note_is_done: 409, // somebody ticked it off before
} as const;
export type ShiftNoteRefusal = keyof typeof SHIFT_NOTE_REFUSALS;

const shiftNote = z.strictObject({
  id: z.string(),
  text: z.string(),
  writtenBy: z.string(),
  writtenAtMs: wire.timeMs,
  doneBy: z.string().nullable().describe('null: it is open'),
  doneAtMs: wire.timeMs.nullable(),
});
export type ShiftNote = z.infer<typeof shiftNote>;

export const shiftNotesQuery = z.strictObject({
  fromMs: z.coerce.number().int().nonnegative().optional(),
  toMs: z.coerce.number().int().nonnegative().optional(),
});
export type ShiftNotesQuery = z.infer<typeof shiftNotesQuery>;

export const shiftNotes = z.strictObject({
  notes: z
    .array(shiftNote)
    .describe(
      'the open ones first; with a period also those that were written or ticked off in it; 200 at most',
    ),
});
export type ShiftNotes = z.infer<typeof shiftNotes>;

export const shiftNoteText = z.strictObject({ text: words(500) });
export type ShiftNoteText = z.infer<typeof shiftNoteText>;

/** As it stands in the path of a request. */
export const shiftNoteNumber = z.string().regex(/^[1-9]\d{0,17}$/);
