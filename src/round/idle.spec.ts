import { expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import { hasRoundInHand } from './idle.js';

const EYES = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '7' } as const;
const voided = () => {
  const table = new LiveTable().open().bets();
  return table.do({ kind: 'void_round', game: table.game, reason: 'misdeal', ...EYES });
};
const NATURAL = ['9h', 'Kd', 'Ts', 'Qs'];

it.each<[string, () => LiveTable, boolean]>([
  ['no dealer has opened the table', () => new LiveTable(), false],
  ['bets are open', () => new LiveTable().open(), true],
  ['cards are dealt', () => new LiveTable().open().close().scan('9h'), true],
  [
    'a round is being paid',
    () =>
      new LiveTable()
        .open()
        .bets()
        .close()
        .scan(...NATURAL),
    true,
  ],
  [
    'a round is paid',
    () =>
      new LiveTable()
        .open()
        .bets()
        .close()
        .scan(...NATURAL)
        .settle(),
    false,
  ],
  ['a void round is not refunded yet', voided, true],
  ['a void round is refunded', () => voided().refund(), false],
  [
    'the table is suspended over open bets',
    () => new LiveTable().open().do({ kind: 'lose_stream' }),
    true,
  ],
  [
    'the table is suspended between rounds',
    () => new LiveTable().do({ kind: 'open_table', dealer: 'Dora' }).do({ kind: 'lose_stream' }),
    false,
  ],
])('a round is in hand or not: %s', (_, of, isInHand) => {
  expect(hasRoundInHand(of().state)).toBe(isInHand);
});
