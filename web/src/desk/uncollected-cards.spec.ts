import { describe, expect, it } from 'vitest';
import { type TableCopy, copyOf } from '../../../src/client/table-copy.js';
import { snapshot } from '../../../src/round/snapshot.js';
import { LiveTable } from '../../../test/kit/live-table.js';
import { uncollectedIn } from './uncollected-cards.js';

const copy = (table: LiveTable): TableCopy => copyOf(snapshot(table.state, 'dealer'), true);

/** In the middle of the last coup of a shoe. */
const dealing = (): LiveTable => new LiveTable().open().close().scan('9h', 'CUT', '3c');

describe('the cards of a coup that ended while the link was lost', () => {
  it('stay until they are collected, with their outcome', () => {
    const table = dealing();
    const { game } = table;
    const before = copy(table);
    table.scan('9d', '4s').tick();
    const found = copy(table);
    expect(found.phase).toBe('shoe_change');
    expect(uncollectedIn(found, undefined, before)).toEqual({ game, isVoid: false });
    expect(uncollectedIn(found, undefined), 'by a page that has never seen it').toBeUndefined();
    expect(uncollectedIn(found, undefined, found), 'collected').toBeUndefined();
  });

  it('stay without an outcome where the round is void', () => {
    const table = dealing();
    const { game } = table;
    const before = copy(table);
    const eyes = { requestedBy: 'Sven', approvedBy: 'Sara' };
    table.do({ kind: 'void_round', game, reason: 'misdeal', ...eyes });
    table.tick();
    const found = copy(table);
    expect(found.phase).toBe('shoe_change');
    expect(uncollectedIn(found, undefined, before)).toEqual({ game, isVoid: true });
  });

  it('are gone once the next shoe is shuffled', () => {
    const table = dealing();
    const before = copy(table);
    table.scan('9d', '4s').tick();
    table.do({ kind: 'shuffle_cards', how: 'manual', by: 'Dora' });
    expect(uncollectedIn(copy(table), undefined, before)).toBeUndefined();
  });
});
