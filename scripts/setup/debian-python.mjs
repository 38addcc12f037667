/**
 * Debian's Python with socket.io's client for it: the system's own, or what it lacks of it unpacked
 * into a folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import { toolsFolder } from './data-folder.mjs';
import { librariesIn, unpackDebian } from './debian-packages.mjs';
import { ask } from './processes.mjs';

/**
 * python3-socketio leaves it to us what carries it: requests for polling, websocket for WebSocket.
 */
const PACKAGES = ['python3-socketio', 'python3-requests', 'python3-websocket'];

/** Other Pythons on PATH know nothing of Debian's packages. */
const INSTALLED = '/usr/bin/python3';
const IMPORTS = 'import socketio, requests, websocket';

/**
 * `{ file, env }` of a Python that has them, or `{ trouble }`, a sentence that says why the
 * packages cannot be had. Nothing is installed, by root neither: a test leaves the machine as it
 * was.
 */
export async function findPython({ folder = path.join(toolsFolder(), 'python'), signal } = {}) {
  if (ask(INSTALLED, ['-c', IMPORTS]) !== undefined) return { file: INSTALLED, env: {} };
  const trouble = await unpackDebian({ folder, packages: PACKAGES, signal });
  if (trouble !== undefined) return { trouble };
  const packages = path.join(folder, 'usr/lib/python3/dist-packages');
  const env = { PYTHONPATH: packages };
  if (fs.existsSync(INSTALLED)) return { file: INSTALLED, env };
  const file = path.join(folder, INSTALLED);
  return { file, env: { ...env, LD_LIBRARY_PATH: librariesIn(folder) } };
}
