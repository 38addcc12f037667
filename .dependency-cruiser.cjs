/** The fence around the pure rooms: each imports only itself and the pure rooms above it. */
const SOLO_GAMES = ['punto-e-banco', 'sette-e-mezzo', 'blackjack'];
const LIVE = ['roads', 'round'];
const ROOMS = [
  'money',
  'cards',
  'punto-banco',
  'solo',
  ...SOLO_GAMES,
  'chance',
  ...LIVE,
  'protocol',
];
/** What else a room may use. */
const PACKAGES = { chance: ['@noble/hashes', 'zod'], protocol: ['zod'] };
const fence = ROOMS.map((room, i) => ({
  name: `${room}-is-pure`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: '\\.spec\\.ts$' },
  to: {
    pathNot: [
      `^src/(${ROOMS.slice(0, i + 1).join('|')})/`,
      ...(PACKAGES[room] ?? []).map((name) => `^node_modules/${name}/`),
    ].join('|'),
  },
}));

module.exports = {
  forbidden: [
    ...fence,
    {
      name: 'solo-games-know-nothing-of-each-other',
      severity: 'error',
      from: { path: `^src/(${SOLO_GAMES.join('|')})/`, pathNot: '\\.spec\\.ts$' },
      to: { path: `^src/(${SOLO_GAMES.join('|')})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'live-tables-know-nothing-of-solo-games',
      severity: 'error',
      from: { path: `^src/(${LIVE.join('|')})/`, pathNot: '\\.spec\\.ts$' },
      to: { path: `^src/(solo|${SOLO_GAMES.join('|')}|chance)/` },
    },
    {
      name: 'the-client-runs-in-a-browser-too',
      severity: 'error',
      from: { path: '^src/client/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: `^src/(client|${ROOMS.join('|')})/|^node_modules/(socket\\.io-client|zod)/`,
      },
    },
    {
      name: 'the-pages-take-no-server-code',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: `^src/(client|${ROOMS.join('|')})/` },
    },
    {
      name: 'the-ledger-lies-below-the-round',
      severity: 'error',
      from: { path: '^src/ledger/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(ledger|money|punto-banco|platform)/' },
    },
    {
      name: 'the-protocol-is-documented-from-outside',
      severity: 'error',
      // /docs of the operations port shows it.
      from: { path: '^src/', pathNot: '^src/(documentation|operations)/|\\.spec\\.ts$' },
      to: { path: '^src/documentation/' },
    },
    {
      name: 'the-documents-come-of-the-protocol-alone',
      severity: 'error',
      from: { path: '^src/documentation/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: `^src/(documentation|${ROOMS.join('|')})/` },
    },
    {
      name: 'the-shapes-of-wallets-are-pure',
      severity: 'error',
      from: {
        path: '^src/operator-adapter/',
        pathNot: '/adapter-(server|command)\\.ts$|\\.spec\\.ts$',
      },
      to: {
        path: '^src/|^node_modules/',
        pathNot: '^src/(operator-adapter|protocol)/|^src/solo/game\\.ts$',
      },
    },
    {
      name: 'the-simulator-does-not-know-the-adapters',
      severity: 'error',
      from: { path: '^src/operator-simulator/' },
      to: { path: '^src/operator-adapter/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'ioredis-stays-in-platform',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/' },
      to: { path: '^node_modules/ioredis' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
