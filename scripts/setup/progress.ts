/** Tells the terminal what a command is doing and how long each step took. */

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The steps that are under way, in a terminal all in one line. */
const running = new Set<string>();

/**
 * Runs one step under its name, beside others if need be. `work` returns a remark for the finished
 * line, or nothing.
 */
export async function step(
  name: string,
  work: () => Promise<string | undefined | void>,
  stream: NodeJS.WriteStream = process.stdout,
): Promise<void> {
  const startedAt = performance.now();
  const clear = stream.isTTY ? '\r\x1b[K' : '';
  const show = (): void => {
    if (stream.isTTY && running.size > 0) stream.write(`${clear}  ${[...running].join(', ')} …`);
  };
  const finish = (mark: string, remark?: string | void): void => {
    running.delete(name);
    const time = seconds(performance.now() - startedAt).padStart(7);
    stream.write(`${clear}${mark} ${name.padEnd(22)} ${time}${remark ? `   ${remark}` : ''}\n`);
    show();
  };
  running.add(name);
  show();
  try {
    finish('✔', await work());
  } catch (error) {
    finish('✘');
    throw error;
  }
}

/** Waits for all of `works`, so that none goes on unnoticed after a failure. */
export async function together<T extends readonly unknown[]>(...works: T) {
  await Promise.allSettled(works);
  return Promise.all(works);
}
