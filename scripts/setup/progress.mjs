/** Tells the terminal what a command is doing and how long each step took. */

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Runs one step under its name. `work` returns a remark for the finished line, or nothing.
 */
export async function step(name, work, stream = process.stdout) {
  const startedAt = performance.now();
  const line = (mark, remark) =>
    `${mark} ${name.padEnd(22)} ${seconds(performance.now() - startedAt).padStart(7)}${remark ? `   ${remark}` : ''}\n`;
  if (stream.isTTY) stream.write(`  ${name} …`);
  const clear = stream.isTTY ? '\r\x1b[K' : '';
  try {
    const remark = await work();
    stream.write(clear + line('✔', remark));
  } catch (error) {
    stream.write(clear + line('✘'));
    throw error;
  }
}
