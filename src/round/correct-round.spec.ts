import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import type { TableCommand } from './command.js';
import type { Fix } from './correction.js';
import { evolve } from './evolve.js';
import { amendedShoe } from './amendment.js';
import { storedState, upcastState } from './past-events.js';
import { known, snapshot } from './snapshot.js';
import type { TableState } from './state.js';

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

const persons = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '12' } as const;

/** The second of three rounds is voided after the cards `cards`. The others are P9n and E6. */
const voidedAfter = (...cards: readonly string[]) => {
  const table = new LiveTable({ decks: 1 }).open().close().scan('9h', '4c', 'Kd', '2s').tick();
  table
    .bets()
    .close()
    .scan(...cards);
  table
    .do({ kind: 'void_round', game: SECOND, reason: 'misread', ...persons })
    .refund()
    .tick();
  return table.close().scan('6h', '6d', 'Qd', 'Kc');
};

describe('a round of a past shoe', () => {
  it('is counted in the shoe that it was dealt from', () => {
    const table = voidedAfter('3h', '4h');
    const past = table.state.shoe!;
    table.do({ kind: 'start_shoe_change' }, { kind: 'new_shoe' }).burn();
    const twice = correct('resettle', { game: FIRST, coup: 'P 9h Kc . B 4c 2s' });
    expect(table.give({ ...twice, past } as TableCommand)).toMatchObject({
      refusal: 'card_exhausted',
    });
    const right = correct('resettle', { game: FIRST, coup: 'P 9h Ks . B 4c 2s' });
    const before = table.state.shoe;
    table.do({ ...right, past } as TableCommand);
    expect(table.log.at(-1)?.event).toMatchObject({ beads: null, moreCards: 0 });
    expect(table.log.at(-1)?.event).not.toHaveProperty('gone');
    expect(table.state.shoe).toEqual(before);
  });
});

describe('a round that was voided before it was decided, and counts after all', () => {
  const FULL = 'P 3h Jd 6c . B 4h Js 9c';

  it.each([
    [0, 6],
    [2, 4],
    [5, 1],
  ])('has its bead where it was dealt, although %d of its cards were seen before', (seen, more) => {
    const table = voidedAfter(...['3h', '4h', 'Jd', 'Js', '6c'].slice(0, seen));
    expect(beads(table)).toEqual(['P9n', 'E6']);
    const left = table.state.shoe!.cardsLeft;
    table.do(correct('resettle', { coup: FULL }));
    const { shoe } = table.state;
    expect(shoe?.games).toEqual([FIRST, SECOND, '1000000003']);
    expect(shoe?.beads).toHaveLength(3);
    expect(shoe?.seen.toSorted()).toEqual(
      '5c 9h 4c Kd 2s 3h 4h Jd Js 6c 9c 6h 6d Qd Kc'.split(' ').toSorted(),
    );
    expect(shoe!.cardsLeft).toBe(left - more);
    expect(table.log.at(-1)?.event).toMatchObject({ moreCards: more, beads: shoe?.beads });
  });

  it.each([
    ['the first', [true, false, false], [0, 1, 2]],
    ['one in the middle', [false, true, false, false], [0, 1, 2, 3]],
    ['the last', [false, false, true], [0, 1, 2]],
  ])('is %s of the shoe’s rounds, and the only one of the void ones that counts', (_, voids) => {
    const table = new LiveTable().open();
    for (const [index, isVoid] of [...voids, true].entries()) {
      if (index > 0) table.tick();
      if (isVoid) {
        table.bets();
        const { game } = table;
        table.do({ kind: 'void_round', game, reason: 'misread', ...persons }).refund();
      } else {
        table.close().scan('9h', '4c', 'Kd', '2s');
      }
    }
    const number = (index: number) => String(Number(FIRST) + index);
    table.do(
      correct('resettle', { game: number(voids.indexOf(true)), coup: 'P 3h Jd 6c . B 4h Js 9c' }),
    );
    const { shoe } = table.state;
    expect(shoe?.games).toEqual(voids.map((_, index) => number(index)));
    expect(shoe?.beads).toEqual(voids.map((isVoid) => (isVoid ? 'P9' : 'P9n')));
    expect(shoe?.voids.map(({ game }) => game)).toEqual([number(voids.length)]);
  });

  it('may not have more of a face than the shoe holds', () => {
    const table = voidedAfter('3h', '4h');
    const twice = correct('resettle', { coup: 'P 3h 9h 2h . B 4h Js 6c' });
    expect(table.give(twice)).toMatchObject({ refusal: 'card_exhausted' });
  });

  it('can be voided again by another correction, and count again by the next', () => {
    const table = voidedAfter('3h', '4h').do(correct('resettle', { coup: FULL }));
    const paid = { stakes: '100', paid: '0', shortfall: '0' } as const;
    const pay = (correction: number): TableCommand => ({
      kind: 'finish_correction',
      game: SECOND,
      correction,
      ...paid,
    });
    table.do(pay(1), correct('void', { correction: 2 }), pay(2));
    expect(beads(table)).toEqual(['P9n', 'E6']);
    const seen = table.state.shoe?.seen;
    table.do(correct('resettle', { correction: 3, coup: FULL }));
    expect(beads(table)).toHaveLength(3);
    expect(table.state.shoe?.seen.toSorted()).toEqual(seen?.toSorted());
  });
});

