/** JSON whose numbers are digits and stay digits. */

/** A number that is written as it stands. */
export class Digits {
  constructor(readonly text: string) {}
}

type Value = string | boolean | Digits | readonly Value[] | { readonly [name: string]: Value };

/** Of a value that holds no number but by its digits. */
export const makeExactJson = (value: Value): string => {
  if (value instanceof Digits) return value.text;
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(makeExactJson).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${makeExactJson(each)}`,
  );
  return `{${members.join(',')}}`;
};

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The object in a body, with every number as its digits. Undefined where it is no JSON object. */
export const parseExactJson = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const quoted = text.replace(STRING_OR_NUMBER, (each) =>
    each.startsWith('"') ? each : `"${each}"`,
  );
  try {
    const value: unknown = JSON.parse(quoted);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};
