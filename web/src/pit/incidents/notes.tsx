/** What people noted on an incident, and the way to note more and to close it. */
import type { FormEvent } from 'react';
import type { z } from 'zod';
import type { Incident, incidentNote } from '../../../../src/protocol/incident.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useSentence } from '../parts/use-sentence.js';
import { useTokens } from '../parts/use-tokens.js';
import { useMay, usePit } from '../use-pit.js';
import { classes } from '../../classes.js';
import { useIncidentWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './notes.module.css';

interface Props {
  readonly incident: Incident;
  readonly notes: readonly z.infer<typeof incidentNote>[];
  readonly onDone: () => void;
}

export const Notes = ({ incident, notes, onDone }: Props) => {
  const { t, own, time } = useIncidentWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const sentence = useSentence();
  const tokens = useTokens();
  /** The studio notes codes. */
  const studioText = (said: string): string => sentence('incident.ending', said) ?? tokens(said);
  const { typed, type, done } = useForm(() => ({ text: '' }));
  const { text } = typed;
  const isOpen = incident.state !== 'closed' && may.approve;
  const say = async (command: 'incident:note' | 'incident:close') => {
    const request = { incident: incident.id, text: text.trim() };
    const isDone = await action.run(async () =>
      pit.noteIncident((await pit.do(command, request)).incident),
    );
    if (!isDone) return;
    done(typed, { text: '' });
    onDone();
  };
  const note = (event: FormEvent) => {
    event.preventDefault();
    void say('incident:note');
  };
  return (
    <section className={classes(box.sheetBox, styles.notes)} aria-labelledby="notes-title">
      <h2 id="notes-title">{own('incident.notes')}</h2>
      {notes.length === 0 && <p className={tones.dim}>{own('incident.noNotes')}</p>}
      <ol>
        {notes.map(({ kind, by, text: said, atMs }, index) => (
          <li key={index} data-note={kind}>
            <span className={tones.dim}>
              {time(atMs)} · {by === 'studio' ? t('studio') : by} · {own(`incident.note.${kind}`)}
            </span>
            <span>{by === 'studio' || kind === 'again' ? studioText(said) : said}</span>
          </li>
        ))}
      </ol>
      {isOpen && (
        <form className={layout.stack} onSubmit={note}>
          <label>
            <span>{own('incident.say')}</span>
            <textarea
              name="note"
              required
              maxLength={200}
              value={text}
              onChange={(event) => type({ text: event.target.value })}
            />
          </label>
          <div className={layout.row}>
            <button type="submit" disabled={text.trim() === '' || action.isBusy}>
              {own('incident.add')}
            </button>
            <button
              type="button"
              className={buttons.primary}
              data-do="close-incident"
              disabled={text.trim() === '' || action.isBusy}
              onClick={() => void say('incident:close')}
            >
              {own('incident.close')}
            </button>
          </div>
          {action.fault !== undefined && <Fault fault={action.fault} />}
        </form>
      )}
    </section>
  );
};
