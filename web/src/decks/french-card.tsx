/**
 * The face of a French card as casinos print it for their tables: the index in two corners is
 * large, so that it is read on a phone, and has its suit below it, so that one sees which way is
 * up. A six and a nine are underlined, whichever way they lie.
 */
import { type Card, type Rank, type Suit, rankOf, suitOf } from '../../../src/cards/card.js';
import { DECK_HEIGHTS } from './deck.js';
import styles from './french-card.module.css';
import { Court, GLYPHS, PLACES, Pip, inkOf } from './french.js';
import { INKS } from './inks.js';
import { At, WIDTH } from './parts.js';

const HEIGHT = DECK_HEIGHTS.french;

/** As wide as its place sets by `--card`. Who shows it names the card. */
const FrenchCard = ({ card }: { readonly card: Card }) => {
  const suit = suitOf(card);
  const rank = rankOf(card);
  const index = <Index suit={suit} rank={rank} />;
  return (
    <svg
      className={styles.face}
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
export default FrenchCard;

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

/** The columns of pips between the two indices. */
const COLUMNS = [42, 58] as const;

const Middle = ({ suit, rank }: Printed) => {
  if (rank === 'J' || rank === 'Q' || rank === 'K') {
    return (
      <svg
        x={35}
        y={8}
        width={30}
        height={HEIGHT - 16}
        viewBox={`23 7 54 ${HEIGHT - 14}`}
        preserveAspectRatio="xMidYMid slice"
      >
        <Court suit={suit} rank={rank} />
      </svg>
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
