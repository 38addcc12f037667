/** The approvals of a simulation: what two persons agreed on, and that it is used once. */
import type { RowChange } from '../../src/table/rows.js';
import { type Journal, Refused } from './journal.js';

interface Approval {
  readonly kind: string;
  readonly table: string;
  readonly game: string;
  readonly requestedBy: string;
  readonly decidedBy: string;
  /** What the round was when it was asked for. */
  readonly status: string;
  isUsed: boolean;
}

export class Approvals {
  readonly #approvals: Approval[] = [];

  constructor(
    private readonly journal: Journal,
    private readonly statusOf: (game: string) => string | undefined,
  ) {}

  /** Two persons agree. Returns the number of the approval. */
  agree({
    kind,
    table,
    game,
    requestedBy,
    decidedBy,
  }: Omit<Approval, 'status' | 'isUsed'>): string {
    if (requestedBy === decidedBy) throw new Refused('SB010', `${decidedBy} asked for it`);
    const status = this.statusOf(game);
    if (status === undefined) throw new Refused('SB014', `round ${game} was not dealt`);
    this.#approvals.push({ kind, table, game, requestedBy, decidedBy, status, isUsed: false });
    this.journal.did(() => this.#approvals.pop());
    return String(this.#approvals.length);
  }

  /** An event of the table uses it up. `status`: what the round was before the event. */
  use(table: string, { columns }: RowChange, status: string | undefined): void {
    const id = String(columns['approval_id']);
    const asked = this.#approvals[Number(id) - 1];
    if (asked === undefined) throw new Refused('SB015', `approval ${id} is not given`);
    const fits =
      asked.table === table &&
      asked.kind === columns['kind'] &&
      asked.game === columns['game_number'] &&
      asked.requestedBy === columns['requested_by'] &&
      asked.decidedBy === columns['decided_by'];
    if (!fits) throw new Refused('SB014', `approval ${id} is for something else`);
    if (asked.isUsed) throw new Refused('SB011', `approval ${id} was used`);
    if (asked.status !== status) throw new Refused('SB013', `round ${asked.game} has moved on`);
    asked.isUsed = true;
    this.journal.did(() => {
      asked.isUsed = false;
    });
  }
}
