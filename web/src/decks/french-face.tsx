/**
 * The face of a French card as casinos print it for their tables: the index in two corners is
 * large, so that it is read on a phone, and has its suit below it, so that one sees which way is
 * up. A six and a nine are underlined, whichever way they lie.
 */
import { type Card, type Rank, type Suit, rankOf, suitOf } from '../../../src/cards/card.js';
import { DECK_HEIGHTS } from './deck.js';
import { COURT_PAPER, Figure, PLACES, Pip, inkOf } from './french.js';
import { INKS } from './inks.js';
import { At, Clipped, WIDTH } from './parts.js';
import { GLYPHS } from './prints.js';

const HEIGHT = DECK_HEIGHTS.french;

interface Props {
  readonly card: Card;
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
}

/** Its paper is drawn by whoever shows it, who names it as well. */
export const FrenchFace = ({ card, className }: Props) => {
  const suit = suitOf(card);
  const rank = rankOf(card);
  const index = <Index suit={suit} rank={rank} />;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      data-drawn={card}
      stroke={INKS.french.line}
      strokeWidth={1.1}
      strokeLinejoin="round"
    >
      <Middle suit={suit} rank={rank} />
      {index}
      <g transform={`rotate(180 ${WIDTH / 2} ${HEIGHT / 2})`}>{index}</g>
    </svg>
  );
};

interface Printed {
  readonly suit: Suit;
  readonly rank: Rank;
}

const Index = ({ suit, rank }: Printed) => (
  <>
    <g
      transform="translate(19 23) scale(1.95)"
      stroke={inkOf(suit)}
      strokeWidth={3.3}
      strokeLinecap="round"
      fill="none"
    >
      <path d={GLYPHS[rank]} />
      {(rank === '6' || rank === '9') && <path d="M-5 13H5" strokeWidth={1.6} />}
    </g>
    <At x={19} y={rank === '6' || rank === '9' ? 66 : 60} scale={1.3}>
      <Pip suit={suit} />
    </At>
  </>
);

/** Between the two indices. */
const COURT = { x: 34, y: 8, width: 32, height: HEIGHT - 16 };

/** The columns of pips between the two indices. */
const COLUMNS = [42, 58] as const;

const Middle = ({ suit, rank }: Printed) => {
  if (rank === 'J' || rank === 'Q' || rank === 'K') {
    return (
      <>
        <rect {...COURT} fill={COURT_PAPER} stroke="none" />
        <Clipped {...COURT}>
          <Figure suit={suit} rank={rank} />
        </Clipped>
        <rect {...COURT} fill="none" stroke={INKS.french.blue} strokeWidth={1} />
      </>
    );
  }
  if (rank === 'A') {
    return (
      <At x={WIDTH / 2} y={HEIGHT / 2} scale={2}>
        <Pip suit={suit} />
      </At>
    );
  }
  return PLACES[rank]!.flatMap(([aside, down]) =>
    (aside === 0 ? [WIDTH / 2] : COLUMNS).map((x) => (
      <At
        key={`${x} ${down}`}
        x={x}
        y={20 + (HEIGHT - 40) * down}
        scale={0.72}
        turn={down > 0.5 ? 180 : 0}
      >
        <Pip suit={suit} />
      </At>
    )),
  );
};
