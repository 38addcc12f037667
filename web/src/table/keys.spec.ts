import { expect, test } from 'vitest';
import { SPOTS } from '../../../src/punto-banco/spot.js';
import { COMMAND_KEYS, SPOT_KEYS, buttonOf, favouritePressed, pressedBy } from './keys.js';

test('no key means two things', () => {
  const keys = [...Object.values(SPOT_KEYS), ...Object.values(COMMAND_KEYS), 'Z'];
  expect(new Set(keys).size).toBe(keys.length);
  for (const spot of SPOTS) {
    expect(pressedBy(SPOT_KEYS[spot].toLowerCase())).toEqual({ kind: 'spot', spot });
  }
});

test.each([
  ['3', '[data-part=chips] [role=radio][data-chip="2"]'],
  ['z', 'button[data-spot="punto_bonus"]'],
  ['S', 'button[data-spot="banco"]'],
  ['Backspace', '[data-part=commands] button[data-command="undo"]'],
])('%s presses %s', (key, button) => {
  const pressed = pressedBy(key);
  expect(pressed && pressed.kind !== 'keys' && buttonOf(pressed)).toBe(button);
});

test.each(['0', 'Tab', 'Enter', ' ', 'ArrowLeft', 'F5', 'Shift'])('%s presses nothing', (key) => {
  expect(pressedBy(key)).toBeUndefined();
});

test.each([
  [true, 'Digit1', '!', 0],
  [true, 'Digit8', '*', 7],
  [true, 'Digit9', '(', undefined],
  [true, 'KeyA', 'A', undefined],
  [false, 'Digit1', '1', undefined],
  [true, 'Digit1', '1', undefined], // A French keyboard.
])('with Shift %s the key %s that types %s places the favourite %s', (...row) => {
  const [shiftKey, code, key, favourite] = row;
  expect(favouritePressed({ shiftKey, code, key })).toBe(favourite);
});
