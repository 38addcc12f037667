/**
 * Prisma's schema engine as WebAssembly, over @prisma/adapter-pg, with what version 7.10 of the
 * adapter gets wrong amended.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';

/** Runs `work(engine)` on the database at `url`, and closes everything after it. */
export async function withEngine({ url, schemaFiles }, work) {
  loadOnce();
  const adapters = new MigrationAdapters(url);
  const engine = await glue.SchemaEngine.new(
    { datamodels: schemaFiles.map((file) => [file.path, file.content]) },
    (line) => process.env.DEBUG && console.error(line),
    bindMigrationAwareSqlAdapterFactory(adapters),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
    await adapters.close();
  }
}

let isLoaded = false;

function loadOnce() {
  if (isLoaded) return;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const file = path.join(path.dirname(entry), 'schema_engine_bg.wasm');
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (text) => console.error(text) };
  const module = new WebAssembly.Module(fs.readFileSync(file));
  const instance = new WebAssembly.Instance(module, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  isLoaded = true;
}

class MigrationAdapters extends PrismaPg {
  #url;
  #open = [];

  constructor(url) {
    super({ connectionString: url, max: 1 });
    this.#url = url;
  }

  async connect() {
    const adapter = amend(await super.connect());
    this.#open.push(adapter);
    return adapter;
  }

  async close() {
    await Promise.allSettled(this.#open.splice(0).map((adapter) => adapter.dispose()));
  }

  /**
   * The adapter's own version ignores the shadow's name when it was given a URL: it would replay
   * every migration into the MAIN database. It also drops the shadow while its pool is still open.
   */
  async connectToShadowDb() {
    const name = `prisma_shadow_${randomUUID()}`;
    const url = new URL(this.#url);
    url.pathname = `/${name}`;
    const admin = await super.connect();
    await admin.executeScript(`create database "${name}"`);
    const shadow = amend(await new PrismaPg({ connectionString: url.href, max: 1 }).connect());
    const closeShadow = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await closeShadow();
      await admin.executeScript(`drop database if exists "${name}" with (force)`);
      await admin.dispose();
    };
    return shadow;
  }
}

/**
 * Postgres' own number of the catalogue type "char", which the adapter cannot decode, and of its
 * array.
 */
const CHAR = 18;
const CHAR_ARRAY = 1002;

function amend(adapter) {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool);
  const queryRaw = adapter.queryRaw.bind(adapter);

  // A "char" passes the adapter as if it were a "char"[] …
  pool.query = async (...args) => {
    const result = await query(...args);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === CHAR) field.dataTypeID = CHAR_ARRAY;
    }
    return result;
  };
  // … and is handed to the engine as the single character it is.
  adapter.queryRaw = async (...args) => {
    const result = await queryRaw(...args);
    const { CharacterArray, Character } = ColumnTypeEnum;
    const columnTypes = result.columnTypes.map((type) =>
      type === CharacterArray ? Character : type,
    );
    return { ...result, columnTypes };
  };
  // The adapter cuts a script at every semicolon, which breaks the bodies of functions, and runs
  // the pieces one by one. The native engine sends it whole, as one simple query; so do we.
  adapter.executeScript = async (sql) => {
    try {
      await query(sql);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return adapter;
}
