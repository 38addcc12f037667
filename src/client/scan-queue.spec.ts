import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/kit/runs.js';
import { NoAnswer } from './connection.js';
import { NONE_WAITING, type WaitingScans } from './waiting-scans.js';
import { type NumberedScan, type ScanPlace, ScanQueue, type ScanReply } from './scan-queue.js';

/** What befalls a scan on its way: nothing, it is lost, its answer is, or it is refused. */
const ANSWERS = ['well', 'lost', 'unanswered', 'table_is_busy', 'unreadable_code'] as const;
type Answer =
  | (typeof ANSWERS)[number]
  | 'wrong_round'
  | 'not_the_dealer'
  | 'overtaken'
  | 'gone'
  | 'broken';

/** A table that takes scans as the real one does: the next number, or the last one again. */
class Table {
  lastScanSeq: number | null = null;
  shoe = 1;
  game: string | undefined;
  answers: Answer[] = [];
  /** How often a report is not answered. */
  reportsLost = 0;
  readonly taken: string[] = [];
  readonly notes: string[] = [];
  readonly games: (string | undefined)[] = [];
  #last: { readonly code: string; readonly reply: ScanReply } | undefined;

  take(code: string, scanSeq: number, reply = accepted(scanSeq)): ScanReply {
    if (this.lastScanSeq !== null && scanSeq === this.lastScanSeq && this.#last?.code === code)
      return this.#last.reply;
    if (this.lastScanSeq !== null && scanSeq !== this.lastScanSeq + 1)
      return { ok: false, refusal: 'scan_out_of_order' };
    this.lastScanSeq = scanSeq;
    this.#last = { code, reply };
    if (reply.ok) this.taken.push(code);
    return reply;
  }

  another(code: string): void {
    this.take(code, (this.lastScanSeq ?? 0) + 1);
  }
}

const accepted = (seq: number): ScanReply => ({
  ok: true,
  seq,
  scanned: 'card',
  card: 'Kh',
  seat: 'punto_1',
});

const refused = (refusal: 'unreadable_code' | 'wrong_round'): ScanReply => ({
  ok: false,
  refusal,
});

/** What a full disk throws, or a door that is broken. */
class Broken extends Error {}

const NEVER = new Promise<never>(() => undefined);

type Seen = Pick<ScanPlace, 'lastScanSeq' | 'shoe' | 'cards' | 'game'>;

const seenOf = ({ lastScanSeq, shoe, taken, game }: Table): Seen => ({
  lastScanSeq,
  shoe,
  game,
  cards: taken.length,
});

/**
 * A page or a process that scans at the table. It may end at any moment, and what it kept goes to
 * the next one.
 */
class Desk {
  readonly ended: { readonly code: string; readonly outcome: ScanReply | 'not_known' }[] = [];
  readonly dropped: (readonly string[])[] = [];
  waiting: WaitingScans;
  startedOver = 0;
  /** Throws where it is to, each time that something is kept or that a scan’s end is published. */
  breaks: (act: 'keep' | 'ended') => void = () => undefined;
  readonly failures: unknown[] = [];
  readonly queue: ScanQueue;
  #seen: Seen | undefined;
  /** As it was when it was seen last. */
  #known: { readonly cards?: number } = {};
  #isGone = false;
  #timers: (() => void)[] = [];

