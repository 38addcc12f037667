/** Runs the tools that look at the code, a few at a time, and tells of each when it is done. */
import os from 'node:os';
import { inRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { seconds } from './progress.mjs';

/**
 * A Node program of the packages, run with this very Node: `tool('eslint', 'bin/eslint.js', '.')`.
 */
export const tool = (name, file, ...args) => [inRoot('node_modules', name, file), ...args];

/**
 * Runs all `tasks` (`{ name, args, env?, note? }`, `note()` being the remark for the finished
 * line), as many at once as there are cores. What a tool prints is shown when it fails. Returns the
 * names of those that failed.
 */
export async function runTasks(tasks, { signal }) {
  const waiting = [...tasks];
  const failed = [];
  const worker = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const startedAt = performance.now();
      const { code, output } = await run(process.execPath, task.args, { signal, env: task.env });
      const time = seconds(performance.now() - startedAt).padStart(7);
      const mark = code === 0 ? '✔' : '✘';
      console.log(`${mark} ${task.name.padEnd(22)} ${time}   ${task.note?.() ?? ''}`.trimEnd());
      if (code !== 0) {
        console.log(`\n${output.trim()}\n`);
        failed.push(task.name);
      }
    }
  };
  const workers = Math.min(os.availableParallelism(), tasks.length);
  await Promise.all(Array.from({ length: workers }, worker));
  return failed;
}
