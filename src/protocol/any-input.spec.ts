import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../test/kit/runs.js';
import { JUNK, type JsonSchema, placesIn, samples, spoilt } from '../../test/kit/any-json.js';

const SAMPLES = 2;
/** A place to spoil; of what is longer the rest is left as it is. */
const PLACES = runs(8);

const files = readdirSync(import.meta.dirname).filter((name) => /^[\w-]+\.ts$/.test(name));

/** Also those of a registry: a command has one of what is asked. */
const schemasIn = (
  name: string,
  value: unknown,
  depth = 0,
): readonly (readonly [string, z.ZodType])[] => {
  if (value instanceof z.ZodType) return [[name, value]];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  return Object.entries(value).flatMap(([part, each]) =>
    schemasIn(`${name} ${part}`, each, depth + 1),
  );
};

const schemas = (
  await Promise.all(
    files.map(async (file) => schemasIn(file, await import(join(import.meta.dirname, file)))),
  )
).flat();
/** What has two names is tried once. */
const tried = [...new Map(schemas.map((each) => [each[1], each])).values()];

const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;

describe('a schema of the protocol', () => {
  it('is found in these files', () => {
    expect(tried.length).toBeGreaterThan(100);
  });

  it.each(tried)('refuses what it does not know, and never throws: %s', (_, schema) => {
    const faults = new Set<string>();
    for (const whole of samples(jsonSchemaOf(schema), {}, SAMPLES)) {
      for (let place = 0; place < Math.min(PLACES, placesIn(whole).length); place += 1) {
        for (let how = 0; how < JUNK.length; how += 1) {
          try {
            schema.safeParse(spoilt(whole, { place, how }));
          } catch (error) {
            faults.add(String(error));
          }
        }
      }
    }
    expect([...faults]).toEqual([]);
  });
});

/** What is asked of the studio and kept. A PIN is hashed, and a note loses what nobody keeps. */
const KEPT = tried.filter(
  ([name]) =>
    / request$/.test(name) ||
    /(Entry|Cancelling|Order|Opening|Alteration|Settings|Change)$/.test(name) ||
    /^wallet\.ts walletStatement$/.test(name),
);
const NOT_KEPT = /^(next|pin|code|note|requestId)$/;

const textsIn = (value: unknown, way: readonly string[] = []): readonly (readonly string[])[] => {
  if (typeof value === 'string') return [way];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...way, name]));
};
/** Characters that Postgres does not keep as they are: none, and half a one. */
const UNKEPT = ['\0', '\ud800'];
/** With the last character of the text there as one of them. */
const withUnkept = (value: unknown, [name, ...way]: readonly string[], by: string): unknown => {
  if (name === undefined) return `${String(value).slice(0, -1)}${by}`;
  const part = withUnkept((value as Record<string, unknown>)[name], way, by);
  return Array.isArray(value) ? value.with(Number(name), part) : { ...Object(value), [name]: part };
};

describe('what is asked of the studio', () => {
  it('is tried with texts', () => {
    const texts = KEPT.flatMap(([, schema]) => samples(jsonSchemaOf(schema), {}, SAMPLES)).flatMap(
      (whole) => textsIn(whole),
    );
    expect(texts.length).toBeGreaterThan(200);
  });

  it.each(KEPT)('has no text that Postgres cannot keep: %s', (_, schema) => {
    const taken = samples(jsonSchemaOf(schema), {}, SAMPLES).flatMap((whole) =>
      textsIn(whole)
        .filter((way) => !NOT_KEPT.test(way.at(-1) ?? ''))
        .filter((way) => UNKEPT.some((by) => schema.safeParse(withUnkept(whole, way, by)).success))
        .map((way) => way.join('.')),
    );
    expect(taken).toEqual([]);
  });
});
