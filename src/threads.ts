/** The programs of this process's threads, as the bundler leaves them. */

/** Beside this file once it is bundled; in the sources, what was built of them. */
export const REPORT_THREAD = new URL('../dist/report-thread.js', import.meta.url);
