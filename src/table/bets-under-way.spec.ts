import { describe, expect, it } from 'vitest';
import { BetsUnderWay } from './bets-under-way.js';
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

const EMPTY = mailboxOf();
const ids = (letters: readonly BetLetter[]) => letters.map(({ bet }) => bet.betId);

describe('bets that wait', () => {
  it('are released one by one, each by the answer to the one before it', () => {
    const bets = new BetsUnderWay();
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
    const bets = new BetsUnderWay();
    for (const id of ['a', 'b']) bets.setAside(letter('1', id));
    bets.release('1');
    const mailbox = mailboxOf(letter('2', 'x'), letter('1', 'c'), letter('3', 'y'));
    expect(ids(bets.takeNext(mailbox, 10).letters)).toEqual(['a', 'x', 'y']);
    expect(ids(bets.takeAllWaiting())).toEqual(['b', 'c']);
  });

  it('are taken up to the next command, and no more than asked for', () => {
    const bets = new BetsUnderWay();
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
    const bets = new BetsUnderWay();
    for (let each = 0; each < 64; each += 1) expect(bets.setAside(letter('1', 'a'))).toBe(true);
    expect(bets.setAside(letter('1', 'b'))).toBe(false);
    expect(bets.setAside(letter('2', 'c'))).toBe(true);
    const { letters, tooMany } = bets.takeNext(mailboxOf(letter('1', 'd')), 10);
    expect([letters, ids(tooMany)]).toEqual([[], ['d']]);
  });
});
