/** What is heard when the scene changes, and how long after the change. */
import type { Sound } from '../protocol/made-sounds.js';
import { openMs } from '../protocol/card-times.js';
import { PAID_AFTER_MS, TAKEN_AFTER_MS } from './piles.js';
import { type Scene, coupOpenAtMs, pilesSeen } from './scene.js';

interface Heard {
  readonly sound: Sound;
  readonly inMs: number;
}

/** A card is heard so long before it lies open. */
const FLIP_MS = 150;
/** Chips are heard when they are set down. */
const SET_DOWN_MS = 350;

export const soundsOf = (
  scene: Scene,
  before: Scene | undefined,
  nowMs: number,
): readonly Heard[] =>
  before === undefined ? [] : [...ofCards(scene, before, nowMs), ...ofChips(scene, before, nowMs)];

const ofCards = (scene: Scene, before: Scene, nowMs: number): readonly Heard[] => {
  const known = scene.game === before.game ? before.cards : [];
  const isGone = scene.takenAtMs === nowMs && before.takenAtMs !== nowMs;
  const heard: Heard[] = isGone ? [{ sound: 'card', inMs: 0 }] : [];
  for (const [index, { seat, dealtAtMs, openedAtMs }] of scene.cards.entries()) {
    const same = known[index];
    if (dealtAtMs === nowMs && same?.dealtAtMs !== nowMs) heard.push({ sound: 'card', inMs: 0 });
    if (openedAtMs === nowMs && same?.openedAtMs !== nowMs) {
      heard.push({ sound: 'flip', inMs: openMs(seat) - FLIP_MS });
    }
  }
  return heard;
};

/** What the dealer takes, and what is paid, once the last card lies open. */
const ofChips = (scene: Scene, before: Scene, nowMs: number): readonly Heard[] => {
  const openAtMs = coupOpenAtMs(scene);
  const isKnown = scene.game === before.game && coupOpenAtMs(before) !== undefined;
  if (openAtMs === undefined || isKnown || openAtMs < nowMs) return [];
  const at = (ms: number) => pilesSeen(scene, openAtMs + ms);
  const heard: Heard[] = [];
  const sounds = (ms: number) =>
    heard.push({ sound: 'chip', inMs: openAtMs - nowMs + ms + SET_DOWN_MS });
  if (at(PAID_AFTER_MS).filter(({ isPaid }) => !isPaid).length < scene.stakes.length) {
    sounds(TAKEN_AFTER_MS);
  }
  if (at(PAID_AFTER_MS).some(({ isPaid }) => isPaid)) sounds(PAID_AFTER_MS);
  return heard;
};
