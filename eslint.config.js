/** What oxlint cannot tell: the fence around the pure rooms. Other rules are in .oxlintrc.json. */
import tseslint from 'typescript-eslint';

/**
 * The pure rooms decide and never act: no clock, no entropy, no I/O, no exceptions (a refusal is a
 * value).
 */
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

export default [
  {
    files: PURE.map((room) => `src/${room}/**/*.ts`),
    ignores: ['**/*.spec.ts'],
    languageOptions: { parser: tseslint.parser },
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
