import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mute } from '../../../src/protocol/chat.js';
import { LINES_MAX, type ChatLine } from './chat-line.js';
import { supportKeeps } from './support-keeps.js';
import { type Draft, Talk, type TalkLine, type PublishedTalk } from './talk.js';

const aLine = (id: number, isOwn = false): ChatLine => ({
  id: String(id),
  name: 'Ada',
  role: 'player',
  isOwn,
  text: `line ${id}`,
  atMs: id,
});

/** A studio in which lines 1 to `count` were said. It sends five at a time. */
const aStudio = (count: number) => {
  const given = {
    count,
    muted: null as Mute | null,
    isAway: false,
    clockAheadMs: 0,
    answers: [] as Awaited<ReturnType<TalkLine['say']>>[],
    said: [] as string[][],
  };
  const line: TalkLine = {
    read: async (before): Promise<PublishedTalk | undefined> => {
      if (given.isAway) return undefined;
      const last = before === undefined ? given.count : Number(before) - 1;
      const ids = Array.from({ length: last }, (_, index) => index + 1).slice(-5);
      return {
        lines: ids.map((id) => aLine(id)),
        muted: given.muted,
        hasOlder: ids.length === 5,
      };
    },
    say: async (key, text) => {
      given.said.push([key, text]);
      const answer = given.answers.shift();
      if (answer === undefined) throw new Error('no answer');
      return answer;
    },
    nowMs: () => Date.now() + given.clockAheadMs,
  };
  const talk = new Talk(line);
  return { given, line, talk, view: () => talk.store.getState() };
};
const ids = (lines: readonly ChatLine[]) => lines.map(({ id }) => Number(id));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a talk', () => {
  it('is read from its newest lines, and back as far as it is scrolled', async () => {
    const { talk, view } = aStudio(7);
    await talk.read();
    expect(ids(view().lines)).toEqual([3, 4, 5, 6, 7]);
    await talk.readOlder();
    expect(ids(view().lines)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(view().hasOlder).toBe(false);
  });

  it('is tried again until the studio sends it', async () => {
    const { talk, view, given } = aStudio(2);
    given.isAway = true;
    await talk.read();
    expect(view().isRead).toBe(false);
    given.isAway = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ids(view().lines)).toEqual([1, 2]);
  });

  it('is read again from its newest lines, as older ones may have been removed', async () => {
    const { talk, view, given } = aStudio(7);
    await talk.read();
    await talk.readOlder();
    expect(view().hasOlder).toBe(false);
    given.count = 8;
    await talk.read();
    expect(ids(view().lines)).toEqual([4, 5, 6, 7, 8]);
    await talk.readOlder();
    expect(ids(view().lines)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('does not grow without end', async () => {
    const { talk, view } = aStudio(1_000);
    await talk.read();
    for (let read = 0; read < 60; read += 1) await talk.readOlder();
    talk.hear(aLine(1_001));
    expect(view().lines.length).toBe(LINES_MAX);
  });

  it('takes a line off that was removed', async () => {
    const { talk, view } = aStudio(3);
    await talk.read();
    talk.remove('2');
    expect(ids(view().lines)).toEqual([1, 3]);
  });

  it('counts a line once that is heard after it was read', async () => {
    const { talk, view } = aStudio(3);
    await talk.read();
    const { unread } = view();
    talk.hear(aLine(3));
    talk.hear(aLine(4));
    talk.hear(aLine(4));
    expect(ids(view().lines)).toEqual([1, 2, 3, 4]);
    expect(view().unread).toBe(unread + 1);
  });

  it('does not take in a line that is heard after it was removed', async () => {
    const { talk, view } = aStudio(3);
    await talk.read();
    talk.remove('4');
    talk.hear(aLine(4));
    expect(ids(view().lines)).toEqual([1, 2, 3]);
    expect(view().unread).toBe(0);
  });
});

describe('an answer that was on its way', () => {
  /** A studio whose answers come when they are let go, the last first, as they were when asked. */
  const aSlowStudio = () => {
    const studio = aStudio(7);
    const waiting: (() => void)[] = [];
    const talk = new Talk({
      read: async (before) => {
        const answer = await studio.line.read(before);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return answer;
      },
      say: studio.line.say,
      nowMs: Date.now,
    });
    const letGo = async () => {
      await vi.advanceTimersByTimeAsync(0);
      for (const resolve of waiting.splice(0).toReversed()) resolve();
      await vi.advanceTimersByTimeAsync(0);
    };
    return { ...studio, talk, letGo, view: () => talk.store.getState() };
  };

  it('takes no line away that was heard since', async () => {
    const { talk, view, letGo, given } = aSlowStudio();
    void talk.read();
    talk.hear(aLine(8));
    await letGo();
    expect(ids(view().lines)).toEqual([3, 4, 5, 6, 7, 8]);
    given.count = 8;
    void talk.read();
    talk.hear(aLine(9));
    await letGo();
    expect(ids(view().lines)).toEqual([4, 5, 6, 7, 8, 9]);
  });

  it('brings no line back that was removed since', async () => {
    const { talk, view, letGo } = aSlowStudio();
    void talk.read();
    talk.remove('6');
    await letGo();
    expect(ids(view().lines)).toEqual([3, 4, 5, 7]);
    void talk.readOlder();
    talk.remove('2');
    await letGo();
    expect(ids(view().lines)).toEqual([1, 3, 4, 5, 7]);
  });

  it('leaves no gap before what was heard since the connection is back', async () => {
    const { talk, view, given } = aStudio(7);
    await talk.read();
    given.isAway = true; // The table is not joined yet.
    await talk.read();
    given.count = 20;
    talk.hear(aLine(20));
    given.isAway = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ids(view().lines)).toEqual([16, 17, 18, 19, 20]);
    expect(view().hasOlder).toBe(true);
  });

  it('to older lines is passed over where the talk began anew', async () => {
    const { talk, view, letGo, given } = aSlowStudio();
    void talk.read();
    await letGo();
    void talk.readOlder();
    await vi.advanceTimersByTimeAsync(0);
    given.count = 30;
    void talk.read();
    await letGo();
    expect(ids(view().lines)).toEqual([26, 27, 28, 29, 30]);
  });
});

