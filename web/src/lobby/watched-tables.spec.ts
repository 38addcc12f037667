import { describe, expect, it } from 'vitest';
import { WATCHED_MOST, parseWatched, withPin } from './watched-tables.js';

describe('the watched tables', () => {
  it('are pinned and taken off in turn', () => {
    expect(withPin([], 'pb-2')).toEqual(['pb-2']);
    expect(withPin(['pb-2'], 'pb-1')).toEqual(['pb-2', 'pb-1']);
    expect(withPin(['pb-2', 'pb-1'], 'pb-2')).toEqual(['pb-1']);
  });

  it('are no more than fit', () => {
    const full = ['a', 'b', 'c', 'd'];
    expect(full).toHaveLength(WATCHED_MOST);
    expect(withPin(full, 'e')).toBe(full);
    expect(withPin(full, 'c')).toEqual(['a', 'b', 'd']);
  });

  it.each<[string | null, readonly string[]]>([
    [null, []],
    ['["pb-1","pb-2"]', ['pb-1', 'pb-2']],
    ['["pb-1","pb-1",7,null,"a","b","c","d"]', ['pb-1', 'a', 'b', 'c']],
    ['{"pb-1":1}', []],
    ['not json', []],
  ])('kept as %s are %j', (text, expected) => {
    expect(parseWatched(text)).toEqual(expected);
  });
});
