/** The Neapolitan deck: figures in full length, and pips that stand apart from each other. */
import { type Card, type Suit, rankOf, suitOf } from '../../../src/cards/card.js';
import type { Dress } from './court.js';
import { DECK_HEIGHTS } from './deck.js';
import { INKS } from './inks.js';
import { longSpots, roundSpots } from './layout.js';
import { At, Head, Limb, type Looks, Twice, petals, spread, star } from './parts.js';

const HEIGHT = DECK_HEIGHTS.neapolitan;
const MIDDLE = HEIGHT / 2;

const { line, paper, red, gold, blue, green, skin, hair } = INKS.neapolitan;

const Face = ({ card }: { readonly card: Card }) => {
  const suit = suitOf(card);
  const rank = rankOf(card);
  switch (rank) {
    case 'A':
      return <Ace suit={suit} />;
    case 'J':
      return <Fante suit={suit} />;
    case 'Q':
      return <Cavallo suit={suit} />;
    case 'K':
      return <Re suit={suit} />;
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
    case 'T':
      return <Pips suit={suit} count={Number(rank)} />;
  }
};

const Coin = () => (
  <>
    <circle r={10} fill={gold} />
    <circle r={8.2} fill={red} />
    <path d={star(12, 8, 5)} fill={gold} strokeWidth={0.5} />
    <circle r={4.4} fill={paper} strokeWidth={0.8} />
    <path d={petals(6, 4, 1.8)} fill={blue} strokeWidth={0.3} />
    <circle r={1.2} fill={red} strokeWidth={0.4} />
  </>
);

const Cup = () => (
  <>
    <path
      d="M-8.6 -9C-9.6 -1 -5 3.6 -1.8 4.6L-1.8 7C-2 9.6 -7 9 -7 12.6H7C7 9 2 9.6 1.8 7L1.8 4.6C5 3.6 9.6 -1 8.6 -9Z"
      fill={gold}
    />
    <path
      d="M-9 -4C-8 -1 8 -1 9 -4C8.6 -1.4 7.6 0.4 6.4 1.6C3 3 -3 3 -6.4 1.6C-7.6 .4 -8.6 -1.4 -9 -4Z"
      fill={blue}
    />
    <ellipse cy={-9.4} rx={9} ry={2.8} fill={red} />
    <path d="M-4 4C-2 2.6 2 2.6 4 4M-5 -6.4V-3M0 -6V-2.4M5 -6.4V-3" fill="none" strokeWidth={0.7} />
    <ellipse cy={6.4} rx={3.4} ry={1.6} fill={red} />
  </>
);

/** Fifty long, its point up. */
const Sword = () => (
  <>
    <path d="M0 -25L3.4 -19L2.8 9H-2.8L-3.4 -19Z" fill="#cfe2f0" />
    <path d="M0 -25L3.4 -19L2.8 9H0Z" fill={blue} stroke="none" />
    <path d="M0 -21V9" strokeWidth={0.6} />
    <rect x={-1.8} y={11} width={3.6} height={9} fill={red} />
    <path d="M-1.8 13.4H1.8M-1.8 15.8H1.8M-1.8 18.2H1.8" strokeWidth={0.6} />
    <path
      d="M-8.6 12.6C-9.6 9 -7 7.6 -4 8.6H4C7 7.6 9.6 9 8.6 12.6C6.4 10.6 4 11.6 0 11.6C-4 11.6 -6.4 10.6 -8.6 12.6Z"
      fill={gold}
    />
    <circle cy={21.6} r={2.8} fill={gold} />
  </>
);

