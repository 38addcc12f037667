import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BetReply, untilAnswered } from './betting.js';
import { NoAnswer } from './connection.js';

const STANDS: BetReply = {
  ok: true,
  seq: 7,
  balance: '900',
  change: {},
  leftOut: [],
  capped: [],
};
const refused = (refusal: 'table_is_busy' | 'betting_is_closed' | 'internal_error'): BetReply => ({
  ok: false,
  refusal,
});

/** Gives each outcome in turn, and the last one for ever. */
const sender = (...outcomes: (BetReply | 'no answer')[]) => {
  const send = vi.fn(async (): Promise<BetReply> => {
    const outcome = outcomes[Math.min(send.mock.calls.length, outcomes.length) - 1]!;
    if (outcome === 'no answer') throw new NoAnswer('bet:place');
    return outcome;
  });
  return send;
};

const joined = () => Promise.resolve();

describe('a bet', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const answered = async (way: Parameters<typeof untilAnswered>[0]) => {
    const outcome = untilAnswered(way).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return outcome;
  };

  it('is sent once when it is answered', async () => {
    const send = sender(STANDS);
    expect(await answered({ joined, send, withinMs: 5_000 })).toEqual(STANDS);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is sent again while there is no answer', async () => {
    const send = sender('no answer', 'no answer', STANDS);
    expect(await answered({ joined, send, withinMs: 5_000 })).toEqual(STANDS);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('is sent again when the table was only busy', async () => {
    const send = sender(refused('table_is_busy'), STANDS);
    expect(await answered({ joined, send, withinMs: 5_000 })).toEqual(STANDS);
  });

  it('is not sent again once it is refused', async () => {
    const send = sender(refused('betting_is_closed'), STANDS);
    expect(await answered({ joined, send, withinMs: 5_000 })).toEqual(refused('betting_is_closed'));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is given up when the time is up', async () => {
    expect(await answered({ joined, send: sender('no answer'), withinMs: 5_000 })).toBeInstanceOf(
      NoAnswer,
    );
    const send = sender(refused('table_is_busy'));
    expect(await answered({ joined, send, withinMs: 5_000 })).toEqual(refused('table_is_busy'));
  });

  it('that was sent once without an answer is not said to be refused', async () => {
    const send = sender('no answer', refused('table_is_busy'));
    expect(await answered({ joined, send, withinMs: 5_000 })).toBeInstanceOf(NoAnswer);
  });

  it('that the studio knows nothing of is not said to be refused either', async () => {
    const unknown = refused('internal_error');
    for (const last of [unknown, refused('table_is_busy')]) {
      const send = sender(unknown, last);
      expect(await answered({ joined, send, withinMs: 5_000 })).toBeInstanceOf(NoAnswer);
    }
    const send = sender(unknown, STANDS);
    expect(await answered({ joined, send, withinMs: 5_000 })).toEqual(STANDS);
  });

  it('waits until the table is joined, but not for ever', async () => {
    const send = sender(STANDS);
    const never = () => new Promise<void>(() => undefined);
    expect(await answered({ joined: never, send, withinMs: 5_000 })).toBeInstanceOf(NoAnswer);
    expect(send).not.toHaveBeenCalled();
  });

  it('passes on a fault of the program', async () => {
    const send = () => Promise.reject(new TypeError('a mistake'));
    expect(await answered({ joined, send, withinMs: 5_000 })).toBeInstanceOf(TypeError);
  });
});
