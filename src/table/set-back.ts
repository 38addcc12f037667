/**
 * A clock that was set back while no process ran the table: the bets would stay open until the old
 * time comes again. They are closed at once, and the table waits for the pit.
 */
import type { TableCommand } from '../round/command.js';
import { roundDueAtMs } from '../round/decide.js';
import { STUDIO } from '../round/fault.js';
import type { TableState } from '../round/state.js';

/** What the pit reads. */
export const CLOCK_SET_BACK = 'The clock of the studio was set back. The bets were closed at once.';

/** Clocks of processes may differ by as much, in ms. */
const TOLERANCE_MS = 1_000;

const takesBets = ({ phase }: TableState): boolean => phase === 'betting' || phase === 'last_bets';

export class SetBack {
  #isClosing: boolean;

  /** `nowMs` when the table begins to run. */
  constructor(
    private readonly state: () => TableState,
    nowMs: number,
  ) {
    const { round, settings } = state();
    const leftMs = (round?.closesAtMs ?? nowMs) - nowMs;
    this.#isClosing = takesBets(state()) && leftMs > settings.betMs + TOLERANCE_MS;
  }

  /** What the table is to do now. Undefined once there is nothing more. */
  next(): TableCommand | undefined {
    if (!this.#isClosing) return undefined;
    if (takesBets(this.state())) return { kind: 'tick' };
    this.#isClosing = false;
    return { kind: 'suspend', reason: CLOCK_SET_BACK, by: STUDIO };
  }

  /** The time by which a command is decided: what closes the bets is due. */
  timeOf(command: TableCommand, nowMs: number): number {
    const closes = this.#isClosing && command.kind === 'tick' && takesBets(this.state());
    return closes ? Math.max(nowMs, roundDueAtMs(this.state()) ?? nowMs) : nowMs;
  }
}
