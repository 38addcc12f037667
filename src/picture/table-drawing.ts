/**
 * The table from above, drawn for a moment: what is printed and stands on it, the cards as they
 * slide, turn and are squeezed open, totals, the winner’s light, and the chips as they are taken
 * and paid.
 */
import { SIDES, type Side } from '../punto-banco/outcome.js';
import type { Spot } from '../punto-banco/spot.js';
import type { Brush } from './brush.js';
import { drawPile } from './chip-drawing.js';
import {
  type Area,
  BOXES,
  CARD_HEIGHT,
  CARD_WIDTH,
  FLOAT_Y,
  HEIGHT,
  MOUTH,
  PLAYERS_Y,
  type Pose,
  RESULT_Y,
  SHOE,
  SPOT_AREAS,
  TRAY,
  WIDTH,
  placeOf,
} from './layout.js';
import type { ShownPile } from './piles.js';
import { type Prints, drawCard } from './prints.js';
import { SLIDE_MS, openMs } from '../protocol/card-times.js';
import {
  type DealtCard,
  type Scene,
  TAKE_MS,
  outcomeSeen,
  pilesSeen,
  spotsWon,
  totalSeen,
} from './scene.js';
import { write } from './writing.js';

const NAMES: Readonly<Record<Side, string>> = { punto: 'PUNTO', banco: 'BANCO' };
const LIGHT: Readonly<Record<Side, string>> = { punto: '#6fa8ff', banco: '#ff7d78' };
const GOLD = '#e6c473';
/** What is printed on each spot, and in which colour. */
const SPOT_PRINT: Readonly<Record<Spot, readonly [name: string, ink: string]>> = {
  punto: ['PUNTO', LIGHT.punto],
  banco: ['BANCO', LIGHT.banco],
  egalite: ['EGALITÉ', '#7fe3b2'],
  punto_pair: ['P PAIR', LIGHT.punto],
  banco_pair: ['B PAIR', LIGHT.banco],
  either_pair: ['EITHER', GOLD],
  perfect_pair: ['PERFECT', GOLD],
  punto_bonus: ['P BONUS', LIGHT.punto],
  banco_bonus: ['B BONUS', LIGHT.banco],
  super_6: ['SUPER 6', GOLD],
};
/** Chips are so much smaller on the spots that are lower than the main ones. */
const SMALL = 0.8;
const isSmall = ({ height }: Area): boolean => height < SPOT_AREAS.get('punto')!.height;
/** What is paid lies so far beside the stake. */
const BESIDE = 18;

interface Moment {
  readonly nowMs: number;
  /** The hour as it is written on the table. */
  readonly clock: string;
  readonly prints: Prints;
}

export const drawTable = (brush: Brush, scene: Scene, { nowMs, clock, prints }: Moment): void => {
  const outcome = outcomeSeen(scene, nowMs);
  brush.drawImage(prints.felt, 0, 0, WIDTH, HEIGHT);
  const won = spotsWon(scene, nowMs);
  for (const [spot, area] of SPOT_AREAS)
    drawSpot(brush, spot, { area, hasWon: won.includes(spot) });
  for (const side of SIDES) {
    drawBox(brush, side, outcome === side);
    drawTotal(brush, side, totalSeen(scene, side, nowMs));
  }
  drawTray(brush, prints);
  const gone = (nowMs - scene.takenAtMs) / TAKE_MS;
  if (gone < 1) {
    for (const dealt of scene.taken) drawTaken(brush, prints, { dealt, share: gone });
    for (const pile of scene.takenPiles) drawChips(brush, pile, eased(gone));
  }
  for (const pile of pilesSeen(scene, nowMs)) drawChips(brush, pile, 0);
  for (const dealt of scene.cards) drawDealt(brush, prints, { dealt, nowMs });
  // A card comes out from under it.
  brush.drawImage(prints.shoe, SHOE.x, SHOE.y, SHOE.width, SHOE.height);
  if (outcome === 'egalite') write(brush, { text: 'EGALITÉ', x: WIDTH / 2, y: RESULT_Y, size: 20 });
  else if (outcome !== undefined) {
    const { x } = middleOf(BOXES[outcome]);
    write(brush, { text: 'WIN', x, y: RESULT_Y, size: 20, colour: LIGHT[outcome] });
  }
  // At the side: what the page writes over the picture’s foot begins on the left.
  write(brush, { text: clock, x: WIDTH - 112, y: 336, size: 13, align: 'right' });
};

const middleOf = ({ x, y, width, height }: Area) => ({ x: x + width / 2, y: y + height / 2 });

/** A name lies outwards of the middle, and the total inwards. */
const inwards = (side: Side): number => (side === 'punto' ? 1 : -1);
const HEAD_Y = 22;

