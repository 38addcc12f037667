/**
 * The studio's process and its libraries as a few files, made of what the compiler wrote. Node
 * loads them in a third of the time that it takes for two thousand small ones, and that is most of
 * the time until a process that died serves again. The thread that makes reports shares nothing
 * with the process, and is a file of its own. So is what the demo’s film has from the page: its
 * drawings.
 */
import { type RolldownOptions, defineConfig } from 'rolldown';

const COMMON: RolldownOptions = {
  platform: 'node',
  external: [
    // They have files of their own beside their code.
    '@node-rs/argon2',
    'swagger-ui-dist/absolute-path.js',
    // Nest asks for them where they are installed, and they are not.
    /^@nestjs\/microservices/,
    '@fastify/static',
    'class-transformer',
    'class-validator',
  ],
  // Nest names what it injects by the class's own name.
  output: { dir: 'dist', keepNames: true },
};

export default defineConfig([
  { ...COMMON, input: 'dist/main.js' },
  { ...COMMON, input: 'dist/report/report-thread.js' },
  {
    ...COMMON,
    input: { 'picture/drawings': 'web/src/table/film-drawings.tsx' },
    resolve: {
      alias: {
        'react/jsx-runtime': 'preact/jsx-runtime',
        'react-dom/server': 'preact/compat/server',
        react: 'preact/compat',
      },
    },
  },
]);
