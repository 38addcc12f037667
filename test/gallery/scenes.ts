/** The scenes of the gallery: what a table is brought to before its picture is taken. */
import type { Page } from 'playwright-core';
import type { TableSettings } from '../../src/round/settings.js';
import type { Player, Staff, Wager } from '../kit/clients.js';

/** What a scene is brought about with. */
interface Actors {
  readonly dealer: Staff;
  /** Whose page the pictures show. */
  readonly player: Player;
  /** Others who bet at the table. */
  readonly others: readonly Player[];
  /** Two of the pit void the round. */
  readonly voids: (game: string) => Promise<void>;
  /** Lets this much of the betting time pass. */
  readonly pass: (ms: number) => Promise<void>;
}

interface Scene {
  readonly name: string;
  /** Whether a shoe has been played before, so that the roads are full. */
  readonly isPlayed: boolean;
  readonly prepare: (actors: Actors) => Promise<void>;
  /** What its table has besides. */
  readonly settings?: Partial<TableSettings>;
  /** In the page, before the first picture of a language. */
  readonly act?: (page: Page, actors: Actors) => Promise<void>;
}

export const BET_MS = 40_000;
export const LAST_BETS_MS = 10_000;

const MINE: readonly Wager[] = [
  ['banco', 1_286],
  ['egalite', 25],
  ['banco_pair', 30],
  ['perfect_pair', 5],
  ['punto_bonus', 11],
  ['super_6', 100],
];
const THEIRS: readonly Wager[] = [
  ['punto', 500],
  ['egalite', 10],
  ['punto_pair', 25],
  ['either_pair', 100],
];

interface Opened {
  readonly game: string;
  /** Of the event that opened the bets. */
  readonly seq: number;
}

/** Bets on everything, the player’s own and others’. */
const bets = async ({ dealer, player, others }: Actors): Promise<Opened> => {
  const { game, seq } = await dealer.openBetting();
  for (const wager of MINE) await player.bet(game, wager);
  for (const other of others) for (const wager of THEIRS) await other.bet(game, wager);
  return { game, seq };
};

const closed = async (actors: Actors): Promise<Opened> => {
  const { game, seq } = await bets(actors);
  await actors.pass(BET_MS - LAST_BETS_MS);
  await actors.pass(LAST_BETS_MS);
  await actors.dealer.next('betting_closed', { after: seq });
  return { game, seq };
};

const dealt =
  (cards: string, isWhole = true) =>
  async (actors: Actors): Promise<void> => {
    const { seq } = await closed(actors);
    await actors.dealer.deal(cards);
    if (isWhole) await actors.dealer.next('round_settled', { after: seq });
  };

const opens =
  (panel: string) =>
  async (page: Page): Promise<void> => {
    await page.locator(`[data-panel="${panel}"]`).click();
    await page.locator('[data-part=panel] [data-part=content] > *').first().waitFor();
    await page.waitForLoadState('networkidle');
  };

/** Another one bets while the page looks on, so that it receives who bets on what. */
const seesShares = async (page: Page, { others: [other], pass }: Actors): Promise<void> => {
  const game = await page.locator('[data-game]').first().getAttribute('data-game');
  await other!.bet(game!, ['egalite', 5]);
  await pass(1_000);
  await page.locator('[data-spot] [class*=share]').first().waitFor();
};

/** Loads the page anew. What the studio sends passes from then on as `passes` says. */
const listensBy = async (page: Page, passes: (message: string) => boolean): Promise<void> => {
  await page.routeWebSocket(/socket\.io/, (route) => {
    const studio = route.connectToServer();
    route.onMessage((message) => studio.send(message));
    studio.onMessage((message) => {
      if (passes(message.toString())) route.send(message);
    });
  });
  await page.reload();
  await page.locator('[data-quality=good]').waitFor();
};

/** Nothing comes any more, and nothing has closed the line. */
const losesLine = async (page: Page): Promise<void> => {
  let isLost = false;
  await listensBy(page, () => !isLost);
  isLost = true;
  await page.locator('[data-part=phase][data-unknown]').waitFor();
};

