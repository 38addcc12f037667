/**
 * How the owner of the tables connects to change them. Whatever becomes of the machine, nothing
 * that it holds in the database outlives it by long.
 */
import type pg from 'pg';

/** A machine that has disappeared without a word is noticed after so long. A short gap is not. */
const SILENCE_MS = 30_000;
const PROBE_AFTER_MS = 10_000;
const PROBE_EVERY_MS = 5_000;

const SETTINGS = {
  // What a process has begun that is killed is ended by the database, and not carried on with.
  client_connection_check_interval: 1_000,
  tcp_user_timeout: SILENCE_MS,
  tcp_keepalives_idle: PROBE_AFTER_MS / 1_000,
  tcp_keepalives_interval: PROBE_EVERY_MS / 1_000,
  tcp_keepalives_count: (SILENCE_MS - PROBE_AFTER_MS) / PROBE_EVERY_MS,
};

/** What the URL says itself goes before the settings, and `more` before both. */
export const ownersConnection = (
  url: string,
  more: Readonly<Record<string, number>> = {},
): pg.ClientConfig & { readonly connectionString: string } => {
  const changed = new URL(url);
  const own = changed.searchParams.get('options');
  const options = [texts(SETTINGS), own ?? '', texts(more)].filter((text) => text !== '');
  changed.searchParams.set('options', options.join(' '));
  return {
    connectionString: changed.href,
    application_name: 'db:deploy',
    // A database that disappears is noticed as well.
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_AFTER_MS,
  };
};

const texts = (settings: Readonly<Record<string, number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