/** Fifty long, its thick end up. */
const Club = () => (
  <>
    <path d="M5 -7L9.4 -11L9.8 -7L5 -1ZM-4.4 3L-8.4 0L-8 4.2L-3.8 8Z" fill={gold} />
    <path
      d="M-4.6 -23C-2 -26 3 -26 5 -22.6C6 -19 5.6 -15 5.8 -12C6 -8 4.8 -4 5 0C5 6 3.6 10 3.2 15L2.8 24C1 25.6 -1.4 25.4 -2.4 24C-2.6 18 -3.2 14 -4 9C-4.8 4 -4 0 -5.2 -4C-6.2 -8 -5 -12 -5.6 -16C-6 -19 -5.8 -21 -4.6 -23Z"
      fill={green}
    />
    <ellipse cy={-22.6} cx={0.2} rx={4} ry={1.9} fill={gold} />
    <ellipse cx={-1.4} cy={-11.6} rx={1.7} ry={2.3} fill={red} />
    <ellipse cx={1.6} cy={2.6} rx={1.5} ry={2.1} fill={red} />
    <path
      d="M2.4 -18C3 -15 2.6 -12 3 -9M-2.4 -5C-1.4 -1 -2.2 3 -1.4 7M0.6 10V18"
      fill="none"
      strokeWidth={0.7}
    />
    <path d="M-2.9 18H2.9V20H-2.9Z" fill={gold} strokeWidth={0.6} />
  </>
);

const PIP = { d: Coin, h: Cup, s: Sword, c: Club } as const;

const Pips = ({ suit, count }: { readonly suit: Suit; readonly count: number }) => {
  const Pip = PIP[suit];
  const isLong = suit === 's' || suit === 'c';
  const spots =
    suit === 'c' && count === 3 ? CROSSED : (isLong ? longSpots : roundSpots)(count, HEIGHT);
  const scale = scaleOf(suit, count);
  return (
    <>
      {spots.map(({ x, y, turn = 0 }, index) => (
        <At key={index} x={x} y={y} turn={turn} scale={scale}>
          <Pip />
        </At>
      ))}
      {suit === 'c' && count === 3 && <Mask />}
    </>
  );
};

/** The three of clubs: one upright over two that cross. */
const CROSSED = [
  { x: 50, y: MIDDLE, turn: 38 },
  { x: 50, y: MIDDLE, turn: -38 },
  { x: 50, y: MIDDLE },
];

const scaleOf = (suit: Suit, count: number): number => {
  switch (suit) {
    case 'd':
      return [2.6, 2.35, 2.05, 1.9, 1.85, 1.6][count - 2]!;
    case 'h':
      return [2.5, 1.85, 2.15, 1.75, 1.75, 1.36][count - 2]!;
    case 's':
    case 'c':
      return [2.2, suit === 'c' ? 2.4 : 1.5, 1.5, 1.5, 1.42, 1.22][count - 2]!;
  }
};

/** The face on the three of clubs. */
const Mask = () => (
  <At x={50} y={MIDDLE} scale={1.5}>
    <path d={star(16, 17, 14)} fill={gold} />
    <path d="M-11 -6C-12 6 -6 13 0 13C6 13 12 6 11 -6C8 -13 -8 -13 -11 -6Z" fill={skin} />
    <path d="M-12 -5C-12 -14 12 -14 12 -5C8 -9 4 -8 0 -10C-4 -8 -8 -9 -12 -5Z" fill={hair} />
    <path
      d="M0 3.4C-4 1.6 -9 3 -13 -1C-12 6 -6 8 0 5C6 8 12 6 13 -1C9 3 4 1.6 0 3.4Z"
      fill={hair}
    />
    <path d="M-3.4 8.4Q0 11.4 3.4 8.4Q0 7.4 -3.4 8.4Z" fill={red} />
    <circle cx={-4.4} cy={-2.6} r={2.2} fill={paper} />
    <circle cx={4.4} cy={-2.6} r={2.2} fill={paper} />
    <g stroke="none" fill={line}>
      <circle cx={-4} cy={-2.4} r={1.1} />
      <circle cx={4} cy={-2.4} r={1.1} />
    </g>
    <path d="M-7.6 -5.6Q-4.4 -7.6 -2 -5.4M2 -5.4Q4.4 -7.6 7.6 -5.6M0 -2L-1.6 2.2H1.6" fill="none" />
  </At>
);

