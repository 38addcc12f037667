/** The gallery of the staff: the dealer’s desk in its steps, and every page of the pit. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import englishAmend from '../../web/src/i18n/en/pit/amend.json' with { type: 'json' };
import english from '../../web/src/i18n/en/pit.json' with { type: 'json' };
import italianAmend from '../../web/src/i18n/it/pit/amend.json' with { type: 'json' };
import italian from '../../web/src/i18n/it/pit.json' with { type: 'json' };
import { PAGES } from '../../web/src/pit/place.js';
import { sidewaysScroll, windowScroll } from '../kit/browser-layout.js';
import { BrowserDealer, outsideDesk } from '../kit/browser-dealer.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { useBrowser } from '../kit/browser.js';
import type { Staff } from '../kit/clients.js';
import { openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import {
  DESK_SIZES,
  LANGUAGES,
  LOCALES,
  PIT_SIZES,
  isWanted,
  takePitShot,
  takeShot,
  wantedSizes,
  writeGallery,
} from './shots.js';

const BET_MS = 40_000;
const LAST_BETS_MS = 10_000;

/** What a table is brought to before its desk is looked at. */
interface DeskScene {
  readonly name: string;
  readonly prepare: (dealer: Staff) => Promise<unknown>;
  /** What is pressed at the desk then. */
  readonly act?: (desk: BrowserDealer) => Promise<unknown>;
}

const closed = async (dealer: Staff): Promise<number> => {
  const { seq } = await dealer.openBetting();
  await testbed.advance(BET_MS - LAST_BETS_MS);
  await testbed.advance(LAST_BETS_MS);
  await dealer.next('betting_closed', { after: seq });
  return seq;
};

const dealt = async (dealer: Staff, cards: string, isWhole = false): Promise<void> => {
  const seq = await closed(dealer);
  await dealer.deal(cards);
  if (isWhole) await dealer.next('round_settled', { after: seq });
};

const DESK_SCENES: readonly DeskScene[] = [
  { name: 'desk-1-closed', prepare: async () => undefined },
  { name: 'desk-2-ready', prepare: (dealer) => dealer.makeReady() },
  {
    name: 'desk-3-bets',
    prepare: async (dealer) => {
      await dealer.makeReady();
      await dealer.openBetting();
      const player = await testbed.player(studio, 'Ada', { table: dealer.table });
      const greeting = { key: randomUUID(), text: 'Buona sera, Dora!' };
      await player.call('chat:say', { table: dealer.table, ...greeting });
    },
  },
  {
    name: 'desk-4-third-card',
    prepare: async (dealer) => {
      await dealer.makeReady();
      await dealt(dealer, '2h Qc 3s 6d');
    },
  },
  {
    name: 'desk-5-result',
    prepare: async (dealer) => {
      await dealer.makeReady();
      await dealt(dealer, '2h 3c 2d 3d 6s Kh', true);
    },
  },
  {
    name: 'desk-6-suspended',
    prepare: async (dealer) => {
      await dealer.makeReady();
      await dealt(dealer, '6h 9c');
      await dealer.call('table:suspend', { table: dealer.table, reason: 'A card is worn' });
    },
  },
  {
    name: 'desk-7-malfunctions',
    prepare: async (dealer) => {
      await dealer.makeReady();
      await dealt(dealer, '6h 9c');
    },
    act: (desk) => desk.presses('m'),
  },
];

const deskScenes = DESK_SCENES.filter(({ name }) => isWanted(name, DESK_SIZES));
const pitPages = PAGES.filter((name) => isWanted(`pit-${name}`, PIT_SIZES));

