import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoAnswer } from '../../../../src/client/connection.js';
import {
  type ScanDoor,
  ScanQueue,
  type ScanOutcome,
  type ScanPlace,
  type ScanReply,
  type WaitingScan,
} from './scan-queue.js';

/** What happens to a scan on its way: nothing, it is lost, or its answer is. */
type AnswerOutcome =
  'well' | 'lost' | 'unanswered' | 'table_is_busy' | 'unreadable_code' | 'wrong_round';

/** A table that takes scans as the real one does: the next number, or the last one again. */
class Table implements ScanDoor {
  readonly taken: string[] = [];
  readonly outcomes: ScanOutcome[] = [];
  kept: readonly WaitingScan[] = [];
  isUp = true;
  lastScanSeq: number | null = null;
  answers: AnswerOutcome[] = [];
  startedOver = 0;
  /** The round in hand, as the desk knows it. */
  inHand: string | undefined;
  readonly games: (string | undefined)[] = [];
  readonly notes: string[] = [];
  /** How often a report is not answered. */
  reportsLost = 0;
  /** What the desk knows of it. */
  seen: number | null = null;

  place = (): ScanPlace | undefined =>
    this.isUp ? { lastScanSeq: this.seen, command: 'card:scan' } : undefined;

  send = async (
    _command: string,
    scan: { readonly code: string; readonly scanSeq: number; readonly game?: string | undefined },
  ): Promise<ScanReply> => {
    const { code, scanSeq, game } = scan;
    const answered = this.answers.shift() ?? 'well';
    await Promise.resolve();
    if (answered === 'lost') throw new NoAnswer('lost');
    if (answered === 'table_is_busy') return { ok: false, refusal: answered };
    this.games.push(game);
    if (answered === 'unreadable_code' || answered === 'wrong_round') {
      this.lastScanSeq = scanSeq;
      return { ok: false, refusal: answered };
    }
    const reply = this.#take(code, scanSeq);
    if (answered === 'unanswered') throw new NoAnswer('lost');
    return reply;
  };

  game = (): string | undefined => this.inHand;

  report = async (note: string): Promise<boolean> => {
    this.reportsLost -= 1;
    if (this.reportsLost >= 0) return false;
    this.notes.push(note);
    return true;
  };

  startOver = (): void => {
    this.startedOver += 1;
    this.seen = this.lastScanSeq;
  };
  keep = (waiting: readonly WaitingScan[]): void => void (this.kept = waiting);
  notice = (outcome: ScanOutcome): void => void this.outcomes.push(outcome);
  pause = async (): Promise<void> => void (this.seen = this.lastScanSeq);

  #take(code: string, scanSeq: number): ScanReply {
    const last = this.lastScanSeq;
    if (last !== null && scanSeq === last && this.taken.at(-1) === code) return accepted(scanSeq);
    if (last !== null && scanSeq !== last + 1) return { ok: false, refusal: 'scan_out_of_order' };
    this.lastScanSeq = scanSeq;
    this.taken.push(code);
    return accepted(scanSeq);
  }
}

const accepted = (seq: number): ScanReply => ({
  ok: true,
  seq,
  scanned: 'card',
  card: 'Kh',
  seat: 'punto_1',
});

const settled = async (line: ScanQueue): Promise<void> => {
  for (let turn = 0; turn < 500 && line.waiting.length > 0; turn += 1) await Promise.resolve();
};

