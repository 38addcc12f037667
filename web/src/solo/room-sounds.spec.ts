/** What each event of a hand sounds like. */
import { expect, test } from 'vitest';
import { type HeardEvent, soundOf } from './room-sounds.js';

const STAKE: HeardEvent = { kind: 'stakes_taken', taken: 10n };

test('a card that lands or is turned is heard, a stake that is taken is not', () => {
  expect(soundOf([])).toBeUndefined();
  expect(soundOf([STAKE])).toBeUndefined();
  for (const kind of ['card_dealt', 'bank_card_dealt', 'hole_card_dealt', 'hole_card_turned']) {
    expect(soundOf([STAKE, { kind }]), kind).toBe('card');
  }
});

test('what is staked in the hand sounds like a chip', () => {
  expect(soundOf([STAKE, { kind: 'hand_doubled', taken: 10n }])).toBe('chip');
  expect(soundOf([STAKE, { kind: 'hand_split', taken: 10n }])).toBe('chip');
  expect(soundOf([STAKE, { kind: 'insurance_decided', taken: 5n }])).toBe('chip');
  expect(soundOf([STAKE, { kind: 'insurance_decided', taken: 0n }])).toBeUndefined();
});

test.each([
  [25n, 'win'],
  [20n, 'push'],
  [19n, 'lose'],
  [0n, 'lose'],
] as const)('a hand that took 20 and paid %s sounds as a %s', (paid, sound) => {
  const doubled: HeardEvent = { kind: 'hand_doubled', taken: 10n };
  expect(soundOf([STAKE, doubled, { kind: 'hand_ended', paid }])).toBe(sound);
});