describe('what was not read yet', () => {
  it('is counted while nobody looks, except for one’s own lines', () => {
    const { talk, view } = aStudio(0);
    talk.hear(aLine(1));
    talk.hear(aLine(2, true));
    expect(view().unread).toBe(1);
    talk.watch(true);
    talk.hear(aLine(3));
    expect(view().unread).toBe(0);
    talk.watch(false);
    talk.hear(aLine(4));
    expect(view().unread).toBe(1);
  });
});

describe('after a time without a connection', () => {
  it('what others said meanwhile is unread, and what was there before the player came is not', async () => {
    const { talk, view, given } = aStudio(3);
    await talk.read();
    expect(view().unread).toBe(0);
    given.count = 5;
    await talk.read();
    expect(view().unread).toBe(2);
    talk.watch(true);
    talk.watch(false);
    await talk.read();
    expect(view().unread).toBe(0);
  });

  it('a thread that is kept knows what was seen before, and what was being written', async () => {
    const { line } = aStudio(3);
    const kept = { draft: { text: 'Where is' }, seen: '1' as string | undefined };
    const keeps = {
      draft: () => kept.draft,
      keepDraft: (draft: Draft) => void (kept.draft = draft),
      seen: () => kept.seen,
      keepSeen: (seen: string) => void (kept.seen = seen),
    };
    const talk = new Talk({ ...line, keeps });
    expect(talk.store.getState().draft).toBe('Where is');
    await talk.read();
    expect(talk.store.getState().unread).toBe(2);
    talk.watch(true);
    expect(kept.seen).toBe('3');
    talk.write('Where is my bet?');
    expect(kept.draft.text).toBe('Where is my bet?');
  });
});

