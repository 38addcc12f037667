import { expect, it } from 'vitest';
import { pinChange } from './staff.js';
import { isPlainPin } from './pin.js';

it.each(['000000', '7777777', 'aaaaaa', '123456', '012345', '890123', '654321', '210987'])(
  '%s is too plain for a PIN',
  (pin) => {
    expect(isPlainPin(pin)).toBe(true);
    expect(pinChange.safeParse({ pin: 'x', next: pin }).success).toBe(false);
  },
);

it.each(['271828', '112233', '123457', '135790', '123321', 'abcdef', '000001', '9 9 9 9'])(
  '%s is not',
  (pin) => {
    expect(isPlainPin(pin)).toBe(false);
    expect(pinChange.safeParse({ pin: 'x', next: pin }).success).toBe(true);
  },
);
