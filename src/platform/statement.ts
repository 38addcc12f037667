/** SQL whose inputs have names: `:game` in the text, with a type that is stated once. */
import type pg from 'pg';
import { assert } from '../money/assert.js';

/** What an input of a Postgres type takes: `bigint`, `text null`, `uuid[]`, `bigint null[]`. */
export type ValueOf<Type extends string> = Type extends `${infer Scalar} null`
  ? ValueOf<Scalar> | null | undefined
  : Type extends `${infer Element}[]`
    ? readonly ValueOf<Element>[] | string // `{1,2}`: an array as Postgres reads it
    : Type extends 'bigint'
      ? bigint | number | string
      : Type extends 'int' | 'float8'
        ? number
        : Type extends 'boolean'
          ? boolean
          : Type extends 'timestamptz'
            ? Date | string
            : Type extends 'bytea'
              ? Buffer
              : string;

type Types = Readonly<Record<string, string>>;
export type Values<Inputs extends Types> = {
  readonly [Name in keyof Inputs]: ValueOf<Inputs[Name]>;
};

/**
 * A colon and a name, outside of literals, comments, casts (`::text`) and slices (`[first:last]`).
 */
const INPUT = /'(?:[^']|'')*'|--[^\n]*|(?<![:\w]):([a-z]\w*)/gi;

/**
 * Makes a query with these inputs. With a `name`, Postgres prepares the statement once a
 * connection. The text must use each input and have no other, or the module does not load.
 */
export const statement = <const Inputs extends Types>({
  name,
  inputs,
  text,
}: {
  readonly name?: string;
  readonly inputs: Inputs;
  readonly text: string;
}): ((values: Values<Inputs>) => pg.QueryConfig) => {
  const names = Object.keys(inputs);
  const unused = new Set(names);
  const numbered = text.replace(INPUT, (whole, input?: string) => {
    if (input === undefined) return whole;
    const type = inputs[input]?.replace(' null', '');
    assert(type !== undefined, `:${input} is among the inputs of the statement`);
    unused.delete(input);
    // In brackets, because an element may be taken of an array: `:spots[1]`.
    return `($${names.indexOf(input) + 1}::${type})`;
  });
  assert(unused.size === 0, `the statement uses its inputs ${[...unused].join(', ')}`);
  const fixed = { ...(name !== undefined && { name }), text: numbered };
  return (values) => ({ ...fixed, values: names.map((each) => values[each]) });
};
