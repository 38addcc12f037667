/** The Piacentine deck: double-ended figures in a frame, and darker inks than in Naples. */
import type { ReactNode } from 'react';
import { type Card, type Suit, rankOf, suitOf } from '../../../src/cards/card.js';
import { Bust, DoubleEnded, type Dress, HorseHead } from './court.js';
import { DECK_HEIGHTS } from './deck.js';
import { INKS } from './inks.js';
import { longSpots, roundSpots } from './layout.js';
import { At, Twice, petals, spread, star } from './parts.js';

const HEIGHT = DECK_HEIGHTS.piacentine;
const MIDDLE = HEIGHT / 2;

const { line, paper, red, gold, blue, green, hair } = INKS.piacentine;

const Face = ({ card }: { readonly card: Card }) => (
  <>
    <rect
      x={4}
      y={4}
      width={92}
      height={HEIGHT - 8}
      rx={4}
      fill="none"
      stroke={blue}
      strokeWidth={1}
    />
    <rect
      x={6}
      y={6}
      width={88}
      height={HEIGHT - 12}
      rx={3}
      fill="none"
      stroke={blue}
      strokeWidth={0.5}
    />
    <Drawing suit={suitOf(card)} rank={rankOf(card)} />
  </>
);

const Drawing = ({ suit, rank }: { readonly suit: Suit; readonly rank: string }) => {
  switch (rank) {
    case 'A':
      return <Ace suit={suit} />;
    case 'J':
    case 'Q':
    case 'K':
      return <Figure suit={suit} rank={rank} />;
    default:
      return <Pips suit={suit} count={Number(rank)} />;
  }
};

const Coin = () => (
  <>
    <circle r={10} fill={gold} />
    <circle r={8.4} fill={paper} strokeWidth={0.7} />
    <path d={star(8, 8.2, 3.4)} fill={blue} strokeWidth={0.5} />
    <path d={star(8, 5.6, 2.4, Math.PI / 8)} fill={red} strokeWidth={0.5} />
    <circle r={2.7} fill={gold} strokeWidth={0.7} />
    <circle r={0.9} fill={line} stroke="none" />
  </>
);

/** A covered cup. */
const Cup = () => (
  <>
    <path
      d="M-7 -5C-7 4 -4 5.6 -1.6 6.2L-2 8.6L-6.4 13H6.4L2 8.6L1.6 6.2C4 5.6 7 4 7 -5Z"
      fill={red}
    />
    <path d="M-7 -5C-7 -1 -6.4 1 -5.6 2.6H5.6C6.4 1 7 -1 7 -5Z" fill={gold} />
    <path d="M-3.6 -4V2M0 -4V2M3.6 -4V2" fill="none" strokeWidth={0.6} />
    <path
      d="M-8.2 -5C-7 -8.6 -3.6 -10 -1.4 -10.4L0 -13.4L1.4 -10.4C3.6 -10 7 -8.6 8.2 -5Z"
      fill={blue}
    />
    <path d="M-8.2 -5H8.2V-3.4H-8.2Z" fill={gold} strokeWidth={0.7} />
    <ellipse cy={8.2} rx={3} ry={1.3} fill={gold} />
    <circle cy={-13} r={1.4} fill={gold} />
  </>
);

/** A curved blade, fifty long, its point up. */
const Sword = () => (
  <>
    <path
      d="M3.6 -25C-1 -20 -3.4 -14 -3.4 -6C-3.4 0 -3 5 -2.2 10H2.6C3 4 2 0 2.4 -6C2.8 -13 4.4 -18 3.6 -25Z"
      fill="#d8e3ea"
    />
    <path
      d="M3.6 -25C-.2 -18 -1 -12 -0.6 -4C-0.4 2 0 6 0.4 10H2.6C3 4 2 0 2.4 -6C2.8 -13 4.4 -18 3.6 -25Z"
      fill={blue}
      stroke="none"
    />
    <path d="M-1.8 11H1.8L2.2 20H-2.2Z" fill={red} />
    <path
      d="M-8.4 9.4C-9.4 12.6 -7 13.4 -4 12.2H4C7 13.4 9.4 12.6 8.4 9.4C5 11 3 9.6 0 9.6C-3 9.6 -5 11 -8.4 9.4Z"
      fill={gold}
    />
    <path d="M-3.2 20C-3.6 25 3.6 25 3.2 20Z" fill={gold} />
  </>
);

