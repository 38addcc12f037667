import { describe, expect, expectTypeOf, it } from 'vitest';
import { type ValueOf, statement } from './statement.js';

describe('a statement', () => {
  it('numbers its inputs in the order of their first use, each with its type', () => {
    const query = statement({
      inputs: { game: 'bigint', table: 'text' },
      text: 'select from rounds where table_id = :table and game_number = :game and :game > 0',
    });
    expect(query({ game: 7n, table: 'pb-1' })).toEqual({
      text: 'select from rounds where table_id = ($2::text) and game_number = ($1::bigint) and ($1::bigint) > 0',
      values: [7n, 'pb-1'],
    });
  });

  it('has the name under which Postgres prepares it', () => {
    const query = statement({ name: 'one', inputs: {}, text: 'select 1' });
    expect(query({})).toEqual({ name: 'one', text: 'select 1', values: [] });
  });

  it('leaves alone what only looks like an input', () => {
    const text = `select 'round:' || ':game', 'it''s :game', e::text, a[first:last] -- of :game`;
    expect(statement({ inputs: {}, text })({}).text).toBe(text);
  });

  it('takes an element of an array, and null where that is allowed', () => {
    const query = statement({
      inputs: { spots: 'spot[]', mode: 'mode null', at: 'bigint null[]' },
      text: 'select :spots[1], :mode, unnest(:at)',
    });
    expect(query({ spots: ['punto'], mode: null, at: [1, null] })).toEqual({
      text: 'select ($1::spot[])[1], ($2::mode), unnest(($3::bigint[]))',
      values: [['punto'], null, [1, null]],
    });
  });

  it('is refused where the text and the inputs do not match', () => {
    const of = (inputs: Record<string, string>, text: string) => () => statement({ inputs, text });
    expect(of({ game: 'bigint' }, 'select :gmae')).toThrow(':gmae');
    expect(of({ game: 'bigint', table: 'text' }, 'select :game')).toThrow('table');
  });

  it('types its values', () => {
    expectTypeOf<ValueOf<'bigint'>>().toEqualTypeOf<bigint | number | string>();
    expectTypeOf<ValueOf<'uuid'>>().toEqualTypeOf<string>();
    expectTypeOf<ValueOf<'text null'>>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<ValueOf<'int[]'>>().toEqualTypeOf<readonly number[] | string>();
    const query = statement({ inputs: { game: 'bigint' }, text: 'select :game' });
    expectTypeOf(query).parameter(0).toEqualTypeOf<{ readonly game: bigint | number | string }>();
  });
});
