/** What a solo game is known by: two cards, one on the other. */
import type { ReactNode } from 'react';
import type { SoloGame } from '../../../src/solo/game.js';
import { GLYPHS, SHAPES } from '../decks/prints.js';

const RED = '#b8141f';
const BLACK = '#1a1a20';

interface Props {
  readonly game: SoloGame;
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
}

/** Who shows it names the game. */
export const GameSign = ({ game, className }: Props) => (
  <svg className={className} viewBox="0 0 66 54" aria-hidden="true">
    {DRAWINGS[game]}
  </svg>
);

interface PaperProps {
  readonly x: number;
  readonly turn: number;
  readonly children: ReactNode;
}

const Paper = ({ x, turn, children }: PaperProps) => (
  <g transform={`translate(${x} 28) rotate(${turn})`}>
    <rect x={-16} y={-23} width={32} height={46} rx={4} fill="#fdfcf8" stroke="#00000055" />
    {children}
  </g>
);

interface PrintProps {
  readonly path: string;
  readonly ink: string;
}

const Index = ({ path, ink }: PrintProps) => (
  <path
    d={path}
    transform="translate(0 -8) scale(1.05)"
    fill="none"
    stroke={ink}
    strokeWidth={3}
    strokeLinecap="round"
    strokeLinejoin="round"
  />
);

const Suit = ({ path, ink }: PrintProps) => (
  <path d={path} transform="translate(0 11) scale(0.8)" fill={ink} />
);

const Back = ({ ink }: { readonly ink: string }) => (
  <>
    <rect x={-13} y={-20} width={26} height={40} rx={2} fill={ink} />
    <path
      d="M-13 -7L0 -20L13 -7M-13 7L0 -6L13 7M-13 20L0 7L13 20"
      fill="none"
      stroke="#fdfcf8"
      opacity={0.6}
    />
  </>
);

/** A coin, as on the cards of Italian decks. */
const Coin = ({ y, size }: { readonly y: number; readonly size: number }) => (
  <g transform={`translate(0 ${y}) scale(${size})`} stroke="#7a4521">
    <circle r={8} fill="#f5bd2e" />
    <circle r={4.6} fill="#cf2a2a" />
    <path d="M0 -4.6L1.3 -1.3L4.6 0L1.3 1.3L0 4.6L-1.3 1.3L-4.6 0L-1.3 -1.3Z" fill="#fdf8ea" />
  </g>
);

const DRAWINGS: Readonly<Record<SoloGame, ReactNode>> = {
  punto_e_banco: (
    <>
      <Paper x={42} turn={11}>
        <Back ink="#22468c" />
      </Paper>
      <Paper x={25} turn={-7}>
        <Index path={GLYPHS['9']} ink={RED} />
        <Suit path={SHAPES.h} ink={RED} />
      </Paper>
    </>
  ),
  sette_e_mezzo: (
    <>
      <Paper x={42} turn={11}>
        <Back ink="#3d8b45" />
      </Paper>
      <Paper x={25} turn={-7}>
        <Coin y={-11} size={0.95} />
        <Coin y={9} size={1.25} />
      </Paper>
    </>
  ),
  blackjack: (
    <>
      <Paper x={42} turn={11}>
        <Index path={GLYPHS.J} ink={RED} />
        <Suit path={SHAPES.d} ink={RED} />
      </Paper>
      <Paper x={25} turn={-7}>
        <Index path={GLYPHS.A} ink={BLACK} />
        <Suit path={SHAPES.s} ink={BLACK} />
      </Paper>
    </>
  ),
};
