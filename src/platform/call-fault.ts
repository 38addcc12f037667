/** What a program says of a call that it does not understand, and how it is used. */
import type { z } from 'zod';

/** How a program is used, and last, where it is seen, what was wrong with this call. */
export const withUsage = (usage: string, fault: string): string => `${usage}\n\n✖ ${fault}`;

/** What is wrong with the options of a call, each by its name. */
export const optionFaults = ({ issues }: Pick<z.ZodError, 'issues'>): string =>
  issues
    .map(({ path, message }) => {
      const fault = message.endsWith('received undefined') ? 'missing' : message;
      return path.length === 0 ? fault : `${path.join('.')}: ${fault}`;
    })
    .join('\n✖ ');

/** What to say of a command line whose order is unknown or lacks an option. */
export const orderFault = (what: string | undefined, orders: readonly string[]): string =>
  what === undefined || !orders.includes(what)
    ? `${what ?? 'no order'}: one of ${orders.join(', ')}`
    : `${what}: an option of it is missing`;

/** The options that a call needs and does not have. Empty where all are there. */
export const missingFault = <Name extends string>(
  given: Readonly<Partial<Record<Name, unknown>>>,
  needed: readonly Name[],
): string =>
  needed
    .filter((name) => given[name] === undefined)
    .map((name) => `--${name}: missing`)
    .join('\n✖ ');