describe('a correction of a settled round', () => {
  it('that voids it takes its bead off the roads', () => {
    const table = played().do(correct('void'));
    expect(beads(table)).toEqual(['P9n', 'E6']);
    expect(table.state.shoe?.games).toEqual([FIRST, '1000000003']);
    expect(table.log.at(-1)?.event).toMatchObject({ beads: ['P9n', 'E6'], approval: '12' });
  });

  it('that settles it again gives it another bead, and the shoe its true cards', () => {
    const table = played();
    const left = table.state.shoe!.cardsLeft;
    table.do(correct('resettle', { coup: 'P 2h 3d Ks . B 4c 2s' }));
    expect(beads(table)).toEqual(['P9n', 'B6', 'E6']);
    expect(beads(played().do(correct('resettle', { coup: 'P 2h 4d . B 4c 5h' })))).toEqual([
      'P9n',
      'B9n',
      'E6',
    ]);
    expect(table.state.shoe?.seen).toContain('Ks');
    expect(table.state.shoe?.seen).not.toContain('4s');
    expect(table.state.shoe!.cardsLeft).toBe(left - 1);
  });

  it('that gives one player the bets back leaves the roads as they are', () => {
    const table = played().do(correct('refund', { player: '7' }));
    expect(beads(table)).toEqual(['P9n', 'B8nb', 'E6']);
  });

  it('may follow another that is paid: a void round that counts again has its bead where it was dealt', () => {
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

  it('leaves a viewer who does not know the coups with the same beads and as many cards', () => {
    const table = played();
    const viewer = known(snapshot(table.state, 'dealer'));
    const { event } = table.do(correct('resettle', { coup: 'P 2h 3d Ks . B 4c 2s' })).log.at(-1)!;
    const { shoe } = evolve(viewer, { seq: viewer.seq + 1, atMs: 0, event });
    const { beads, cardsLeft } = table.state.shoe!;
    expect(shoe).toEqual({ ...viewer.shoe, beads, cardsLeft });
  });

  it('of the round that is still shown shows its true cards', () => {
    const table = played();
    const coup = 'P 6h Kd . B 6d 2c';
    table.do(correct('resettle', { game: table.game, coup }));
    expect(table.state.round?.cards).toEqual(['6h', '6d', 'Kd', '2c']);
  });

  it('is paid under its own round and number, whatever else is being paid', () => {
    const table = played().do(correct('void'), correct('refund', { game: FIRST, player: '7' }));
    const sums = { stakes: '100', paid: '100', shortfall: '0' } as const;
    const finish = (game: string, number: number) =>
      table.give({ kind: 'finish_correction', game, correction: number, ...sums });
    expect(finish(SECOND, 2)).toMatchObject({ refusal: 'correction_is_over' });
    expect(finish('1000000003', 1)).toMatchObject({ refusal: 'correction_is_over' });
    expect(finish(SECOND, 1)).toMatchObject({ ok: true });
    expect(table.state.corrections).toEqual([{ game: FIRST, correction: 1 }]);
  });

  it('is what the shoe has dealt from then on, and the other coups stay', () => {
    const coup = 'P 2h 3d Ks . B 4c 2s';
    const { coups, voids } = played().do(correct('resettle', { coup })).state.shoe!;
    const dealt = ['P 9h Kd . B 4c 2s', coup, 'P 6h Kd . B 6d Kc'];
    expect(coups.map((each) => each.coup)).toEqual(dealt);
    expect(voids).toEqual([]);
  });

  it('to a shorter coup leaves the cards beyond it out of the shoe', () => {
    const table = new LiveTable().open().bets().close().scan('2h', '4c', '3d', '3s', '5s').settle();
    table.do(correct('resettle', { game: FIRST, coup: 'P 2h 6d . B 4c 3s' }));
    expect(table.state.shoe?.seen.toSorted()).toEqual(['2h', '3s', '4c', '5c', '5s', '6d']);
  });

  describe('to a coup with a card that was counted as out without a seat', () => {
    const TRUE_COUP = 'P 2h 3d 4c . B Kd 6s';

    /** The six of spades is read as a nine, a natural. Punto's third card is drawn all the same. */
    const misread = (settings = {}) => {
      const table = new LiveTable(settings).open().bets().close().scan('2h', 'Kd', '3d', '9s');
      expect(table.give({ kind: 'scan', code: '4C', scanSeq: table.nextScan })).toMatchObject({
        refusal: 'card_not_due',
      });
      return table.settle().do({ kind: 'resume', by: 'Sven' });
    };
    const resettle = (coup: string, correction = 1) =>
      correct('resettle', { game: FIRST, coup, correction });
    const paid = (correction: number): TableCommand => {
      const sums = { stakes: '100', paid: '100', shortfall: '0' };
      return { kind: 'finish_correction', game: FIRST, correction, ...sums };
    };

    it('counts it once', () => {
      const table = misread();
      const left = table.state.shoe!.cardsLeft;
      table.do(resettle(TRUE_COUP));
      const { seen, cardsLeft, unseated } = table.state.shoe!;
      expect(seen.toSorted()).toEqual(['2h', '3d', '4c', '5c', '6s', 'Kd']);
      expect([cardsLeft, unseated]).toEqual([left, []]);
      expect(table.log.at(-1)?.event).toMatchObject({ moreCards: 0 });
    });

    it('is lawful where no copy of it is left', () => {
      expect(misread({ decks: 1 }).give(resettle(TRUE_COUP))).toMatchObject({ ok: true });
    });

    it('counts another one besides, and one of another round', () => {
      const table = misread();
      const left = table.state.shoe!.cardsLeft;
      table.do(resettle('P 2h 3d 4s . B Kd 6s'));
      expect(table.state.shoe!.cardsLeft).toBe(left - 1);
      expect(table.state.shoe!.unseated).toMatchObject([{ card: '4c' }]);

      const next = misread().tick().bets().close().scan('9h', '4d', 'Kh', '2s').settle();
      next.do(correct('resettle', { game: SECOND, coup: 'P 2c 3h 4c . B 4d 2s' }));
      expect(next.state.shoe!.seen.filter((card) => card === '4c')).toHaveLength(2);
      expect(next.state.shoe!.unseated).toMatchObject([{ card: '4c', game: FIRST }]);
    });

    it('counts one that a correction took off its seat, and the next one gives it back', () => {
      const table = misread().do(resettle(TRUE_COUP), paid(1));
      const { seen, cardsLeft } = table.state.shoe!;
      table.do(resettle('P 2h 3d . B Kd 9s', 2), paid(2), resettle(TRUE_COUP, 3));
      expect(table.state.shoe!.seen.toSorted()).toEqual(seen.toSorted());
      expect(table.state.shoe!.cardsLeft).toBe(cardsLeft);
    });

    it.each([
      ['after it left', () => misread()],
      ['before it left', () => new LiveTable().open().bets().close().scan('2h', 'Kd', '3d')],
    ])('leaves a viewer who came %s with as many cards', (_, make) => {
      const table = make();
      if (table.phase === 'dealing') {
        table.do({ kind: 'count_card', face: '4c', isOut: true, by: DEALER });
      }
      const viewer = known(snapshot(table.state, 'dealer'));
      const { seq } = viewer;
      if (table.phase === 'dealing') table.scan('9s').settle();
      table.do(resettle(TRUE_COUP));
      const { shoe } = table.log.slice(seq).reduce(evolve, viewer);
      expect(shoe?.cardsLeft).toBe(table.state.shoe!.cardsLeft);
    });

    describe('and had been withdrawn from its seat', () => {
      /** The 4c is set aside, and the 5d is dealt to its seat. */
      const withdrawn = () => {
        const table = new LiveTable({ decks: 1 }).open().bets().close().scan('2h', 'Kd', '3d');
        const code = '1-4C';
        table.do(
          { kind: 'scan', code, scanSeq: table.nextScan },
          {
            kind: 'withdraw_card',
            reason: 'wrong_third_card',
            setAside: true,
            by: DEALER,
          },
          { kind: 'resume', by: 'Sven' },
        );
        return table;
      };

      it('counts it once when it has its seat again, and the card that was dealt there is out', () => {
        const table = withdrawn().scan('5d', '9h').settle();
        const { cardsLeft, seen } = table.state.shoe!;
        table.do(resettle('P 2h 3d 9h . B Kd 4c'));
        expect(table.state.shoe!.seen.toSorted()).toEqual(seen.toSorted());
        expect(table.state.shoe).toMatchObject({ cardsLeft, unseated: [{ card: '5d' }] });
        expect(table.state.shoe?.codes).toContain('1-4c');
        table.do(paid(1), resettle('P 2h 3d 9h . B Kd 5d', 2));
        expect(table.state.shoe!.seen.toSorted()).toEqual(seen.toSorted());
        expect(table.state.shoe).toMatchObject({ cardsLeft, unseated: [{ card: '4c' }] });
      });

      it('can be said never to have left the shoe', () => {
        const table = withdrawn();
        const { cardsLeft } = table.state.shoe!;
        table.do({ kind: 'count_card', face: '4c', isOut: false, by: DEALER });
        const { shoe } = table.state;
        expect(shoe).toMatchObject({ cardsLeft: cardsLeft + 1, unseated: [] });
        expect([...shoe!.seen, ...shoe!.codes]).not.toContain('4c');
      });
    });

    it('counts it twice in a state from before its round was known', () => {
      const { state } = misread();
      const unseated = state.shoe!.unseated.map(({ card, code }) => ({ card, code }));
      const kept = storedState({ ...state, shoe: { ...state.shoe!, unseated } });
      const read = upcastState(JSON.parse(JSON.stringify(kept)) as TableState);
      expect(read.shoe?.unseated).toEqual(unseated);
      expect(
        amendedShoe(read.shoe!, { game: FIRST, fix: 'resettle', coup: TRUE_COUP }),
      ).toMatchObject({
        moreCards: 1,
      });
    });
  });

  it('leaves a round that is void already as it is', () => {
    const table = played().do(correct('void'));
    const sums = { stakes: '100', paid: '100', shortfall: '0' };
    table.do({ kind: 'finish_correction', game: SECOND, correction: 1, ...sums });
    const { shoe } = table.state;
    table.do(correct('void', { correction: 2 }));
    expect(table.state.shoe).toEqual(shoe);
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

  it('is refused while the round is in hand, and with a ninth copy of a face, or more cards than there were', () => {
    const table = played().tick();
    expect(table.give(correct('void', { game: table.game }))).toMatchObject({
      refusal: 'round_is_not_over',
    });
    const small = new LiveTable({ decks: 1 }).open().close().scan('9h', '4c', 'Kd', '2s');
    const wrong = correct('resettle', { game: small.game, coup: 'P 9h Kd . B 4c 5c' });
    expect(small.give(wrong)).toMatchObject({ refusal: 'card_exhausted' });

    while (small.state.shoe!.cardsLeft > 0) {
      small.do({ kind: 'count_card', face: null, isOut: true, by: DEALER });
    }
    const more = correct('resettle', { game: small.game, coup: 'P 2s Kd 9h . B 4c As' });
    expect(small.give(more)).toMatchObject({ refusal: 'card_exhausted' });
    const asMany = correct('resettle', { game: small.game, coup: 'P Kd 9h . B 4c As' });
    expect(small.give(asMany)).toMatchObject({ ok: true });
  });

  it('tells players what became of the round, and neither who nor why', () => {
    const table = played().do(correct('refund', { player: '7' }));
    const published = table.published('player').at(-1);
    expect(published).toMatchObject({ kind: 'round_corrected', game: SECOND, fix: 'refund' });
    expect(JSON.stringify(published)).not.toMatch(/player|Dora|Sven|misread|moreCards/);
  });
});

describe('the physical cards that count as dealt', () => {
  /** A round was dealt from `3-9h`, `1-4c`, `7-Kd`, `2-2s`. The second is open. */
  const dealt = () => {
    const table = new LiveTable().open().bets().close();
    for (const code of ['3-9H', '1-4C', '7-KD', '2-2S']) {
      table.do({ kind: 'scan', code, scanSeq: table.nextScan });
    }
    return table.settle();
  };
  const resettle = (coup: string, correction = 1) =>
    correct('resettle', { game: FIRST, coup, correction });
  const paid = (correction: number): TableCommand => {
    const sums = { stakes: '100', paid: '100', shortfall: '0' };
    return { kind: 'finish_correction', game: FIRST, correction, ...sums };
  };
  const used = ({ state }: LiveTable) => state.shoe?.codes.toSorted();

  it('are those whose code still says so: what was another card leaves its code to the true one', () => {
    const table = dealt().do(resettle('P 8h Kd . B 4c 2s'));
    expect(used(table)).toEqual(['1-4c', '2-2s', '7-Kd']);
    table.tick().bets().close();
    const scan = (code: string) => table.give({ kind: 'scan', code, scanSeq: table.nextScan });
    expect(scan('3-9H'), 'the true nine is still in the shoe').toMatchObject({ ok: true });
    expect(scan('7-KD')).toMatchObject({ refusal: 'same_card_twice' });
  });

  it('are the same when they were dealt in another order', () => {
    expect(used(dealt().do(resettle('P 9h Kd . B 2s 4c')))).toEqual(used(dealt()));
  });

  it('are, of two of one face, the one on the seat that was read correctly', () => {
    const table = new LiveTable().open().bets().close();
    for (const code of ['3-9H', '7-KD', '5-9H', '2-QS']) {
      table.do({ kind: 'scan', code, scanSeq: table.nextScan });
    }
    table.settle().do(resettle('P Kh 9h . B Kd Qs'));
    expect(used(table)).toEqual(['2-Qs', '5-9h', '7-Kd']);
  });

  it('are as many of one face as the coup has, in whatever order they were dealt', () => {
    const table = new LiveTable().open().bets().close();
    for (const code of ['3-9H', '7-KD', '5-9H', '2-QS']) {
      table.do({ kind: 'scan', code, scanSeq: table.nextScan });
    }
    table.settle().do(resettle('P Kd 9s . B 9h Qs'));
    expect(used(table)).toEqual(['2-Qs', '3-9h', '7-Kd']);
  });

  it('of other rounds stay', () => {
    const table = dealt().tick().bets().close();
    for (const code of ['4-9H', '4-KD', '4-TH', '4-QS']) {
      table.do({ kind: 'scan', code, scanSeq: table.nextScan });
    }
    table.settle().do(resettle('P 8h Kd . B 4c 2s'));
    expect(used(table)).toEqual(['1-4c', '2-2s', '4-9h', '4-Kd', '4-Qs', '4-Th', '7-Kd']);
  });

  it('include those that were dealt beyond the coup', () => {
    const table = new LiveTable().open().bets().close();
    for (const code of ['3-2H', '1-4C', '7-3D', '2-3S', '5-5S']) {
      table.do({ kind: 'scan', code, scanSeq: table.nextScan });
    }
    table.settle().do(resettle('P 2h 6d . B 4c 3s'));
    expect(used(table)).toEqual(['1-4c', '2-3s', '3-2h', '5-5s']);
  });

  it('are the first ones again when it turns out that they were read correctly', () => {
    const table = dealt().do(resettle('P 8h Kd . B 4c 2s'), paid(1));
    table.do(resettle('P 9h Kd . B 4c 2s', 2));
    expect(used(table)).toEqual(used(dealt()));
  });

  it('never contain one card twice, even though its code was free for a while', () => {
    const table = dealt().do(resettle('P 8h Kd . B 4c 2s'), paid(1)).tick().bets().close();
    table.do({ kind: 'scan', code: '3-9H', scanSeq: table.nextScan });
    table.do(resettle('P 9h Kd . B 4c 2s', 2));
    expect(used(table)).toEqual(used(dealt()));
  });

  it('stay as they are when the round is void', () => {
    expect(used(dealt().do(correct('void', { game: FIRST })))).toEqual(used(dealt()));
  });
});