describe('scans', () => {
  it('are taken once each and in order, whatever is lost on the way', async () => {
    const answered = fc.constantFrom<AnswerOutcome>('well', 'lost', 'unanswered', 'table_is_busy');
    const code = fc.constantFrom('KH', 'KS', 'AD'); // The same face may come again.
    await fc.assert(
      fc.asyncProperty(
        fc.array(code, { maxLength: 8 }),
        fc.array(answered),
        async (codes, answers) => {
          const table = new Table();
          table.answers = [...answers];
          const line = new ScanQueue(table);
          for (const each of codes) line.scan(each);
          await settled(line);
          expect(table.taken).toEqual(codes);
          expect(table.outcomes.map(({ code }) => code)).toEqual(codes);
          expect(table.outcomes.every(({ reply }) => typeof reply === 'object' && reply.ok)).toBe(
            true,
          );
        },
      ),
    );
  });

  it('wait while the connection is down, and go when it is back', async () => {
    const table = new Table();
    const line = new ScanQueue(table);
    table.isUp = false;
    for (const code of ['KH', 'KS', '3C']) line.scan(code);
    await settled(line);
    expect(table.taken).toEqual([]);
    expect(table.kept.map(({ code }) => code)).toEqual(['KH', 'KS', '3C']);
    table.isUp = true;
    line.flow();
    await settled(line);
    expect(table.taken).toEqual(['KH', 'KS', '3C']);
    expect(table.kept).toEqual([]);
  });

  it('that were kept by a page before this one are not taken twice', async () => {
    const table = new Table();
    table.answers = ['unanswered'];
    table.pause = () => new Promise(() => undefined); // The page is closed.
    new ScanQueue(table).scan('KH');
    while (table.taken.length === 0) await Promise.resolve();
    expect(table.kept).toMatchObject([{ code: 'KH', sent: { command: 'card:scan', scanSeq: 1 } }]);
    table.seen = table.lastScanSeq;
    const line = new ScanQueue(table, table.kept);
    line.flow();
    await settled(line);
    expect(table.taken).toEqual(['KH']);
    expect(table.outcomes).toHaveLength(1);
  });

  it('get the next number where another scanner had theirs', async () => {
    const table = new Table();
    table.lastScanSeq = 7; // The desk has not heard of it.
    table.seen = 3;
    const line = new ScanQueue(table);
    line.scan('KH');
    await settled(line);
    expect(table.taken).toEqual(['KH']);
    expect(table.lastScanSeq).toBe(8);
    expect(table.startedOver).toBe(1);
  });

  it('are not sent again where the table has gone on without an answer to them', async () => {
    for (const goneOn of [9, null]) {
      const table = new Table();
      table.lastScanSeq = table.seen = 4;
      table.answers = ['unanswered'];
      table.pause = async () => void (table.lastScanSeq = table.seen = goneOn);
      const line = new ScanQueue(table);
      line.scan('KH');
      await settled(line);
      expect(table.taken).toEqual(['KH']);
      expect(table.outcomes).toEqual([{ code: 'KH', reply: 'unknown' }]);
    }
  });

  it('are sent with the round that they were read in', async () => {
    const table = new Table();
    const line = new ScanQueue(table);
    line.scan('3C');
    table.inHand = '1000000001';
    line.scan('KH');
    table.isUp = false;
    table.inHand = '1000000002';
    line.scan('KS');
    table.isUp = true;
    line.flow();
    await settled(line);
    expect(table.games).toEqual([undefined, '1000000001', '1000000002']);
  });

  it('that came late go no further once one is refused, and the shift manager is notified', async () => {
    const table = new Table();
    const line = new ScanQueue(table);
    table.isUp = false;
    for (const code of ['KH', 'smudge', 'KS', '3C']) line.scan(code);
    table.isUp = true;
    table.answers = ['well', 'unreadable_code'];
    table.reportsLost = 2;
    line.flow();
    await settled(line);
    expect(table.taken).toEqual(['KH']);
    expect(table.notes).toEqual([
      'smudge, which could not be sent at once, was refused: unreadable_code; 2 codes behind it are dropped: KS 3C',
    ]);
    expect(table.outcomes.slice(1)).toEqual([
      { code: 'smudge', reply: { ok: false, refusal: 'unreadable_code' } },
      { code: 'smudge', reply: 'dropped', behind: ['KS', '3C'] },
    ]);
    line.scan('KS'); // Live again.
    await settled(line);
    expect(table.taken).toEqual(['KH', 'KS']);
  });

  it('that were thrown away are reported by the page that comes after, too', async () => {
    const table = new Table();
    table.isUp = false;
    const line = new ScanQueue(table);
    for (const code of ['smudge', 'KS']) line.scan(code);
    table.isUp = true;
    table.answers = ['unreadable_code'];
    table.report = () => new Promise(() => undefined); // The page is closed.
    line.flow();
    while (table.outcomes.length < 2) await Promise.resolve();
    const after = new Table();
    const next = new ScanQueue(after, table.kept);
    next.flow();
    await settled(next);
    expect(after.taken).toEqual([]);
    expect(after.notes).toHaveLength(1);
  });

  it('that are live are refused one by one, and nothing is thrown away', async () => {
    const table = new Table();
    table.answers = ['unreadable_code'];
    const line = new ScanQueue(table);
    line.scan('smudge');
    line.scan('KS');
    await settled(line);
    expect(table.taken).toEqual(['KS']);
    expect(table.notes).toEqual([]);
  });

  it('of another round are late, whatever the state of the connection was', async () => {
    const table = new Table();
    table.answers = ['wrong_round'];
    const line = new ScanQueue(table);
    line.scan('KH');
    line.scan('KS');
    await settled(line);
    expect(table.taken).toEqual([]);
    expect(table.notes).toEqual(['KH was refused: wrong_round; 1 code behind it is dropped: KS']);
  });
});
