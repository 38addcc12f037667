/** What is typed behind the name of a bench: the names that it knows, and numbers where due. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Says what is wrong with what was typed, or what may be typed, and ends with 2, or with 0. */
const end = (text: string, code: number): never => {
  if (code === 0) console.log(text);
  else console.error(text);
  process.exit(code);
};

const usageOf = (options: NonNullable<ParseArgsConfig['options']>): string =>
  Object.entries(options)
    .map(([name, { default: usual }]) =>
      usual === undefined || usual === '' || typeof usual !== 'string'
        ? `  --${name}`
        : `  --${name} (${usual})`,
    )
    .join('\n');

/** Why a word is no whole number from `least` on. Undefined where it is one. */
export const numberFault = (name: string, word: string, least: number): string | undefined =>
  /^\d{1,9}$/.test(word) && Number(word) >= least
    ? undefined
    : `--${name} ${word}: a whole number from ${least} on`;

/** The same of a time, which may have a fraction. */
export const timeFault = (name: string, word: string): string | undefined =>
  /^\d{1,9}(\.\d+)?$/.test(word) && Number(word) > 0
    ? undefined
    : `--${name} ${word}: a number above 0`;

/**
 * The options as they were typed. `--help` lists them with what they usually are; a name that does
 * not exist, or a word where a number is due, ends the process with 2: `numbers` has the least that
 * one may be, or `time`.
 */
export const readOptions = <Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  numbers: Readonly<Record<string, number | 'time'>>,
) => {
  const words = process.argv.slice(4);
  if (words.includes('--help')) return end(usageOf(options), 0);
  const read = (): ReturnType<typeof parseArgs<{ options: Options }>>['values'] => {
    try {
      return parseArgs({ args: words, options }).values;
    } catch (error) {
      return end(
        `${error instanceof Error ? error.message : String(error)}\n${usageOf(options)}`,
        2,
      );
    }
  };
  const values = read();
  for (const [name, least] of Object.entries(numbers)) {
    const word = (values as Readonly<Record<string, unknown>>)[name];
    if (typeof word !== 'string') continue;
    const fault = least === 'time' ? timeFault(name, word) : numberFault(name, word, least);
    if (fault !== undefined) return end(fault, 2);
  }
  return values;
};
