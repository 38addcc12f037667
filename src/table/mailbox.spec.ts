import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Mailbox } from './mailbox.js';

describe('a mailbox', () => {
  it('gives letters out in the order they came, and takes no more than it holds', () => {
    const act = fc.oneof(
      fc.record({
        kind: fc.constantFrom('offer' as const, 'put' as const, 'first' as const),
        letter: fc.nat(),
      }),
      fc.constant({ kind: 'take' as const }),
    );
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 60 }),
        fc.integer({ min: 1, max: 6 }),
        (acts, most) => {
          const mailbox = new Mailbox<number>(most);
          const model: number[] = [];
          for (const each of acts) {
            if (each.kind === 'offer') {
              expect(mailbox.offer(each.letter)).toBe(model.length < most);
              if (model.length < most) model.push(each.letter);
            } else if (each.kind === 'put') {
              mailbox.put(each.letter); // Never refused.
              model.push(each.letter);
            } else if (each.kind === 'first') {
              mailbox.putFirst(each.letter);
              model.unshift(each.letter);
            } else {
              expect(mailbox.peek()).toBe(model[0]);
              expect(mailbox.take()).toBe(model.shift());
            }
            expect(mailbox.size).toBe(model.length);
          }
        },
      ),
    );
  });

  it('keeps its order over many thousand letters', () => {
    const mailbox = new Mailbox<number>(20_000);
    let taken = 0;
    for (let letter = 0; letter < 20_000; letter += 1) {
      mailbox.put(letter);
      if (letter % 3 === 2) expect(mailbox.take()).toBe(taken++);
    }
    while (mailbox.size > 0) expect(mailbox.take()).toBe(taken++);
    expect(taken).toBe(20_000);
  });

  it('wakes whoever waits for a letter, at once where one is there', async () => {
    const mailbox = new Mailbox<string>(1);
    const arrival = mailbox.arrival();
    mailbox.put('first');
    await arrival;
    await mailbox.arrival();
    mailbox.take();
    const woken = mailbox.arrival();
    mailbox.wake();
    await woken;
    expect(mailbox.size).toBe(0);
  });

  it('wakes whoever waits for the next letter when that comes', async () => {
    const mailbox = new Mailbox<string>(2);
    mailbox.put('waits');
    const next = mailbox.nextArrival();
    mailbox.putFirst('comes first');
    await next;
    expect(mailbox.peek()).toBe('comes first');
  });
});