const drawBox = (brush: Brush, side: Side, hasWon: boolean): void => {
  const { x, y, width, height } = BOXES[side];
  brush.beginPath();
  brush.roundRect(x, y, width, height, 14);
  if (hasWon) {
    brush.globalAlpha = 0.3;
    brush.fillStyle = LIGHT[side];
    brush.fill();
    brush.globalAlpha = 1;
  }
  brush.lineWidth = hasWon ? 4 : 1.5;
  brush.strokeStyle = hasWon ? LIGHT[side] : 'rgba(230, 196, 115, 0.55)';
  brush.stroke();
  const nameX = x + width / 2 - 22 * inwards(side);
  write(brush, { text: NAMES[side], x: nameX, y: y + HEAD_Y, size: 20, colour: LIGHT[side] });
};

const drawTotal = (brush: Brush, side: Side, total: number | undefined): void => {
  const x = middleOf(BOXES[side]).x + 52 * inwards(side);
  const y = BOXES[side].y + HEAD_Y;
  brush.beginPath();
  brush.arc(x, y, 17, 0, 2 * Math.PI);
  brush.fillStyle = 'rgba(0, 0, 0, 0.45)';
  brush.fill();
  brush.strokeStyle = GOLD;
  brush.lineWidth = 1.5;
  brush.stroke();
  if (total !== undefined) write(brush, { text: String(total), x, y: y + 1, size: 20 });
};

interface SpotPlace {
  readonly area: Area;
  readonly hasWon: boolean;
}

const drawSpot = (brush: Brush, spot: Spot, { area, hasWon }: SpotPlace): void => {
  const [text, ink] = SPOT_PRINT[spot];
  brush.beginPath();
  brush.roundRect(area.x, area.y, area.width, area.height, 5);
  brush.globalAlpha = hasWon ? 0.4 : 0.2;
  brush.fillStyle = hasWon ? ink : '#000';
  brush.fill();
  brush.globalAlpha = 1;
  brush.lineWidth = hasWon ? 2.5 : 1;
  brush.strokeStyle = ink;
  brush.stroke();
  const size = isSmall(area) ? 7 : 8.5;
  const at = { x: middleOf(area).x, y: area.y + area.height - size };
  write(brush, { text, ...at, size, ...(!hasWon && { colour: ink }) });
};

/** `back`: how far they have gone back to the players, 0–1. */
const drawChips = (brush: Brush, { spot, pile, isPaid, away }: ShownPile, back: number): void => {
  const area = SPOT_AREAS.get(spot);
  if (area === undefined) return;
  const scale = isSmall(area) ? SMALL : 1;
  const { x, y: middle } = middleOf(area);
  const y = middle + (FLOAT_Y - middle) * eased(away);
  brush.save();
  brush.translate(x + (isPaid ? scale * BESIDE : 0), y + (PLAYERS_Y - y) * back);
  brush.scale(scale, scale);
  drawPile(brush, pile);
  brush.restore();
};

const drawTray = (brush: Brush, { back }: Prints): void => {
  brush.save();
  brush.translate(TRAY.x, TRAY.y);
  brush.rotate(TRAY.angle);
  brush.scale(0.8, 0.8);
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

const drawDealt = (brush: Brush, cards: Prints, { dealt, nowMs }: Drawn): void => {
  const pose = between(MOUTH, placeOf(dealt.seat), eased((nowMs - dealt.dealtAtMs) / SLIDE_MS));
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

const drawFace = (brush: Brush, { faces, back }: Prints, { card }: DealtCard): void =>
  drawCard(brush, faces.get(card) ?? back);

interface Turned {
  readonly dealt: DealtCard;
  /** Of its way, 0–1. */
  readonly share: number;
}

/** Over its long edge: narrow in the middle of the turn. */
const drawTurning = (brush: Brush, cards: Prints, { dealt, share }: Turned): void => {
  brush.scale(Math.max(0.04, Math.abs(1 - 2 * share)), 1);
  if (share < 0.5) drawCard(brush, cards.back);
  else drawFace(brush, cards, dealt);
};

/** The face comes from below one edge, as far as the back is bent up. */
const drawSqueezed = (brush: Brush, cards: Prints, { dealt, share }: Turned): void => {
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

const drawTaken = (brush: Brush, cards: Prints, { dealt, share }: Turned): void => {
  const pose = between(placeOf(dealt.seat), TRAY, eased(share));
  brush.save();
  brush.globalAlpha = 1 - 0.4 * share;
  brush.translate(pose.x, pose.y);
  brush.rotate(pose.angle);
  // A card of a void round that nobody has opened is taken as it lies.
  if (dealt.openedAtMs === Infinity) drawCard(brush, cards.back);
  else drawFace(brush, cards, dealt);
  brush.restore();
};
