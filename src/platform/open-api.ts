/** OpenAPI schemas, made from those of the protocol. */
import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import { z } from 'zod';

export const openApi = (schema: z.ZodType): ApiResponseSchemaHost['schema'] =>
  z.toJSONSchema(schema, { target: 'openapi-3.0' }) as ApiResponseSchemaHost['schema'];
