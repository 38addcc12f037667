import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Mailbox } from './mailbox.js';

describe('a mailbox', () => {
  it('gives letters out in the order they came, commands first, and takes no more than it holds', () => {
    const kinds = ['offer', 'put', 'offerCommand', 'putCommand', 'putFirst'] as const;
    const act = fc.oneof(
      fc.record({ kind: fc.constantFrom(...kinds), letter: fc.nat() }),
      fc.constant({ kind: 'take' as const }),
    );
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 60 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        (acts, most, mostCommands) => {
          const mailbox = new Mailbox<number>(most, mostCommands);
          const commands: number[] = [];
          const ofPlayers: number[] = [];
          for (const each of acts) {
            switch (each.kind) {
              case 'offer': {
                const hasRoom = ofPlayers.length < most; // However many commands wait.
                expect(mailbox.offer(each.letter)).toBe(hasRoom);
                if (hasRoom) ofPlayers.push(each.letter);
                break;
              }
              case 'put':
                mailbox.put(each.letter); // Never refused.
                ofPlayers.push(each.letter);
                break;
              case 'offerCommand': {
                const hasRoom = commands.length < mostCommands;
                expect(mailbox.offerCommand(each.letter)).toBe(hasRoom);
                if (hasRoom) commands.push(each.letter);
                break;
              }
              case 'putCommand':
                mailbox.putCommand(each.letter);
                commands.push(each.letter);
                break;
              case 'putFirst':
                mailbox.putFirst(each.letter);
                commands.unshift(each.letter);
                break;
              case 'take':
                expect(mailbox.peek()).toBe(commands[0] ?? ofPlayers[0]);
                expect(mailbox.take()).toBe(commands.shift() ?? ofPlayers.shift());
            }
            expect(mailbox.size).toBe(commands.length + ofPlayers.length);
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