const Ace = ({ suit }: { readonly suit: Suit }) => {
  switch (suit) {
    case 'd':
      return <Eagle />;
    case 'h':
      return (
        <>
          {[-2, -1, 0, 1, 2].map((each) => (
            <At key={each} x={50 + each * 9} y={48} turn={each * 17}>
              <path d="M0 4V-22" strokeWidth={1.6} stroke={green} />
              <path d="M0 -8C-5 -10 -6 -14 -5 -16C-2 -15 0 -12 0 -8Z" fill={green} />
              <At x={0} y={-25} scale={each % 2 === 0 ? 1 : 0.8}>
                <path d={petals(6, 9, 5)} fill={each % 2 === 0 ? red : blue} strokeWidth={0.7} />
                <circle r={2.4} fill={gold} />
              </At>
            </At>
          ))}
          <At x={50} y={94} scale={3.9}>
            <Cup />
          </At>
          {spread(5, 20, 80).map((x) => (
            <circle key={x} cx={x} cy={95.5 - ((x - 50) / 16) ** 2} r={2.4} fill={gold} />
          ))}
        </>
      );
    case 's':
      return (
        <>
          <Wreath />
          <At x={50} y={76} scale={2.55}>
            <Sword />
          </At>
          <Ribbon y={142} />
        </>
      );
    case 'c':
      return (
        <>
          <Twice x={50}>
            {[28, 56, 84].map((y) => (
              <At key={y} x={35} y={y} turn={-40}>
                <path d="M10 12C-4 10 -14 2 -16 -12C-2 -10 8 -2 10 12Z" fill={green} />
                <path d="M10 12L-12 -8" fill="none" />
              </At>
            ))}
          </Twice>
          <At x={50} y={74} scale={2.55}>
            <Club />
          </At>
          <Ribbon y={140} />
        </>
      );
  }
};

const Wreath = () => (
  <Twice x={50}>
    <path d="M50 118C22 112 14 84 22 54" fill="none" stroke={green} strokeWidth={1.8} />
    {[0, 1, 2, 3, 4, 5].map((each) => (
      <At
        key={each}
        x={[41, 30, 23, 19.5, 19.5, 22][each]!}
        y={[114, 105, 94, 81, 68, 56][each]!}
        turn={[-80, -55, -35, -15, 0, 12][each]!}
      >
        <path d="M0 3C-7 -1 -7 -9 0 -14C7 -9 7 -1 0 3Z" fill={green} />
        <path d="M0 3V-9" strokeWidth={0.7} />
        <circle cx={7} cy={0} r={2.1} fill={red} />
      </At>
    ))}
  </Twice>
);

const Ribbon = ({ y }: { readonly y: number }) => (
  <At x={50} y={y}>
    <path d="M-34 -4L-44 -12L-40 -2L-46 8L-32 6ZM34 -4L44 -12L40 -2L46 8L32 6Z" fill={gold} />
    <path d="M-36 -8C-18 2 18 2 36 -8V6C18 16 -18 16 -36 6Z" fill={red} />
    <path
      d="M-33 -3.6C-16 5 16 5 33 -3.6M-33 3.4C-16 12 16 12 33 3.4"
      fill="none"
      stroke={gold}
      strokeWidth={0.8}
    />
  </At>
);

const feather = (length: number): string =>
  `M-5 0C-7 ${-length * 0.6} -4 ${4 - length} 0 ${-length}C4 ${4 - length} 7 ${-length * 0.6} 5 0Z`;

