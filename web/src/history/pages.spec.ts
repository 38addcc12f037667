import { describe, expect, it } from 'vitest';
import { HttpRefused } from '../studio/http.js';
import { Pages } from './pages.js';

interface Item {
  readonly id: number;
  readonly word?: string;
}

/** A studio with the items 1 to `newest`, three a page. */
const aList = (newest: number) => {
  const given = { newest, isDown: false, word: 'old', asked: 0, held: Promise.resolve() };
  const read = async (before: string | undefined) => {
    given.asked += 1;
    if (given.isDown) throw new HttpRefused('no_answer');
    const from = before === undefined ? given.newest : Number(before) - 1;
    const ids = [from, from - 1, from - 2].filter((id) => id > 0);
    await given.held;
    const items: Item[] = ids.map((id) => ({ id, word: given.word }));
    return { items, next: ids.at(-1)! > 1 ? String(ids.at(-1)) : null };
  };
  const pages = new Pages<Item>(read, ({ id }) => String(id));
  return { given, pages, ids: () => pages.store.getState().items.map(({ id }) => id) };
};

describe('a list in pages', () => {
  it('is read page by page to its end', async () => {
    const { pages, ids, given } = aList(5);
    await pages.more();
    expect(ids()).toEqual([5, 4, 3]);
    await pages.more();
    expect(ids()).toEqual([5, 4, 3, 2, 1]);
    expect(pages.store.getState().next).toBeNull();
    await pages.more();
    expect(given.asked).toBe(2);
  });

  it('asks for a page once, however often it is scrolled to', async () => {
    const { pages, given } = aList(9);
    await Promise.all([pages.more(), pages.more()]);
    expect(given.asked).toBe(1);
  });

  it('says what failed, and goes on from there', async () => {
    const { pages, ids, given } = aList(5);
    await pages.more();
    given.isDown = true;
    await pages.more();
    expect(pages.store.getState()).toMatchObject({ fault: 'no_answer', isReading: false });
    expect(ids()).toEqual([5, 4, 3]);
    given.isDown = false;
    await pages.more();
    expect(pages.store.getState().fault).toBeUndefined();
    expect(ids()).toEqual([5, 4, 3, 2, 1]);
  });

  it('takes in what is new and what has changed, and keeps what was read', async () => {
    const { pages, ids, given } = aList(5);
    await pages.more();
    await pages.more();
    Object.assign(given, { newest: 6, word: 'new' });
    await pages.refresh();
    expect(ids()).toEqual([6, 5, 4, 3, 2, 1]);
    expect(pages.store.getState().items.map(({ word }) => word)).toEqual(
      'new new new old old old'.split(' '),
    );
    expect(pages.store.getState().next).toBeNull();
  });

  it('begins anew where more is new than a page holds, so that no gap is left', async () => {
    const { pages, ids, given } = aList(5);
    await pages.more();
    given.newest = 20;
    await pages.refresh();
    expect(ids()).toEqual([20, 19, 18]);
    await pages.more();
    expect(ids()).toEqual([20, 19, 18, 17, 16, 15]);
  });

  it('leaves out a page that was asked for before the list began anew', async () => {
    const { pages, ids, given } = aList(5);
    await pages.more();
    let letGo: () => void = () => undefined;
    given.held = new Promise((resolve) => (letGo = resolve));
    const older = pages.more();
    Object.assign(given, { newest: 20, held: Promise.resolve() });
    await pages.refresh();
    letGo();
    await older;
    await pages.more();
    expect(ids().slice(0, 6)).toEqual([20, 19, 18, 17, 16, 15]);
  });

  it('keeps the newest first where a later answer overtakes', async () => {
    const { pages, ids, given } = aList(3);
    await pages.more();
    let letGo: () => void = () => undefined;
    Object.assign(given, { newest: 4, held: new Promise<void>((resolve) => (letGo = resolve)) });
    const overtaken = pages.refresh();
    Object.assign(given, { newest: 5, held: Promise.resolve() });
    await pages.refresh();
    letGo();
    await overtaken;
    expect(ids()).toEqual([5, 4, 3, 2, 1]);
  });

  it('stays as it is where the newest cannot be read', async () => {
    const { pages, ids, given } = aList(5);
    await pages.more();
    given.isDown = true;
    await pages.refresh();
    expect(ids()).toEqual([5, 4, 3]);
    expect(pages.store.getState().fault).toBeUndefined();
  });

  it('does not grow without end', async () => {
    const { pages, ids, given } = aList(2_000);
    for (let read = 0; read < 340; read += 1) await pages.more();
    expect(ids().length).toBe(1_020);
    given.newest = 2_001;
    await pages.refresh();
    expect(ids().length).toBe(1_000);
    await pages.more();
    expect(ids()).toEqual(Array.from({ length: 1_003 }, (_, index) => 2_001 - index));
  });
});
