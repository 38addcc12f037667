import { describe, expect, it } from 'vitest';
import { bead, coups } from '../../test/kit/shoes.js';
import type { Bead } from './bead.js';
import { BigRoad } from './big-road.js';
import { drawBigRoad } from './draw.js';

const roadOf = (beads: readonly Bead[]): BigRoad => {
  const road = new BigRoad();
  for (const each of beads) road.add(each);
  return road;
};

const drawn = (letters: string): string => drawBigRoad(roadOf(coups(letters)).cells);

/** A grid as it is drawn, without the indentation that it has in this file. */
const grid = (text: string): string => text.trim().replaceAll(/\n +/g, '\n');

describe('runs', () => {
  it('the same side goes down, the other side starts a column', () => {
    expect(drawn('PP B PPP BBBB')).toBe(
      grid(`
        P B P B
        P . P B
        . . P B
        . . . B
        . . . .
        . . . .`),
    );
  });

  it('columns of one', () => {
    expect(drawn('PBPBPB')).toBe(
      grid(`
        P B P B P B
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .`),
    );
  });

  it('a run of six fills its column', () => {
    expect(drawn('BBBBBB P')).toBe(
      grid(`
        B P
        B .
        B .
        B .
        B .
        B .`),
    );
  });

  it('an empty road has nothing drawn', () => {
    expect(drawn('').trim()).toBe('');
  });
});

describe('dragons', () => {
  it('the seventh of a run turns right along the sixth row', () => {
    expect(drawn('BBBBBBBBB')).toBe(
      grid(`
        B . . .
        B . . .
        B . . .
        B . . .
        B . . .
        B B B B`),
    );
  });

  it('the run after a dragon starts beside where the dragon started', () => {
    expect(drawn('BBBBBBBBB PP B')).toBe(
      grid(`
        B P B .
        B P . .
        B . . .
        B . . .
        B . . .
        B B B B`),
    );
  });

  it('an earlier tail stops a run, which then turns above it', () => {
    expect(drawn('PPPPPPPP BBBBBBB PPPPPP')).toBe(
      grid(`
        P B P . .
        P B P . .
        P B P . .
        P B P P P
        P B B B .
        P P P . .`),
    );
  });

  it('a tail stays on its row past the end of the tail that stopped it', () => {
    expect(drawn('PPPPPPPP BBBBBBBBB')).toBe(
      grid(`
        P B . . . .
        P B . . . .
        P B . . . .
        P B . . . .
        P B B B B B
        P P P . . .`),
    );
  });

  it('a run beyond an earlier tail goes down to the sixth row again', () => {
    expect(drawn('PPPPPPP B P BBBBBBB')).toBe(
      grid(`
        P B P B .
        P . . B .
        P . . B .
        P . . B .
        P . . B .
        P P . B B`),
    );
  });

  it('a run that ends just above a tail does not turn', () => {
    expect(drawn('PPPPPPP BBBBB P')).toBe(
      grid(`
        P B P
        P B .
        P B .
        P B .
        P B .
        P P .`),
    );
  });

  it('where tails fill all rows below, a run goes along the top row and the next starts in the first free top cell', () => {
    expect(drawn('PPPPPPPPPPP BBBBBBBBB PPPPPPP BBBBB PPP BBB PP')).toBe(
      grid(`
        P B P B P B B B P
        P B P B P P . . P
        P B P B B B . . .
        P B P P P P . . .
        P B B B B B . . .
        P P P P P P . . .`),
    );
  });

  it('the logical columns are the runs, however they are drawn', () => {
    expect(roadOf(coups('PPPPPPPP BBBBBBB E P')).runs).toEqual([8, 7, 1]);
  });
});

describe('ties', () => {
  it('are counted on the last win', () => {
    expect(drawn('P E PP EEE B')).toBe(
      grid(`
        P1 B
        P  .
        P3 .
        .  .
        .  .
        .  .`),
    );
  });

  it('do not end a run', () => {
    expect(drawn('B E B E B')).toBe(
      grid(`
        B1
        B1
        B
        .
        .
        .`),
    );
  });

  it('before the first win are marked in the first cell', () => {
    expect(drawn('EE').startsWith('E2\n.')).toBe(true);
  });

  it('before the first win stay with it when it comes, and later ones are added to them', () => {
    expect(drawn('EE B').startsWith('B2\n.')).toBe(true);
    expect(drawn('EE B E B').startsWith('B3\nB\n')).toBe(true);
  });

  it('mark the end of a tail', () => {
    expect(drawn('BBBBBBBB EE')).toBe(
      grid(`
        B  .  .
        B  .  .
        B  .  .
        B  .  .
        B  .  .
        B  B  B2`),
    );
  });

  it('can run into two figures', () => {
    expect(drawn('P EEEEEEEEEEEE').startsWith('P12\n')).toBe(true);
  });
});

describe('pairs', () => {
  const cellsOf = (text: string) => roadOf(text.split(' ').map(bead)).cells;

  it('of a win are dots in its cell', () => {
    const drawnPairs = drawBigRoad(cellsOf('P6p P7b B8npb'));
    expect(drawnPairs.split('\n').slice(0, 2)).toEqual(['Pp  Bpb', 'Pb  .']);
  });

  it('of a tie are not on this road, and leave those of the win unchanged', () => {
    expect(drawBigRoad(cellsOf('E5pb P6 E7p B8b E7pb')).split('\n')[0]).toBe('P2  B1b');
    expect(cellsOf('E5pb')[0]).toMatchObject({ puntoPair: false, bancoPair: false });
  });
});

describe('what `add` returns', () => {
  it('a tie returns the cell it marks, and the cell handed out before stays as it was', () => {
    const road = new BigRoad();
    const won = road.add(bead('B6b'));
    const marked = road.add(bead('E3'));
    expect(won).toEqual({
      column: 1,
      row: 1,
      outcome: 'banco',
      ties: 0,
      puntoPair: false,
      bancoPair: true,
    });
    expect(marked).toEqual({ ...won, ties: 1 });
    expect(road.cells).toEqual([marked]);
  });
});
