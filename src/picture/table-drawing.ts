/**
 * The table from above, drawn for a moment: felt, shoe and discard tray, the cards as they slide,
 * turn and are squeezed open, totals, the winner’s light, and the chips as they are taken and paid.
 */
import { SIDES, type Side } from '../punto-banco/outcome.js';
import type { Brush } from './brush.js';
import { CARD_HEIGHT, CARD_WIDTH, type PrintedCards, drawCard } from './card-drawing.js';
import { drawPile } from './chip-drawing.js';
import type { ShownPile } from './piles.js';
import { SLIDE_MS, openMs } from '../protocol/card-times.js';
import { type DealtCard, type Scene, TAKE_MS, outcomeSeen, pilesSeen, totalSeen } from './scene.js';

export const WIDTH = 640;
export const HEIGHT = 360;

const SHOE = { x: 578, y: 62 };
const TRAY = { x: 56, y: 60 };
const MIDDLE_X: Readonly<Record<Side, number>> = { punto: 146, banco: 494 };
const CARDS_Y = 176;
const NAMES: Readonly<Record<Side, string>> = { punto: 'PUNTO', banco: 'BANCO' };
const LIGHT: Readonly<Record<Side, string>> = { punto: '#6fa8ff', banco: '#ff7d78' };
const SANS = '"DejaVu Sans", "Liberation Sans", sans-serif';
const GOLD = '#e6c473';
/** Between the two boxes, one below the other. */
const SPOTS = { banco: 118, egalite: 162, punto: 206 } as const;
type ChipSpot = keyof typeof SPOTS;
const SPOT_NAMES = Object.keys(SPOTS) as ChipSpot[];
const SPOT_X = 320;
const SPOT_INKS = { banco: '#ff7d78', egalite: '#7fe3b2', punto: '#6fa8ff' } as const;
/** What is paid lies so far beside the stake. */
const BESIDE = 25;
/** The dealer’s chips come from there, and the players’ go there. */
const FLOAT_Y = 20;
const PLAYERS_Y = 400;

interface Pose {
  readonly x: number;
  readonly y: number;
  /** In radians. */
  readonly angle: number;
}

interface Moment {
  readonly nowMs: number;
  /** The hour as it is written on the table. */
  readonly clock: string;
  readonly cards: PrintedCards;
}

export const drawTable = (brush: Brush, scene: Scene, { nowMs, clock, cards }: Moment): void => {
  const outcome = outcomeSeen(scene, nowMs);
  drawFelt(brush);
  drawSpots(brush);
  for (const side of SIDES) {
    drawBox(brush, side, outcome === side);
    drawTotal(brush, side, totalSeen(scene, side, nowMs));
  }
  drawShoe(brush, cards);
  drawTray(brush, cards);
  const gone = (nowMs - scene.takenAtMs) / TAKE_MS;
  if (gone < 1) {
    for (const dealt of scene.taken) drawTaken(brush, cards, { dealt, share: gone });
    for (const pile of scene.takenPiles) drawChips(brush, pile, eased(gone));
  }
  for (const pile of pilesSeen(scene, nowMs)) drawChips(brush, pile, 0);
  for (const dealt of scene.cards) drawDealt(brush, cards, { dealt, nowMs });
  if (outcome === 'egalite') write(brush, { text: 'EGALITÉ', x: WIDTH / 2, y: 262, size: 22 });
  else if (outcome !== undefined) {
    write(brush, { text: 'WIN', x: MIDDLE_X[outcome], y: 262, size: 20, colour: LIGHT[outcome] });
  }
  // At the side: what the page writes over the picture’s foot begins on the left.
  write(brush, { text: clock, x: WIDTH - 112, y: 336, size: 13, align: 'right' });
};

const drawFelt = (brush: Brush): void => {
  const felt = brush.createRadialGradient(320, 120, 20, 320, 180, 420);
  felt.addColorStop(0, '#1a7c5c');
  felt.addColorStop(0.6, '#0e5240');
  felt.addColorStop(1, '#062a20');
  brush.fillStyle = felt;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  const wood = brush.createLinearGradient(0, 0, 0, 34);
  wood.addColorStop(0, '#2a140a');
  wood.addColorStop(0.7, '#5d3318');
  wood.addColorStop(1, '#241008');
  brush.fillStyle = wood;
  brush.fillRect(0, 0, WIDTH, 30);
  brush.strokeStyle = 'rgba(230, 196, 115, 0.5)';
  brush.lineWidth = 1.5;
  brush.beginPath();
  brush.arc(320, -640, 960, 0.3 * Math.PI, 0.7 * Math.PI);
  brush.stroke();
};

