import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import type { TableCommand } from './command.js';
import type { Fix } from './event.js';
import { cardsLeft } from './state.js';

/** Three rounds are settled: P9n, B8nb, E6. */
const played = () => {
  const table = new LiveTable().open();
  for (const cards of ['9h 4c Kd 2s', '2h 4c 3d 4s', '6h 6d Kd Kc']) {
    table
      .bets()
      .close()
      .scan(...cards.split(' '))
      .settle();
    if (cards !== '6h 6d Kd Kc') table.tick();
  }
  return table;
};
const FIRST = '1000000001';
const SECOND = '1000000002';

interface Changed {
  readonly game?: string;
  readonly correction?: number;
  readonly coup?: string | null;
  readonly player?: string | null;
  readonly shoe?: number;
  readonly reason?: string;
  readonly approvedBy?: string;
}

const correct = (fix: Fix, changed: Changed = {}): TableCommand => ({
  kind: 'correct_round',
  game: SECOND,
  correction: 1,
  fix,
  coup: null,
  player: null,
  reason: 'misread_card',
  requestedBy: 'Dora',
  approvedBy: 'Sven',
  approval: '12',
  shoe: 1,
  ...changed,
});

const beads = ({ state }: LiveTable) => state.shoe?.beads;

describe('a correction of a settled round', () => {
  it('that voids it takes its bead off the roads', () => {
    const table = played().do(correct('void'));
    expect(beads(table)).toEqual(['P9n', 'E6']);
    expect(table.state.shoe?.games).toEqual([FIRST, '1000000003']);
    expect(table.log.at(-1)?.event).toMatchObject({ beads: ['P9n', 'E6'], approval: '12' });
  });

  it('that settles it again gives it another bead, and the shoe its true cards', () => {
    const table = played();
    const left = cardsLeft(table.state.shoe!);
    table.do(correct('resettle', { coup: 'P 2h 3d Ks . B 4c 2s' }));
    expect(beads(table)).toEqual(['P9n', 'B6', 'E6']);
    expect(beads(played().do(correct('resettle', { coup: 'P 2h 4d . B 4c 5h' })))).toEqual([
      'P9n',
      'B9n',
      'E6',
    ]);
    expect(table.state.shoe?.seen).toContain('Ks');
    expect(table.state.shoe?.seen).not.toContain('4s');
    expect(cardsLeft(table.state.shoe!)).toBe(left - 1);
  });

  it('that gives one player the bets back leaves the roads as they are', () => {
    const table = played().do(correct('refund', { player: '7' }));
    expect(beads(table)).toEqual(['P9n', 'B8nb', 'E6']);
  });

  it('may follow another that is paid: a void round that counts again stands where it was dealt', () => {
    const table = played().do(correct('void'));
    const again = correct('resettle', { correction: 2, coup: 'P 2h 3d . B 4c 4s' });
    expect(table.give(again)).toMatchObject({ refusal: 'round_is_not_over' });
    const sums = { stakes: '100', paid: '100', shortfall: '0' };
    table.do({ kind: 'finish_correction', game: SECOND, correction: 1, ...sums }, again);
    expect(beads(table)).toEqual(['P9n', 'B8nb', 'E6']);
  });

  it('of another shoe’s round leaves this one’s roads alone', () => {
    const table = played().do({ kind: 'start_shoe_change' }).newShoe().burn();
    table.do(correct('void'));
    expect(table.log.at(-1)?.event).toMatchObject({ beads: null });
    expect(beads(table)).toEqual([]);
  });

  it('of the round that still shows, shows its true cards', () => {
    const table = played();
    const coup = 'P 6h Kd . B 6d 2c';
    table.do(correct('resettle', { game: table.game, coup }));
    expect(table.state.round?.cards).toEqual(['6h', '6d', 'Kd', '2c']);
  });

  it('is made at a closed table and at a suspended one', () => {
    expect(beads(played().do({ kind: 'close_table' }, correct('void')))).toHaveLength(2);
    const suspended = played().do({ kind: 'suspend', reason: 'a doubt', by: DEALER });
    expect(beads(suspended.do(correct('void')))).toHaveLength(2);
  });

  it('is paid once', () => {
    const table = played().do(correct('void'));
    const paid = { stakes: '100', paid: '100', shortfall: '0' } as const;
    const finish = { kind: 'finish_correction', game: SECOND, correction: 1, ...paid } as const;
    expect(table.state.corrections).toEqual([{ game: SECOND, correction: 1 }]);
    table.do(finish);
    expect(table.state.corrections).toEqual([]);
    expect(table.give(finish)).toMatchObject({ refusal: 'correction_is_over' });
  });

  it.each<[string, TableCommand]>([
    ['coup_is_unsound', correct('resettle')],
    ['coup_is_unsound', correct('resettle', { coup: 'P 2h . B 4c' })],
    ['coup_is_unsound', correct('void', { coup: 'P 2h 3d . B 4c 4s' })],
    ['reason_is_missing', correct('void', { reason: '' })],
    ['second_person_is_missing', correct('void', { approvedBy: 'Dora' })],
  ])('is refused as %s', (refusal, command) => {
    const table = played();
    expect(table.give(command)).toMatchObject({ refusal });
    expect(beads(table)).toEqual(['P9n', 'B8nb', 'E6']);
  });

  it('is refused while the round is in hand, and with a ninth copy of a face', () => {
    const table = played().tick();
    expect(table.give(correct('void', { game: table.game }))).toMatchObject({
      refusal: 'round_is_not_over',
    });
    const small = new LiveTable({ decks: 1 }).open().close().scan('9h', '4c', 'Kd', '2s');
    const wrong = correct('resettle', { game: small.game, coup: 'P 9h Kd . B 4c 5c' });
    expect(small.give(wrong)).toMatchObject({ refusal: 'card_exhausted' });
  });

  it('tells players what became of the round, and neither who nor why', () => {
    const table = played().do(correct('refund', { player: '7' }));
    const told = table.told('player').at(-1);
    expect(told).toMatchObject({ kind: 'round_corrected', game: SECOND, fix: 'refund' });
    expect(JSON.stringify(told)).not.toMatch(/player|Dora|Sven|misread|moreCards/);
  });
});
