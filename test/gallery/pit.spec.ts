/**
 * The gallery’s scenes of an evening in the pit: the wall with forty tables, a report that was
 * made, and the page of a table with everything that can be done there.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageName } from '../../web/src/pit/place.js';
import { cutTiles, sidewaysScroll, windowScroll } from '../kit/browser-layout.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { useBrowser } from '../kit/browser.js';
import type { Staff } from '../kit/clients.js';
import { shuffled } from '../kit/long-night.js';
import { openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import {
  LANGUAGES,
  LOCALES,
  PIT_SIZES,
  isWanted,
  takePitShot,
  wantedSizes,
  writeGallery,
} from './shots.js';

const BET_MS = 40_000;
/** Of bets that stay open while the pictures are taken. */
const LONG_MS = 600_000;
const TABLES = 40;
/** Of them so many have a dealer. */
const OPEN = 32;
const ROUNDS_BEFORE = 6;
const idOf = (index: number): string => `pb-${index + 1}`;
const [BETTING, DEALT, SUSPENDED] = [idOf(0), idOf(1), idOf(2)];

interface PitScene {
  readonly name: string;
  readonly page: PageName;
  readonly of?: string;
  readonly role?: 'shift_manager' | 'administrator';
  readonly act?: (pit: BrowserPit) => Promise<unknown>;
}

const tab =
  (name: string) =>
  async (pit: BrowserPit): Promise<void> => {
    await pit.find(`[data-tab=${name}]`).click();
    await pit.page.waitForLoadState('networkidle');
  };

const SCENES: readonly PitScene[] = [
  { name: 'pit-wall-of-forty', page: 'wall' },
  {
    name: 'pit-shift-report',
    page: 'shift',
    act: async (pit) => {
      await pit.find('[data-part=period] button[type=submit]').click();
      await pit.find('[data-takings="by-table"] [data-line]').first().waitFor();
      await pit.page.waitForLoadState('networkidle');
    },
  },
  { name: 'pit-table-betting', page: 'table', of: BETTING },
  { name: 'pit-table-suspended', page: 'table', of: SUSPENDED },
  {
    name: 'pit-table-why',
    page: 'table',
    of: DEALT,
    act: async (pit) => {
      await pit.press('shoe-change');
      await pit.find('[data-part=why]').waitFor();
    },
  },
  { name: 'pit-table-amend', page: 'table', of: DEALT, act: tab('amend') },
  { name: 'pit-table-chat', page: 'table', of: BETTING, act: tab('chat') },
  { name: 'pit-table-players', page: 'table', of: BETTING, act: tab('players') },
  { name: 'pit-table-spots', page: 'table', of: BETTING, act: tab('spots') },
  {
    name: 'pit-table-limits',
    page: 'table',
    of: BETTING,
    role: 'administrator',
    act: tab('limits'),
  },
  {
    name: 'pit-table-settings',
    page: 'table',
    of: BETTING,
    role: 'administrator',
    act: tab('settings'),
  },
];

