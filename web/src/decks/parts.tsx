/**
 * What every drawing is made of: places, limbs, stars, heads. One unit is a hundredth of a card’s
 * width.
 */
import { type ReactNode, useId } from 'react';
import type { Inks } from './deck.js';

/** The width of every card. */
export const WIDTH = 100;

/** How thick an outline is. */
const LINE = 1.1;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  /** In degrees, clockwise. */
  readonly turn?: number;
  readonly isMirrored?: boolean;
  readonly children: ReactNode;
}

/** Draws around a point. Outlines are as thick as everywhere, whatever the scale. */
export const At = ({ x, y, scale = 1, turn = 0, isMirrored = false, children }: Place) => (
  <g
    transform={`translate(${x} ${y}) rotate(${turn}) scale(${isMirrored ? -scale : scale} ${scale})`}
    strokeWidth={LINE / scale}
  >
    {children}
  </g>
);

interface Window {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

/**
 * What of it lies within the window. (A drawing within a drawing would do the same in a browser,
 * but the film’s canvas cuts nothing off there.)
 */
export const Clipped = ({ children, ...window }: Window) => {
  const id = useId();
  return (
    <>
      <clipPath id={id}>
        <rect {...window} />
      </clipPath>
      <g clipPath={`url(#${id})`}>{children}</g>
    </>
  );
};

/** Both halves of what is the same on the left and on the right of `x`. */
export const Twice = ({ x, children }: { readonly x: number; readonly children: ReactNode }) => (
  <>
    {children}
    <g transform={`translate(${2 * x} 0) scale(-1 1)`}>{children}</g>
  </>
);

/** An arm or a leg: a line as thick as it is, with an outline. */
export const Limb = ({ d, fill, width = 8 }: { d: string; fill: string; width?: number }) => (
  <g fill="none" strokeLinecap="round">
    <path d={d} strokeWidth={width + 2 * LINE} />
    <path d={d} stroke={fill} strokeWidth={width} />
  </g>
);

/** A path with so many points, between two circles. */
export const star = (points: number, outer: number, inner: number, turn = 0): string => {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points - Math.PI / 2 + turn;
    const radius = index % 2 === 0 ? outer : inner;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
};

/** A path of so many petals around a point. */
export const petals = (count: number, length: number, width: number): string =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const point = (along: number, across: number): string =>
      `${(along * cos - across * sin).toFixed(2)} ${(along * sin + across * cos).toFixed(2)}`;
    return `M0 0Q${point(length * 0.5, width)} ${point(length, 0)}Q${point(length * 0.5, -width)} 0 0Z`;
  }).join('');

/** Points evenly spread on a line. */
export const spread = (count: number, from: number, to: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 0.5)) / count);

type Hat = 'crown' | 'cap' | 'beret' | 'helmet' | 'turban' | 'diadem';

export interface Looks {
  readonly hat: Hat;
  /** The colour of the hat. */
  readonly hatInk: string;
  readonly hair: string;
  readonly isBearded?: boolean;
  readonly isLongHaired?: boolean;
}

/** A head around the point between the eyes: ten wide each way, the chin at eleven. */
export const Head = ({ inks, looks }: { readonly inks: Inks; readonly looks: Looks }) => {
  const { hat, hatInk, hair, isBearded = false, isLongHaired = false } = looks;
  return (
    <>
      <path
        d={
          isLongHaired
            ? 'M-9 -6C-13 4 -14 14 -12 22C-8 23 -6 20 -6 14L6 14C6 20 8 23 12 22C14 14 13 4 9 -6Z'
            : 'M-9 -6C-12 2 -13 9 -11 13C-8 14 -6 12 -5 9L5 9C6 12 8 14 11 13C13 9 12 2 9 -6Z'
        }
        fill={hair}
      />
      <path d="M-8 -5C-9 5 -5 11.5 0 11.5C5 11.5 9 5 8 -5C8 -10 -8 -10 -8 -5Z" fill={inks.skin} />
      {isBearded && (
        <path
          d="M-8.3 0C-9 10 -5 18 0 19C5 18 9 10 8.3 0C7 4 5 5 2.6 4.3C1 3.6 -1 3.6 -2.6 4.3C-5 5 -7 4 -8.3 0Z"
          fill={hair}
        />
      )}
      <g stroke="none">
        <g fill={inks.red} opacity={0.4}>
          <circle cx={-5.2} cy={3} r={1.7} />
          <circle cx={5.2} cy={3} r={1.7} />
        </g>
        <ellipse cx={-3.3} cy={-0.4} rx={0.9} ry={1.1} fill={inks.line} />
        <ellipse cx={3.3} cy={-0.4} rx={0.9} ry={1.1} fill={inks.line} />
        <path d="M-2.3 6.6Q-1 5.8 0 6.3Q1 5.8 2.3 6.6Q0 8.8 -2.3 6.6Z" fill={inks.red} />
      </g>
      <path
        d="M-5.4 -2.6Q-3.4 -4 -1.7 -2.7M1.7 -2.7Q3.4 -4 5.4 -2.6M0.2 -2L-1 3.2Q0 4.2 1 3.6"
        fill="none"
        strokeWidth={0.8}
      />
      <HatOf hat={hat} ink={hatInk} inks={inks} />
    </>
  );
};

