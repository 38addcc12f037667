import { describe, expect, it } from 'vitest';
import type { Card } from '../cards/card.js';
import { copyOf } from '../client/table-copy.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { emptyTable } from '../round/state.js';
import type { TableCopy } from '../client/table-copy.js';
import { SLIDE_MS, openMs } from '../protocol/card-times.js';
import { PAYING_MS } from './piles.js';
import { soundsOf } from './scene-sounds.js';
import {
  TAKE_MS,
  movesUntilMs,
  outcomeSeen,
  pilesSeen,
  sceneOf,
  spotsWon,
  totalSeen,
} from './scene.js';

const EMPTY = copyOf(snapshot(emptyTable('pb-1', DEFAULT_SETTINGS), 'dealer'), true);
const withCards = (
  game: string,
  cards: readonly Card[],
  phase: TableCopy['phase'],
  open = cards.length,
): TableCopy => ({
  ...EMPTY,
  phase,
  round: {
    game,
    roundInShoe: 1,
    isLast: false,
    spots: [],
    lastBetsAtMs: 0,
    closesAtMs: 0,
    cards,
    faceDown: open === cards.length ? null : { open, cards: cards.length - open, showsAtMs: 0 },
  },
});

describe('the scene', () => {
  const first = sceneOf({ copy: withCards('1000000001', [], 'betting') }, 1_000);
  const one = sceneOf({ copy: withCards('1000000001', ['Kh'], 'dealing') }, 2_000, first);
  const two = sceneOf({ copy: withCards('1000000001', ['Kh', '9c'], 'dealing') }, 3_000, one);

  it('keeps since when a card lies there, in its seat', () => {
    expect(two.cards.map(({ seat, dealtAtMs }) => [seat.side, seat.position, dealtAtMs])).toEqual([
      ['punto', 1, 2_000],
      ['banco', 1, 3_000],
    ]);
  });

  it('shows a total once the card is open, and not while it slides', () => {
    expect(totalSeen(two, 'banco', 3_000 + SLIDE_MS)).toBeUndefined();
    expect(totalSeen(two, 'banco', 3_000 + openMs({ side: 'banco', position: 1 }))).toBe(9);
  });

  it('shows who has won once the last card is open, and never of a void round', () => {
    const cards: Card[] = ['Kh', '9c', 'Qd', '7s', '2h'];
    const [natural, dealt] = [cards.with(3, 'Ts').slice(0, 4), cards];
    const over = sceneOf({ copy: withCards('1000000001', natural, 'resulted') }, 4_000, two);
    expect(outcomeSeen(over, movesUntilMs(over) - 1)).toBeUndefined();
    expect(outcomeSeen(over, movesUntilMs(over))).toBe('banco');
    const under = sceneOf(
      { copy: withCards('1000000001', dealt.slice(0, 3), 'dealing') },
      4_000,
      two,
    );
    expect(outcomeSeen(under, 60_000)).toBeUndefined();
    expect(outcomeSeen({ ...over, phase: 'void' }, 60_000)).toBeUndefined();
  });

  it('leaves a card face down until the dealer opens it, and says no total before', () => {
    const down = sceneOf({ copy: withCards('1000000001', ['Kh', '9c'], 'dealing', 1) }, 3_000, one);
    expect(totalSeen(down, 'banco', 60_000)).toBeUndefined();
    const shown = sceneOf({ copy: withCards('1000000001', ['Kh', '9c'], 'dealing') }, 60_000, down);
    expect(totalSeen(shown, 'banco', 60_000)).toBeUndefined();
    expect(totalSeen(shown, 'banco', movesUntilMs(shown))).toBe(9);
    const natural: Card[] = ['Kh', '9c', 'Qd', 'Ts'];
    const whole = sceneOf({ copy: withCards('1000000001', natural, 'dealing', 3) }, 61_000, shown);
    expect(outcomeSeen(whole, 90_000)).toBeUndefined();
  });

  it('takes the cards of the round before away', () => {
    const next = sceneOf({ copy: withCards('1000000002', [], 'betting') }, 5_000, two);
    expect(next.cards).toEqual([]);
    expect(next.taken.map(({ card }) => card)).toEqual(['Kh', '9c']);
    expect(movesUntilMs(next)).toBe(5_000 + TAKE_MS);
  });

  it('moves nothing of what was there when the picture began', () => {
    const come = sceneOf({ copy: withCards('1000000001', ['Kh', '9c'], 'dealing') }, 9_000);
    expect(movesUntilMs(come)).toBeLessThan(9_000);
    expect(totalSeen(come, 'punto', 9_000)).toBe(0);
  });

  it('shows a card anew that was withdrawn and dealt again', () => {
    const back = sceneOf({ copy: withCards('1000000001', ['Kh'], 'dealing') }, 6_000, two);
    const again = sceneOf({ copy: withCards('1000000001', ['Kh', '5d'], 'dealing') }, 7_000, back);
    expect(again.cards[0]?.dealtAtMs).toBe(2_000);
    expect(again.cards[1]).toMatchObject({ card: '5d', dealtAtMs: 7_000 });
  });
});

describe('with stakes', () => {
  const statistics = {
    table: 'pb-1',
    game: '1000000001',
    players: 1,
    spots: { punto: { players: 1, amount: '500' }, banco: { players: 1, amount: '2500' } },
  };
  const natural: Card[] = ['Kh', '9c', 'Qd', 'Ts'];
  const at = (cards: readonly Card[], nowMs: number, before?: ReturnType<typeof sceneOf>) =>
    sceneOf({ copy: withCards('1000000001', cards, 'dealing'), statistics }, nowMs, before);
  const three = at(natural.slice(0, 3), 3_000);
  const four = at(natural, 4_000, three);
  const openAtMs = 4_000 + openMs({ side: 'banco', position: 2 });

  it('has them paid once the last card is open, and moves until then', () => {
    expect(pilesSeen(four, openAtMs - 1)).toHaveLength(2);
    expect(movesUntilMs(four)).toBe(openAtMs + PAYING_MS);
    expect(pilesSeen(four, openAtMs + PAYING_MS).map(({ spot, isPaid }) => [spot, isPaid])).toEqual(
      [
        ['banco', false],
        ['banco', true],
      ],
    );
  });

  it('has the spots that won lit once the last card is open, whether anything lies there', () => {
    expect(spotsWon(four, openAtMs - 1)).toEqual([]);
    expect(spotsWon(four, openAtMs)).toEqual(['banco', 'banco_bonus']);
    expect(spotsWon({ ...four, phase: 'void' }, openAtMs)).toEqual([]);
  });

  it('has none of another round, and gives them back with the cards', () => {
    const next = { copy: withCards('1000000002', [], 'betting'), statistics };
    const after = sceneOf(next, 20_000, four);
    expect(after.stakes).toEqual([]);
    expect(after.takenPiles.map(({ spot }) => spot)).toEqual(['banco', 'banco']);
  });

  it('is heard: the card, its turn, the chips that are taken and those that are paid', () => {
    expect(soundsOf(three, undefined, 3_000), 'nothing of what was there').toEqual([]);
    expect(soundsOf(four, three, 4_000).map(({ sound }) => sound)).toEqual([
      ...['card', 'flip'],
      ...['chip', 'chip'],
    ]);
    expect(soundsOf(at(natural, 5_000, four), four, 5_000), 'once').toEqual([]);
  });
});
