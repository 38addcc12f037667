/**
 * What the dealer hears without looking up: a scan that was taken, one that was not, and that
 * something needs attention.
 */
import { type Tone, playTones } from '../table/sounds.js';

export type DeskSound =
  | 'taken'
  | 'refused'
  | 'cutCard'
  | 'lastBets'
  | 'closed'
  | 'stopped'
  | 'done';

const TONES: Readonly<Record<DeskSound, readonly Tone[]>> = {
  taken: [[1_568, 90, 0.25]],
  refused: [
    [196, 160, 0.4],
    [147, 320, 0.4],
  ],
  cutCard: [
    [784, 140, 0.25],
    [1_047, 140, 0.25],
    [784, 140, 0.25],
  ],
  lastBets: [[880, 90, 0.15]],
  closed: [
    [660, 120, 0.2],
    [990, 200, 0.2],
  ],
  stopped: [
    [440, 180, 0.4],
    [330, 180, 0.4],
    [440, 180, 0.4],
    [330, 260, 0.4],
  ],
  done: [[1_175, 60, 0.15]],
};

export const sound = (name: DeskSound): void => playTones(TONES[name]);
