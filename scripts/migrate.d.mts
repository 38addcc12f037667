/** What tests and benches written in TypeScript may use of migrate.mjs. */

/** Applies the pending migrations and returns their names. */
export function deploy(url: string): Promise<string[]>;
