/** The gallery’s scenes of the desk before a table is chosen: the tables, and the practice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DrillAnswer, STEPS, drillsOf, isFault } from '../../web/src/desk/practice/drill.js';
import { malfunctionCap } from '../../web/src/desk/key-caps.js';
import { BrowserDealer, outsidePractice } from '../kit/browser-dealer.js';
import { useBrowser } from '../kit/browser.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import {
  DESK_SIZES,
  LANGUAGES,
  LOCALES,
  isWanted,
  takeShot,
  wantedSizes,
  writeGallery,
} from './shots.js';

/** Its hands have six cards, a card for nobody, a silent scanner and a barcode that is worn. */
const SEED = 28;
const HANDS = 10;
const moments = drillsOf(SEED, HANDS).flat();

const keyOf = (answer: DrillAnswer): string =>
  isFault(answer) ? malfunctionCap(answer) : String(STEPS.indexOf(answer) + 1);

const firstThat = (isMeant: (moment: (typeof moments)[number]) => boolean): number => {
  const index = moments.findIndex(isMeant);
  if (index < 0) throw new Error('the seed has no such moment');
  return index;
};

/** Before which answer each is taken. `over` comes after the last. */
const TAKEN: readonly (readonly [scene: string, at: number])[] = [
  ['desk-9-practice', 0],
  ['desk-9-practice-sign', firstThat(({ sign }) => sign?.kind === 'card_lies_open')],
  [
    'desk-9-practice-unread',
    firstThat(({ lying }) => lying.some(({ scan }) => typeof scan === 'string')),
  ],
  ['desk-9-practice-six', firstThat(({ lying }) => lying.length >= 6)],
  ['desk-9-practice-over', moments.length],
];

const TABLES = 'desk-8-tables';
const names = [TABLES, ...TAKEN.map(([scene]) => scene)];
const isSeen = names.some((name) => isWanted(name, DESK_SIZES));
const testbed = useTestbed({
  tables: Object.fromEntries(
    ['Rosso', 'Verde', 'Blu', 'Oro', 'degli Specchi', 'Privé'].map((name, index) => [
      `pb-${index + 1}`,
      { ...QUICK, name: `Salone ${name}` },
    ]),
  ),
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  if (isSeen) studio = await testbed.start();
});
afterAll(writeGallery);

test.skipIf(!isSeen)('the practice', { timeout: 600_000 }, async () => {
  const wrong: string[] = [];
  for (const language of LANGUAGES) {
    const token = await testbed.employ({ id: `Dora ${language}`, role: 'dealer' });
    const login = { id: `Dora ${language}`, token };
    const desk = await BrowserDealer.before(browser, studio, login, {
      language: LOCALES[language],
      seed: SEED,
    });
    const { page } = desk;
    const take = async (scene: string): Promise<void> => {
      for (const size of wantedSizes(scene, language, DESK_SIZES)) {
        await page.setViewportSize(size);
        const name = await takeShot(page, { scene, language, size });
        for (const fault of await outsidePractice(desk)) wrong.push(`${name}: ${fault}`);
      }
    };
    await take(TABLES);
    await desk.presses('0');
    await page.locator('[data-part=practice]').waitFor();
    for (const index of [...moments.keys(), moments.length]) {
      for (const [scene, at] of TAKEN) if (at === index) await take(scene);
      const right = moments[index]?.right;
      // Each third answer is wrong.
      const isRight = index % 3 !== 2;
      const given = isRight ? right : STEPS.find((step) => step !== right);
      if (right !== undefined) await desk.presses(keyOf(given!));
    }
    await page.context().close();
  }
  expect.soft(wrong).toEqual([]);
});
