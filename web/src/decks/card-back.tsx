/** The back of a French card: a lattice in a frame, with a star in the middle. */
import { DECK_HEIGHTS } from './deck.js';
import { INKS } from './inks.js';
import { Clipped, WIDTH, petals, star } from './parts.js';

const HEIGHT = DECK_HEIGHTS.french;
const STEP = 9;
const { paper, red, gold } = INKS.french;

/** Lines from one edge of the frame to the other, in both directions. */
const LATTICE = Array.from({ length: 30 }, (_, index) => {
  const from = index * STEP - HEIGHT;
  return `M${from} 0l${HEIGHT} ${HEIGHT}M${from + HEIGHT} 0l${-HEIGHT} ${HEIGHT}`;
}).join('');

/** Who shows it names it. */
export const CardBack = ({ className }: { readonly className?: string | undefined }) => (
  <svg className={className} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
    <rect width={WIDTH} height={HEIGHT} rx={8} fill={paper} />
    <Clipped x={6} y={6} width={WIDTH - 12} height={HEIGHT - 12}>
      <rect width={WIDTH} height={HEIGHT} fill={red} />
      <path d={LATTICE} stroke={paper} strokeWidth={1.1} opacity={0.55} fill="none" />
    </Clipped>
    <rect
      x={9}
      y={9}
      width={WIDTH - 18}
      height={HEIGHT - 18}
      rx={4}
      fill="none"
      stroke={gold}
      strokeWidth={1.6}
    />
    <g transform={`translate(${WIDTH / 2} ${HEIGHT / 2})`}>
      <circle r={22} fill={red} stroke={gold} strokeWidth={1.8} />
      <path d={star(16, 18, 13)} fill={gold} />
      <path d={petals(8, 12, 5)} fill={red} />
      <circle r={3} fill={paper} />
    </g>
  </svg>
);
