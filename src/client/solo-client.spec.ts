import { describe, expect, it } from 'vitest';
import { DealNotes, type NoteStorage } from './deal-notes.js';
import type { PlayerClient } from './player-client.js';
import { type DealDiffers, SoloClient } from './solo-client.js';

const HAND = '100000000001';
const NEXT = '100000000002';
const [FIRST, SECOND, OTHER] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const SEED = 'a seed of mine';

const fresh = (hand = HAND, commitment = FIRST) => ({
  game: 'punto_e_banco',
  ...{ hand, commitment, seed: null, cut: null, opening: null, from: 0, events: [] },
});
const dealt = (said: object = {}) => ({
  ...fresh(),
  ...{ seed: SEED, opening: '00', events: [{ kind: 'stakes_taken' }], ...said },
});
const opened = (hand: object = fresh()) => ({ ok: true, rules: {}, hand, balance: '0' });
const played = (hand: object = dealt(), next: object = { hand: NEXT, commitment: SECOND }) => ({
  ...{ ok: true, hand, balance: '0', next },
});

/** A client whose studio answers each command as the test says. */
const aClient = (answers: Record<string, unknown>, notes?: DealNotes) => {
  const listeners: ((message: unknown) => void)[] = [];
  const connection = {
    connected: () => Promise.resolve(),
    send: (name: string) => Promise.resolve(answers[name]),
    on: (_: string, listener: (message: unknown) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const player = { connection: { beside: () => connection } } as unknown as PlayerClient;
  const solo = new SoloClient(player, notes);
  const differing: DealDiffers[] = [];
  solo.onDiffers((differs) => differing.push(differs));
  const deal = (hand = HAND, seed = SEED, id?: string) =>
    solo.play('punto-e-banco:deal', { hand, step: 0, stakes: { punto: '100' }, seed }, id);
  const changes = (hand: object) => {
    for (const listener of listeners) listener({ hand, balance: '0', reason: 'voided' });
  };
  return { solo, differing, deal, changes };
};

/** It takes so many texts, and is full then. */
const storage = (takes = Infinity): NoteStorage => {
  const kept = new Map<string, string>();
  let taken = 0;
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      if ((taken += 1) > takes) throw new DOMException('it is full', 'QuotaExceededError');
      kept.set(key, text);
    },
  };
};

