import { describe, expect, it } from 'vitest';
import { droppedNote } from './dropped-note.js';

describe('the note of codes that were dropped', () => {
  it('says why, how many, and which', () => {
    expect(droppedNote('KH was refused', ['AS', '3C'])).toBe(
      'KH was refused; 2 codes behind it are dropped: AS 3C',
    );
    expect(droppedNote('KH was refused', ['AS'])).toBe(
      'KH was refused; 1 code behind it is dropped: AS',
    );
    expect(droppedNote('KH was refused', [])).toBe('KH was refused; 0 codes behind it are dropped');
  });

  it('is no longer than a malfunction takes', () => {
    const codes = Array.from({ length: 200 }, () => '3-KH');
    expect(droppedNote('KH was refused', codes)).toHaveLength(400);
  });
});
