import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { missingFault, optionFaults, orderFault, withUsage } from './call-fault.js';

const options = z.object({ name: z.string().min(2), role: z.enum(['dealer', 'manager']) });

describe('what is wrong with a call', () => {
  it('names each option, and those that are missing', () => {
    const { error } = options.safeParse({ role: 'manger' });
    expect(optionFaults(error!).split('\n')).toEqual([
      'name: missing',
      expect.stringMatching(/^✖ role: .*"dealer"\|"manager"/),
    ]);
  });

  it('is said without a name of what is no option', () => {
    expect(optionFaults(z.string().safeParse(undefined).error!)).toBe('missing');
  });

  it('is an order that there is none of, or one that lacks an option', () => {
    expect(orderFault('opne', ['list', 'open'])).toBe('opne: one of list, open');
    expect(orderFault(undefined, ['list', 'open'])).toBe('no order: one of list, open');
    expect(orderFault('open', ['list', 'open'])).toBe('open: an option of it is missing');
  });

  it('is each option that is needed, and is not there', () => {
    expect(missingFault({ kid: 'k' }, ['kid', 'key', 'url'])).toBe(
      '--key: missing\n✖ --url: missing',
    );
    expect(missingFault({ kid: 'k' }, ['kid'])).toBe('');
  });

  it('comes last, where it is seen', () => {
    expect(withUsage('how it is used', 'name: missing')).toBe('how it is used\n\n✖ name: missing');
  });
});