const Eagle = () => (
  <>
    <Twice x={50}>
      {[0, 1, 2, 3, 4, 5].map((each) => (
        <At key={each} x={38} y={84} turn={-118 + each * 22}>
          <path
            d={feather([22, 28, 33, 36, 40, 40][each]!)}
            fill={each % 2 === 0 ? line : '#5a4a3c'}
            stroke={gold}
            strokeWidth={0.7}
          />
        </At>
      ))}
      <path d="M40 112L26 128L22 140L30 134L32 142L37 133L42 138L44 124Z" fill={gold} />
      <path
        d="M46 60C44 50 42 44 36 42C30 40 26 44 22 47C27 48 30 49 32 51C36 54 38 60 40 68Z"
        fill={line}
      />
      <path d="M33 43L22 47L31 49Z" fill={gold} />
      <circle cx={35.4} cy={45.6} r={1.3} fill={gold} stroke="none" />
    </Twice>
    <path
      d="M50 56C36 58 30 76 33 96C35 110 44 118 50 120C56 118 65 110 67 96C70 76 64 58 50 56Z"
      fill={line}
    />
    {[-2, -1, 0, 1, 2].map((each) => (
      <At key={each} x={50 + each * 4} y={114} turn={each * -14}>
        <path
          d="M-4 0L-5 32L0 40L5 32L4 0Z"
          fill={each % 2 === 0 ? line : '#5a4a3c'}
          stroke={gold}
          strokeWidth={0.7}
        />
      </At>
    ))}
    <At x={50} y={30} scale={1.35}>
      <path d="M-10 4L-12 -7L-6 -3L0 -11L6 -3L12 -7L10 4Q0 1 -10 4Z" fill={gold} />
      <path d="M-10 4Q0 1 10 4L9.6 7Q0 4 -9.6 7Z" fill={red} />
      <circle cy={-11.6} r={1.8} fill={blue} />
    </At>
    <At x={50} y={88} scale={2.15}>
      <Coin />
    </At>
  </>
);

const YOUNG: Readonly<Record<Suit, Dress>> = {
  d: { looks: { hat: 'cap', hatInk: red, hair }, coat: blue, trim: gold, other: red },
  h: { looks: { hat: 'beret', hatInk: blue, hair: '#c98a2b' }, coat: red, trim: gold, other: blue },
  s: { looks: { hat: 'helmet', hatInk: '#a9c4d8', hair }, coat: green, trim: gold, other: red },
  c: { looks: { hat: 'turban', hatInk: paper, hair: line }, coat: gold, trim: red, other: blue },
};
const RIDERS: Readonly<Record<Suit, Dress>> = {
  d: { looks: { hat: 'beret', hatInk: green, hair }, coat: red, trim: gold, other: blue },
  h: { looks: { hat: 'cap', hatInk: blue, hair: '#c98a2b' }, coat: green, trim: gold, other: red },
  s: { looks: { hat: 'turban', hatInk: paper, hair: line }, coat: blue, trim: gold, other: red },
  c: { looks: { hat: 'helmet', hatInk: gold, hair }, coat: red, trim: gold, other: green },
};
const KINGS: Readonly<Record<Suit, Dress>> = {
  d: { looks: king('#e9e2d2'), coat: red, trim: gold, other: blue },
  h: { looks: king('#a8642c'), coat: blue, trim: gold, other: red },
  s: { looks: king('#4b3325'), coat: gold, trim: red, other: blue },
  c: { looks: king('#8b857b'), coat: green, trim: gold, other: red },
};

function king(beard: string): Looks {
  return { hat: 'crown', hatInk: gold, hair: beard, isBearded: true };
}

/** What a hand at this place holds up. */
const Held = ({ suit, x, y }: { readonly suit: Suit; readonly x: number; readonly y: number }) => {
  const Pip = PIP[suit];
  const lift = { d: 15, h: 15, s: 16, c: 16 }[suit];
  const scale = { d: 1.4, h: 1.35, s: 1.25, c: 1.25 }[suit];
  return (
    <At x={x} y={y - lift * (suit === 'd' ? 1 : scale)} scale={scale}>
      <Pip />
    </At>
  );
};