describe('an answer is compared with what was noted before the stakes', () => {
  it('and one that is as it was noted is silent', async () => {
    const { solo, differing, deal, changes } = aClient({
      'hand:open': opened(),
      'punto-e-banco:deal': played(),
      'hand:find': { ok: true, found: played() },
    });
    await solo.open('punto_e_banco');
    await deal();
    await solo.find('id', { hand: HAND, step: 0 });
    changes(dealt());
    expect(differing).toEqual([]);
  });

  it.each([
    ['commitment', 'another commitment', dealt({ commitment: OTHER })],
    ['seed', 'another seed', dealt({ seed: 'a seed of theirs' })],
    ['hand', 'another hand', dealt({ hand: NEXT })],
  ])('and %s is named where a studio answers with %s', async (part, _, hand) => {
    const answers = {
      'hand:open': opened(),
      'punto-e-banco:deal': played(hand),
      'hand:find': { ok: true, found: played(hand) },
    };
    const { solo, differing, deal } = aClient(answers);
    await solo.open('punto_e_banco');
    await deal();
    await solo.find('id', { hand: HAND, step: 0 });
    expect(differing).toMatchObject([{ parts: [part] }, { parts: [part] }]);
  });

  it.each([0, 1, 2])('and so it is where the storage is full after %i notes', async (takes) => {
    const answers = {
      'hand:open': opened(),
      'punto-e-banco:deal': played(),
      'hand:find': { ok: true, found: played(dealt({ seed: 'a seed of theirs' })) },
    };
    const { solo, differing, deal } = aClient(answers, new DealNotes(storage(takes)));
    expect(await solo.open('punto_e_banco')).toMatchObject({ ok: true });
    expect(await deal()).toMatchObject({ ok: true });
    expect(differing).toEqual([]);
    await solo.find('id', { hand: HAND, step: 0 });
    expect(differing).toMatchObject([{ parts: ['seed'] }]);
  });

  it('and so is another cut of Blackjack', async () => {
    const hand = { ...dealt({ seed: null, cut: 8 }), game: 'blackjack' };
    const { solo, differing } = aClient({
      'hand:open': opened(),
      'blackjack:deal': played(hand),
    });
    await solo.open('blackjack');
    await solo.play('blackjack:deal', { hand: HAND, step: 0, stakes: ['100'], cut: 7 });
    expect(differing).toEqual([{ hand: HAND, parts: ['cut'] }]);
  });

  it('in what is read and said later, too', async () => {
    const answers = { 'hand:open': opened(), 'punto-e-banco:deal': played() };
    const { solo, differing, deal, changes } = aClient(answers);
    await solo.open('punto_e_banco');
    await deal();
    changes(dealt({ commitment: OTHER }));
    Object.assign(answers, { 'hand:open': opened(dealt({ commitment: OTHER })) });
    await solo.open('punto_e_banco');
    expect(differing).toHaveLength(2);
  });

  it('and the next hand may not change its commitment once it was shown', async () => {
    const answers = { 'hand:open': opened(), 'punto-e-banco:deal': played() };
    const { solo, differing, deal } = aClient(answers);
    await solo.open('punto_e_banco');
    await deal();
    Object.assign(answers, { 'hand:open': opened(fresh(NEXT, OTHER)) });
    await solo.open('punto_e_banco');
    expect(differing).toEqual([{ hand: NEXT, parts: ['commitment'] }]);
  });

  it('also by a client that comes after, with the same notes', async () => {
    const kept = storage();
    const before = aClient({ 'hand:open': opened() }, new DealNotes(kept));
    await before.solo.open('punto_e_banco');
    const answers = { 'hand:open': opened(dealt({ commitment: OTHER })) };
    const after = aClient(answers, new DealNotes(kept));
    await after.solo.open('punto_e_banco');
    expect(after.differing).toEqual([{ hand: HAND, parts: ['commitment'] }]);
  });

  it('and stakes that were refused count no longer', async () => {
    const answers: Record<string, unknown> = {
      'hand:open': opened(),
      'punto-e-banco:deal': { ok: false, refusal: 'insufficient_funds' },
    };
    const { solo, differing, deal } = aClient(answers);
    await solo.open('punto_e_banco');
    await deal(HAND, 'refused with this');
    answers['hand:open'] = opened(dealt({ seed: 'dealt elsewhere' }));
    await solo.open('punto_e_banco');
    expect(differing).toEqual([]);
  });

  it('nor do those that never stood, while a choice that never stood leaves them', async () => {
    const answers: Record<string, unknown> = {
      'hand:open': opened(),
      'punto-e-banco:deal': played(),
      'hand:find': { ok: true, found: null },
    };
    const { solo, differing, deal } = aClient(answers);
    await solo.open('punto_e_banco');
    await deal();
    await solo.find('id', { hand: HAND, step: 4 });
    answers['hand:open'] = opened(dealt({ seed: 'dealt elsewhere' }));
    await solo.open('punto_e_banco');
    expect(differing).toEqual([{ hand: HAND, parts: ['seed'] }]);
    await solo.find('id', { hand: HAND, step: 0 });
    await solo.open('punto_e_banco');
    expect(differing).toHaveLength(1);
  });
});