  constructor(
    readonly table: Table,
    left: WaitingScans = NONE_WAITING,
  ) {
    this.waiting = left;
    this.queue = new ScanQueue(
      {
        place: () => this.seen && { ...this.seen, command: 'card:scan' },
        known: () => ({ game: this.table.game, ...this.#known }),
        send: (_, scan) => this.#send(scan),
        report: (note) => this.#report(note),
        startOver: () => {
          this.startedOver += 1;
          this.#timers.push(() => {
            if (this.seen !== undefined) this.join();
          });
        },
        after: (_, act) => {
          if (!this.#isGone) this.#timers.push(act);
          return () => (this.#timers = this.#timers.filter((each) => each !== act));
        },
        ended: (code, outcome) => {
          this.breaks('ended');
          if (!this.#isGone) this.ended.push({ code, outcome });
        },
        stopped: (code, behind) => {
          if (!this.#isGone) this.dropped.push([code, ...behind]);
        },
        reported: () => undefined,
        failed: (error) => this.failures.push(error),
      },
      {
        left,
        keep: (_, waiting) => {
          this.breaks('keep');
          if (!this.#isGone) this.waiting = waiting;
        },
      },
    );
  }

  /** The table as the desk knows it; undefined while the link is down. */
  get seen(): Seen | undefined {
    return this.#seen;
  }

  set seen(seen: Seen | undefined) {
    this.#seen = seen;
    if (seen !== undefined) this.#known = { cards: seen.cards };
  }

  /** The link is back, and the table as it is has come. */
  join(): this {
    this.seen = seenOf(this.table);
    this.queue.renewed();
    this.queue.flow();
    return this;
  }

  cut(): void {
    this.seen = undefined;
    this.queue.interrupted();
  }

  /** Ends as it stands. */
  end(): WaitingScans {
    this.#isGone = true;
    this.queue.close();
    return this.waiting;
  }

  /** As long as something happens by itself. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 2_000; turn += 1) {
      await Promise.resolve();
      if (turn % 10 === 9) this.#timers.shift()?.();
    }
  }

  async #send({ code, scanSeq, game }: NumberedScan): Promise<ScanReply> {
    const answer = this.table.answers.shift() ?? 'well';
    await this.#travel(answer);
    if (this.#isGone) return NEVER;
    if (answer === 'lost') throw new NoAnswer('lost');
    if (answer === 'broken') throw new Broken();
    if (answer === 'table_is_busy' || answer === 'not_the_dealer') {
      return { ok: false, refusal: answer };
    }
    if (answer === 'overtaken') this.table.another('2C');
    this.table.games.push(game);
    const isRefused = answer === 'unreadable_code' || answer === 'wrong_round';
    const reply = this.table.take(code, scanSeq, isRefused ? refused(answer) : undefined);
    // What the table tells of a scan comes before its answer.
    if (this.seen !== undefined) this.seen = seenOf(this.table);
    await this.#travel(answer);
    if (answer === 'unanswered') throw new NoAnswer('lost');
    if (answer === 'gone') return NEVER;
    return reply;
  }

  async #report(note: string) {
    await this.#travel('well');
    this.table.reportsLost -= 1;
    if (this.table.reportsLost >= 0) throw new NoAnswer('lost');
    this.table.notes.push(note);
    return { ok: true, seq: 1 } as const;
  }

  /** Whoever has ended hears nothing more. Where the link breaks meanwhile, there is no answer. */
  async #travel(answer: Answer): Promise<void> {
    await Promise.resolve();
    await Promise.resolve();
    if (this.#isGone) return NEVER;
    if (this.seen === undefined && answer !== 'gone') throw new NoAnswer('the link is down');
  }
}

const codes = (waiting: WaitingScans): readonly string[] => waiting.scans.map(({ code }) => code);
const outcomes = (desk: Desk) =>
  desk.ended.map(({ code, outcome }) => [
    code,
    typeof outcome === 'string' ? outcome : outcome.ok ? 'taken' : outcome.refusal,
  ]);

type Step = 'scan' | 'cut' | 'join' | 'restart' | 'another' | 'settle';

/** Plays a night of scans, and returns the codes, their ends and whether any waits still. */
const play = async (steps: readonly Step[], answers: readonly Answer[]) => {
  const table = new Table();
  table.answers = [...answers];
  let desk = new Desk(table).join();
  const desks = [desk];
  const read: string[] = [];
  for (const step of steps) {
    if (step === 'scan') {
      const code = `c${read.length}`;
      read.push(code);
      desk.queue.scan(code);
    }
    if (step === 'cut') desk.cut();
    if (step === 'join' && desk.seen === undefined) desk.join();
    if (step === 'restart') {
      desk = new Desk(table, desk.end());
      desks.push(desk);
    }
    if (step === 'another') table.another('another');
    if (step === 'settle') await desk.settle();
    await Promise.resolve();
  }
  table.answers = [];
  if (desk.seen === undefined) desk.join();
  await desk.settle();
  return { table, read, desk, desks };
};

const steps = (...all: readonly Step[]) => fc.array(fc.constantFrom(...all), { maxLength: 25 });

describe('scans', () => {
  it('are taken once each and in order, whatever is lost and whoever ends', async () => {
    const lossy = fc.array(fc.constantFrom<Answer>('well', 'lost', 'unanswered', 'table_is_busy'));
    const night = steps('scan', 'scan', 'scan', 'cut', 'join', 'restart', 'settle');
    await fc.assert(
      fc.asyncProperty(night, lossy, async (all, answers) => {
        const { table, read, desk } = await play(all, answers);
        expect(table.taken).toEqual(read);
        expect(desk.waiting.scans).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('are never taken twice or out of order, and each has one end, whatever is refused and whoever else scans', async () => {
    const night = steps('scan', 'scan', 'scan', 'cut', 'join', 'restart', 'another', 'settle');
    const any = fc.array(fc.constantFrom<Answer>(...ANSWERS, 'wrong_round'));
    await fc.assert(
      fc.asyncProperty(night, any, async (all, answers) => {
        const { table, read, desk, desks } = await play(all, answers);
        const own = table.taken.filter((code) => code !== 'another');
        expect(own).toEqual(read.filter((code) => own.includes(code)));
        expect(new Set(own).size).toBe(own.length);
        const ended = desks.flatMap((each) => each.ended.map(({ code }) => code));
        const dropped = desks.flatMap((each) => each.dropped.flatMap(([, ...behind]) => behind));
        expect([...ended, ...dropped].sort()).toEqual([...read].sort());
        expect(dropped.filter((code) => own.includes(code))).toEqual([]);
        const taken = desks.flatMap(outcomes).filter(([, outcome]) => outcome === 'taken');
        expect(own).toEqual(expect.arrayContaining(taken.map(([code]) => code)));
        expect(desk.waiting.scans).toEqual([]);
        expect(table.notes).toHaveLength(desks.flatMap((each) => each.dropped).length);
      }),
      { numRuns: runs(200) },
    );
  });

  it('wait while the link is down, and go when it is back', async () => {
    const table = new Table();
    const desk = new Desk(table);
    for (const code of ['KH', 'KS', '3C']) desk.queue.scan(code);
    await desk.settle();
    expect(table.taken).toEqual([]);
    expect(codes(desk.waiting)).toEqual(['KH', 'KS', '3C']);
    await desk.join().settle();
    expect(table.taken).toEqual(['KH', 'KS', '3C']);
    expect(codes(desk.waiting)).toEqual([]);
  });

  it('that were sent by a page before this one are not taken twice', async () => {
    const table = new Table();
    const before = new Desk(table).join();
    table.answers = ['gone'];
    before.queue.scan('KH');
    await before.settle();
    expect(table.taken).toEqual(['KH']);
    const left = before.end();
    expect(left.scans).toMatchObject([{ code: 'KH', sent: { name: 'card:scan', scanSeq: 1 } }]);
    const desk = new Desk(table, left).join();
    await desk.settle();
    expect(table.taken).toEqual(['KH']);
    expect(outcomes(desk)).toEqual([['KH', 'taken']]);
  });

  it('get the next number where another scanner had theirs', async () => {
    const table = new Table();
    const desk = new Desk(table).join();
    for (const code of ['2C', '3C']) table.another(code); // the desk has not heard of it
    desk.queue.scan('KH');
    await desk.settle();
    expect(table.taken).toEqual(['2C', '3C', 'KH']);
    expect(table.lastScanSeq).toBe(3);
    expect(desk.startedOver).toBe(1);
  });

  it('get another number where theirs is another scan’s, and were not taken', async () => {
    const table = new Table();
    const desk = new Desk(table).join();
    table.answers = ['lost'];
    desk.queue.scan('KH');
    table.another('2C');
    await desk.settle();
    expect(table.taken).toEqual(['2C', 'KH']);
    expect(outcomes(desk)).toEqual([['KH', 'taken']]);
  });

  it('get no other number where the table went on while they were sent again', async () => {
    const table = new Table();
    const desk = new Desk(table).join();
    table.answers = ['unanswered', 'overtaken'];
    desk.queue.scan('KH');
    await desk.settle();
    expect(table.taken).toEqual(['KH', '2C']);
    expect(outcomes(desk)).toEqual([['KH', 'not_known']]);
  });

  it.each([
    ['another scan', (table: Table) => ['2C', '3C'].forEach((code) => table.another(code))],
    ['a count that begins anew', (table: Table) => void (table.lastScanSeq = null)],
    ['another shoe', (table: Table) => void (table.shoe += 1)],
  ])('are not sent again where the table has gone on with %s', async (_, goOn) => {
    const table = new Table();
    table.lastScanSeq = 4;
    const desk = new Desk(table).join();
    table.answers = ['gone'];
    desk.queue.scan('KH');
    await desk.settle();
    goOn(table);
    const after = new Desk(table, desk.end()).join();
    await after.settle();
    expect(table.taken.filter((code) => code === 'KH')).toHaveLength(1);
    expect(outcomes(after)).toEqual([['KH', 'not_known']]);
  });

  it('are not sent again where a card came otherwise since: it may be this very one', async () => {
    const table = new Table();
    const desk = new Desk(table).join();
    table.answers = ['lost'];
    desk.queue.scan('KH');
    table.taken.push('KH'); // by hand, under no number
    await desk.settle();
    expect(table.taken).toEqual(['KH']);
    expect(outcomes(desk)).toEqual([['KH', 'not_known']]);
  });

  it('that were kept are not sent where a card came otherwise since: it may be this very one', async () => {
    const table = new Table();
    table.game = '1000000001';
    const desk = new Desk(table).join();
    desk.queue.scan('9D');
    await desk.settle();
    for (const scansOn of [() => table.another('KH'), () => void table.taken.push('KH')]) {
      const before = [...table.taken];
      desk.cut();
      desk.queue.scan('KH'); // It did not come, so the dealer scans it at the desk, or asks for it.
      scansOn();
      await desk.join().settle();
      expect(table.taken).toEqual([...before, 'KH']);
      expect(outcomes(desk).at(-1)).toEqual(['KH', 'not_known']);
    }
    expect(table.notes).toEqual([]);
    desk.cut();
    for (const code of ['2C', '3C']) desk.queue.scan(code);
    table.another('2C');
    await desk.join().settle();
    expect(table.taken).toEqual(['9D', 'KH', 'KH', '2C']);
    expect(table.notes).toEqual([
      '2C, which could not be sent at once, may have been taken; 1 code behind it is dropped: 3C',
    ]);
  });

  it('that two tabs have kept, one as a copy of the other, are dealt once', async () => {
    const table = new Table();
    table.game = '1000000001';
    const desk = new Desk(table).join();
    desk.cut();
    desk.queue.scan('KH');
    const copy = new Desk(table, desk.waiting);
    await desk.join().settle();
    await copy.join().settle();
    expect(table.taken).toEqual(['KH']);
    expect(outcomes(copy)).toEqual([['KH', 'not_known']]);
  });

  it('that were kept go out behind those of their own that were taken meanwhile', async () => {
    const table = new Table();
    table.game = '1000000001';
    const desk = new Desk(table).join();
    table.answers = ['unanswered'];
    desk.queue.scan('9D');
    desk.cut();
    for (const code of ['KH', '2C']) desk.queue.scan(code);
    const next = new Desk(table, desk.end());
    next.queue.scan('3C');
    await next.join().settle();
    expect(table.taken).toEqual(['9D', 'KH', '2C', '3C']);
  });

  it('begin at 1 in a new shoe', async () => {
    const table = new Table();
    const desk = new Desk(table).join();
    desk.queue.scan('KH');
    await desk.settle();
    table.lastScanSeq = null;
    desk.seen = { ...desk.seen!, lastScanSeq: null };
    desk.queue.startAnew();
    desk.queue.scan('KS');
    await desk.settle();
    expect([table.lastScanSeq, desk.startedOver]).toEqual([1, 0]);
  });

  it('are sent with the round that they were read in', async () => {
    const table = new Table();
    const desk = new Desk(table);
    desk.queue.scan('3C');
    table.game = '1000000001';
    desk.queue.scan('KH');
    table.game = '1000000002';
    desk.queue.scan('KS');
    await desk.join().settle();
    expect(table.games).toEqual([undefined, '1000000001', '1000000002']);
  });

  it('that came late go no further where one is refused, and the shift manager is notified', async () => {
    const table = new Table();
    const desk = new Desk(table);
    for (const code of ['KH', 'smudge', 'KS', '3C']) desk.queue.scan(code);
    table.answers = ['well', 'unreadable_code'];
    table.reportsLost = 2;
    await desk.join().settle();
    expect(table.taken).toEqual(['KH']);
    expect(table.notes).toEqual([
      'smudge, which could not be sent at once, was refused: unreadable_code; 2 codes behind it are dropped: KS 3C',
    ]);
    expect(outcomes(desk).at(-1)).toEqual(['smudge', 'unreadable_code']);
    expect(desk.dropped).toEqual([['smudge', 'KS', '3C']]);
    desk.queue.scan('KS'); // live again
    table.answers = ['unreadable_code'];
    await desk.settle();
    expect(table.notes).toHaveLength(1);
  });

  it('that came late and may have been taken are not reported where none is behind', async () => {
    const table = new Table();
    const desk = new Desk(table).join();
    table.answers = ['gone'];
    desk.queue.scan('KH');
    await desk.settle();
    for (const code of ['2C', '3C']) table.another(code);
    const next = new Desk(table, desk.end()).join();
    await next.settle();
    expect(outcomes(next)).toEqual([['KH', 'not_known']]);
    expect([next.dropped, table.notes]).toEqual([[], []]);
  });

  it('that were left by a page before this one are late', async () => {
    const table = new Table();
    const before = new Desk(table);
    for (const code of ['smudge', 'KS']) before.queue.scan(code);
    table.answers = ['unreadable_code'];
    const desk = new Desk(table, before.end()).join();
    await desk.settle();
    expect([table.taken, desk.dropped]).toEqual([[], [['smudge', 'KS']]]);
  });

  it('that were thrown away are reported by the page that comes after, too', async () => {
    const table = new Table();
    const desk = new Desk(table);
    for (const code of ['smudge', 'KS']) desk.queue.scan(code);
    table.answers = ['unreadable_code'];
    table.reportsLost = 1_000;
    await desk.join().settle();
    expect(desk.dropped).toHaveLength(1);
    table.reportsLost = 0;
    const next = new Desk(table, desk.end());
    next.queue.scan('3C');
    await next.join().settle();
    expect(table.notes).toHaveLength(1);
    expect(table.taken).toEqual(['3C']);
  });

  it('that are live are refused one by one, and nothing is thrown away', async () => {
    const table = new Table();
    table.answers = ['unreadable_code'];
    const desk = new Desk(table).join();
    for (const code of ['smudge', 'KS']) desk.queue.scan(code);
    await desk.settle();
    expect(table.taken).toEqual(['KS']);
    expect(table.notes).toEqual([]);
    // The number that the refused one used up is the table’s last.
    expect([table.lastScanSeq, desk.startedOver]).toEqual([2, 0]);
  });

  it.each([null, 4])('leave their number where a refusal does not use it up: %s', async (last) => {
    const table = new Table();
    table.lastScanSeq = last;
    table.answers = ['not_the_dealer', 'not_the_dealer'];
    const desk = new Desk(table).join();
    for (const code of ['KH', 'KS', '3C']) desk.queue.scan(code);
    await desk.settle();
    expect(table.taken).toEqual(['3C']);
    expect([table.lastScanSeq, desk.startedOver]).toEqual([(last ?? 0) + 1, 0]);
  });

  it('of another round are late, whatever the link said', async () => {
    const table = new Table();
    table.answers = ['wrong_round'];
    const desk = new Desk(table).join();
    for (const code of ['KH', 'KS']) desk.queue.scan(code);
    await desk.settle();
    expect(table.taken).toEqual([]);
    expect(table.notes).toEqual(['KH was refused: wrong_round; 1 code behind it is dropped: KS']);
  });

  it('have all their answers when the queue is idle', async () => {
    const table = new Table();
    table.answers = ['lost', 'unanswered'];
    const desk = new Desk(table).join();
    await desk.queue.idle();
    desk.queue.scan('KH');
    let isIdle = false;
    void desk.queue.idle().then(() => (isIdle = true));
    await Promise.resolve();
    expect(isIdle).toBe(false);
    await desk.settle();
    expect([isIdle, table.taken]).toEqual([true, ['KH']]);
  });
});

describe('where something throws', () => {
  /** From now on the `nth` act throws; the process is killed there, or it goes on. */
  const breakAt = (desk: Desk, nth: number, isKilled: boolean) => {
    let acts = 0;
    desk.breaks = () => {
      acts += 1;
      if (acts !== nth) return;
      if (isKilled) desk.end();
      throw new Broken();
    };
    return { hasBroken: () => acts >= nth };
  };

  it.each([true, false])(
    'what is behind a refused late scan is never sent (killed there: %s)',
    async (isKilled) => {
      for (let nth = 1; ; nth += 1) {
        const table = new Table();
        const desk = new Desk(table);
        for (const code of ['smudge', 'KS', '3C']) desk.queue.scan(code);
        table.answers = ['unreadable_code'];
        const { hasBroken } = breakAt(desk, nth, isKilled);
        await desk.join().settle();
        const left = isKilled ? desk.waiting : desk.end();
        const next = new Desk(table, left).join();
        await next.settle();
        expect(table.taken, `act ${nth}`).toEqual([]);
        expect(new Set(table.notes), `act ${nth}`).toEqual(
          new Set([
            'smudge, which could not be sent at once, was refused: unreadable_code; 2 codes behind it are dropped: KS 3C',
          ]),
        );
        expect(next.waiting).toMatchObject({ scans: [], stop: undefined });
        if (!hasBroken()) {
          expect(nth).toBe(5); // sent, stopped, ended, reported
          return;
        }
        expect(desk.failures).toEqual([new Broken()]);
      }
    },
  );

  it('the queue goes on, and no scan is taken twice', async () => {
    // KH has its answer, its end is published, KS is sent, and so on: KH was sent as it was read.
    for (let nth = 1; nth <= 5; nth += 1) {
      const table = new Table();
      const desk = new Desk(table).join();
      for (const code of ['KH', 'KS']) desk.queue.scan(code);
      breakAt(desk, nth, false);
      await desk.settle();
      expect(desk.failures, `act ${nth}`).toEqual([new Broken()]);
      expect(table.taken, `act ${nth}`).toEqual(['KH', 'KS']);
      expect(desk.waiting.scans).toEqual([]);
    }
  });

  it('in the door, the table is looked at before the scan is sent again', async () => {
    const table = new Table();
    const desk = new Desk(table).join();
    table.answers = ['broken'];
    desk.queue.scan('KH');
    await desk.settle();
    expect([desk.failures.length, desk.startedOver]).toEqual([1, 1]);
    expect(table.taken).toEqual(['KH']);
  });
});