const Hand = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <circle cx={x} cy={y} r={3.6} fill={skin} />
);

const Ground = () => (
  <>
    <path d="M6 158C8 150 26 146 50 147C74 146 92 150 94 158Z" fill={green} />
    <path d="M16 152L18 147L20 152M76 151L79 146L81 151M47 150L49 146L51 150" fill="none" />
  </>
);

const Fante = ({ suit }: { readonly suit: Suit }) => {
  const { looks, coat, trim, other } = YOUNG[suit];
  return (
    <>
      <Ground />
      <Limb d="M45 100L43 124L40 146" fill={other} width={9} />
      <Limb d="M57 100L60 124L62 146" fill={trim} width={9} />
      <path
        d="M46 143C46 149 46 152 45 153H27C27 148 33 147 36 143ZM57 143C57 149 57 152 58 153H76C76 148 70 147 67 143Z"
        fill={hair}
      />
      <Limb d="M66 62L81 78L68 89" fill={other} width={9} />
      <path
        d="M37 57C43 52 58 52 65 57L65 80L72 108C66 112 62 106 57 111C53 106 49 106 45 111C40 106 36 112 30 108L37 80Z"
        fill={coat}
      />
      <path d="M47 56L45 108M56 56L58 108" fill="none" stroke={trim} strokeWidth={1.4} />
      {[64, 70, 76].map((y) => (
        <circle key={y} cx={51.5} cy={y} r={1.5} fill={trim} strokeWidth={0.7} />
      ))}
      <path d="M37 80Q51 86 65 80L66 86Q51 92 35.6 86Z" fill={trim} />
      <Hand x={66} y={89} />
      <Held suit={suit} x={20} y={72} />
      <Limb d="M38 62L27 82L20 74" fill={other} width={9} />
      <Hand x={20} y={71} />
      <path d="M39 56C43 62 59 62 63 56C60 51 42 51 39 56Z" fill={paper} />
      <At x={51} y={37} scale={1.18}>
        <Head inks={INKS.neapolitan} looks={looks} />
      </At>
    </>
  );
};

const Cavallo = ({ suit }: { readonly suit: Suit }) => {
  const { looks, coat, trim, other } = RIDERS[suit];
  const hide = { d: '#f0e6d2', h: '#b9794a', s: '#6a5a55', c: '#d9cfc4' }[suit];
  const mane = { d: '#c98a2b', h: '#5a3620', s: line, c: '#8b857b' }[suit];
  return (
    <>
      <Ground />
      <path d="M86 98C96 100 98 116 93 134C90 126 90 116 84 110Z" fill={mane} />
      <path
        d="M72 118L68 134L70 151H78L77 134L82 120ZM38 114L22 118L20 132L26 134L30 125L44 124Z"
        fill={hide}
      />
      <path d="M19.4 129L18 138H26L27 132Z" fill={line} />
      <path
        d="M33 64C44 68 54 80 58 92C64 95 72 95 78 94C89 95 93 104 90 115C88 122 85 126 87 134L88 151H79L78 136C76 128 75 124 73 121C64 126 54 126 47 122L47 136L48 151H39L38 136L35 120C30 114 28 106 30 98C31 93 30 90 28 88C23 92 18 95 13 95C8 94 8 89 11 86L23 71C26 67 29 65 33 64Z"
        fill={hide}
      />
      <path d="M79 146H88V152H78ZM39 146H48V152H38Z" fill={line} />
      <path d="M70 147H78V152H69Z" fill={line} />
      <path
        d="M31 65L32 56L38 66C48 70 56 80 60 92C54 90 52 88 50 84C49 87 47 84 46 80C44 83 42 80 41 76C38 77 36 73 33 68Z"
        fill={mane}
      />
      <circle cx={24} cy={76} r={1.5} fill={line} stroke="none" />
      <path d="M11 90Q14 91 16 89" fill="none" />
      <path
        d="M17 80L24 89M26 69L33 83M16 84C24 88 34 92 52 88"
        fill="none"
        stroke={red}
        strokeWidth={1.8}
      />
      <path d="M48 94C58 98 70 98 80 93L82 112C72 118 58 118 48 112Z" fill={other} />
      <path d="M48 109C58 115 72 115 82 109L82 112C72 118 58 118 48 112Z" fill={trim} />
      <Limb d="M62 90L56 108L58 122" fill={trim === gold ? paper : trim} width={9} />
      <path d="M53 116H63L62 128H48C48 124 53 124 53 116Z" fill={hair} />
      <Held suit={suit} x={84} y={66} />
      <path d="M50 57C56 52 70 52 76 57L76 80L80 98C70 102 58 102 49 98L51 80Z" fill={coat} />
      <path d="M63 56V99" fill="none" stroke={trim} strokeWidth={2} />
      <path d="M51 79Q63 85 76 79L77 84Q63 90 50 84Z" fill={trim} />
      <Limb d="M74 62L86 79L85 68" fill={coat} width={8.4} />
      <Hand x={84.6} y={66} />
      <Limb d="M52 62L46 76L50 86" fill={coat} width={8.4} />
      <Hand x={50} y={88} />
      <path d="M52 56C55 61 71 61 74 56C71 51 55 51 52 56Z" fill={paper} />
      <At x={63} y={38} scale={1.08}>
        <Head inks={INKS.neapolitan} looks={looks} />
      </At>
    </>
  );
};

