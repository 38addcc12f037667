/**
 * The addresses of the services that run on the data folder at present, for whoever comes along.
 */
import fs from 'node:fs';
import path from 'node:path';
import { dataFolder, folderHolder } from './data-folder.mjs';

const addressFile = (folder) => path.join(folder, 'services.json');

/** They hold passwords: for the owner's eyes alone. */
export const writeAddresses = (folder, env) =>
  fs.writeFileSync(addressFile(folder), JSON.stringify(env), { mode: 0o600 });

export const removeAddresses = (folder) => fs.rmSync(addressFile(folder), { force: true });

/** What a running `npm start` or `npm run services` tells its studio; undefined when none runs. */
export function runningServices() {
  const folder = dataFolder();
  if (folderHolder(folder) === undefined) return undefined;
  try {
    return JSON.parse(fs.readFileSync(addressFile(folder), 'utf8'));
  } catch {
    return undefined;
  }
}
