/** Schemas as tables of fields in Markdown: the contents of a message, field by field. */
import { z } from 'zod';

/** The part of a schema in JSON Schema that is read here. */
export interface SchemaShape {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly anyOf?: readonly SchemaShape[];
  /** One of several objects, by a field of theirs. */
  readonly oneOf?: readonly SchemaShape[];
  readonly items?: SchemaShape;
  readonly properties?: Readonly<Record<string, SchemaShape>>;
  readonly required?: readonly string[];
  readonly propertyNames?: SchemaShape;
  readonly additionalProperties?: SchemaShape | boolean;
}

export const shapeOf = (schema: z.ZodType): SchemaShape => z.toJSONSchema(schema) as SchemaShape;

/** Titled schemas and their descriptions. A field adds only what is particular to it. */
type Glossary = ReadonlyMap<string | undefined, string | undefined>;

/** One row a field. The contents of an untitled object follow it as `field.part`. */
export const fieldTable = (shape: SchemaShape, glossary: Glossary): string => {
  if (shape.oneOf !== undefined) return kindTable(shape.oneOf);
  const rows = fieldRows(shape, '', glossary);
  if (rows.length === 0) return '_No fields._';
  return table(['field', 'type', 'meaning'], rows);
};

/** One row a kind, with what it has besides. */
const kindTable = (kinds: readonly SchemaShape[]): string =>
  table(
    ['kind', 'fields'],
    kinds.map(({ properties = {} }) => [
      code(properties['kind']?.const),
      Object.entries(properties)
        .filter(([name]) => name !== 'kind')
        .map(([name, field]) => `${code(name)}: ${typeText(field)}`)
        .join('; '),
    ]),
  );

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * A schema with a title is called by it, and linked to where it is described. Any other is put in
 * words.
 */
export const typeText = (shape: SchemaShape): string =>
  shape.title === undefined ? formText(shape) : `[${shape.title}](#${anchor(shape.title)})`;

/** What a schema takes, in words. */
export const formText = (shape: SchemaShape): string => {
  if (Array.isArray(shape.type)) {
    return shape.type.map((type: string) => formText({ ...shape, type })).join(' or ');
  }
  if (shape.const !== undefined) return code(shape.const);
  if (shape.enum !== undefined) return choice(shape.enum.map(code));
  const either = shape.anyOf ?? shape.oneOf;
  if (either !== undefined) return either.map(typeText).join(' or ');
  if (isMap(shape)) {
    return `${typeText(shape.additionalProperties)} by ${typeText(shape.propertyNames ?? {})}`;
  }
  if (shape.items !== undefined) return `list of ${typeText(shape.items)}`;
  return WORDS[String(shape.type)]?.(shape) ?? 'text';
};

const WORDS: Readonly<Record<string, (shape: SchemaShape) => string>> = {
  object: () => 'object',
  integer: (shape) => `whole number${range(shape)}`,
  boolean: () => '`true` or `false`',
  null: () => '`null`',
  string: (shape) => `text${length(shape)}`,
};

/** The anchor of a heading, as GitHub makes it. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

export const code = (value: unknown): string => `\`${String(value)}\``;

const fieldRows = (
  shape: SchemaShape,
  prefix: string,
  glossary: Glossary,
): readonly (readonly string[])[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const optional = shape.required?.includes(name) === true ? '' : ', or left out';
    const { title, description = '' } = field;
    const isSaidThere = title !== undefined && glossary.get(title) === description;
    const row = [code(prefix + name), typeText(field) + optional, isSaidThere ? '' : description];
    const inner = untitledObject(field);
    if (inner === undefined) return [row];
    const list = field.type === 'array' ? '[]' : '';
    return [row, ...fieldRows(inner, `${prefix}${name}${list}.`, glossary)];
  });

const untitledObject = (shape: SchemaShape): SchemaShape | undefined => {
  if (shape.title !== undefined) return undefined;
  if (shape.properties !== undefined) return shape;
  return [shape.items ?? {}, ...(shape.anyOf ?? [])].find(
    ({ title, properties }) => title === undefined && properties !== undefined,
  );
};

const isMap = (shape: SchemaShape): shape is SchemaShape & { additionalProperties: SchemaShape } =>
  typeof shape.additionalProperties === 'object' && shape.propertyNames !== undefined;

const range = ({ minimum, maximum, exclusiveMinimum }: SchemaShape): string => {
  const from = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) return ` ${from}–${maximum}`;
  return from === undefined || from < 0 ? '' : ` ≥ ${from}`;
};

const length = ({ minLength = 0, maxLength }: SchemaShape): string =>
  maxLength === undefined ? '' : ` of ${minLength}–${maxLength} characters`;

const MANY = 12;

const choice = (all: readonly string[]): string =>
  all.length > MANY ? `${all[0]} … ${all.at(-1)}` : all.join(', ');
