/**
 * JSON made by fast-check of a schema, and JSON that somebody has spoilt in one place. What no
 * value of JavaScript can say, and what is known only when it is sent, stands there as a word in
 * `@`, and is put in by `textOf`.
 */
import fc from 'fast-check';

/** What is used of JSON Schema, as zod and OpenAPI write it. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** By the name of a field, what means something to the studio under test. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Numbers and texts that JSON may hold and nothing else can. */
const RAW: Readonly<Record<string, string>> = {
  beyondDouble: '1e400',
  beyondBigint: '9'.repeat(400),
  minusZero: '-0',
  deepList: '['.repeat(4_000) + ']'.repeat(4_000),
  deepObject: '{"a":'.repeat(1_500) + '1' + '}'.repeat(1_500),
  proto: '{"__proto__":{"ok":true},"constructor":{"prototype":{}}}',
  twice: '{"table":"pb-1","table":"pb-2"}',
  loneSurrogate: '"\\ud800"',
  nul: '"\\u0000"',
};

/** What hardly any field is meant to hold. */
export const JUNK: readonly unknown[] = [
  ...Object.keys(RAW).map((name) => `@${name}@`),
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  'nonsense',
  'a'.repeat(10_000),
  "1'; drop table bets; --",
  'a\u0000b',
  'a\ud800',
  'a\n\r\tb',
  '\u202e\u2066abc',
  'e\u0301'.repeat(100),
  '👩‍👩‍👧‍👦',
  '１００',
  '-100',
  '+100',
  '0100',
  '1e3',
  '0x10',
  'NaN',
  '999999999999999999',
  '9223372036854775808',
  '99999999999999999999999999999999',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  '__proto__',
  'constructor',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '${7*7}',
  [],
  [null],
  ['pb-1'],
  Array.from({ length: 500 }, () => 0),
  {},
  { $gt: '' },
  { toString: 'pb-1' },
  { length: 1e9 },
  { then: 1 },
  { _placeholder: true, num: 0 },
];

const TEXTS = ['a', 'Buona sera', 'x'.repeat(200), 'a\u0000b', 'a\ud800', 'Ünïcödé 牌', ' a '];

/** Values of the schema, or nearly: a refinement may still refuse some. */
const fitting = (schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> => {
  const plain = ofType(schema, known);
  const ofName = known[name];
  return ofName === undefined
    ? plain
    : fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...ofName) },
        { weight: 1, arbitrary: plain },
      );
};

const ofType = (schema: JsonSchema, known: Known): fc.Arbitrary<unknown> => {
  const { anyOf, oneOf, const: only, enum: names, type = 'any' } = schema;
  const forms = anyOf ?? oneOf;
  if (forms !== undefined) return fc.oneof(...forms.map((each) => fitting(each, known)));
  if (only !== undefined) return fc.constant(only);
  if (names !== undefined) return fc.constantFrom(...names);
  switch (type) {
    case 'object':
      return ofObject(schema, known);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, known), { maxLength: 3 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return ofNumber(schema);
    case 'string':
      return ofText(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const ofObject = (schema: JsonSchema, known: Known): fc.Arbitrary<unknown> => {
  const { properties, required = [], propertyNames, additionalProperties } = schema;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, field]) => [name, fitting(field, known, name)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
  }
  const names = fitting(propertyNames ?? { type: 'string' }, known).map(String);
  const values = typeof additionalProperties === 'object' ? additionalProperties : {};
  return fc.dictionary(names, fitting(values, known), { maxKeys: 3 });
};

const ofNumber = ({ minimum = -(2 ** 53), maximum = 2 ** 53 }: JsonSchema): fc.Arbitrary<number> =>
  fc.oneof(
    fc.maxSafeInteger().map((any) => Math.max(minimum, Math.min(maximum, any))),
    fc.constantFrom(minimum, maximum, Math.min(maximum, minimum + 1)),
  );

/** Texts by their format and pattern. To make what makes one takes fast-check milliseconds. */
const texts = new Map<string, fc.Arbitrary<string>>();

const ofText = ({ pattern, format }: JsonSchema): fc.Arbitrary<string> => {
  const key = JSON.stringify([format, pattern]);
  const known = texts.get(key) ?? anyText(pattern, format);
  texts.set(key, known);
  return known;
};

const anyText = (pattern: string | undefined, format: string | undefined): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl();
  // Of classes of Unicode fast-check makes no text.
  if (pattern === undefined || /\\p\{|\\0/.test(pattern)) return fc.constantFrom(...TEXTS);
  return fc.stringMatching(new RegExp(pattern));
};

/** So many of the same, whenever and wherever they are made. */
export const samples = (schema: JsonSchema, known: Known, count: number): readonly unknown[] =>
  fc.sample(fitting(schema, known), { numRuns: count, seed: 1 });

/** Where a value is spoilt, and what is done there. */
export interface Spoiling {
  readonly place: number;
  readonly how: number;
}

type Path = readonly (string | number)[];

/** Where a value has a part, itself the first. */
export const placesIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name])),
  ];
};

/** Another value, which differs in one place: there something else is, or nothing, or more. */
export const spoilt = (value: unknown, { place, how }: Spoiling): unknown => {
  const places = placesIn(value);
  const path = places[place % places.length]!;
  return changed(value, path, (part) => {
    const ways = JUNK.length + 4;
    switch ((how % ways) - JUNK.length) {
      case 0:
        return undefined;
      case 1:
        return [part];
      case 2:
        return { value: part };
      case 3:
        return typeof part === 'object' && part !== null && !Array.isArray(part)
          ? { ...part, more: 1 }
          : `${Array.isArray(part) ? JSON.stringify(part) : String(part)} `;
      default:
        return JUNK[how % ways];
    }
  });
};

const changed = (value: unknown, path: Path, change: (part: unknown) => unknown): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((part: unknown, at) =>
      String(at) === name ? changed(part, rest, change) : part,
    );
  }
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: changed(object[name], rest, change) };
};

/** By its name, what stands for a word when it is sent: JSON. */
type Words = Readonly<Record<string, () => string>>;

/** As it is sent. */
export const textOf = (value: unknown, words: Words): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(/"@(\w+)@"/g, (text, name: string) =>
    Object.hasOwn(words, name) ? words[name]!() : (RAW[name] ?? text),
  );