const drawBox = (brush: Brush, side: Side, hasWon: boolean): void => {
  const x = MIDDLE_X[side];
  brush.beginPath();
  brush.roundRect(x - 126, 80, 252, 154, 14);
  if (hasWon) {
    brush.globalAlpha = 0.3;
    brush.fillStyle = LIGHT[side];
    brush.fill();
    brush.globalAlpha = 1;
  }
  brush.lineWidth = hasWon ? 4 : 1.5;
  brush.strokeStyle = hasWon ? LIGHT[side] : 'rgba(230, 196, 115, 0.55)';
  brush.stroke();
  write(brush, { text: NAMES[side], x: x - 22, y: 102, size: 20, colour: LIGHT[side] });
};

/** Where the chips are: a circle for each main spot. */
const drawSpots = (brush: Brush): void => {
  for (const spot of SPOT_NAMES) {
    brush.beginPath();
    brush.arc(SPOT_X - 12, SPOTS[spot], 17, 0, 2 * Math.PI);
    brush.fillStyle = 'rgba(0, 0, 0, 0.2)';
    brush.fill();
    brush.lineWidth = 1.5;
    brush.strokeStyle = SPOT_INKS[spot];
    brush.stroke();
  }
};

/** `back`: how far they have gone back to the players, 0–1. */
const drawChips = (brush: Brush, { spot, pile, isPaid, away }: ShownPile, back: number): void => {
  const name = SPOT_NAMES.find((each) => each === spot);
  if (name === undefined) return;
  const way = eased(away);
  const y = SPOTS[name] + (FLOAT_Y - SPOTS[name]) * way;
  const x = SPOT_X - 12 + (isPaid ? BESIDE : 0);
  drawPile(brush, { pile, x, y: y + (PLAYERS_Y - y) * back });
};

const drawTotal = (brush: Brush, side: Side, total: number | undefined): void => {
  const x = MIDDLE_X[side] + 52;
  brush.beginPath();
  brush.arc(x, 102, 17, 0, 2 * Math.PI);
  brush.fillStyle = 'rgba(0, 0, 0, 0.45)';
  brush.fill();
  brush.strokeStyle = GOLD;
  brush.lineWidth = 1.5;
  brush.stroke();
  if (total !== undefined) write(brush, { text: String(total), x, y: 103, size: 20 });
};

const drawShoe = (brush: Brush, { back }: PrintedCards): void => {
  brush.save();
  brush.translate(SHOE.x, SHOE.y);
  brush.rotate(-0.5);
  brush.beginPath();
  brush.roundRect(-34, -44, 92, 76, 8);
  const shell = brush.createLinearGradient(-34, -44, 58, 32);
  shell.addColorStop(0, '#3a3d47');
  shell.addColorStop(1, '#0d0e12');
  brush.fillStyle = shell;
  brush.fill();
  brush.strokeStyle = 'rgba(255, 255, 255, 0.25)';
  brush.stroke();
  brush.translate(-14, -6);
  brush.rotate(Math.PI / 2);
  brush.scale(0.62, 0.62);
  drawCard(brush, back);
  brush.restore();
};

const drawTray = (brush: Brush, { back }: PrintedCards): void => {
  brush.save();
  brush.translate(TRAY.x, TRAY.y);
  brush.rotate(0.5);
  brush.beginPath();
  brush.roundRect(-38, -34, 76, 68, 8);
  brush.fillStyle = 'rgba(120, 20, 30, 0.55)';
  brush.fill();
  brush.strokeStyle = 'rgba(255, 255, 255, 0.25)';
  brush.stroke();
  brush.scale(0.62, 0.62);
  drawCard(brush, back);
  brush.restore();
};

/** The first two stand side by side, the third lies beside them on the far side. */
const placeOf = ({ seat: { side, position } }: DealtCard): Pose => {
  const middle = MIDDLE_X[side];
  const out = side === 'punto' ? -1 : 1;
  if (position === 3) return { x: middle + out * 79, y: CARDS_Y + 8, angle: Math.PI / 2 };
  const pairX = middle - out * 46;
  return { x: pairX + (position === 1 ? -36 : 36), y: CARDS_Y, angle: 0 };
};

