/**
 * The studio's process and its libraries as a few files, made of what the compiler wrote. Node
 * loads them in a third of the time that it takes for two thousand small ones, and that is most of
 * the time until a process that died serves again.
 */
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: 'dist/main.js',
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
});