/** A cut branch, fifty long, its thick end up. */
const Club = () => (
  <>
    <path
      d="M4 -10C9 -13 11 -12 12 -9C9 -6 6 -5 4 -5ZM-4 2C-9 0 -11 2 -11 5C-8 8 -5 7 -3.4 6Z"
      fill={green}
    />
    <path
      d="M-4.4 -24H4.4L5 -15L4 -8L4.2 0L3.2 8L2.6 25H-2.6L-3.2 8L-4.2 0L-4 -8L-5 -15Z"
      fill={gold}
    />
    <path
      d="M-4.4 -24H4.4L4.8 -20H-4.8ZM-4.4 -12H4.4L4 -8H-4ZM-4 0H4.2L3.7 4H-3.8Z"
      fill={red}
      strokeWidth={0.8}
    />
    <path d="M-2.7 14H2.9L2.8 17H-2.8Z" fill={blue} strokeWidth={0.8} />
    <path d="M-1 -19V-13M1.4 -7V-1M-0.8 5V12" fill="none" strokeWidth={0.6} />
  </>
);

const PIP = { d: Coin, h: Cup, s: Sword, c: Club } as const;

const Pips = ({ suit, count }: { readonly suit: Suit; readonly count: number }) => {
  const Pip = PIP[suit];
  const isLong = suit === 's' || suit === 'c';
  const spots = isLong && count < 4 ? CROSSED[count - 2]! : null;
  return (
    <>
      {(spots ?? (isLong ? longSpots : roundSpots)(count, HEIGHT)).map(
        ({ x, y, turn = 0 }, index) => (
          <At
            key={index}
            x={50 + (x - 50) * 0.92}
            y={MIDDLE + (y - MIDDLE) * 0.94}
            turn={turn}
            scale={SCALES[suit][count - 2]!}
          >
            <Pip />
          </At>
        ),
      )}
      {count === 4 && <Rosette />}
    </>
  );
};

/** Two and three long pips cross. */
const CROSSED = [
  [
    { x: 50, y: MIDDLE, turn: 30 },
    { x: 50, y: MIDDLE, turn: -30 },
  ],
  [
    { x: 50, y: MIDDLE, turn: 36 },
    { x: 50, y: MIDDLE, turn: -36 },
    { x: 50, y: MIDDLE },
  ],
];

const SCALES: Readonly<Record<Suit, readonly number[]>> = {
  d: [2.5, 2.2, 1.95, 1.8, 1.75, 1.55],
  h: [2.5, 1.85, 2, 1.7, 1.7, 1.25],
  s: [2.4, 2.4, 1.45, 1.45, 1.35, 1.18],
  c: [2.4, 2.4, 1.45, 1.45, 1.35, 1.18],
};

const Rosette = () => (
  <At x={50} y={MIDDLE}>
    <path d={petals(8, 11, 5)} fill={green} strokeWidth={0.7} />
    <path d={petals(4, 9, 5)} fill={red} strokeWidth={0.7} />
    <circle r={2.6} fill={gold} />
  </At>
);

const Ace = ({ suit }: { readonly suit: Suit }) => {
  const Pip = PIP[suit];
  if (suit === 'd') return <Eagle />;
  return (
    <>
      <Twice x={50}>
        {spread(5, 34, 138).map((y, index) => (
          <At key={y} x={50} y={y} turn={-62}>
            <path
              d="M-4 -14C-12 -20 -12 -32 -2 -40C6 -32 6 -20 -4 -14Z"
              fill={index % 2 === 0 ? green : blue}
            />
            <path d="M-4 -14L-2.4 -32" fill="none" strokeWidth={0.7} />
          </At>
        ))}
      </Twice>
      <At x={50} y={MIDDLE} scale={suit === 'h' ? 4.3 : 2.8}>
        <Pip />
      </At>
    </>
  );
};

/** With one head, and the coin on its breast. */
const Eagle = () => (
  <>
    <Twice x={50}>
      {[0, 1, 2, 3, 4, 5, 6].map((each) => (
        <At key={each} x={40} y={82} turn={-140 + each * 21}>
          <path
            d={`M-4.6 0L-5.4 ${-24 - each * 2}Q0 ${-36 - each * 3} 5.4 ${-24 - each * 2}L4.6 0Z`}
            fill={each % 2 === 0 ? blue : red}
            stroke={gold}
            strokeWidth={0.8}
          />
        </At>
      ))}
      <path d="M42 118L30 132L26 146L33 139L36 148L40 138L46 142L47 126Z" fill={gold} />
    </Twice>
    <path
      d="M50 58C34 60 30 78 33 98C36 112 44 120 50 122C56 120 64 112 67 98C70 78 66 60 50 58Z"
      fill={blue}
    />
    {[-2, -1, 0, 1, 2].map((each) => (
      <At key={each} x={50 + each * 4} y={116} turn={each * -13}>
        <path
          d="M-4 0L-5 32L0 40L5 32L4 0Z"
          fill={each % 2 === 0 ? blue : red}
          stroke={gold}
          strokeWidth={0.8}
        />
      </At>
    ))}
    <path
      d="M42 72C40 62 42 56 44 51C40 50 36 51 31 55C31 47 37 41 45 39C56 37 62 44 60 54C59 60 60 66 62 74Z"
      fill={blue}
    />
    <path d="M44 51C40 50 36 51 31 55C31 49 34 45 38 43Z" fill={gold} />
    <circle cx={45} cy={46} r={1.7} fill={gold} stroke="none" />
    <At x={50} y={33} scale={1.3}>
      <path d="M-10 4L-12 -8L-6 -3L0 -12L6 -3L12 -8L10 4Q0 1 -10 4Z" fill={gold} />
      <path d="M-10 4Q0 1 10 4L9.6 7Q0 4 -9.6 7Z" fill={red} />
    </At>
    <At x={50} y={92} scale={2.2}>
      <Coin />
    </At>
  </>
);

