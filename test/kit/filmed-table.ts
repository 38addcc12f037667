/** A table of the demo that is filmed, as by `npm start`, and what a page sees of the film. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { CARD_HEIGHT, CARD_WIDTH, SPOT_AREAS, placeOf } from '../../src/picture/layout.js';
import type { Spot } from '../../src/punto-banco/spot.js';
import { freePort } from '../../scripts/setup/ports.js';

const MAIN = fileURLToPath(new URL('../../dist/picture/main.js', import.meta.url));

export class Camera {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'sabot-picture-'));
  #film: ChildProcess | undefined;
  /** What it has said. */
  log = '';

  /** Where its relay takes offers of WebRTC. */
  relay = '';

  static async withRelay(): Promise<Camera> {
    const camera = new Camera();
    camera.relay = `http://127.0.0.1:${await freePort()}/${randomUUID()}/`;
    return camera;
  }

  film(studioUrl: string): void {
    const { folder: DEMO_PICTURE, relay: DEMO_RELAY } = this;
    const env = { ...process.env, STUDIO_URL: studioUrl, DEMO_PICTURE, DEMO_RELAY };
    this.#film = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#film.stderr!.setEncoding('utf8').on('data', (text: string) => (this.log += text));
  }

  /** Resolves when it has ended. The streams stay as they were. */
  async end(): Promise<void> {
    const film = this.#film;
    if (film !== undefined && film.exitCode === null) {
      const ended = new Promise((resolve) => film.once('exit', resolve));
      film.kill('SIGTERM');
      await ended;
    }
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Paper where Punto’s first card lies, in the corner that has no index. */
const CARD = placeOf({ side: 'punto', position: 1 });
const PAPER = { x: CARD.x - CARD_WIDTH / 2 + 9, y: CARD.y + CARD_HEIGHT / 2 - 11.5 };

/** Whether a film in the page shows a chip on a spot: the white of its rim, without the name. */
export const showsChip = (page: Page, spot: Spot): Promise<boolean> => {
  const { x, y, width, height } = SPOT_AREAS.get(spot)!;
  const [left, top] = [Math.round(x + width / 2 - 9), Math.round(y + height / 2 - 9)];
  return page.evaluate<boolean>(`(() => {
    const video = document.querySelector('[data-part=stage] video');
    if (!(video?.videoWidth > 0)) return false;
    const brush = new OffscreenCanvas(640, 360).getContext('2d');
    brush.drawImage(video, 0, 0, 640, 360);
    const { data } = brush.getImageData(${left}, ${top}, 18, 18);
    let rim = 0;
    for (let at = 0; at < data.length; at += 4)
      if (Math.min(data[at], data[at + 1], data[at + 2]) > 150) rim += 1;
    return rim > 12;
  })()`);
};

/** Whether a film in the page shows Punto’s first card at this moment. */
export const showsFirstCard = (page: Page, film: string): Promise<boolean> =>
  page.evaluate<boolean>(`{
    const brush = new OffscreenCanvas(640, 360).getContext('2d');
    brush.drawImage(document.querySelector('${film}'), 0, 0, 640, 360);
    const [red, green, blue] = brush.getImageData(${PAPER.x}, ${PAPER.y}, 1, 1).data;
    Math.min(red, green, blue) > 190;
  }`);

/**
 * Notes in the page when the film shows Punto’s first card (`cardFilmedAt`), when the page
 * draws it (`cardDrawnAt`) and when it says it (`cardSaidAt`), all in ms of the page’s clock, once
 * those of the round before are gone.
 */
export const watchFirstCard = (page: Page): Promise<void> =>
  page.evaluate(`{
    window.cardFilmedAt = window.cardDrawnAt = window.cardSaidAt = undefined;
    const canvas = new OffscreenCanvas(640, 360);
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    const isFilmed = () => {
      const video = document.querySelector('[data-part=stage] video');
      if (!(video?.videoWidth > 0)) return false;
      brush.drawImage(video, 0, 0, 640, 360);
      const [red, green, blue] = brush.getImageData(${PAPER.x}, ${PAPER.y}, 1, 1).data;
      return Math.min(red, green, blue) > 190;
    };
    const isDrawn = () => document.querySelector('[data-hand=punto] [role=img]') !== null;
    const isSaid = () => / of (spades|hearts|diamonds|clubs)/.test(
      document.querySelector('[data-part=voice]').textContent);
    let [filmWasGone, drawingWasGone] = [false, false];
    const look = () => {
      if (!isFilmed()) filmWasGone = true;
      else if (filmWasGone) window.cardFilmedAt ??= performance.now();
      if (!isDrawn()) drawingWasGone = true;
      else if (drawingWasGone) window.cardDrawnAt ??= performance.now();
      if (isSaid()) window.cardSaidAt ??= performance.now();
      if ([window.cardFilmedAt, window.cardDrawnAt, window.cardSaidAt].includes(undefined)) {
        setTimeout(look, 40);
      }
    };
    look();
  }`);
