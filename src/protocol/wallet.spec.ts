import { expect, it } from 'vitest';
import { walletStatement, whyNoList } from './wallet.js';

it('a list that is none says which field of which line has another form', () => {
  const of = { player: 'anna', currency: 'EUR', total: '7', status: 'done' };
  const line = { movementId: 'm', kind: 'debit', ...of };
  const why = (movements: unknown) => {
    const page = { requestId: 'r', status: 'done', next: null, movements };
    const said = walletStatement.safeParse(page);
    return said.success ? 'it is one' : whyNoList(said.error);
  };
  expect(why([line])).toBe('it is one');
  expect(why([line, { ...line, kind: 'bonus' }])).toBe('the body is no list: movements.1.kind');
  expect(why([{ ...line, currency: 'euro' }])).toBe('the body is no list: movements.0.currency');
  expect(why('none')).toBe('the body is no list: movements');
  const { error } = walletStatement.safeParse(7);
  expect(whyNoList(error!)).toBe('the body is no list');
});
