/** The French deck: hearts, diamonds, clubs and spades, with an index in two corners. */
import type { ReactNode } from 'react';
import { type Card, type Rank, type Suit, rankOf, suitOf } from '../../../src/cards/card.js';
import { Bust, DoubleEnded, type Dress } from './court.js';
import { DECK_HEIGHTS } from './deck.js';
import { INKS } from './inks.js';
import { At, Clipped, petals, spread, star } from './parts.js';
import { GLYPHS, SHAPES } from './prints.js';

const HEIGHT = DECK_HEIGHTS.french;
const MIDDLE = HEIGHT / 2;

const { line, red, gold, blue, green, hair } = INKS.french;

const Face = ({ card }: { readonly card: Card }) => {
  const suit = suitOf(card);
  const rank = rankOf(card);
  const index = <Index suit={suit} rank={rank} />;
  return (
    <>
      <Middle suit={suit} rank={rank} />
      {index}
      <g transform={`rotate(180 50 ${MIDDLE})`}>{index}</g>
    </>
  );
};

export const inkOf = (suit: Suit): string => (suit === 'h' || suit === 'd' ? red : line);

export const Pip = ({ suit }: { readonly suit: Suit }) => (
  <path d={SHAPES[suit]} fill={inkOf(suit)} stroke="none" />
);

const Index = ({ suit, rank }: { readonly suit: Suit; readonly rank: Rank }) => (
  <>
    <g transform="translate(12 16) scale(1.14)">
      <path
        d={GLYPHS[rank]}
        fill="none"
        stroke={inkOf(suit)}
        strokeWidth={3}
        strokeLinecap="round"
      />
    </g>
    <At x={12} y={37} scale={0.78}>
      <Pip suit={suit} />
    </At>
  </>
);

/** The places of the pips, from the top: `left and right`, or in the middle. */
export const PLACES: Readonly<Record<string, readonly (readonly [x: 0 | 1, y: number])[]>> = {
  2: [
    [0, 0],
    [0, 1],
  ],
  3: [
    [0, 0],
    [0, 0.5],
    [0, 1],
  ],
  4: [
    [1, 0],
    [1, 1],
  ],
  5: [
    [1, 0],
    [0, 0.5],
    [1, 1],
  ],
  6: [
    [1, 0],
    [1, 0.5],
    [1, 1],
  ],
  7: [
    [1, 0],
    [0, 0.25],
    [1, 0.5],
    [1, 1],
  ],
  8: [
    [1, 0],
    [0, 0.25],
    [1, 0.5],
    [0, 0.75],
    [1, 1],
  ],
  9: [
    [1, 0],
    [1, 1 / 3],
    [0, 0.5],
    [1, 2 / 3],
    [1, 1],
  ],
  T: [
    [1, 0],
    [0, 1 / 6],
    [1, 1 / 3],
    [1, 2 / 3],
    [0, 5 / 6],
    [1, 1],
  ],
};

const Middle = ({ suit, rank }: { readonly suit: Suit; readonly rank: Rank }) => {
  switch (rank) {
    case 'A':
      return <Ace suit={suit} />;
    case 'J':
    case 'Q':
    case 'K':
      return <Court suit={suit} rank={rank} />;
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
    case 'T': {
      const scale = '23'.includes(rank) ? 1.3 : '456'.includes(rank) ? 1.15 : 0.94;
      return PLACES[rank]!.flatMap(([aside, down]) => {
        const y = 23 + (HEIGHT - 46) * down;
        return (aside === 0 ? [50] : [36, 64]).map((x) => (
          <At key={`${x} ${y}`} x={x} y={y} scale={scale} turn={down > 0.5 ? 180 : 0}>
            <Pip suit={suit} />
          </At>
        ));
      });
    }
  }
};

const Ace = ({ suit }: { readonly suit: Suit }) => (
  <At x={50} y={MIDDLE} scale={suit === 's' ? 3.2 : 2.6}>
    <Pip suit={suit} />
    {suit === 's' && (
      <g stroke={gold} strokeWidth={0.35} fill="none">
        <path d={SHAPES.s} transform="scale(0.86) translate(0 -0.2)" />
        <path d={petals(8, 3.4, 1.6)} fill={gold} transform="translate(0 1.4)" />
        <circle cy={1.4} r={4.1} />
        <path d={star(16, 5.2, 4.6)} transform="translate(0 1.4)" />
      </g>
    )}
  </At>
);