/** A bet whose answer does not come. */
const waitsForAnswer = async (page: Page): Promise<void> => {
  await listensBy(page, (message) => !message.startsWith('43') || !message.includes('change'));
  await page.locator('[data-spot=punto_pair]').click();
  await page.locator('[data-pending=late]').waitFor();
};

/** Refused: more than the spot takes. */
const overbids = async (page: Page): Promise<void> => {
  await page.locator('[data-part=chips] button').last().click();
  await page.locator('[data-spot=perfect_pair]').click();
  await page.locator('[data-says=refusal]').waitFor();
};

const panel = (name: string): Scene => ({
  name: `panel-${name}`,
  isPlayed: true,
  prepare: async (actors) => void (await bets(actors)),
  act: opens(name),
});

export const SCENES: readonly Scene[] = [
  {
    name: '00-closed',
    isPlayed: false,
    prepare: async ({ dealer }) => void (await dealer.must('table:close')),
  },
  { name: '01-new-shoe', isPlayed: false, prepare: async () => undefined },
  {
    name: '02-place-your-bets',
    isPlayed: true,
    prepare: async ({ dealer }) => void (await dealer.openBetting()),
  },
  {
    name: '03-placed',
    isPlayed: true,
    prepare: async (actors) => void (await bets(actors)),
    act: seesShares,
  },
  {
    name: '04-last-bets',
    isPlayed: true,
    prepare: async (actors) => {
      const { seq } = await bets(actors);
      await actors.pass(BET_MS - LAST_BETS_MS);
      await actors.dealer.next('last_bets_called', { after: seq });
    },
  },
  {
    name: '05-bets-closed',
    isPlayed: true,
    prepare: async (actors) => void (await closed(actors)),
  },
  { name: '06-two-cards', isPlayed: true, prepare: dealt('6h 9c', false) },
  { name: '07-third-card', isPlayed: true, prepare: dealt('2h Qc 3s 6d 9h', false) },
  { name: '08-banco-wins', isPlayed: true, prepare: dealt('2h 3c 2d 3d 6s Kh') },
  { name: '09-natural-perfect-pair', isPlayed: true, prepare: dealt('Kh 4c 9s 4c') },
  { name: '10-egalite', isPlayed: true, prepare: dealt('6h Ac 9d 4s Kc') },
  {
    name: '11-suspended',
    isPlayed: true,
    prepare: async (actors) => {
      await dealt('6h 9c', false)(actors);
      const { dealer } = actors;
      await dealer.call('table:suspend', { table: dealer.table, reason: 'A card is worn' });
    },
  },
  {
    name: '12-refused',
    isPlayed: true,
    prepare: async (actors) => void (await bets(actors)),
    act: overbids,
  },
  {
    name: '13-squeeze',
    isPlayed: false,
    settings: { squeezeMs: 3_600_000 },
    prepare: async (actors) => {
      await dealt('9h 3c 9d 4s', false)(actors);
      await actors.dealer.must('card:show');
      await actors.dealer.must('card:show');
    },
  },
  {
    name: '14-void',
    isPlayed: true,
    prepare: async (actors) => {
      const { game, seq } = await closed(actors);
      await actors.dealer.deal('6h 9c');
      await actors.voids(game);
      await actors.dealer.next('round_refunded', { after: seq });
    },
  },
  {
    name: '19-last-hand',
    isPlayed: true,
    prepare: async (actors) => {
      await dealt('6h 9c', false)(actors);
      await actors.dealer.scan('CUT');
    },
  },
  {
    name: '20-no-connection',
    isPlayed: true,
    prepare: async (actors) => void (await bets(actors)),
    act: losesLine,
  },
  {
    name: '21-not-answered',
    isPlayed: true,
    prepare: async (actors) => void (await bets(actors)),
    act: waitsForAnswer,
  },
  panel('lobby'),
  panel('chat'),
  panel('history'),
  panel('cashier'),
  panel('settings'),
  panel('help'),
];
