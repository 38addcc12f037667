/** What goes wrong in a simulation, and when: a list that its seed makes in advance. */
import type { Chance } from './chance.js';
import { NO_TROUBLE, type Trouble } from './line.js';
import { FAIR, type Weather } from './network.js';

const FAULT_KINDS = [
  'crash', // a process dies, and another starts in its place
  'freeze', // a process stands still
  'pause', // a machine stands still, and its clock with it
  'clock_step', // the clock of the database jumps, ahead or back
  'cut', // a process and the database do not hear each other
  'slow', // the database answers late
  'refused', // the database refuses what it would take a moment later
  'lost_before', // a connection breaks before the commit
  'lost_after', // a connection breaks between the commit and its answer
  'disconnected', // every player's connection to a process breaks
  'weather', // what people ask is late, lost or doubled
  'forgotten', // the queue forgets its jobs
  'no_credit', // a player's account takes no payment of a round
] as const;
type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  readonly atMs: number;
  readonly forMs: number;
  /** Which of the studios. */
  readonly studio: number;
  /** How bad it is, out of a hundred. */
  readonly percent: number;
  /** By how much the clock of a process that starts, or of the database, is ahead, in ms. */
  readonly aheadMs: number;
}

/** `perMinute` faults in each simulated minute, on average. */
export const planFaults = (
  chance: Chance,
  studios: number,
  untilMs: number,
  perMinute: number,
): readonly Fault[] => {
  const faults: Fault[] = [];
  const everyMs = 60_000 / perMinute;
  for (let atMs = chance.below(2 * everyMs); atMs < untilMs; atMs += chance.below(2 * everyMs)) {
    faults.push({
      kind: chance.pick(FAULT_KINDS),
      atMs,
      forMs: chance.percent(40) ? chance.between(1_500, 4_500) : chance.between(50, 1_500),
      studio: chance.below(studios),
      percent: chance.between(1, 60),
      aheadMs: chance.between(-2_000, 2_000),
    });
  }
  return faults;
};

/** What the line of a studio does under these faults. */
export const troubleOf = (faults: Iterable<Fault>): Trouble => {
  let { slowMs, refused, lostBefore, lostAfter, isCut } = NO_TROUBLE;
  for (const { kind, percent } of faults) {
    if (kind === 'cut') isCut = true;
    if (kind === 'slow') slowMs += percent * 20;
    if (kind === 'refused') refused = percent;
    if (kind === 'lost_before') lostBefore = percent / 3;
    if (kind === 'lost_after') lostAfter = percent / 3;
  }
  return { slowMs, refused, lostBefore, lostAfter, isCut };
};

/** What the network does under these faults. */
export const weatherOf = (faults: Iterable<Fault>): Weather => {
  for (const { kind, percent } of faults) {
    if (kind === 'weather')
      return { lateMs: percent * 10, lost: percent / 3, doubled: percent / 2 };
  }
  return FAIR;
};
