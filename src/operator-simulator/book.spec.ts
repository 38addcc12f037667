import { expect, it } from 'vitest';
import { Book } from './book.js';

it('what was refused stays refused where it takes, and is decided anew where it gives', () => {
  const book = new Book();
  const credit = { movementId: 'c', kind: 'credit', player: 'anna', total: 5n } as const;
  const debit = { movementId: 'd', kind: 'debit', player: 'anna', total: 5n } as const;
  expect([book.book(credit).status, book.book(debit).status]).toEqual(['refused', 'refused']);
  book.open('anna', 100n);
  expect([book.book(credit).status, book.book(debit).status]).toEqual(['done', 'refused']);
  expect(book.balance('anna')).toBe(105n);
});
