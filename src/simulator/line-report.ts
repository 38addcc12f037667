/**
 * The report in lines, one for each event, for an output that is not a terminal: a pipe, a file, a
 * log.
 */
import type { ConnectionState } from '../client/connection.js';
import type { TableCopy } from '../client/table-copy.js';
import { sum } from '../money/amount.js';
import type { TableMessage } from '../protocol/table.js';
import { eventLine, snapshotLine } from './event-line.js';
import { moneyText } from './money-text.js';
import type { SimulatedHand, Report } from './report.js';
import type { RobotTally } from './tally.js';

/** A line for each would drown out the tables'. */
const HANDS_A_LINE = 25;

export class LineReport implements Report {
  /**
   * Betting commands that stood in the round in hand, by table. A table that is found in the middle
   * of a round has none: how many had stood before is not known.
   */
  readonly #bets = new Map<string, number>();

  /** Solo hands that no line has summed up yet. */
  readonly #hands: SimulatedHand[] = [];

  constructor(
    private readonly write: (line: string) => void,
    private readonly tally: RobotTally,
  ) {}

  snapshot(copy: TableCopy): void {
    this.#bets.delete(copy.table);
    this.write(snapshotLine(copy));
  }

  message(message: TableMessage, copy: TableCopy): void {
    const { table, kind } = message;
    if (kind === 'betting_opened') this.#bets.set(table, 0);
    const bets = this.#bets.get(table);
    if (kind === 'bets_accepted' && bets !== undefined) this.#bets.set(table, bets + message.bets);
    const line = eventLine(message, copy, bets);
    if (line !== undefined) this.write(line);
  }

  connection(table: string, state: ConnectionState): void {
    this.write(`${table} connection ${state}`);
  }

  result(): void {
    // Each player's own result would drown out the tables'.
  }

  hand(played: SimulatedHand): void {
    this.#hands.push(played);
    if (this.#hands.length < HANDS_A_LINE) return;
    const hands = this.#hands.splice(0);
    const stakes = sum(hands.map(({ taken }) => taken));
    const paid = sum(hands.map(({ paid }) => paid));
    this.write(`solo hands=${hands.length} stakes=${moneyText(stakes)} paid=${moneyText(paid)}`);
  }

  note(text: string): void {
    this.write(`note ${text}`);
  }

  close(): void {
    const { stood, unanswered, refused, refusals, hands } = this.tally;
    const why = refused === 0 ? '' : ` (${refusals})`;
    this.write(`bets stood=${stood} refused=${refused}${why} unanswered=${unanswered}`);
    if (hands !== '') this.write(`solo hands: ${hands}`);
  }
}
