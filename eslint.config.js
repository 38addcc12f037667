import js from '@eslint/js';
import globals from './scripts/globals.mjs';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The pure rooms decide and never act: no clock, no entropy, no I/O, no exceptions (a refusal is a value). */
const PURE = ['cards', 'punto-banco', 'roads', 'round', 'protocol', 'money'];
const pureFiles = PURE.map((room) => `src/${room}/**/*.ts`);

export default tseslint.config(
  { ignores: ['dist/', 'dist-client/', 'web/dist/', 'node_modules/', '.data/', 'src/generated/'] },
  js.configs.recommended,
  { files: ['**/*.mjs', '**/*.js', '**/*.cjs'], languageOptions: { globals } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  { files: ['web/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: pureFiles,
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'performance',
        'crypto',
        'globalThis',
        'console',
        'fetch',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Entropy is an argument.' },
        { object: 'Date', property: 'now', message: 'Time is an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'NewExpression[callee.name="Date"]', message: 'Time is an argument.' },
        { selector: 'ImportExpression', message: 'No dynamic import in a pure room.' },
        { selector: 'ThrowStatement', message: 'Return a refusal, or assert.' },
        { selector: ':function[async=true]', message: 'A pure room never waits.' },
        { selector: 'AwaitExpression', message: 'A pure room never waits.' },
      ],
    },
  },
);
