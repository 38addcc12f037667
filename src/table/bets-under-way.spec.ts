import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { BetsUnderWay } from './bets-under-way.js';
import type { CommittedBatch } from './group-commit.js';
import type { BetLetter, Letter } from './letters.js';
import { Mailbox } from './mailbox.js';

const letter = (playerId: string, betId: string): BetLetter => ({
  kind: 'bet',
  bet: { playerId, betId, game: '1', content: { kind: 'undo' } },
  answer: () => undefined,
});

const mailboxOf = (...letters: readonly Letter[]): Mailbox<Letter> => {
  const mailbox = new Mailbox<Letter>(1_000);
  for (const each of letters) mailbox.put(each);
  return mailbox;
};

const underWay = () => {
  const clock = new ManualClock();
  let woken = 0;
  const bets = new BetsUnderWay(clock, () => void (woken += 1));
  return { clock, bets, woken: () => woken };
};

const EMPTY = mailboxOf();
const ids = (letters: readonly BetLetter[]) => letters.map(({ bet }) => bet.betId);

describe('bets that wait', () => {
  it('are released one by one, each by the answer to the one before it', () => {
    const { bets } = underWay();
    for (const id of ['a', 'b', 'c']) bets.setAside(letter('1', id));
    expect(bets.hasReleased).toBe(false);
    for (const id of ['a', 'b', 'c']) {
      bets.release('1');
      expect(ids(bets.takeNext(EMPTY, 10).letters)).toEqual([id]);
    }
    bets.release('1');
    expect(bets.hasReleased).toBe(false);
  });

  it('go before the mailbox, and what the same player sent since goes behind them', () => {
    const { bets } = underWay();
    for (const id of ['a', 'b']) bets.setAside(letter('1', id));
    bets.release('1');
    const mailbox = mailboxOf(letter('2', 'x'), letter('1', 'c'), letter('3', 'y'));
    expect(ids(bets.takeNext(mailbox, 10).letters)).toEqual(['a', 'x', 'y']);
    expect(ids(bets.takeAllWaiting())).toEqual(['b', 'c']);
  });

  it('are taken up to the next command, and no more than asked for', () => {
    const { bets } = underWay();
    const command = {
      kind: 'command',
      command: { kind: 'tick' },
      answer: () => undefined,
    } as const;
    const mailbox = mailboxOf(letter('1', 'a'), letter('2', 'b'), command, letter('3', 'c'));
    expect(ids(bets.takeNext(mailbox, 1).letters)).toEqual(['a']);
    expect(ids(bets.takeNext(mailbox, 10).letters)).toEqual(['b']);
    expect(ids(bets.takeNext(mailbox, 10).letters)).toEqual([]);
    expect(mailbox.size).toBe(2);
  });

  it('are 64 of a player at most', () => {
    const { bets } = underWay();
    for (let each = 0; each < 64; each += 1) expect(bets.setAside(letter('1', 'a'))).toBe(true);
    expect(bets.setAside(letter('1', 'b'))).toBe(false);
    expect(bets.setAside(letter('2', 'c'))).toBe(true);
    const { letters, tooMany } = bets.takeNext(mailboxOf(letter('1', 'd')), 10);
    expect([letters, ids(tooMany)]).toEqual([[], ['d']]);
  });
});