const scenes = SCENES.filter(({ name }) => isWanted(name, PIT_SIZES));
const ROOMS = ['Rosso', 'Verde', 'Blu', 'Oro', 'degli Specchi', 'Privé'];
const testbed = useTestbed({
  tables: Object.fromEntries(
    Array.from({ length: TABLES }, (_, index) => [
      idOf(index),
      {
        ...QUICK,
        betMs: BET_MS,
        lastBetsMs: 0,
        name: `Salone ${ROOMS[index % ROOMS.length]!} ${index + 1}`,
      },
    ]),
  ),
  env: {
    ...{ REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
    ...{ STALLED_CLOCK_MS: '60000', STALLED_DEAL_MS: '600000', STALLED_PAY_MS: '600000' },
  },
});
const browser = useBrowser(testbed);
let studio: Studio;

/** Every open table plays some rounds, with two who bet at some of them. */
const playEvening = async (): Promise<void> => {
  const dealers = await Promise.all(
    Array.from({ length: OPEN }, async (_, index) => {
      const dealer = await testbed.staff(studio, `Dora ${index + 1}`, { table: idOf(index) });
      await dealer.makeReady();
      return dealer;
    }),
  );
  const bettors = await Promise.all(
    dealers
      .slice(0, 12)
      .flatMap(({ table }) =>
        ['Anna', 'Ben'].map((name) => testbed.player(studio, name, { table, euros: 5_000 })),
      ),
  );
  const bets = (table: string, game: string) =>
    Promise.all(
      bettors
        .filter((each) => each.table === table)
        .flatMap((each, index) => [
          each.bet(game, [index === 0 ? 'banco' : 'punto', 275]),
          each.bet(game, ['egalite', 15]),
        ]),
    );
  const shoes = dealers.map((_, index) => shuffled(`evening ${index}`)[Symbol.iterator]());
  for (let round = 1; round <= ROUNDS_BEFORE; round += 1) {
    const opened = await Promise.all(dealers.map((dealer) => dealer.openBetting()));
    await Promise.all(opened.map(({ game }, index) => bets(dealers[index]!.table, game)));
    await testbed.advance(BET_MS);
    await Promise.all(
      dealers.map(async (dealer, index) => {
        const { seq } = opened[index]!;
        await dealer.next('betting_closed', { after: seq });
        await dealer.dealFrom(shoes[index]!);
        await dealer.next('round_settled', { after: seq });
      }),
    );
  }
  await differs(dealers, bets);
};

/** Tables in different phases: some with cards, one that is suspended, and bets at the others. */
const differs = async (
  [betting, dealt, suspended, ...others]: readonly Staff[],
  bets: (table: string, game: string) => Promise<unknown>,
): Promise<void> => {
  const withCards = [dealt!, suspended!, ...others.slice(0, 6)];
  const opened = await Promise.all(
    withCards.map(async (dealer) => {
      const { game, seq } = await dealer.openBetting();
      await bets(dealer.table, game);
      return seq;
    }),
  );
  await testbed.advance(BET_MS);
  await Promise.all(
    withCards.map(async (dealer, index) => {
      await dealer.next('betting_closed', { after: opened[index]! });
      await dealer.deal('2h Qc 3s 6d');
    }),
  );
  const root = await openPit(testbed, studio, 'Rolf', 'administrator');
  await Promise.all(
    [betting!, ...others.slice(6, 20)].map(async (dealer) => {
      const { table } = dealer;
      await root.must('settings:change', { table, settings: { betMs: LONG_MS } });
      const { game } = await dealer.openBetting();
      await bets(dealer.table, game);
    }),
  );
  const order = { table: SUSPENDED, reason: 'Una carta è consumata e va cambiata' };
  await suspended!.call('table:suspend', order);
  await others[0]!.call('malfunction:report', {
    table: others[0]!.table,
    malfunction: 'wrong_payment',
    note: 'the nine is a six',
  });
  const pit = await openPit(testbed, studio, 'Ruth');
  await pit.must('closing:call', { table: others[8]!.table, reason: 'the end of the shift' });
};

beforeAll(async () => {
  if (scenes.length === 0) return;
  studio = await testbed.start();
  await playEvening();
}, 600_000);
afterAll(writeGallery);

test.skipIf(scenes.length === 0)('the pit is open', () => expect(studio.url).toContain('http'));

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  '%s',
  { timeout: 600_000 },
  async (scene, { page, of, role = 'shift_manager', act }) => {
    const wrong: string[] = [];
    for (const language of LANGUAGES) {
      const sizes = wantedSizes(scene, language, PIT_SIZES);
      if (sizes.length === 0) continue;
      const name = `Mara ${scene} ${language}`;
      const options = { role, language: LOCALES[language], size: sizes[0]! };
      const pit = await BrowserPit.open(testbed, browser, studio, name, options);
      await pit.goes(page, of);
      await pit.page.waitForLoadState('networkidle');
      await act?.(pit);
      for (const size of sizes) {
        await pit.page.setViewportSize(size);
        const shot = await takePitShot(pit.page, { scene, language, size });
        const faults = [
          ...(await sidewaysScroll(pit.page)),
          ...(await windowScroll(pit.page)),
          ...(await cutTiles(pit.page)),
        ];
        for (const fault of faults) wrong.push(`${shot}: ${fault}`);
      }
      await pit.page.context().close();
    }
    expect.soft(wrong).toEqual([]);
  },
);
