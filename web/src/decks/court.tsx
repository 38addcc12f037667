/** A figure down to its belt, and a card on which it stands twice: upright, and upside down. */
import type { ReactNode } from 'react';
import type { Inks } from './deck.js';
import { At, Clipped, Head, Limb, type Looks, Twice, WIDTH } from './parts.js';

export interface Dress {
  readonly looks: Looks;
  readonly coat: string;
  readonly trim: string;
  readonly other: string;
}

/** The upper half of a card, and the same below it, turned round. */
export const DoubleEnded = ({
  height,
  children,
}: {
  readonly height: number;
  readonly children: ReactNode;
}) => {
  const half = (
    <Clipped width={WIDTH} height={height / 2}>
      {children}
    </Clipped>
  );
  return (
    <>
      {half}
      <g transform={`rotate(180 ${WIDTH / 2} ${height / 2})`}>{half}</g>
    </>
  );
};

interface Props {
  readonly inks: Inks;
  readonly dress: Dress;
  readonly rank: 'J' | 'Q' | 'K';
  /** What the hand on the left holds up, drawn around its grip. */
  readonly held: ReactNode;
  /** What the other hand holds. Nothing by default. */
  readonly beside?: ReactNode;
}

/** In the middle of a card’s upper half: the eyes at 33, the belt below 70. */
export const Bust = ({ inks, dress, rank, held, beside }: Props) => {
  const { looks, coat, trim, other } = dress;
  const { paper, red, skin } = inks;
  return (
    <>
      {beside}
      <path d="M50 46C34 46 22 56 17 96H83C78 56 66 46 50 46Z" fill={other} />
      <path
        d="M17 96C19 80 23 66 30 56L36 60C30 72 28 84 27 96ZM83 96C81 80 77 66 70 56L64 60C70 72 72 84 73 96Z"
        fill={trim}
      />
      <path d="M36 54C42 48 58 48 64 54C69 66 70 82 70 96H30C30 82 31 66 36 54Z" fill={coat} />
      <path d="M44 52L42 96H58L56 52Z" fill={trim} />
      {[61, 71, 81, 91].map((y, index) => (
        <path
          key={y}
          d={`M50 ${y - 5}l4.6 5l-4.6 5l-4.6 -5z`}
          fill={index % 2 === 0 ? red : other}
          strokeWidth={0.8}
        />
      ))}
      <Twice x={50}>
        <path
          d="M36 64Q40 67 43 65M34 74Q38 77 42.4 75M33 84Q37 87 42 85"
          fill="none"
          stroke={trim}
          strokeWidth={1.6}
        />
      </Twice>
      {rank === 'K' && (
        <>
          <path d="M30 57C34 46 66 46 70 57C64 66 36 66 30 57Z" fill={paper} />
          {[38, 46, 54, 62].map((x) => (
            <path
              key={x}
              d={`M${x} ${58 - Math.abs(x - 50) / 6}l-1.3 4.4h2.6z`}
              fill={inks.line}
              stroke="none"
            />
          ))}
        </>
      )}
      {rank === 'Q' && (
        <>
          <path d="M39 50C42 60 58 60 61 50L56 47H44Z" fill={skin} />
          <path d="M36 52C40 64 60 64 64 52L61 50C58 59 42 59 39 50Z" fill={inks.gold} />
          <circle cx={50} cy={62} r={2.4} fill={red} />
        </>
      )}
      {rank === 'J' && (
        <path d="M36 53C40 46 60 46 64 53L58 60L54 55L50 61L46 55L42 60Z" fill={paper} />
      )}
      {held}
      <Limb d="M30 62L19 82L20 68" fill={coat} width={9} />
      <path d="M15 68L25 67L25.4 71L14.8 72Z" fill={trim} />
      <circle cx={20} cy={64} r={3.8} fill={skin} />
      <At x={50} y={32} scale={1.24}>
        <Head inks={inks} looks={looks} />
      </At>
    </>
  );
};

/** Of a horse that looks to the left, before its rider: drawn over the left of a bust. */
export const HorseHead = ({ inks, hide, mane }: { inks: Inks; hide: string; mane: string }) => (
  <>
    <path
      d="M40 44C50 48 56 60 56 74L57 100H22C22 90 23 80 25 73C19 78 13 81 8 80C4 79 4 74 6 71L22 54C27 49 33 45 38 44L39 36L44 45Z"
      fill={hide}
    />
    <path
      d="M44 45L39 36L38 44C42 50 43 54 43 58C47 57 46 62 46 66C50 66 48 72 48 76C52 77 50 84 51 100H60C61 80 58 56 44 45Z"
      fill={mane}
    />
    <circle cx={25} cy={59} r={1.9} fill={inks.line} stroke="none" />
    <circle cx={8.6} cy={74} r={0.9} fill={inks.line} stroke="none" />
    <path d="M6 77Q10 78 12 76" fill="none" />
    <path
      d="M13 64L22 75M30 49L39 68L25 73M20 73C30 82 40 88 56 84"
      fill="none"
      stroke={inks.red}
      strokeWidth={2.2}
    />
    <circle cx={38} cy={66} r={2.2} fill={inks.gold} />
  </>
);