const DRESSES: Readonly<Record<'J' | 'Q' | 'K', Readonly<Record<Suit, Dress>>>> = {
  J: {
    h: { looks: { hat: 'cap', hatInk: red, hair: '#d19a3c' }, coat: blue, trim: gold, other: red },
    d: { looks: { hat: 'beret', hatInk: blue, hair }, coat: red, trim: gold, other: blue },
    s: {
      looks: { hat: 'beret', hatInk: red, hair: '#3d2b22' },
      coat: line,
      trim: gold,
      other: red,
    },
    c: { looks: { hat: 'cap', hatInk: blue, hair }, coat: red, trim: gold, other: line },
  },
  Q: {
    h: { looks: lady('#d19a3c'), coat: red, trim: gold, other: blue },
    d: { looks: lady('#c0672e'), coat: blue, trim: gold, other: red },
    s: { looks: lady('#3d2b22'), coat: blue, trim: gold, other: line },
    c: { looks: lady(hair), coat: line, trim: gold, other: red },
  },
  K: {
    h: { looks: king('#c98d36'), coat: blue, trim: gold, other: red },
    d: { looks: king('#e9e2d4'), coat: red, trim: gold, other: blue },
    s: { looks: king('#3d2b22'), coat: line, trim: gold, other: blue },
    c: { looks: king('#8b6a4a'), coat: red, trim: gold, other: line },
  },
};

function lady(colour: string): Dress['looks'] {
  return { hat: 'diadem', hatInk: gold, hair: colour, isLongHaired: true };
}
function king(beard: string): Dress['looks'] {
  return { hat: 'crown', hatInk: gold, hair: beard, isBearded: true };
}

/** The ground of a figure. */
export const COURT_PAPER = '#fbf3dd';
const FRAME = { x: 23, y: 7, width: 54, height: HEIGHT - 14 };

interface CourtProps {
  readonly suit: Suit;
  readonly rank: 'J' | 'Q' | 'K';
}

const Court = ({ suit, rank }: CourtProps) => (
  <>
    <rect {...FRAME} fill={COURT_PAPER} stroke="none" />
    <Clipped {...FRAME}>
      <Figure suit={suit} rank={rank}>
        <At x={68} y={17} scale={0.72}>
          <Pip suit={suit} />
        </At>
      </Figure>
    </Clipped>
    <rect {...FRAME} fill="none" stroke={blue} strokeWidth={1.2} />
  </>
);

interface FigureProps extends CourtProps {
  /** What is beside it, in both halves. */
  readonly children?: ReactNode;
}

/** A figure in the middle of the card, twice, and a band between its halves. */
export const Figure = ({ suit, rank, children }: FigureProps) => (
  <>
    <DoubleEnded height={HEIGHT}>
      <g transform="translate(10 6.5) scale(0.8)">
        <Bust
          inks={INKS.french}
          dress={DRESSES[rank][suit]}
          rank={rank}
          held={<Held rank={rank} />}
        />
      </g>
      {children}
    </DoubleEnded>
    <path d={`M0 ${MIDDLE - 2.4}H100V${MIDDLE + 2.4}H0Z`} fill={gold} />
    {spread(9, 23, 77).map((x, index) => (
      <circle
        key={x}
        cx={x}
        cy={MIDDLE}
        r={1.5}
        fill={index % 2 === 0 ? red : blue}
        strokeWidth={0.5}
      />
    ))}
  </>
);

/** A sword, a flower, or a staff, around the hand that is at 20, 64. */
const Held = ({ rank }: { readonly rank: 'J' | 'Q' | 'K' }) => {
  switch (rank) {
    case 'K':
      return (
        <At x={20} y={40} turn={0}>
          <path d="M0 -34L4 -27L3.4 12H-3.4L-4 -27Z" fill="#d5e2ec" />
          <path d="M0 -30V12" strokeWidth={0.8} />
          <path d="M-9 12H9V16H-9Z" fill={gold} />
          <path d="M-2 16H2V32H-2Z" fill={red} />
        </At>
      );
    case 'Q':
      return (
        <At x={20} y={42}>
          <path d="M0 0V26" stroke={green} strokeWidth={2.4} />
          <path d="M0 14C-6 12 -8 8 -7 4C-3 5 0 9 0 14Z" fill={green} />
          <path d={petals(6, 12, 7)} fill={red} />
          <circle r={3.6} fill={gold} />
        </At>
      );
    case 'J':
      return (
        <At x={20} y={44}>
          <path d="M-1.6 -20H1.6V46H-1.6Z" fill={hair} />
          <path d="M0 -38C5 -30 6 -25 2 -19H-2C-6 -25 -5 -30 0 -38Z" fill={gold} />
          <path d="M-7 -19H7V-15H-7Z" fill={red} />
        </At>
      );
  }
};

export default Face;
