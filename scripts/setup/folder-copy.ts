/** Folders as they are copied: file by file, and on the disk before anybody counts on the copy. */
import fs from 'node:fs';
import path from 'node:path';

/** How much there is. A copy that lacks something has less. */
export interface Size {
  readonly files: number;
  readonly bytes: number;
}

interface Wishes {
  /** Of what is in the folder, by its path there, what is passed over. */
  readonly leaveOut?: RegExp;
  readonly signal?: AbortSignal | undefined;
}

/** A file or a folder that goes away meanwhile is passed over. `to` is there. */
export async function copyFolder(from: string, to: string, wishes: Wishes = {}): Promise<void> {
  for (const { name, isFolder } of contentsOf(from, wishes.leaveOut)) {
    wishes.signal?.throwIfAborted();
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (isFolder) fs.mkdirSync(target, { mode: 0o700 });
    else await copyFile(source, target);
  }
}

async function copyFile(source: string, target: string): Promise<void> {
  try {
    await fs.promises.copyFile(source, target, fs.constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!isGone(error) || fs.existsSync(source)) throw error;
  }
}

export function sizeOf(folder: string, leaveOut?: RegExp): Size {
  let [files, bytes] = [0, 0];
  for (const { name, isFolder } of contentsOf(folder, leaveOut)) {
    const stat = isFolder
      ? undefined
      : fs.statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (stat === undefined) continue;
    files += 1;
    bytes += stat.size;
  }
  return { files, bytes };
}

/** Returns when all that is in the folder, and the folder itself, is on the disk. */
export async function syncFolder(folder: string, signal?: AbortSignal): Promise<void> {
  for (const { name } of contentsOf(folder)) {
    signal?.throwIfAborted();
    await sync(path.join(folder, name));
  }
  await sync(folder);
}

/** Of a file its content. Of a folder which files it has, and by which names. */
export async function sync(file: string): Promise<void> {
  const opened = await fs.promises.open(file, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Writes a file that is there as a whole, and on the disk, or not at all. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.writing`;
  fs.writeFileSync(unfinished, text, { mode: 0o600 });
  await sync(unfinished);
  fs.renameSync(unfinished, file);
  await sync(path.dirname(file));
}

interface Entry {
  /** Its path in the folder. */
  readonly name: string;
  readonly isFolder: boolean;
}

/** Files and folders, each folder before what is in it. */
function* contentsOf(folder: string, leaveOut?: RegExp, inside = ''): Generator<Entry> {
  for (const entry of entriesOf(path.join(folder, inside), inside !== '')) {
    const name = path.posix.join(inside, entry.name);
    if (leaveOut?.test(name) === true) continue;
    if (entry.isDirectory()) {
      yield { name, isFolder: true };
      yield* contentsOf(folder, leaveOut, name);
    } else if (entry.isFile()) yield { name, isFolder: false };
  }
}

function entriesOf(folder: string, mayBeGone: boolean): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!mayBeGone || !isGone(error)) throw error;
    return [];
  }
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
