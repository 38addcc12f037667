/** OpenAPI 3.1, made from the schemas of the protocol. */
import { ApiQuery, type ApiResponseSchemaHost } from '@nestjs/swagger';
import { z } from 'zod';

type OpenApiSchema = ApiResponseSchemaHost['schema'];

/** A schema as OpenAPI 3.1 has it: JSON Schema of 2020-12, seen from one side. */
export const openApi = (schema: z.ZodType, io: 'input' | 'output' = 'output'): OpenApiSchema =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io })), inDocument) as OpenApiSchema;

/**
 * A part of a document refers to nothing beside it. Zod refers only to what holds itself, and that
 * is any JSON, for which OpenAPI has the empty schema.
 */
const inDocument = (key: string, value: unknown): unknown => {
  if (key === '$schema' || key === '$defs') return undefined;
  return typeof value === 'object' && value !== null && '$ref' in value ? {} : value;
};

/** Describes every field of a query string, as its schema takes it. */
export const ApiFields = (query: z.ZodObject): MethodDecorator => {
  const { properties = {}, required = [] } = openApi(query, 'input') as {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
    readonly required?: readonly string[];
  };
  return (target, key, descriptor) => {
    for (const [name, { description, ...schema }] of Object.entries(properties)) {
      const words = description === undefined ? {} : { description };
      const isRequired = required.includes(name);
      ApiQuery({ name, required: isRequired, schema, ...words })(target, key, descriptor);
    }
  };
};
