/** The queue of incidents: listed, read with their evidence, taken in hand, noted upon, closed. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Handlers } from '../../access/socket-commands.js';
import { CONFIG, type Config } from '../../config.js';
import { POOL } from '../../platform/database.js';
import { inTransaction } from '../../platform/transaction.js';
import type { PIT_OWN_COMMANDS } from '../../protocol/pit.js';
import { Audit } from '../../staff/audit.service.js';
import { Tables } from '../../table/tables.service.js';
import { hasPicture, stillUrl } from '../film-url.js';
import { readEvidence } from './evidence.js';
import { IncidentBoard } from './incident-board.service.js';
import {
  type IncidentNote,
  isClosedBefore,
  keepNote,
  readIncident,
  readIncidents,
  readNotes,
} from './incident-rows.js';

type IncidentCommandName =
  | 'incident:list'
  | 'incident:read'
  | 'incident:take'
  | 'incident:note'
  | 'incident:close';

const LISTED = 200;
const OPERATIONS = {
  taken: 'incident:take',
  note: 'incident:note',
  closed: 'incident:close',
} as const;
/** The kinds of note that people make. */
type Word = Omit<IncidentNote, 'atMs'> & { readonly kind: keyof typeof OPERATIONS };

@Injectable()
export class IncidentCommands {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly board: IncidentBoard,
    private readonly audit: Audit,
    @Inject(CONFIG) private readonly config: Pick<Config, 'film'>,
  ) {}

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, IncidentCommandName>> = {
    'incident:list': async (filter) => {
      const rows = await readIncidents(this.pool, filter, LISTED);
      return { ok: true, incidents: rows.map((row) => this.board.shown(row)) };
    },
    'incident:read': async ({ incident: id }) => {
      const row = await readIncident(this.pool, id);
      if (row === undefined) return { ok: false, refusal: 'unknown_incident' };
      const settings = this.tables.known.find(({ id }) => id === row.table)?.settings;
      const { recording, still } = this.config.film;
      const seen = {
        videoUrl: settings?.videoUrl ?? null,
        stillUrl: stillUrl(still, row.table, settings),
        recording: settings !== undefined && hasPicture(settings) ? recording : undefined,
      };
      const [evidence, notes] = await Promise.all([
        readEvidence(this.pool, row, seen),
        readNotes(this.pool, id),
      ]);
      return { ok: true, incident: this.board.shown(row), evidence, notes: [...notes] };
    },
    'incident:take': ({ incident }, { caller: { id: by } }) =>
      this.#note(incident, { kind: 'taken', by, text: '' }),
    'incident:note': ({ incident, text }, { caller: { id: by } }) =>
      this.#note(incident, { kind: 'note', by, text }),
    'incident:close': ({ incident, text }, { caller: { id: by } }) =>
      this.#note(incident, { kind: 'closed', by, text }),
  };

  async #note(id: string, note: Word) {
    const row = await readIncident(this.pool, id);
    if (row === undefined) return { ok: false, refusal: 'unknown_incident' } as const;
    const { table, game, kind, takenBy, closedBy } = row;
    try {
      await inTransaction(this.pool, async (tx) => {
        await keepNote(tx, id, note);
        await this.audit.record(tx, {
          by: note.by,
          operation: OPERATIONS[note.kind],
          table,
          game: game ?? undefined,
          subject: id,
          reason: note.text === '' ? undefined : note.text,
          before: { kind, takenBy, closedBy },
          after: { kind, ...(note.kind === 'taken' && { takenBy: note.by }) },
        });
      });
    } catch (error) {
      if (!isClosedBefore(error)) throw error;
      return { ok: false, refusal: 'incident_is_closed' } as const;
    }
    await this.board.look();
    const now = await readIncident(this.pool, id);
    return { ok: true, incident: this.board.shown(now ?? row) } as const;
  }
}
