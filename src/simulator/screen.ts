/**
 * The report as a drawing on a terminal. It is redrawn in place when something changed, ten times a
 * second at most.
 */
import type { ConnectionState } from '../client/connection.js';
import type { TableCopy } from '../client/table-copy.js';
import type { PlayerResult } from '../protocol/player.js';
import type { TableMessage } from '../protocol/table.js';
import { parseBead } from '../roads/bead.js';
import { Scoreboard } from '../roads/scoreboard.js';
import { drawFloor } from './drawing.js';
import type { Floor, FloorTable, RobotPayment, RoundEnd } from './floor.js';
import { colouredStyle, plainStyle } from './terminal-style.js';
import type { Report } from './report.js';

/** What a screen needs of a terminal. */
interface Terminal {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

interface ScreenParts {
  readonly terminal: Terminal;
  readonly hasColours: boolean;
  readonly floor: () => Omit<Floor, 'tables' | 'notes'>;
}

const FRAME_MS = 100;
const NOTES_SHOWN = 3;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const HOME = '\u001b[H';
const CLEAR_LINE_END = '\u001b[K';
const CLEAR_SCREEN = '\u001b[2J';
const CLEAR_BELOW = '\u001b[J';

interface Seen {
  copy: TableCopy;
  board: Scoreboard;
  clock: () => number;
  state: ConnectionState;
  stakes: bigint;
  lastEnd: RoundEnd | undefined;
  payments: RobotPayment[];
  paymentsGame: string | undefined;
}

export class Screen implements Report {
  readonly #tables = new Map<string, Seen>();
  readonly #notes: string[] = [];
  #drawn: readonly string[] = [];
  #size = '';
  #frames: NodeJS.Timeout;

  constructor(private readonly parts: ScreenParts) {
    const { terminal } = parts;
    // What was on the screen before is pushed up into the scrollback, not painted over.
    terminal.write('\n'.repeat(sizeOf(terminal).rows) + HIDE_CURSOR);
    this.#frames = setInterval(() => this.#draw(), FRAME_MS);
  }

  snapshot(copy: TableCopy, clock: () => number): void {
    const board = boardOf(copy);
    const known = this.#tables.get(copy.table);
    this.#tables.set(copy.table, {
      copy,
      board,
      clock,
      state: 'connected',
      stakes: 0n,
      lastEnd: known?.lastEnd,
      payments: known?.payments ?? [],
      paymentsGame: known?.paymentsGame,
    });
  }

  message(message: TableMessage, copy: TableCopy): void {
    const seen = this.#tables.get(message.table);
    if (seen === undefined) return;
    seen.copy = copy;
    if (message.kind === 'betting_opened') seen.stakes = 0n;
    if (message.kind === 'bets_accepted') seen.stakes += BigInt(message.change);
    if (message.kind === 'shoe_started') seen.board = new Scoreboard();
    if (message.kind === 'coup_decided') addBead(seen.board, message.bead);
    if (message.kind === 'round_corrected') seen.board = boardOf(copy);
    if (message.kind === 'round_settled' || message.kind === 'round_refunded') {
      const stakes = BigInt(message.stakes ?? 0);
      const isSettled = message.kind === 'round_settled';
      const outcome = isSettled ? 'settled' : 'refunded';
      const paid = isSettled ? BigInt(message.paid ?? 0) : stakes;
      seen.lastEnd = { game: message.game, outcome, stakes, paid };
    }
  }

  connection(table: string, state: ConnectionState): void {
    const seen = this.#tables.get(table);
    if (seen !== undefined) seen.state = state;
  }

  result(name: string, { table, game, paid }: PlayerResult): void {
    const seen = this.#tables.get(table);
    if (seen === undefined) return;
    if (seen.paymentsGame !== game) {
      seen.paymentsGame = game;
      seen.payments = [];
    }
    seen.payments.push({ name, paid: BigInt(paid) });
  }

  hand(): void {
    // The foot of the drawing counts them.
  }

  note(text: string): void {
    this.#notes.push(text);
    this.#notes.splice(0, Math.max(0, this.#notes.length - NOTES_SHOWN));
  }

  /** Leaves the last drawing where it is, with the cursor below it. */
  close(): void {
    clearInterval(this.#frames);
    this.#draw();
    this.parts.terminal.write(CLEAR_BELOW + SHOW_CURSOR);
  }

  #draw(): void {
    const { terminal, hasColours, floor } = this.parts;
    const tables = [...this.#tables.values()]
      .map(shownTable)
      .sort((a, b) => a.copy.table.localeCompare(b.copy.table, 'en', { numeric: true }));
    const { columns, rows } = sizeOf(terminal);
    const styled = hasColours ? colouredStyle : plainStyle;
    const paper = { columns, rows: rows - 1, styled };
    const lines = drawFloor({ ...floor(), tables, notes: this.#notes }, paper);
    const size = `${columns}×${rows}`;
    const isResized = size !== this.#size;
    if (!isResized && lines.join('\n') === this.#drawn.join('\n')) return;
    this.#size = size;
    const left = isResized ? 0 : Math.max(0, this.#drawn.length - lines.length);
    const emptied = Array<string>(left).fill('');
    this.#drawn = lines;
    const text = [...lines, ...emptied].map((line) => line + CLEAR_LINE_END + '\n').join('');
    const up = left > 0 ? `\u001b[${left}A` : '';
    terminal.write((isResized ? HOME + CLEAR_SCREEN : '') + HOME + text + up);
  }
}

/** Some terminals report nothing, or zero. */
const sizeOf = ({ columns, rows }: Terminal): { columns: number; rows: number } => ({
  columns: Math.max(20, columns || 80),
  rows: Math.max(6, rows || 24),
});

const shownTable = (seen: Seen): FloorTable => ({
  copy: seen.copy,
  board: seen.board,
  nowMs: seen.clock(),
  state: seen.state,
  stakes: seen.stakes,
  lastEnd: seen.lastEnd,
  payments: seen.paymentsGame === seen.lastEnd?.game ? seen.payments : [],
});

const boardOf = ({ shoe }: TableCopy): Scoreboard => {
  const board = new Scoreboard();
  for (const bead of shoe?.beads ?? []) addBead(board, bead);
  return board;
};

const addBead = (board: Scoreboard, notation: string): void => {
  const bead = parseBead(notation);
  if (bead !== undefined) board.add(bead);
};
