import { describe, expect, it } from 'vitest';
import { SentDebits } from './sent-debits.js';

const LATER = 60_000;

describe('a refusal of a debit', () => {
  it('is a verdict where the debit was sent once', () => {
    const debits = new SentDebits(0);
    debits.send('a', LATER);
    expect(debits.refuse('a', LATER)).toBe(true);
  });

  it('is none where a try before it was not refused', () => {
    const debits = new SentDebits(0);
    debits.send('a', LATER);
    debits.send('b', LATER);
    debits.send('a', LATER + 1_000);
    expect(debits.refuse('a', LATER + 1_000)).toBe(false);
    expect(debits.refuse('b', LATER + 1_000)).toBe(true);
    debits.send('a', LATER + 2_000);
    expect(debits.refuse('a', LATER + 2_000)).toBe(false);
  });

  it('is a verdict again where each try was refused', () => {
    const debits = new SentDebits(0);
    for (const nowMs of [LATER, LATER + 1_000]) {
      debits.send('a', nowMs);
      expect(debits.refuse('a', nowMs)).toBe(true);
    }
  });

  it('is none soon after a start, when another process may have sent it', () => {
    const debits = new SentDebits(LATER);
    debits.send('a', LATER + 19_999);
    expect(debits.refuse('a', LATER + 19_999)).toBe(false);
    debits.send('a', LATER + 20_000);
    expect(debits.refuse('a', LATER + 20_000)).toBe(false);
    debits.send('b', LATER + 20_000);
    expect(debits.refuse('b', LATER + 20_000)).toBe(true);
  });
});

describe('a debit', () => {
  it('may arrive for a minute after it was sent last, or after a start', () => {
    const debits = new SentDebits(0);
    expect(debits.mayArrive('never', 59_999)).toBe(true);
    expect(debits.mayArrive('never', 60_000)).toBe(false);
    debits.send('a', 100_000);
    debits.send('a', 102_000);
    expect(debits.mayArrive('a', 161_999)).toBe(true);
    expect(debits.mayArrive('a', 162_000)).toBe(false);
  });

  it('is forgotten after ten minutes, or where there are too many', () => {
    const debits = new SentDebits(0);
    debits.send('old', LATER);
    debits.send('b', LATER + 600_000);
    expect(debits.refuse('old', LATER + 600_000)).toBe(false);
    debits.send('old', LATER + 600_000);
    expect(debits.refuse('old', LATER + 600_000)).toBe(true);
    for (let at = 0; at < 100_000; at += 1) debits.send(`${at}`, LATER + 600_000);
    expect(debits.refuse('b', LATER + 600_000)).toBe(false);
    expect(debits.refuse('0', LATER + 620_000)).toBe(true);
  });

  it('that was forgotten among too many may arrive as long as one that is known', () => {
    const debits = new SentDebits(0);
    debits.send('a', LATER);
    for (let at = 0; at < 100_000; at += 1) debits.send(`${at}`, LATER + 1_000);
    expect(debits.mayArrive('a', LATER + 2_000)).toBe(true);
    expect(debits.mayArrive('a', LATER + 60_000)).toBe(false);
  });

  it('that was forgotten among too many may be booked by the try before', () => {
    const debits = new SentDebits(0);
    debits.send('a', LATER);
    for (let at = 0; at < 100_000; at += 1) debits.send(`${at}`, LATER + 1_000);
    debits.send('a', LATER + 2_000);
    expect(debits.refuse('a', LATER + 2_000)).toBe(false);
  });
});
