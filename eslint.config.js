/** What oxlint cannot tell: the fence around the pure rooms, and the rules of `EVERYWHERE`. All others are in .oxlintrc.json. */
import tseslint from 'typescript-eslint';

/** The pure rooms decide and never act: no clock, no entropy, no I/O, no exceptions (a refusal is a value). */
const PURE = [
  'money',
  'cards',
  'punto-banco',
  'solo',
  'punto-e-banco',
  'sette-e-mezzo',
  'blackjack',
  'chance',
  'roads',
  'round',
  'protocol',
];

/** The first takes a loop's own step for useless in oxlint 1.89, the second finds nothing there. */
const EVERYWHERE = {
  'no-useless-assignment': 'error',
  '@typescript-eslint/no-unsafe-declaration-merging': 'error',
};

export default [
  {
    ignores: [
      'dist/',
      'dist-client/',
      'dist-operator-check/',
      'web/dist/',
      'node_modules/',
      '.data/',
    ],
  },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parser: tseslint.parser },
    rules: EVERYWHERE,
  },
  {
    files: PURE.map((room) => `src/${room}/**/*.ts`),
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
];
