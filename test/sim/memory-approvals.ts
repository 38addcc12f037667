/** The approvals of a simulation: what two persons agree on, and that it is used once. */
import type { Approval } from '../../src/protocol/approval.js';
import type { Fix } from '../../src/round/correction.js';
import type { RowChange } from '../../src/table/rows.js';
import { type Journal, Refused } from './journal.js';

export interface Request {
  readonly kind: Fix | 'hand_pay';
  readonly table: string;
  readonly game: string;
  /** In notation, where a round is settled again. */
  readonly coup?: string | null;
  /** Where one player's bets are refunded, or paid by hand. */
  readonly player?: string | null;
  readonly requestedBy: string;
}

interface Asked extends Request {
  readonly id: string;
  /** What the round was when it was asked for. */
  readonly expects: string;
  readonly requestedAtMs: number;
  decided: { readonly by: string; readonly atMs: number } | null;
  /** By which event. */
  doneSeq: number | null;
  /** As it is read while it holds, made when it is asked for: it is read at every look. */
  shown: Approval | undefined;
  /** The same when the round has moved on. */
  gone: Approval | undefined;
}

/** How long a request holds. */
const HOLDS_MS = 15 * 60_000;

export class Approvals {
  readonly #all = new Map<string, Asked>();
  #made = 0;

  /** `stateOf`: what an approval of the round is bound to. Undefined where it was not dealt. */
  constructor(
    private readonly journal: Journal,
    private readonly stateOf: (game: string) => string | undefined,
    private readonly nowMs: () => number,
  ) {}

  /** Returns the number of the request: `id`, or the next. */
  ask(request: Request, id = String(this.#made + 1)): string {
    const expects = this.stateOf(request.game);
    if (expects === undefined) throw new Refused('SB014', `${request.game} was not dealt`);
    this.#made += 1;
    const requestedAtMs = this.nowMs();
    const asked = { ...request, id, expects, requestedAtMs };
    const unread = { shown: undefined, gone: undefined };
    this.#all.set(id, { ...asked, decided: null, doneSeq: null, ...unread });
    this.journal.did(() => this.#all.delete(id));
    return id;
  }

  /** A second person approves it. */
  approve(id: string, by: string): void {
    const asked = this.#asked(id);
    if (asked.requestedBy === by) throw new Refused('SB010', `${by} asked for it`);
    if (asked.decided !== null) throw new Refused('23505', `approval ${id} was decided`);
    if (this.nowMs() > asked.requestedAtMs + HOLDS_MS) throw expired(asked);
    if (asked.expects !== this.stateOf(asked.game)) throw movedOn(asked);
    this.#change(asked, { decided: { by, atMs: this.nowMs() } });
  }

  /** Those that are pending, or still to be carried out. */
  readOpen(): readonly Approval[] {
    const open: Approval[] = [];
    for (const asked of this.#all.values()) {
      if (asked.doneSeq === null && asked.requestedAtMs + HOLDS_MS > this.nowMs()) {
        open.push(this.#shown(asked));
      }
    }
    return open;
  }

  read(id: string): Approval | undefined {
    const asked = this.#all.get(id);
    return asked && this.#shown(asked);
  }

  /** Whether the round is still as it was when the request was made. */
  stillStands(id: string): boolean {
    const { expects, game } = this.#asked(id);
    return expects === this.stateOf(game);
  }

  /** An event of the table uses it up. `state`: of the round, before the event. */
  use(table: string, seq: number, { columns }: RowChange, state: string | undefined): void {
    const id = String(columns['approval_id']);
    const asked = this.#asked(id);
    const fits =
      asked.table === table &&
      asked.kind === columns['kind'] &&
      asked.game === columns['game_number'] &&
      (asked.coup ?? null) === (columns['coup'] ?? null) &&
      (asked.player ?? null) === (columns['player'] ?? null) &&
      asked.requestedBy === columns['requested_by'] &&
      asked.decided?.by === columns['decided_by'];
    if (!fits) throw new Refused('SB014', `approval ${id} is for something else`);
    if (asked.doneSeq !== null) throw new Refused('SB011', `approval ${id} was used`);
    if (this.nowMs() > asked.requestedAtMs + HOLDS_MS) throw expired(asked);
    if (asked.expects !== state) throw movedOn(asked);
    this.#change(asked, { doneSeq: seq });
  }

  #asked(id: string): Asked {
    const asked = this.#all.get(id);
    if (asked === undefined) throw new Refused('SB015', `approval ${id} is not given`);
    return asked;
  }

  #change(asked: Asked, change: Partial<Pick<Asked, 'decided' | 'doneSeq'>>): void {
    const { decided, doneSeq } = asked;
    const unread = { shown: undefined, gone: undefined };
    Object.assign(asked, change, unread);
    this.journal.did(() => Object.assign(asked, { decided, doneSeq, ...unread }));
  }

  #shown(asked: Asked): Approval {
    const shown = (asked.shown ??= shownOf(asked));
    if (asked.doneSeq !== null) return shown;
    if (shown.expiresAtMs <= this.nowMs()) return { ...shown, state: 'expired' };
    if (asked.expects === this.stateOf(asked.game)) return shown;
    return (asked.gone ??= { ...shown, stands: false });
  }
}

/** As it is while the request holds. */
const shownOf = (asked: Asked): Approval => {
  const { id, kind, table, game, requestedBy, requestedAtMs, decided, doneSeq } = asked;
  const undone = decided === null ? 'pending' : 'approved';
  return {
    ...{ id, kind, table, game, requestedBy, requestedAtMs, doneSeq },
    expiresAtMs: requestedAtMs + HOLDS_MS,
    coup: asked.coup ?? null,
    player: asked.player ?? null,
    ...{ hand: null, hands: null, case: null, card: null, seat: null, reason: 'misdeal', note: '' },
    state: doneSeq === null ? undone : 'done',
    stands: true,
    decidedBy: decided?.by ?? null,
    decidedAtMs: decided?.atMs ?? null,
  };
};

const movedOn = ({ game }: Request): Refused => new Refused('SB013', `round ${game} has moved on`);
const expired = ({ id }: Asked): Refused => new Refused('SB012', `approval ${id} has expired`);
