/**
 * Shift notes: what a manager leaves for the next, until somebody ticks it off. The staff's log has
 * who did it and when; the text is in the note alone.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../../platform/database.js';
import { statement } from '../../platform/statement.js';
import { inTransaction } from '../../platform/transaction.js';
import type { ShiftNote, ShiftNoteRefusal, ShiftNotesQuery } from '../../protocol/shift-notes.js';
import { Audit } from '../../staff/audit.service.js';

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;
const at = (input: string): string => `to_timestamp(${input}::float8 / 1000)`;

/** Those of no period are the open ones alone. */
const READ = statement({
  inputs: { fromMs: 'bigint null', toMs: 'bigint null' },
  text: `
select id, text, written_by as "writtenBy", ${ms('written_at')} as "writtenAtMs",
       done_by as "doneBy", ${ms('done_at')} as "doneAtMs"
  from shift_notes
 where done_at is null
    or written_at >= ${at(':fromMs')} and written_at < ${at(':toMs')}
    or done_at >= ${at(':fromMs')} and done_at < ${at(':toMs')}
 order by done_at is null desc, id desc limit 200`,
});

type Row = Omit<ShiftNote, 'writtenAtMs' | 'doneAtMs'> & {
  readonly writtenAtMs: string;
  readonly doneAtMs: string | null;
};

@Injectable()
export class ShiftNotesBook {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
  ) {}

  async read({ fromMs, toMs }: ShiftNotesQuery): Promise<ShiftNote[]> {
    const { rows } = await this.pool.query<Row>(READ({ fromMs, toMs }));
    return rows.map(({ writtenAtMs, doneAtMs, ...note }) => ({
      ...note,
      writtenAtMs: Number(writtenAtMs),
      doneAtMs: doneAtMs === null ? null : Number(doneAtMs),
    }));
  }

  write(text: string, by: string): Promise<void> {
    return inTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        'insert into shift_notes (text, written_by) values ($1, $2) returning id',
        [text, by],
      );
      await this.audit.record(tx, { by, operation: 'notes:write', subject: rows[0]!.id });
    });
  }

  tickOff(id: string, by: string): Promise<ShiftNoteRefusal | undefined> {
    return inTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<{ isDone: boolean }>(
        'select done_at is not null as "isDone" from shift_notes where id = $1 for update',
        [id],
      );
      if (rows[0] === undefined) return 'unknown_note';
      if (rows[0].isDone) return 'note_is_done';
      await tx.query('update shift_notes set done_by = $2 where id = $1', [id, by]);
      await this.audit.record(tx, { by, operation: 'notes:done', subject: id });
      return undefined;
    });
  }
}
