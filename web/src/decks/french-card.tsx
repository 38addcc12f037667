/**
 * The face of a French card as casinos print it for their tables: its index is large, so that it is
 * read on a phone, and where another card lies over it. There is one index, upright, so that a six
 * is no nine.
 */
import { type Card, rankOf, suitOf } from '../../../src/cards/card.js';
import { DECK_HEIGHTS } from './deck.js';
import styles from './french-card.module.css';
import { Court, GLYPHS, PLACES, Pip, inkOf } from './french.js';
import { INKS } from './inks.js';
import { At, WIDTH } from './parts.js';

/** As wide as its place sets by `--card`. Who shows it names the card. */
const FrenchCard = ({ card }: { readonly card: Card }) => {
  const suit = suitOf(card);
  return (
    <svg
      className={styles.face}
      viewBox={`0 0 ${WIDTH} ${DECK_HEIGHTS.french}`}
      aria-hidden="true"
      data-drawn={card}
      stroke={INKS.french.line}
      strokeWidth={1.1}
      strokeLinejoin="round"
    >
      <g transform="translate(24 27) scale(2.25)">
        <path
          d={GLYPHS[rankOf(card)]}
          fill="none"
          stroke={inkOf(suit)}
          strokeWidth={3}
          strokeLinecap="round"
        />
      </g>
      <At x={74} y={28} scale={1.7}>
        <Pip suit={suit} />
      </At>
      <Below card={card} />
    </svg>
  );
};
export default FrenchCard;

/** The middle of the first row of pips, and the paper below the last one. */
const TOP = 64;
const RIM = 8;

/** Under the index: the figure, or as many pips as the card counts. */
const Below = ({ card }: { readonly card: Card }) => {
  const suit = suitOf(card);
  const rank = rankOf(card);
  if (rank === 'J' || rank === 'Q' || rank === 'K') {
    return (
      <svg x={17} y={55} width={66} height={79.4} viewBox="22 6 56 67.4">
        <Court suit={suit} rank={rank} />
      </svg>
    );
  }
  if (rank === 'A') {
    return (
      <At x={50} y={96} scale={3.4}>
        <Pip suit={suit} />
      </At>
    );
  }
  const scale = '23456'.includes(rank) ? 1.15 : 0.9;
  const bottom = DECK_HEIGHTS.french - RIM - 10.6 * scale;
  return PLACES[rank]!.flatMap(([aside, down]) =>
    (aside === 0 ? [50] : [26, 74]).map((x) => (
      <At key={`${x} ${down}`} x={x} y={TOP + (bottom - TOP) * down} scale={scale}>
        <Pip suit={suit} />
      </At>
    )),
  );
};
