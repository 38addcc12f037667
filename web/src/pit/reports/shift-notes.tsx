/**
 * What one shift leaves for the next: the open notes, and those of the period that is shown. Shift
 * managers write them and tick them off.
 */
import type { FormEvent } from 'react';
import type { ShiftNote } from '../../../../src/protocol/shift-notes.js';
import { classes } from '../../classes.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { useMay, usePit } from '../use-pit.js';
import { useReportWords } from './words.js';
import box from '../look/box.module.css';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './shift-notes.module.css';

interface Props {
  /** Undefined: the open ones alone. */
  readonly period?: { readonly fromMs: number; readonly toMs: number } | undefined;
}

export const ShiftNotesBox = ({ period }: Props) => {
  const { own } = useReportWords();
  const { http, reads } = usePit();
  const may = useMay();
  const action = useAction();
  const { latest, fault, again } = useRead(reads.notes(period?.fromMs, period?.toMs));
  const { typed, type, done } = useForm(() => ({ text: '' }));
  const write = async (event: FormEvent) => {
    event.preventDefault();
    const text = typed.text.trim();
    if (!(await action.run(() => http.send('POST', 'pit/notes', { text })))) return;
    done(typed, { text: '' });
    again();
  };
  const tickOff = async (id: string) => {
    await action.run(() => http.send('POST', `pit/notes/${id}/done`, {}));
    again();
  };
  return (
    <section
      className={classes(box.sheetBox, layout.stack, styles.notes)}
      data-part="shift-notes"
      aria-labelledby="shift-notes-title"
    >
      <h2 id="shift-notes-title">{own('notes.title')}</h2>
      <p className={tones.dim}>{own('notes.said')}</p>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {action.fault !== undefined && <Fault fault={action.fault} />}
      {latest?.notes.length === 0 && <p className={tones.dim}>{own('notes.none')}</p>}
      <ul className={layout.plain}>
        {latest?.notes.map((note) => (
          <li key={note.id} className={layout.row} data-note={note.id} data-open={isOpen(note)}>
            <NoteText of={note} />
            {isOpen(note) && may.keepNotes && (
              <button
                type="button"
                data-do="tick-off"
                disabled={action.isBusy}
                onClick={() => void tickOff(note.id)}
              >
                {own('notes.done')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {may.keepNotes && (
        <form className={layout.row} onSubmit={(event) => void write(event)}>
          <input
            name="note"
            aria-label={own('notes.text')}
            placeholder={own('notes.text')}
            maxLength={500}
            autoComplete="off"
            value={typed.text}
            onChange={({ target }) => type({ text: target.value })}
          />
          <button
            type="submit"
            className={buttons.primary}
            data-do="write-note"
            disabled={typed.text.trim() === '' || action.isBusy}
          >
            {own('notes.write')}
          </button>
        </form>
      )}
    </section>
  );
};

const isOpen = ({ doneAtMs }: ShiftNote): boolean => doneAtMs === null;

const NoteText = ({ of }: { readonly of: ShiftNote }) => {
  const { own, dateTime } = useReportWords();
  const { text, writtenBy, writtenAtMs, doneBy, doneAtMs } = of;
  return (
    <>
      <span>{text}</span>
      <small className={tones.dim}>
        {own('notes.by', { by: writtenBy, at: dateTime(writtenAtMs) })}
        {doneAtMs !== null &&
          ` · ${own('notes.doneBy', { by: doneBy ?? '', at: dateTime(doneAtMs) })}`}
      </small>
    </>
  );
};