/** One more, of which the pages of the pit tell. */
const PLAYED = 'pb-played';
const testbed = useTestbed({
  tables: Object.fromEntries(
    [...deskScenes.map((_, index) => `pb-${index + 1}`), PLAYED].map((id, index) => [
      id,
      {
        ...QUICK,
        betMs: BET_MS,
        lastBetsMs: LAST_BETS_MS,
        name: `Salone ${['Rosso', 'Verde', 'Blu', 'Oro'][index % 4]!} ${index + 1}`,
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
/** A round that was played, and one who lost in it. */
let played: { readonly game: string; readonly player: string };

/** Rounds, a fault that was reported, and a request that waits. */
const playEvening = async (): Promise<void> => {
  const dealer = await testbed.staff(studio, 'Dora', { table: PLAYED });
  await dealer.makeReady();
  const anna = await testbed.player(studio, 'Anna', { table: PLAYED, euros: 2_000 });
  const ben = await testbed.player(studio, 'Ben', { table: PLAYED, euros: 500 });
  let last = '';
  for (const cards of ['9h 2c Kd Ts', '2d 9s Td Kc', '2h 3c 2d 3d 6s Kh', '6h Ac 9d 4s Kc']) {
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, { banco: 200, banco_pair: 5 });
    await ben.bet(game, ['punto', 50]);
    await dealer.betsClosed(seq);
    await dealer.deal(cards);
    await dealer.next('round_settled', { after: seq });
    last = game;
  }
  await dealer.call('malfunction:report', {
    table: PLAYED,
    malfunction: 'wrong_payment',
    note: 'the nine is a six',
  });
  const asker = await openPit(testbed, studio, 'Ruth');
  const request = { kind: 'void', table: PLAYED, game: last, reason: 'misdeal' } as const;
  await asker.must('approval:request', request);
  played = { game: last, player: anna.id };
};

beforeAll(async () => {
  if (deskScenes.length + pitPages.length === 0) return;
  studio = await testbed.start();
  await playEvening();
}, 600_000);
afterAll(writeGallery);

test.each(deskScenes.map((scene, index) => [scene.name, scene, `pb-${index + 1}`] as const))(
  '%s',
  { timeout: 600_000 },
  async (scene, { prepare, act }, table) => {
    const id = `Dora ${table}`;
    const dealer = await testbed.staff(studio, id, { table });
    await prepare(dealer);
    for (const language of LANGUAGES) {
      const sizes = wantedSizes(scene, language, DESK_SIZES);
      if (sizes.length === 0) continue;
      const login = { id, token: dealer.token as string };
      const desk = await BrowserDealer.at(browser, studio, login, {
        table,
        size: sizes[0]!,
        language: LOCALES[language],
      });
      await act?.(desk);
      const wrong: string[] = [];
      for (const size of sizes) {
        await desk.page.setViewportSize(size);
        const name = await takeShot(desk.page, { scene, language, size });
        // A sheet lies over the desk.
        const faults = act === undefined ? await outsideDesk(desk) : [];
        for (const fault of faults) wrong.push(`${name}: ${fault}`);
      }
      await desk.page.context().close();
      expect.soft(wrong).toEqual([]);
    }
  },
);

/** What the page asks the studio for has come. */
const isRead = async (pit: BrowserPit): Promise<void> => {
  const counting = [englishAmend, italianAmend].map(({ effect }) => effect.counting);
  const words = [english.reading, italian.reading, ...counting];
  const isWaiting = async () => {
    const text = await pit.find('main').innerText();
    return words.some((each) => text.includes(each));
  };
  await expect.poll(isWaiting).toBe(false);
};

test.skipIf(pitPages.length === 0)('the pit', { timeout: 1_200_000 }, async () => {
  const about: Partial<Record<string, string>> = {
    table: PLAYED,
    rounds: played.game,
    players: played.player,
  };
  const wrong: string[] = [];
  for (const language of LANGUAGES) {
    const pages = pitPages.filter(
      (name) => wantedSizes(`pit-${name}`, language, PIT_SIZES).length > 0,
    );
    if (pages.length === 0) continue;
    const pit = await BrowserPit.open(testbed, browser, studio, `Mara ${language}`, {
      role: 'administrator',
      language: LOCALES[language],
    });
    for (const name of pages) {
      await pit.goes(name, about[name]);
      await isRead(pit);
      const scene = `pit-${name}`;
      for (const size of wantedSizes(scene, language, PIT_SIZES)) {
        await pit.page.setViewportSize(size);
        const shot = await takePitShot(pit.page, { scene, language, size });
        const faults = [...(await sidewaysScroll(pit.page)), ...(await windowScroll(pit.page))];
        for (const fault of faults) wrong.push(`${shot}: ${fault}`);
      }
    }
    await pit.page.context().close();
  }
  expect.soft(wrong).toEqual([]);
});
