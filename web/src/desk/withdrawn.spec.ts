import { describe, expect, it } from 'vitest';
import { copyOf } from '../../../src/client/table-copy.js';
import { snapshot } from '../../../src/round/snapshot.js';
import { LiveTable } from '../../../test/kit/live-table.js';
import { withdrawnAfter, withdrawnIn } from './withdrawn.js';

const copied = (table: LiveTable) => copyOf(snapshot(table.state, 'dealer'), true);

const withdrawing = () => {
  const table = new LiveTable().open().close().scan('9h', '4s');
  table.do({ kind: 'withdraw_card', setAside: false, reason: 'misread', by: 'Dora' });
  return table;
};

const of = (table: LiveTable) => {
  const message = table.published('dealer').findLast(({ kind }) => kind === 'card_withdrawn')!;
  return withdrawnAfter(undefined, message, copied(table));
};

describe('a card that was taken off its seat', () => {
  const table = withdrawing();
  const withdrawn = of(table);

  it('is remembered after a reload, while the table has stopped for it', () => {
    expect(withdrawn).toMatchObject({ card: '4s', setAside: false, game: table.game, left: 1 });
    expect(withdrawnIn(copied(table), withdrawn)).toEqual(withdrawn);
    expect(withdrawnIn(copied(table), undefined)).toBeUndefined();
  });

  it('is of the past once the table went on, or stopped for another card', () => {
    const resumed = withdrawing();
    resumed.do({ kind: 'resume', by: 'Sven' });
    expect(withdrawnIn(copied(resumed), withdrawn)).toBeUndefined();
    resumed.scan('4s');
    resumed.do({ kind: 'suspend', reason: 'misread', by: 'Dora' });
    expect(withdrawnIn(copied(resumed), withdrawn)).toBeUndefined();
    expect(withdrawnIn(copied(table), { ...withdrawn!, game: '1' })).toBeUndefined();
  });
});