describe('an order that was never answered, and whose page is gone', () => {
  const NEVER = new Promise(() => undefined);
  const ORDER = '00000000-0000-4000-8000-000000000001';
  const elsewhere = dealt({ seed: 'dealt elsewhere' });

  /** The page after it, on the same storage: the studio says that the hand was dealt so. */
  const after = async (hand: object) => {
    const kept = storage();
    const before = aClient(
      { 'hand:open': opened(), 'punto-e-banco:deal': NEVER },
      new DealNotes(kept),
    );
    await before.solo.open('punto_e_banco');
    void before.deal(HAND, SEED, ORDER);
    const notes = new DealNotes(kept);
    const answers: Record<string, unknown> = { 'hand:open': opened(hand) };
    const now = aClient(answers, notes);
    await now.solo.open('punto_e_banco');
    return { ...now, answers, notes };
  };

  it('is compared with nothing, where the hand was dealt elsewhere meanwhile', async () => {
    const { differing, changes, notes } = await after(elsewhere);
    changes(elsewhere);
    expect(differing).toEqual([]);
    const ofAnother = { ...elsewhere, order: '00000000-0000-4000-8000-000000000002' };
    expect(notes.compare(ofAnother)).toEqual({ noted: 'commitment', differs: [] });
    expect(notes.compare({ ...ofAnother, commitment: OTHER }).differs).toEqual(['commitment']);
  });

  it('is compared where the proof says that the hand was dealt by it', async () => {
    const { notes } = await after(elsewhere);
    expect(notes.compare({ ...elsewhere, order: ORDER })).toEqual({
      noted: 'both',
      differs: ['seed'],
    });
  });

  it('is compared once the studio says that it stands', async () => {
    const { solo, differing, answers } = await after(elsewhere);
    answers['hand:find'] = { ok: true, found: played(elsewhere) };
    await solo.find(ORDER, { hand: HAND, step: 0 });
    expect(differing).toEqual([{ hand: HAND, parts: ['seed'] }]);
  });

  it('counts as noted, where the hand was dealt with it', async () => {
    const { differing, notes } = await after(dealt());
    expect(differing).toEqual([]);
    expect(notes.compare(dealt())).toEqual({ noted: 'both', differs: [] });
  });

  it('is compared whatever order the proof names, once it was answered', async () => {
    const notes = new DealNotes();
    const { solo, deal } = aClient(
      { 'hand:open': opened(), 'punto-e-banco:deal': played() },
      notes,
    );
    await solo.open('punto_e_banco');
    await deal();
    expect(notes.compare({ ...elsewhere, order: ORDER }).differs).toEqual(['seed']);
  });
});

describe('notes of deals', () => {
  const said = { hand: HAND, commitment: FIRST, seed: SEED, cut: null };

  it('say how much of a hand was noted', () => {
    const notes = new DealNotes();
    expect(notes.compare(said)).toEqual({ noted: 'nothing', differs: [] });
    notes.shown(HAND, FIRST);
    expect(notes.compare(said)).toEqual({ noted: 'commitment', differs: [] });
    notes.given(HAND, SEED, 'id');
    expect(notes.compare(said)).toEqual({ noted: 'both', differs: [] });
    notes.answered(HAND, 'id');
    expect(notes.compare({ ...said, commitment: OTHER, seed: 'x' }).differs).toEqual([
      'commitment',
      'seed',
    ]);
  });

  it('are of the last 500 hands', () => {
    const notes = new DealNotes(storage());
    const number = (hand: number) => String(100_000_000_001 + hand);
    for (let hand = 0; hand <= 500; hand += 1) notes.shown(number(hand), FIRST);
    expect(notes.compare({ ...said, hand: number(0) }).noted).toBe('nothing');
    expect(notes.compare({ ...said, hand: number(1) }).noted).toBe('commitment');
  });

  it('of another page are replaced before the stakes, as where a studio was set up anew', () => {
    const kept = storage();
    new DealNotes(kept).shown(HAND, FIRST);
    const notes = new DealNotes(kept);
    expect(notes.shown(HAND, OTHER)).toBe(true);
    expect(notes.shown(HAND, FIRST), 'under the eyes of this one').toBe(false);
  });

  it('of a page of the version before, which name no order, are compared', () => {
    const note = [HAND, { commitment: FIRST, given: 'another seed' }];
    const notes = new DealNotes({
      getItem: () => JSON.stringify([note]),
      setItem: () => undefined,
    });
    expect(notes.compare(said)).toEqual({ noted: 'both', differs: ['seed'] });
  });

  it('that are spoilt are none', () => {
    const notes = new DealNotes({ getItem: () => '{', setItem: () => undefined });
    expect(notes.compare(said).noted).toBe('nothing');
  });
});
