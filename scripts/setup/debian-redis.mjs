/**
 * Debian's Redis for a machine that has none: fetched and unpacked into a folder, without root and
 * without installing it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { librariesIn, unpackDebian } from './debian-packages.mjs';

/**
 * Returns `{ file, env }`, or undefined where there is no apt, no network, or no such package.
 */
export async function fetchRedis({ folder, signal }) {
  const trouble = await unpackDebian({ folder, packages: ['redis-server'], signal });
  if (trouble !== undefined) return undefined;
  const file = path.join(folder, 'usr/bin/redis-server');
  return fs.existsSync(file) ? { file, env: { LD_LIBRARY_PATH: librariesIn(folder) } } : undefined;
}
