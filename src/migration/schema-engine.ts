/**
 * Prisma's schema engine as WebAssembly, over the driver of the studio, with what version 7.10 of
 * the adapter gets wrong amended.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { ownersConnection } from './owners-connection.js';

interface EngineOptions {
  /** No statement waits longer for one lock. 0: as long as it takes. */
  readonly lockMs?: number;
  /** What is sent to the database in place of a whole script. */
  readonly scriptOf?: (script: string) => string;
}

/**
 * Runs `work` with an engine on the database at `url`, and closes everything after it. What the
 * engine throws has as its cause what the database refused last.
 */
export const withEngine = async <T>(
  url: string,
  schema: glue.SchemaContainer,
  work: (engine: glue.SchemaEngine) => Promise<T>,
  { lockMs = 0, scriptOf = (script) => script }: EngineOptions = {},
): Promise<T> => {
  loadOnce();
  const adapters = new MigrationAdapters(ownersConnection(url, { lock_timeout: lockMs }), scriptOf);
  const engine = await glue.SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    process.env['DEBUG'] ? say : () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapters),
  );
  try {
    return await work(engine);
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { cause: adapters.refusal }) : error;
  } finally {
    engine.free();
    await adapters.close();
  }
};

const say = (text: string): boolean => process.stderr.write(`${text}\n`);

/** Node's own, which the types of Node 20 do not name. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, unknown>>,
  ) => { readonly exports: { readonly __wbindgen_start: () => void } };
};

/** The engine reports its panics there. */
const PANICS = 'PRISMA_WASM_PANIC_REGISTRY';

/**
 * Node 20 does not import WebAssembly by itself. It is loaded once in a process, also where this
 * module is loaded again: a second one would work in the memory of the first.
 */
const loadOnce = (): void => {
  if (PANICS in globalThis) return;
  const require = createRequire(import.meta.url);
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = readFileSync(file.replace(/\.js$/, '.wasm'));
  Object.assign(globalThis, { [PANICS]: { set_message: say } });
  const module = new WebAssembly.Module(bytes);
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
};

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** Postgres' own number of the type "char", which the adapter cannot decode, and of its array. */
const CHAR = 18;
const CHAR_ARRAY = 1002;

class MigrationAdapters extends PrismaPg {
  readonly #connection: ReturnType<typeof ownersConnection>;
  readonly #open: Adapter[] = [];
  readonly #scriptOf: (script: string) => string;
  /** What the database refused last. */
  refusal: unknown;

  constructor(
    connection: ReturnType<typeof ownersConnection>,
    scriptOf: (script: string) => string,
  ) {
    super({ ...connection, max: 1 });
    this.#connection = connection;
    this.#scriptOf = scriptOf;
  }

  override async connect(): Promise<Adapter> {
    const adapter = this.#amend(await super.connect());
    this.#open.push(adapter);
    return adapter;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#open.splice(0).map((adapter) => adapter.dispose()));
  }

  /**
   * The adapter's own version ignores the shadow's name when it was given a URL: it would replay
   * every migration into the MAIN database. It also drops the shadow while its pool is still open.
   */
  override async connectToShadowDb(): Promise<Adapter> {
    const name = `prisma_shadow_${randomUUID()}`;
    const url = new URL(this.#connection.connectionString);
    url.pathname = `/${name}`;
    const admin = await super.connect();
    await admin.executeScript(`create database "${name}"`);
    const shadow = this.#amend(
      await new PrismaPg({ connectionString: url.href, max: 1 }).connect(),
    );
    const closeShadow = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await closeShadow();
      await admin.executeScript(`drop database if exists "${name}" with (force)`);
      await admin.dispose();
    };
    return shadow;
  }

  #amend(adapter: Adapter): Adapter {
    const pool = adapter.underlyingDriver();
    const query = pool.query.bind(pool);
    const queryRaw = adapter.queryRaw.bind(adapter);

    // A "char" passes the adapter as if it were a "char"[] …
    Object.defineProperty(pool, 'query', {
      value: async (config: pg.QueryArrayConfig) => {
        const result: Partial<pg.QueryArrayResult> = await query(config).catch((error: unknown) => {
          throw (this.refusal = error);
        });
        for (const field of result.fields ?? []) {
          if (field.dataTypeID === CHAR) field.dataTypeID = CHAR_ARRAY;
        }
        return result;
      },
    });
    // … and is handed to the engine as the single character it is.
    adapter.queryRaw = async (sql) => {
      const result = await queryRaw(sql);
      const { CharacterArray, Character } = ColumnTypeEnum;
      const columnTypes = result.columnTypes.map((type) =>
        type === CharacterArray ? Character : type,
      );
      return { ...result, columnTypes };
    };
    // The adapter cuts a script at every semicolon, which breaks the bodies of functions. The
    // native engine sends it whole, as one simple query; so does a raw statement without arguments.
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql: this.#scriptOf(sql), args: [], argTypes: [] });
    };
    return adapter;
  }
}
