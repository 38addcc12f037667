import { defineConfig } from 'prisma/config';

// `prisma format` never runs the native schema engine, but may insist on having one and would
// download it. Any file that exists satisfies the check. `migrate` and `db` do run it:
// src/migration, with the WebAssembly engine, takes their place.
const runsTheEngine = process.argv.some((arg) => arg === 'migrate' || arg === 'db');
if (!runsTheEngine) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/unset' },
});