const Re = ({ suit }: { readonly suit: Suit }) => {
  const { looks, coat, trim, other } = KINGS[suit];
  return (
    <>
      <Ground />
      <path d="M34 58C24 70 14 120 10 150C24 156 76 156 90 150C86 120 76 70 66 58Z" fill={other} />
      <path d="M10 150L11 142C26 148 74 148 89 142L90 150C76 156 24 156 10 150Z" fill={paper} />
      <g fill={line} stroke="none">
        {spread(9, 12, 88).map((x) => (
          <path key={x} d={`M${x} ${146 + 4 * Math.cos((x - 50) / 25)}l-1.2 4.4h2.4z`} />
        ))}
      </g>
      <path d="M38 57C44 53 56 53 62 57L66 90L72 144C60 148 40 148 28 144L34 90Z" fill={coat} />
      <path d="M46 57L43 146H57L54 57Z" fill={trim} />
      {[70, 84, 104, 118, 132].map((y) => (
        <path
          key={y}
          d={`M50 ${y - 5}l4 5l-4 5l-4 -5z`}
          fill={y % 4 === 0 ? other : red}
          strokeWidth={0.7}
        />
      ))}
      <path d="M34 90Q50 97 66 90L66.6 95Q50 102 33.4 95Z" fill={paper} />
      <path d="M79 44L84 110" strokeWidth={4.6} />
      <path d="M79 44L84 110" stroke={gold} strokeWidth={2.4} />
      <At x={78.6} y={40}>
        <path d={petals(5, 8, 5)} fill={gold} />
        <circle r={2.2} fill={red} />
      </At>
      <Limb d="M65 64L78 84L81 78" fill={coat} width={10} />
      <Hand x={81} y={75} />
      <Held suit={suit} x={19} y={76} />
      <Limb d="M36 64L24 86L20 80" fill={coat} width={10} />
      <Hand x={19} y={76} />
      <path d="M33 62C36 52 64 52 67 62C62 70 38 70 33 62Z" fill={paper} />
      <g fill={line} stroke="none">
        {[40, 50, 60].map((x) => (
          <path key={x} d={`M${x} 61l-1.2 4h2.4z`} />
        ))}
      </g>
      <At x={50} y={38} scale={1.22}>
        <Head inks={INKS.neapolitan} looks={looks} />
      </At>
    </>
  );
};

export default Face;
