/**
 * What the gallery takes, and where it puts it. SABOT_SHOTS names the folder. SABOT_SHOTS_ONLY
 * holds words, of which each must be in the name of a picture that is taken; of words with commas
 * between, one.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Size } from '../kit/browser.js';
import { ROOT } from '../kit/source-file.js';
import { galleryPage } from './page.js';

export const LANGUAGES = ['en', 'it'] as const;
type Language = (typeof LANGUAGES)[number];

/** As the browser says it. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', it: 'it-IT' };

/** For players. */
const SIZES: readonly Size[] = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1_024 },
  { width: 1_024, height: 768 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
  { width: 2_560, height: 1_440 },
];

/** For the desk, which stands before the dealer. */
export const DESK_SIZES: readonly Size[] = [
  { width: 1_024, height: 768 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
];

/** For the pit, which is a tablet too. */
export const PIT_SIZES: readonly Size[] = [
  { width: 768, height: 1_024 },
  { width: 1_024, height: 768 },
  { width: 1_440, height: 900 },
  { width: 1_920, height: 1_080 },
];

interface Shot {
  readonly scene: string;
  readonly language: string;
  readonly size: Size;
}

const folder = path.resolve(ROOT, process.env['SABOT_SHOTS'] ?? '.data/shots/gallery');
const wanted = (process.env['SABOT_SHOTS_ONLY'] ?? '').split(/\s+/).filter(Boolean);
const nameOf = ({ scene, language, size: { width, height } }: Shot): string =>
  `${scene}.${language}.${width}x${height}.png`;

/** In which of the sizes a scene is to be taken. */
export const wantedSizes = (
  scene: string,
  language: string,
  sizes: readonly Size[] = SIZES,
): readonly Size[] =>
  sizes.filter((size) =>
    wanted.every((words) =>
      words.split(',').some((word) => nameOf({ scene, language, size }).includes(word)),
    ),
  );

export const isWanted = (scene: string, sizes: readonly Size[] = SIZES): boolean =>
  LANGUAGES.some((language) => wantedSizes(scene, language, sizes).length > 0);

/** Takes it once what moves has come to rest. Returns its name. */
export const takeShot = async (page: Page, shot: Shot): Promise<string> => {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < 3_000)
    .map(({ finished }) => finished)).then(() => undefined)`);
  const name = nameOf(shot);
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, name) });
  return name;
};

/**
 * A page of the pit, which scrolls in a part of its own: with all that is in it, in a window that
 * is high enough.
 */
export const takePitShot = async (page: Page, shot: Shot): Promise<string> => {
  const hiddenPx = await page.evaluate<number>(
    `Math.max(0, ...[...document.querySelectorAll('main')].map((each) => each.scrollHeight - each.clientHeight))`,
  );
  const { width, height } = shot.size;
  await page.setViewportSize({ width, height: height + hiddenPx });
  const name = await takeShot(page, shot);
  await page.setViewportSize(shot.size);
  return name;
};

/** The page that shows every picture in the folder. */
export const writeGallery = (): void => {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((file) => file.endsWith('.png'));
  writeFileSync(path.join(folder, 'index.html'), galleryPage(files.sort()));
};
