/** The globals that the scripts use, for lint. */
export default Object.fromEntries(
  [
    'process',
    'console',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'URL',
    'Buffer',
    'performance',
    'globalThis',
    'WebAssembly',
    'AbortController',
    'AbortSignal',
    'fetch',
    'crypto',
  ].map((name) => [name, 'readonly']),
);