const between = (from: Pose, to: Pose, share: number): Pose => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
  angle: from.angle + (to.angle - from.angle) * share,
});

/** Slows down towards the end. */
const eased = (share: number): number => 1 - (1 - Math.min(1, Math.max(0, share))) ** 3;

interface Drawn {
  readonly dealt: DealtCard;
  readonly nowMs: number;
}

const drawDealt = (brush: Brush, cards: PrintedCards, { dealt, nowMs }: Drawn): void => {
  const away: Pose = { ...SHOE, angle: -0.5 + Math.PI / 2 };
  const pose = between(away, placeOf(dealt), eased((nowMs - dealt.dealtAtMs) / SLIDE_MS));
  const sinceMs = nowMs - dealt.openedAtMs;
  const share = (sinceMs - SLIDE_MS) / (openMs(dealt.seat) - SLIDE_MS);
  brush.save();
  brush.translate(pose.x, pose.y);
  brush.rotate(pose.angle);
  const turned = { dealt, share };
  if (share <= 0) drawCard(brush, cards.back);
  else if (share >= 1) drawFace(brush, cards, dealt);
  else if (dealt.seat.position === 3) drawSqueezed(brush, cards, turned);
  else drawTurning(brush, cards, turned);
  brush.restore();
};

const drawFace = (brush: Brush, { faces, back }: PrintedCards, { card }: DealtCard): void =>
  drawCard(brush, faces.get(card) ?? back);

interface Turned {
  readonly dealt: DealtCard;
  /** Of its way, 0–1. */
  readonly share: number;
}

/** Over its long edge: narrow in the middle of the turn. */
const drawTurning = (brush: Brush, cards: PrintedCards, { dealt, share }: Turned): void => {
  brush.scale(Math.max(0.04, Math.abs(1 - 2 * share)), 1);
  if (share < 0.5) drawCard(brush, cards.back);
  else drawFace(brush, cards, dealt);
};

/** The face comes from below one edge, as far as the back is bent up. */
const drawSqueezed = (brush: Brush, cards: PrintedCards, { dealt, share }: Turned): void => {
  const seen = CARD_WIDTH * eased(share);
  drawCard(brush, cards.back);
  brush.save();
  brush.beginPath();
  brush.rect(-CARD_WIDTH / 2, -CARD_HEIGHT / 2, seen, CARD_HEIGHT);
  brush.clip();
  drawFace(brush, cards, dealt);
  const bend = brush.createLinearGradient(seen - CARD_WIDTH / 2 - 14, 0, seen - CARD_WIDTH / 2, 0);
  bend.addColorStop(0, 'rgba(0, 0, 0, 0)');
  bend.addColorStop(1, 'rgba(0, 0, 0, 0.5)');
  brush.fillStyle = bend;
  brush.fillRect(seen - CARD_WIDTH / 2 - 14, -CARD_HEIGHT / 2, 14, CARD_HEIGHT);
  brush.restore();
};

const drawTaken = (brush: Brush, cards: PrintedCards, { dealt, share }: Turned): void => {
  const pose = between(placeOf(dealt), { ...TRAY, angle: 0.5 }, eased(share));
  brush.save();
  brush.globalAlpha = 1 - 0.4 * share;
  brush.translate(pose.x, pose.y);
  brush.rotate(pose.angle);
  // A card of a void round that nobody has opened is taken as it lies.
  if (dealt.openedAtMs === Infinity) drawCard(brush, cards.back);
  else drawFace(brush, cards, dealt);
  brush.restore();
};

interface Writing {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour?: string;
  readonly align?: 'center' | 'right';
}

const write = (brush: Brush, { text, x, y, size, colour, align }: Writing): void => {
  brush.font = `bold ${size}px ${SANS}`;
  brush.textAlign = align ?? 'center';
  brush.textBaseline = 'middle';
  brush.fillStyle = 'rgba(0, 0, 0, 0.6)';
  brush.fillText(text, x + 1, y + 1);
  brush.fillStyle = colour ?? '#fff6df';
  brush.fillText(text, x, y);
};