const king = (beard: string): Dress['looks'] => ({
  hat: 'crown',
  hatInk: gold,
  hair: beard,
  isBearded: true,
});
const DRESSES: Readonly<Record<'J' | 'Q' | 'K', Readonly<Record<Suit, Dress>>>> = {
  J: {
    d: { looks: { hat: 'beret', hatInk: blue, hair }, coat: red, trim: gold, other: green },
    h: { looks: { hat: 'cap', hatInk: red, hair: '#b9822f' }, coat: blue, trim: gold, other: red },
    s: {
      looks: { hat: 'turban', hatInk: paper, hair: line },
      coat: green,
      trim: gold,
      other: blue,
    },
    c: { looks: { hat: 'beret', hatInk: green, hair }, coat: blue, trim: gold, other: green },
  },
  Q: {
    d: { looks: { hat: 'helmet', hatInk: '#b8cbd6', hair }, coat: blue, trim: gold, other: red },
    h: {
      looks: { hat: 'beret', hatInk: red, hair: '#b9822f' },
      coat: green,
      trim: gold,
      other: red,
    },
    s: { looks: { hat: 'cap', hatInk: blue, hair: line }, coat: red, trim: gold, other: blue },
    c: { looks: { hat: 'helmet', hatInk: gold, hair }, coat: red, trim: gold, other: green },
  },
  K: {
    d: { looks: king('#ebe4d4'), coat: blue, trim: gold, other: red },
    h: { looks: king('#9c5b2a'), coat: red, trim: gold, other: green },
    s: { looks: king('#413028'), coat: blue, trim: gold, other: blue },
    c: { looks: king('#86827c'), coat: green, trim: gold, other: red },
  },
};
const HORSES: Readonly<Record<Suit, readonly [hide: string, mane: string]>> = {
  d: ['#efe4cc', '#b9822f'],
  h: ['#a8683d', '#4a2c1a'],
  s: ['#5d5258', '#221c22'],
  c: ['#cfc5ba', '#78726a'],
};

const Figure = ({ suit, rank }: { readonly suit: Suit; readonly rank: 'J' | 'Q' | 'K' }) => {
  const isRider = rank === 'Q';
  const held = <Held suit={suit} x={20} />;
  return (
    <>
      <DoubleEnded height={HEIGHT}>
        <g transform={isRider ? 'translate(15 6) scale(0.94)' : 'translate(3 7) scale(0.94)'}>
          <Bust
            inks={INKS.piacentine}
            dress={DRESSES[rank][suit]}
            rank={isRider ? 'J' : rank}
            held={isRider ? null : held}
            beside={rank === 'K' ? <Sceptre /> : null}
          />
        </g>
        {isRider && (
          <>
            <HorseHead inks={INKS.piacentine} hide={HORSES[suit][0]} mane={HORSES[suit][1]} />
            <Held suit={suit} x={20} />
          </>
        )}
      </DoubleEnded>
      <Divider />
    </>
  );
};

const Held = ({ suit, x }: { readonly suit: Suit; readonly x: number }): ReactNode => {
  const Pip = PIP[suit];
  const isLong = suit === 's' || suit === 'c';
  return (
    <At x={x} y={isLong ? 41 : 44} scale={{ d: 1.3, h: 1.4, s: 1.35, c: 1.25 }[suit]}>
      <Pip />
    </At>
  );
};

const Sceptre = () => (
  <>
    <path d="M84 26L78 90" strokeWidth={4.6} />
    <path d="M84 26L78 90" stroke={gold} strokeWidth={2.4} />
    <At x={84} y={24}>
      <path d={petals(5, 8, 5)} fill={gold} />
      <circle r={2.2} fill={red} />
    </At>
  </>
);

const Divider = () => (
  <>
    <path d={`M6 ${MIDDLE - 4}H94V${MIDDLE + 4}H6Z`} fill={gold} />
    {spread(8, 6, 94).map((x, index) => (
      <path
        key={x}
        d={`M${x} ${MIDDLE - 3}l4 3l-4 3l-4 -3z`}
        fill={index % 2 === 0 ? red : blue}
        strokeWidth={0.6}
      />
    ))}
  </>
);

export default Face;
