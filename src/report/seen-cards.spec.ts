import { describe, expect, it } from 'vitest';
import type { Card } from '../cards/card.js';
import type { Side } from '../punto-banco/outcome.js';
import { LiveTable } from '../../test/kit/live-table.js';
import { isRevealing, seenRounds } from './seen-cards.js';

const game = (number: number): string => String(1_000_000_000 + number);

const scan = { scanSeq: 1, code: '' };
const burned = { kind: 'cards_burned', card: 'Ks', unseen: 10, ...scan } as const;
const opened = (number: number) =>
  ({
    kind: 'betting_opened',
    game: game(number),
    roundInShoe: number,
    isLast: false,
    paytable: 'punto-banco-1',
    lastBetsAtMs: 0,
    closesAtMs: 0,
  }) as const;
const dealt = (number: number, side: Side, position: 1 | 2 | 3, card: Card) =>
  ({ kind: 'card_dealt', game: game(number), side, position, card, ...scan }) as const;
const decided = (number: number, coup: string) =>
  ({ kind: 'coup_decided', game: game(number), coup, bead: 'P9', opensAtMs: 0 }) as const;

const NATURAL = [
  dealt(1, 'punto', 1, '9h'),
  dealt(1, 'banco', 1, '2c'),
  dealt(1, 'punto', 2, 'Kd'),
  dealt(1, 'banco', 2, '3s'),
];
const people = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '1' };

describe('what had been seen when a round opened', () => {
  it('is the burn card and every card dealt before', () => {
    const rounds = seenRounds([burned, opened(1), ...NATURAL, opened(2)], 'Dora');
    expect(rounds.get(game(1))?.seen).toEqual(['Ks']);
    expect(rounds.get(game(2))?.seen).toEqual(['Ks', '9h', '2c', 'Kd', '3s']);
  });

  it('is what the machine has seen, in a shoe that is played', () => {
    const table = new LiveTable().open();
    const seen = new Map([[table.game, table.state.shoe?.seen]]);
    for (let round = 0; round < 5; round += 1) {
      const { game: before } = table;
      while (table.game === before) {
        table.carryOn();
        if (table.game !== before) seen.set(table.game, table.state.shoe?.seen);
      }
    }
    const rounds = seenRounds(table.log.map(({ event }) => event).filter(isRevealing), null);
    expect(rounds.size).toBeGreaterThan(5);
    for (const [each, cards] of seen) expect(rounds.get(each)?.seen, each).toEqual(cards);
  });

  it('contains a card that was set aside, and not one that was misread', () => {
    const withdrawn = (setAside: boolean) => ({
      kind: 'card_withdrawn' as const,
      ...{ game: game(1), side: 'banco' as const, position: 2 as const, card: '3s' as const },
      setAside,
      reason: 'misread' as const,
      by: 'Dora',
    });
    const after = (setAside: boolean) =>
      seenRounds([burned, opened(1), ...NATURAL, withdrawn(setAside), opened(2)], null).get(game(2))
        ?.seen;
    expect(after(true)).toEqual(['Ks', '9h', '2c', 'Kd', '3s']);
    expect(after(false)).toEqual(['Ks', '9h', '2c', 'Kd']);
  });

  it('contains a card that never had a seat, until that is taken back', () => {
    const out = { kind: 'card_left_shoe', card: '3s', by: 'studio' } as const;
    const unseen = { kind: 'card_left_shoe', card: null, by: 'Dora' } as const;
    const back = { kind: 'card_never_left', card: '3s', by: 'Dora' } as const;
    const events = [burned, opened(1), out, unseen, opened(2), back, opened(3)];
    const rounds = seenRounds(events, null);
    expect(rounds.get(game(2))?.seen).toEqual(['Ks', '3s']);
    expect(rounds.get(game(3))?.seen).toEqual(['Ks']);
  });

  it('contains once a card that never had a seat, and is given one by a correction', () => {
    const table = new LiveTable().open().close().scan('2h', 'Kd', '3d', '9s');
    table.give({ kind: 'scan', code: '4C', scanSeq: table.nextScan });
    table.do({ kind: 'resume', by: 'Sven' });
    const first = table.game;
    const seen = new Map<string, readonly Card[]>();
    for (const [index, coup] of [
      'P 2h 3d 4c . B Kd 6s',
      'P 2h 3d . B Kd 9s',
      'P 2h 3d 4c . B Kd 6s',
    ].entries()) {
      const correction = index + 1;
      const round = { game: first, correction, shoe: 1, player: null, reason: 'misread_card' };
      table.do({ kind: 'correct_round', fix: 'resettle', coup, ...round, ...people });
      const sums = { stakes: '0', paid: '0', shortfall: '0' };
      table.do({ kind: 'finish_correction', game: first, correction, ...sums }).tick();
      seen.set(table.game, table.state.shoe!.seen);
      table.close().scan('9h', '4d', 'Kd', '2s');
    }
    const rounds = seenRounds(table.log.map(({ event }) => event).filter(isRevealing), null);
    for (const [each, cards] of seen) expect(rounds.get(each)?.seen, each).toEqual(cards);
    expect([...seen.values()][0]?.toSorted()).toEqual(['2h', '3d', '4c', '5c', '6s', 'Kd']);
  });

  it('contains the card that was really dealt, once that is known', () => {
    const corrected = {
      kind: 'card_corrected' as const,
      ...{ game: game(1), side: 'banco' as const, position: 2 as const },
      was: '3s' as const,
      card: '4s' as const,
      by: 'Dora',
      approvedBy: 'Sven',
      approval: '1',
    };
    const resettled = {
      kind: 'round_corrected' as const,
      game: game(1),
      correction: 1,
      fix: 'resettle' as const,
      coup: 'P 9h Kd . B 2c 5s',
      player: null,
      reason: 'misread_card',
      beads: null,
      moreCards: 0,
      ...people,
    };
    const events = [burned, opened(1), ...NATURAL, corrected, decided(1, 'P 9h Kd . B 2c 4s')];
    const rounds = seenRounds([...events, opened(2), resettled, opened(3)], null);
    expect(rounds.get(game(2))?.seen.toSorted()).toEqual(['2c', '4s', '9h', 'Kd', 'Ks']);
    expect(rounds.get(game(3))?.seen.toSorted()).toEqual(['2c', '5s', '9h', 'Kd', 'Ks']);
  });
});

describe('the dealer of a round', () => {
  const changed = { kind: 'dealer_changed', dealer: 'Elio', was: 'Dora' } as const;

  it('is whoever deals when it opens, even if nothing more is dealt', () => {
    const rounds = seenRounds([burned, opened(1), ...NATURAL, changed, opened(2)], 'Dora');
    expect([1, 2].map((each) => rounds.get(game(each))?.dealer)).toEqual(['Dora', 'Elio']);
  });

  it('is whoever deals its last card', () => {
    const rounds = seenRounds([burned, opened(1), changed, ...NATURAL], 'Dora');
    expect(rounds.get(game(1))?.dealer).toBe('Elio');
  });
});
