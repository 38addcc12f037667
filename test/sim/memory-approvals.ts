/** The approvals of a simulation: what two persons agree on, and that it is used once. */
import type { Fix } from '../../src/round/correction.js';
import type { RowChange } from '../../src/table/rows.js';
import { type Journal, Refused } from './journal.js';

export interface Request {
  readonly kind: Fix;
  readonly table: string;
  readonly game: string;
  /** In notation, where a round is settled again. */
  readonly coup?: string | null;
  /** Where one player's bets are refunded. */
  readonly player?: string | null;
  readonly requestedBy: string;
}

interface Approval extends Request {
  readonly id: string;
  /** What the round was when it was asked for. */
  readonly expects: string;
  decidedBy: string | null;
  isUsed: boolean;
}

export class Approvals {
  readonly #approvals = new Map<string, Approval>();
  #made = 0;

  /** `stateOf`: what an approval of the round is bound to. Undefined where it was not dealt. */
  constructor(
    private readonly journal: Journal,
    private readonly stateOf: (game: string) => string | undefined,
  ) {}

  /** Returns the number of the request: `id`, or the next. */
  ask(request: Request, id = String(this.#made + 1)): string {
    const expects = this.stateOf(request.game);
    if (expects === undefined) throw new Refused('SB014', `${request.game} was not dealt`);
    this.#made += 1;
    this.#approvals.set(id, { ...request, id, expects, decidedBy: null, isUsed: false });
    this.journal.did(() => this.#approvals.delete(id));
    return id;
  }

  /** A second person approves it. */
  approve(id: string, decidedBy: string): void {
    const asked = this.#approval(id);
    if (asked.requestedBy === decidedBy) throw new Refused('SB010', `${decidedBy} asked for it`);
    if (asked.decidedBy !== null) throw new Refused('23505', `approval ${id} was decided`);
    if (asked.expects !== this.stateOf(asked.game)) throw movedOn(asked);
    asked.decidedBy = decidedBy;
    this.journal.did(() => {
      asked.decidedBy = null;
    });
  }

  /** Those of the table that were approved, still stand, and were not carried out. */
  open(table: string): readonly Readonly<Approval>[] {
    const open: Approval[] = [];
    for (const each of this.#approvals.values()) {
      const isOpen = each.table === table && each.decidedBy !== null && !each.isUsed;
      if (isOpen && this.stands(each.id)) open.push(each);
    }
    return open;
  }

  find(id: string): Readonly<Approval> | undefined {
    return this.#approvals.get(id);
  }

  /** Whether the round is still as it was when the request was made. */
  stands(id: string): boolean {
    const { expects, game } = this.#approval(id);
    return expects === this.stateOf(game);
  }

  /** An event of the table uses it up. `state`: of the round, before the event. */
  use(table: string, { columns }: RowChange, state: string | undefined): void {
    const id = String(columns['approval_id']);
    const asked = this.#approval(id);
    const fits =
      asked.table === table &&
      asked.kind === columns['kind'] &&
      asked.game === columns['game_number'] &&
      (asked.coup ?? null) === (columns['coup'] ?? null) &&
      (asked.player ?? null) === (columns['player'] ?? null) &&
      asked.requestedBy === columns['requested_by'] &&
      asked.decidedBy === columns['decided_by'];
    if (!fits) throw new Refused('SB014', `approval ${id} is for something else`);
    if (asked.isUsed) throw new Refused('SB011', `approval ${id} was used`);
    if (asked.expects !== state) throw movedOn(asked);
    asked.isUsed = true;
    this.journal.did(() => {
      asked.isUsed = false;
    });
  }

  #approval(id: string): Approval {
    const asked = this.#approvals.get(id);
    if (asked === undefined) throw new Refused('SB015', `approval ${id} is not given`);
    return asked;
  }
}

const movedOn = ({ game }: Request): Refused => new Refused('SB013', `round ${game} has moved on`);
