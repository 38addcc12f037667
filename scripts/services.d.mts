/** What tests and benches written in TypeScript may use of services.mjs. */

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

export function startPostgres(options?: {
  dataDir?: string;
  durable?: boolean;
  database?: string;
}): Promise<Service>;

export function startRedis(options?: { dir?: string }): Promise<Service | undefined>;

export function removeDataFolder(folder: string): void;
