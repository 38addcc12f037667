import { describe, expect, it } from 'vitest';
import { ImpossibleState, assert } from './assert.js';

describe('an assertion', () => {
  it('that holds does nothing', () => {
    expect(() => assert(true, 'one is one')).not.toThrow();
  });

  it('that does not hold throws with its sentence', () => {
    expect(() => assert(false, 'the log is in order')).toThrow(
      new ImpossibleState('the log is in order'),
    );
  });

  it('is known by its name in a log', () => {
    expect(String(new ImpossibleState('the log is in order'))).toBe(
      'ImpossibleState: the log is in order',
    );
  });
});
