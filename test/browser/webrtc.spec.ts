/**
 * The demo's picture by WebRTC: the relay of a table serves those who watch by WHEP. Where it does
 * not, the page plays HLS.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whatPictureLacks } from '../../scripts/setup/studio.js';
import { BrowserDealer } from '../kit/browser-dealer.js';
import { PATIENCE_MS, useBrowser } from '../kit/browser.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import type { Staff } from '../kit/clients.js';
import { Camera } from '../kit/filmed-table.js';
import { type Studio, eventually } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const camera = await Camera.withRelay();
const testbed = useTestbed({
  tables: { 'pb-1': QUICK },
  env: { SABOT_DEMO: '1', DEMO_PICTURE: camera.folder, DEMO_RELAY: camera.relay },
});
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;

const IN_TIME = { timeout: 4 * PATIENCE_MS };
const WHEP = '/picture/pb-1/whep';

const watching = async (name: string): Promise<BrowserPlayer> => {
  const player = await browser.player(studio, name, { euros: 0 });
  player.forgiven = /status of (404|503)|Failed to fetch|ERR_/;
  return player;
};

/** How many frames the page has shown. */
const framesOf = ({ page }: BrowserPlayer): Promise<number> =>
  page.evaluate<number>(
    `document.querySelector('[data-part=stage] video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0`,
  );

const isPlaying = async (player: BrowserPlayer, url: string): Promise<void> => {
  const video = player.page.locator(`[data-part=stage][data-seen] video[data-url$="${url}"]`);
  await video.waitFor(IN_TIME);
  await expect.poll(() => framesOf(player), IN_TIME).toBeGreaterThan(10);
};

/** Whether the mouth of the film’s shoe is seen, which is red rather than green. */
const isDrawn = ({ page }: BrowserPlayer): Promise<boolean> =>
  page.evaluate<boolean>(`{
    const video = document.querySelector('[data-part=stage] video');
    const brush = new OffscreenCanvas(640, 360).getContext('2d');
    brush.drawImage(video, 0, 0, 640, 360);
    const [red, green] = brush.getImageData(559, 65, 1, 1).data;
    red > green + 30;
  }`);

describe.skipIf(whatPictureLacks() !== undefined)('a table that is sent by WebRTC', () => {
  beforeAll(async () => {
    studio = await testbed.startProcess();
    await testbed.isRunBy(studio);
    camera.film(studio.url);
    dealer = await testbed.staff(studio, 'Dora');
    await dealer.makeReady();
    const isThere = async () => (await fetch(`${studio.url}/picture/pb-1/index.m3u8`)).ok;
    await eventually('the stream is served', isThere, { withinMs: 4 * PATIENCE_MS });
  }, 600_000);
  afterAll(() => camera.stop());

  test('is played by WHEP, and its frames go on', { timeout: 600_000 }, async () => {
    const player = await watching('Ada');
    await isPlaying(player, WHEP);
    expect(await player.page.locator('[data-view=video]').count()).toBe(1);
  });

  test('is refused to whoever is not signed in, and to what is no offer', async () => {
    const ask = (headers: Record<string, string>, body: string) =>
      fetch(`${studio.url}${WHEP}`, { method: 'POST', headers, body }).then(({ status }) => status);
    const sdp = { 'content-type': 'application/sdp' };
    expect(await ask(sdp, 'v=0')).toBe(401);
    const { token } = await testbed.enlist('Carl');
    const signedIn = { ...sdp, authorization: `Bearer ${token}` };
    expect(await ask(signedIn, 'what is this?')).toBe(400);
    expect(await ask({ ...signedIn, 'content-type': 'application/json' }, '{}')).toBe(400);
    expect(await ask(signedIn, 'v'.repeat(70_000))).toBe(400);
  });

  test('shows a camera while the dealer’s desk sends it', { timeout: 900_000 }, async () => {
    const player = await watching('Dan');
    await isPlaying(player, WHEP);
    await expect.poll(() => isDrawn(player), IN_TIME).toBe(true);
    const login = { id: 'Dora', token: dealer.token as string };
    const { page } = await BrowserDealer.at(browser, studio, login);
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('button', { name: 'Use this camera' }).click();
    await page.locator('[data-camera=on]').waitFor(IN_TIME);
    await expect.poll(() => isDrawn(player), IN_TIME).toBe(false);
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    await page.getByRole('button', { name: 'Use this camera' }).waitFor(IN_TIME);
    await expect.poll(() => isDrawn(player), IN_TIME).toBe(true);
  });

  test('takes the camera of nobody but the dealer', async () => {
    const { token } = await testbed.enlist('Eve');
    const other = await testbed.employ({ id: 'Dino', role: 'dealer' });
    const ask = (bearer: string) =>
      fetch(`${studio.url}/picture/pb-1/whip`, {
        method: 'POST',
        headers: { 'content-type': 'application/sdp', authorization: `Bearer ${bearer}` },
        body: 'v=0',
      }).then(({ status }) => status);
    expect(await ask(token)).toBe(403);
    expect(await ask(other)).toBe(403);
    expect(await ask(dealer.token as string)).toBe(400);
  });

  test('is played as HLS where the relay takes no one', { timeout: 600_000 }, async () => {
    const { token } = await testbed.enlist('Bea');
    const page = await browser.page();
    await page.route(`**${WHEP}`, (route) => route.fulfill({ status: 503 }));
    await page.goto(`${studio.url}/#token=${token}`);
    await page
      .locator('[data-part=stage][data-seen] video[data-url$="index.m3u8"]')
      .waitFor(IN_TIME);
  });

  test('gives way to the classic view when the film ends', { timeout: 600_000 }, async () => {
    const player = await watching('Cleo');
    await isPlaying(player, WHEP);
    await camera.end();
    await player.page
      .locator('[data-part=stage]:not([data-seen]) [data-part=phase]')
      .waitFor(IN_TIME);
    // What is left of the film as HLS may be played first.
    const video = player.page.locator('[data-part=stage] video');
    await expect.poll(() => video.isVisible(), IN_TIME).toBe(false);
  });
});
