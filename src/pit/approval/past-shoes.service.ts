/**
 * Shoes of rounds that are not in hand, as the log records them: with every card that was seen, and
 * corrections made since. A shoe is read once in each timeline of the database: a restore loses the
 * end of the log. After that, only what was corrected since is read.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { TableCommand } from '../../round/command.js';
import type { LoggedEvent } from '../../round/event.js';
import { evolve } from '../../round/evolve.js';
import { amendedShoe } from '../../round/amendment.js';
import type { ShoeState, TableState } from '../../round/state.js';
import { APPROVAL_STORE, type ApprovalStore, type ShoeOnRecord } from './store.js';

/** A shoe that has left its table, and up to which event of the log it is known. */
interface Known {
  readonly shoe: ShoeState;
  readonly seq: number;
}

/** A table as it is now, and which of its histories the database is in. */
export interface TableNow {
  readonly state: TableState;
  readonly timeline: number;
}

/** Approvals wait for 15 minutes at most, and there are few. */
const KEPT = 16;

@Injectable()
export class PastShoes {
  /** The one that was asked for last is the last. */
  readonly #known = new Map<string, Known>();

  constructor(@Inject(APPROVAL_STORE) private readonly store: ApprovalStore) {}

  /** The command, with the shoe that its table no longer has. */
  async with(
    command: TableCommand | undefined,
    { state, timeline }: TableNow,
  ): Promise<TableCommand | undefined> {
    if (command?.kind !== 'correct_round' || command.fix !== 'resettle') return command;
    if (command.shoe === state.shoe?.ordinal) return command;
    return { ...command, past: await this.#read(state, command.shoe, timeline) };
  }

  /** As it is after event `seq`. Undefined where its beginning is not in the log. */
  async #read(
    { table, seq }: TableState,
    ordinal: number,
    timeline: number,
  ): Promise<ShoeState | undefined> {
    const key = `${timeline} ${ordinal} ${table}`;
    const before = this.#known.get(key) ?? (await this.#readLeft(table, ordinal));
    if (before === undefined) return undefined;
    const corrections = await this.store.readCorrections(table, before.seq, seq);
    const known = { shoe: amended(before.shoe, corrections), seq: Math.max(before.seq, seq) };
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
    return known.shoe;
  }

  async #readLeft(table: string, ordinal: number): Promise<Known | undefined> {
    const onRecord = await this.store.readPastShoe(table, ordinal);
    return onRecord && asItLeft(onRecord);
  }
}

/** As it was when it left the table. */
const asItLeft = ({ start, events, nextSeq }: ShoeOnRecord): Known | undefined => {
  const { shoe } = events.reduce(evolve, start);
  return shoe === null ? undefined : { shoe, seq: nextSeq };
};

/** With what was corrected of it since. Corrections of other shoes change nothing of it. */
const amended = (shoe: ShoeState, corrections: readonly LoggedEvent[]): ShoeState =>
  corrections.reduce(
    (before, { event }) =>
      event.kind === 'round_corrected' ? (amendedShoe(before, event)?.shoe ?? before) : before,
    shoe,
  );