const HatOf = ({ hat, ink, inks }: { hat: Hat; ink: string; inks: Inks }) => {
  switch (hat) {
    case 'crown':
      return (
        <>
          <path d="M-10 -6L-12.5 -17L-6 -12L0 -20L6 -12L12.5 -17L10 -6Q0 -9.5 -10 -6Z" fill={ink} />
          <path d="M-10 -6L-10.6 -8.6Q0 -12.5 10.6 -8.6L10 -6Q0 -9.5 -10 -6Z" fill={inks.red} />
          {[-12.5, 0, 12.5].map((x) => (
            <circle key={x} cx={x} cy={x === 0 ? -20.5 : -17.5} r={1.7} fill={inks.blue} />
          ))}
        </>
      );
    case 'diadem':
      return (
        <>
          <path d="M-10 -5C-11 -16 11 -16 10 -5C6 -10 -6 -10 -10 -5Z" fill={inks.hair} />
          <path d="M-9.5 -9L-9 -15L-5 -12.5L0 -19L5 -12.5L9 -15L9.5 -9Q0 -13 -9.5 -9Z" fill={ink} />
          <circle cx={0} cy={-13.4} r={1.5} fill={inks.red} />
        </>
      );
    case 'cap':
      return (
        <>
          <path d="M8 -12C12 -23 21 -26 25 -20C20 -19 15 -15 10 -8Z" fill={inks.gold} />
          <path d="M-11 -5C-14 -15 -5 -19 3 -18C11 -17 14 -11 11 -5Q0 -10 -11 -5Z" fill={ink} />
          <path d="M-11 -5L-11.3 -8Q0 -13.4 11.3 -8L11 -5Q0 -10 -11 -5Z" fill={inks.gold} />
        </>
      );
    case 'beret':
      return (
        <>
          <path d="M-8 -14C-14 -26 -22 -24 -24 -17C-18 -18 -14 -14 -10 -9Z" fill={inks.paper} />
          <path d="M-14 -8C-16 -17 -4 -19 2 -18C12 -17 16 -12 13 -7Q0 -12 -14 -8Z" fill={ink} />
          <path d="M-10 -6Q0 -10.5 10 -6L10.5 -9Q0 -13 -10.5 -9Z" fill={inks.gold} />
        </>
      );
    case 'helmet':
      return (
        <>
          <path d="M0 -18C-4 -29 -16 -27 -17 -19C-12 -22 -6 -19 0 -15Z" fill={inks.red} />
          <path d="M-11 -3C-13 -15 -6 -19 0 -19C6 -19 13 -15 11 -3L8 -6Q0 -9 -8 -6Z" fill={ink} />
          <path d="M0 -19V-8M-11 -6Q0 -12 11 -6" fill="none" />
        </>
      );
    case 'turban':
      return (
        <>
          <path d="M-12 -5C-15 -16 -6 -20 0 -20C6 -20 15 -16 12 -5Q0 -11 -12 -5Z" fill={ink} />
          <path
            d="M-12 -8C-6 -16 4 -17 12 -15M-9 -17C0 -16 8 -12 12 -7M-11 -12Q-4 -8 0 -8.6"
            fill="none"
          />
          <path d="M-2 -13C-3 -22 1 -27 3 -28C5 -23 4 -17 2 -13Z" fill={inks.gold} />
          <circle cx={0} cy={-12.5} r={2.3} fill={inks.red} />
        </>
      );
  }
};
