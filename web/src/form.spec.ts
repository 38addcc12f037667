/** What is typed stays typed, however late an answer comes. */
import { describe, expect, test } from 'vitest';
import { type Form, formStep } from './form.js';

interface Typed {
  readonly amount: string;
  readonly why: string;
  readonly role: string;
}
const EMPTY: Form<Typed> = { typed: { amount: '', why: '', role: 'dealer' }, isDone: false };
const CLEARED = { amount: '', why: '' };

const typed = (change: Partial<Typed>, before = EMPTY) =>
  formStep(before, { kind: 'typed', change });
const done = (now: Form<Typed>, sent: Form<Typed>) =>
  formStep(now, { kind: 'done', sent: sent.typed, cleared: CLEARED });

describe('a form', () => {
  test('holds what is typed, field by field', () => {
    expect(typed({ why: 'a gift' }, typed({ amount: '50' }))).toEqual({
      typed: { amount: '50', why: 'a gift', role: 'dealer' },
      isDone: false,
    });
  });

  test('begins anew when it is done, but for what stays chosen', () => {
    const sent = typed({ amount: '50', why: 'a gift', role: 'auditor' });
    expect(done(sent, sent)).toEqual({
      typed: { amount: '', why: '', role: 'auditor' },
      isDone: true,
    });
  });

  test('keeps what was typed while the answer was on its way', () => {
    const sent = typed({ amount: '50', why: 'a gift' });
    const meanwhile = typed({ amount: '75' }, sent);
    expect(done(meanwhile, sent)).toEqual({
      typed: { amount: '75', why: '', role: 'dealer' },
      isDone: false, // what is typed now was not sent
    });
  });

  test('clears what was typed meanwhile and then put back as it was sent', () => {
    const sent = typed({ amount: '50' });
    const back = typed({ amount: '50' }, typed({ amount: '75' }, sent));
    expect(done(back, sent).typed.amount).toBe('');
  });

  test('is done until something is typed again', () => {
    const sent = typed({ amount: '50' });
    const after = done(sent, sent);
    expect([sent.isDone, after.isDone, typed({ why: 'x' }, after).isDone]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
