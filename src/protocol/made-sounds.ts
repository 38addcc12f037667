/**
 * How the game sounds, as figures: the page’s browser makes its sounds by them, and the demo’s film
 * those of its table. What slides or turns is filtered noise, what is struck rings in partials that
 * are no whole multiples of each other.
 */

export type Sound =
  | 'chip'
  | 'card'
  | 'deal'
  | 'flip'
  | 'lastBets'
  | 'closed'
  | 'win'
  | 'push'
  | 'lose';

/** After so many ms from the sound’s beginning, a tone that fades. */
export interface Struck {
  readonly atMs: number;
  readonly hz: number;
  readonly ms: number;
  readonly loudness: number;
}

/** Noise in a band that moves from one pitch to another, and swells before it fades. */
export interface Rubbed {
  readonly atMs: number;
  readonly fromHz: number;
  readonly toHz: number;
  /** How narrow the band is. */
  readonly q: number;
  readonly swellMs: number;
  readonly ms: number;
  readonly loudness: number;
}

export interface Made {
  readonly struck?: readonly Struck[];
  readonly rubbed?: readonly Rubbed[];
}

/** A bell: its strike note, and two partials that fade sooner. */
const bell = (atMs: number, hz: number, ms: number, loudness: number): readonly Struck[] => [
  { atMs, hz, ms, loudness },
  { atMs, hz: hz * 2.76, ms: ms * 0.45, loudness: loudness * 0.35 },
  { atMs, hz: hz * 5.4, ms: ms * 0.2, loudness: loudness * 0.15 },
];

/** Clay on clay: short, bright, and no note. */
const clay = (atMs: number, loudness: number): readonly Struck[] => [
  { atMs, hz: 2_350, ms: 46, loudness },
  { atMs, hz: 3_720, ms: 30, loudness: loudness * 0.7 },
  { atMs, hz: 5_140, ms: 18, loudness: loudness * 0.5 },
];

const SLIDE: Rubbed = {
  ...{ atMs: 0, fromHz: 1_500, toHz: 4_200, q: 0.8 },
  ...{ swellMs: 45, ms: 190, loudness: 0.2 },
};
const SNAP: Rubbed = {
  ...{ atMs: 60, fromHz: 3_400, toHz: 1_100, q: 1.4 },
  ...{ swellMs: 4, ms: 60, loudness: 0.3 },
};
const FLIP: readonly Rubbed[] = [
  { ...SLIDE, fromHz: 2_600, toHz: 3_600, swellMs: 20, ms: 70, loudness: 0.1 },
  SNAP,
];
/** A card that is turned as it comes is turned so long after it has left the shoe. */
const TURNED_MS = 210;

export const SOUNDS: Readonly<Record<Sound, Made>> = {
  chip: { struck: [...clay(0, 0.1), ...clay(42, 0.05)] },
  card: { rubbed: [SLIDE] },
  deal: { rubbed: [SLIDE, ...FLIP.map((each) => ({ ...each, atMs: each.atMs + TURNED_MS }))] },
  flip: { rubbed: FLIP },
  lastBets: { struck: [...bell(0, 880, 260, 0.08), ...bell(150, 880, 260, 0.06)] },
  closed: { struck: [...bell(0, 660, 320, 0.08), ...bell(120, 440, 480, 0.08)] },
  win: {
    struck: [523, 659, 784, 1_047].flatMap((hz, index) => bell(index * 95, hz, 620, 0.09)),
  },
  push: { struck: [...bell(0, 523, 260, 0.06), ...bell(130, 523, 320, 0.045)] },
  lose: { struck: [...bell(0, 330, 320, 0.04), ...bell(150, 262, 420, 0.035)] },
};

/** What fades has faded here. */
export const SILENCE = 0.001;