describe('a thread that is settled', () => {
  it('stays so where an answer of before comes later', async () => {
    const { line } = aStudio(3);
    let letGo = (): void => undefined;
    const talk = new Talk({
      ...line,
      read: async (before) => {
        const answer = await line.read(before);
        await new Promise<void>((resolve) => (letGo = resolve));
        return answer;
      },
    });
    const reading = talk.read();
    await vi.advanceTimersByTimeAsync(0);
    talk.settle({ message: '3', atMs: 5 });
    letGo();
    await reading;
    expect(talk.store.getState().settled).toEqual({ message: '3', atMs: 5 });
  });
});

describe('what is written', () => {
  const kept = { ok: true, id: '1', atMs: 1 } as const;

  it('is sent without spaces around it, and the draft is empty', async () => {
    const { talk, view, given } = aStudio(0);
    given.answers = [kept];
    talk.write('  good luck ');
    await talk.say();
    expect(given.said[0]![1]).toBe('good luck');
    expect(view()).toMatchObject({ draft: '', refusal: undefined });
  });

  it('is not sent where there is nothing', async () => {
    const { talk, given } = aStudio(0);
    talk.write('   ');
    await talk.say();
    expect(given.said).toEqual([]);
  });

  it('stays written where it is refused, and is sent under a new key', async () => {
    const { talk, view, given } = aStudio(0);
    given.answers = [{ ok: false, refusal: 'chat_too_fast' }, kept];
    talk.write('hello');
    await talk.say();
    expect(view()).toMatchObject({ draft: 'hello', refusal: 'chat_too_fast' });
    await talk.say();
    expect(given.said[0]![0]).not.toBe(given.said[1]![0]);
    expect(view().draft).toBe('');
  });

  it('is sent again under the same key where no answer came, so that it is said once', async () => {
    const { talk, view, given } = aStudio(0);
    talk.write('hello');
    await talk.say();
    expect(view()).toMatchObject({ draft: 'hello', refusal: 'no_answer' });
    given.answers = [kept];
    await talk.say();
    expect(given.said[1]).toEqual(given.said[0]);
  });

  it('to support is sent again under the same key after the page was loaded again', async () => {
    const { line, given } = aStudio(0);
    const token = `header.${btoa(JSON.stringify({ sub: '7' }))}.signature`;
    const load = () => new Talk({ ...line, keeps: supportKeeps(token) });
    const before = load();
    before.write('Where is my win?');
    await before.say();
    given.answers = [kept];
    await load().say();
    expect(given.said[1]).toEqual(given.said[0]);
    expect(load().store.getState().draft).toBe('');
  });

  it('that was changed since is sent under a key of its own', async () => {
    const { talk, given } = aStudio(0);
    talk.write('hello');
    await talk.say();
    talk.write('hello all');
    given.answers = [kept];
    await talk.say();
    expect(given.said[1]![0]).not.toBe(given.said[0]![0]);
  });
});

describe('a mute', () => {
  const mute: Mute = { table: null, untilMs: 60_000, reason: 'insults' };

  it('is asked about when it has expired', async () => {
    vi.setSystemTime(0);
    const { talk, view, given } = aStudio(1);
    given.muted = mute;
    await talk.read();
    expect(view().muted).toEqual(mute);
    given.muted = null;
    await vi.advanceTimersByTimeAsync(59_000);
    expect(view().muted).toEqual(mute);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(view().muted).toBeNull();
  });

  it('is over by the studio’s clock, whatever the browser’s says', async () => {
    vi.setSystemTime(0);
    const { talk, view, given } = aStudio(1);
    given.clockAheadMs = -3_600_000;
    given.muted = { ...mute, untilMs: mute.untilMs! - 3_600_000 };
    const read = vi.spyOn(talk, 'read');
    await talk.read();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(read).toHaveBeenCalledTimes(1);
    given.muted = null;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(view().muted).toBeNull();
  });

  it('that the page did not know of is learned from the refusal', async () => {
    const { talk, view, given } = aStudio(1);
    given.muted = { ...mute, untilMs: null };
    given.answers = [{ ok: false, refusal: 'muted' }];
    talk.write('hello');
    await talk.say();
    await vi.advanceTimersByTimeAsync(0);
    expect(view().muted).toMatchObject({ reason: 'insults' });
    expect(view().draft).toBe('hello');
  });
});
