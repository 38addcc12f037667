import { describe, expect, it } from 'vitest';
import { RANKS, SUITS } from '../../../src/cards/card.js';
import { MALFUNCTIONS } from '../../../src/round/malfunction.js';
import * as caps from './key-caps.js';

const OF_CODES = new Set([
  ...RANKS,
  ...SUITS.map((suit) => suit.toUpperCase()),
  ...'CUT',
  ...'01-',
]);

const SHEETS: Readonly<Record<string, readonly string[]>> = {
  desk: [
    caps.CALL_KEY,
    caps.CHAT_KEY,
    ...Object.values(caps.SHEET_CAPS),
    ...Object.values(caps.SHUFFLE_CAPS),
  ],
  withdraw: Object.values(caps.WITHDRAW_CAPS),
  malfunction: [caps.RESUME_KEY, ...MALFUNCTIONS.map(caps.malfunctionCap)],
  shoe: Object.values(caps.SHOE_CAPS),
  options: Object.values(caps.OPTION_CAPS),
};

describe.each(Object.entries(SHEETS))('the keys of: %s', (_name, keys) => {
  it('are letters that no code of a card has', () => {
    expect(keys.filter((key) => OF_CODES.has(key) || !/^[A-Z]$/.test(key))).toEqual([]);
  });

  it('are each for one thing', () => {
    expect(new Set(keys).size).toBe(keys.length);
  });
});
