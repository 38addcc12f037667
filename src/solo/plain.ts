/**
 * Commands and events of a hand as plain JSON: an amount is its digits, and what is undefined is
 * left out. The database, the wire and the files of proofs have this form.
 */
import { assert } from '../money/assert.js';

export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain;
}

/** Asserts that there is nothing but objects, lists, texts, numbers, amounts and truth values. */
export const plain = (value: unknown): Plain => {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : Array.isArray(value) ? value.map(plain) : plainObject(value);
    case 'undefined':
    case 'symbol':
    case 'function':
      assert(false, `a ${typeof value} is no JSON`);
  }
};

/** The same of an object. */
export const plainObject = (value: object): PlainObject => {
  const made: Record<string, Plain> = {};
  for (const name of Object.keys(value)) {
    const each = (value as Readonly<Record<string, unknown>>)[name];
    if (each !== undefined) made[name] = plain(each);
  }
  return made;
};

/** The one text of a value: the names of each object sorted, and no spaces. */
export const canonicalText = (value: Plain): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`;
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name]!)}`);
  return `{${fields.join(',')}}`;
};

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);
