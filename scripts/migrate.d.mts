/** What tests and benches written in TypeScript may use of migrate.mjs. */

/**
 * Applies the pending migrations, and the guards where they have changed; returns the names of what
 * was applied.
 */
export function deploy(url: string): Promise<string[]>;