describe('a bet that rests', () => {
  it('is tried again a little later each time, and not for ever', async () => {
    const { clock, bets, woken } = underWay();
    const each = letter('1', 'a');
    const rests: number[] = [];
    while (bets.rest(each)) {
      const from = clock.nowMs();
      while (!bets.hasReleased) await clock.advance(1);
      rests.push(clock.nowMs() - from);
      expect(ids(bets.takeNext(EMPTY, 10).letters)).toEqual(['a']);
    }
    expect(rests).toEqual([5, 20, 75, 200, 400]);
    expect(woken()).toBe(rests.length);
  });

  it('goes before what its player sent since, and nobody else waits for it', async () => {
    const { clock, bets } = underWay();
    bets.setAside(letter('1', 'b'));
    bets.rest(letter('1', 'a'));
    bets.release('1');
    expect([bets.isResting('1'), bets.isResting('2'), bets.hasReleased]).toEqual([
      true,
      false,
      false,
    ]);
    const mailbox = mailboxOf(letter('1', 'c'), letter('2', 'x'));
    expect(ids(bets.takeNext(mailbox, 10).letters)).toEqual(['x']);
    await clock.advance(5);
    expect(ids(bets.takeNext(EMPTY, 10).letters)).toEqual(['a']);
    expect(bets.isResting('1')).toBe(false);
    bets.release('1');
    expect(ids(bets.takeNext(EMPTY, 10).letters)).toEqual(['b']);
  });

  it('is answered with all that wait when the table stops, and not released any more', async () => {
    const { clock, bets, woken } = underWay();
    bets.setAside(letter('1', 'b'));
    bets.rest(letter('1', 'a'));
    expect(ids(bets.takeAllWaiting())).toEqual(['a', 'b']);
    await clock.advance(1_000);
    expect([bets.hasReleased, bets.isResting('1'), woken()]).toEqual([false, false, 0]);
  });
});

describe('few bets', () => {
  /** A batch that comes back when what is returned is called. */
  const send = (bets: BetsUnderWay) => {
    let land = (): void => undefined;
    const committing = new Promise<CommittedBatch>((resolve) => {
      land = () => resolve({ event: undefined, bets: [] });
    });
    const landed = bets.send([], committing);
    return async () => {
      land();
      await landed;
      bets.takeLanded();
    };
  };

  const mayGo = (bets: BetsUnderWay, count: number, max = 500) =>
    bets.hasRoom && bets.isWorthIt(count, max);

  it('go at once where the database has time to spare', async () => {
    const { clock, bets } = underWay();
    expect(mayGo(bets, 1)).toBe(true);
    const lands = [send(bets), send(bets)];
    expect(mayGo(bets, 1_000)).toBe(false);
    await clock.advance(15);
    await lands[0]!();
    expect(mayGo(bets, 1)).toBe(true);
    // The other one came behind it, and took as long.
    await clock.advance(15);
    await lands[1]!();
    expect(mayGo(bets, 1)).toBe(true);
  });

  it('wait after a batch that took long, four times as long as it took beyond 15 ms', async () => {
    const { clock, bets, woken } = underWay();
    const land = send(bets);
    await clock.advance(20);
    await land();
    expect([mayGo(bets, 63), mayGo(bets, 64)]).toEqual([false, true]);
    expect([mayGo(bets, 9, 10), mayGo(bets, 10, 10)]).toEqual([false, true]);
    await clock.advance(19);
    expect([mayGo(bets, 1), woken()]).toEqual([false, 0]);
    await clock.advance(1);
    expect([mayGo(bets, 1), woken()]).toEqual([true, 1]);
    // And for the next one, but not for longer than 100 ms either.
    send(bets);
    expect([mayGo(bets, 63), mayGo(bets, 64)]).toEqual([false, true]);
    await clock.advance(99);
    expect([mayGo(bets, 1), woken()]).toEqual([false, 1]);
    await clock.advance(1);
    expect([mayGo(bets, 1), woken()]).toEqual([true, 2]);
  });

  it('wait for 100 ms at most, and counted from the last batch', async () => {
    const { clock, bets } = underWay();
    const lands = [send(bets), send(bets)];
    await clock.advance(500);
    await lands[0]!();
    await clock.advance(60);
    await lands[1]!();
    await clock.advance(99);
    expect(mayGo(bets, 1)).toBe(false);
    await clock.advance(1);
    expect(mayGo(bets, 1)).toBe(true);
  });

  it('that have waited for another one of their player go on with its answer', async () => {
    const { clock, bets } = underWay();
    const land = send(bets);
    bets.setAside(letter('1', 'a'));
    await clock.advance(60);
    await land();
    expect(mayGo(bets, 0)).toBe(false);
    bets.release('1');
    expect(mayGo(bets, 0)).toBe(true);
  });
});
