/**
 * The table's picture: it is shown where it comes, and the classic view takes its place where it
 * does not, or no longer.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { BONUS_SPOTS, PAIR_SPOTS } from '../../src/punto-banco/spot.js';
import { HEIGHT, SPOT_AREAS, WIDTH } from '../../src/picture/layout.js';
import { DESK, PATIENCE_MS, PHONE, useBrowser } from '../kit/browser.js';
import { cutWords } from '../kit/browser-layout.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import italian from '../../web/src/i18n/it/table.json' with { type: 'json' };
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW } });
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

/**
 * A camera that answers offers as a WHEP server does: another page of the same browser, which films
 * a canvas.
 */
const CAMERA = `
const canvas = document.createElement('canvas');
[canvas.width, canvas.height] = [640, 360];
const film = canvas.getContext('2d');
let shade = 0;
setInterval(() => {
  film.fillStyle = 'hsl(' + (shade += 5) + ' 80% 50%)';
  film.fillRect(0, 0, canvas.width, canvas.height);
}, 40);
const lines = [];
window.answer = async (offer) => {
  const line = new RTCPeerConnection();
  lines.push(line);
  const stream = canvas.captureStream(25);
  for (const track of stream.getTracks()) line.addTrack(track, stream);
  await line.setRemoteDescription({ type: 'offer', sdp: offer });
  await line.setLocalDescription(await line.createAnswer());
  await new Promise((done) => {
    const look = () => line.iceGatheringState === 'complete' && done();
    line.addEventListener('icegatheringstatechange', look);
    look();
  });
  return line.localDescription.sdp;
};
window.stop = () => lines.forEach((line) => line.close());`;

const startCamera = async (): Promise<Page> => {
  const camera = await browser.page();
  await camera.goto(`${studio.url}/health`);
  await camera.evaluate(CAMERA);
  return camera;
};

/**
 * A picture that did not come in time is asked for again after a while, and so often as it takes.
 */
const seen = { timeout: 3 * PATIENCE_MS };

/** How a packet of socket.io begins that is an event. */
const EVENT = '42';

const openTable = async (videoUrl: string): Promise<string> => {
  const table = await testbed.addTable(studio, { ...SLOW, videoUrl });
  const dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
  return table;
};

test('a stream by WHEP is shown, behind the cards, and the classic view takes over when it stops', async () => {
  const camera = await startCamera();
  const table = await openTable(`${studio.url}/whep/pb`);
  const { token } = await testbed.enlist('Ada');
  const page = await browser.page();
  await page.route('**/whep/*', async (route) => {
    const offer = route.request().postData();
    const sdp = await camera.evaluate<string>(`answer(${JSON.stringify(offer)})`);
    await route.fulfill({ status: 201, contentType: 'application/sdp', body: sdp });
  });
  await page.addInitScript(`localStorage.setItem('sabot.table', ${JSON.stringify(table)})`);
  await page.goto(`${studio.url}/#token=${token}`);

  await page.locator('[data-part=stage][data-seen] video').waitFor(seen);
  const width = () =>
    page.evaluate<number>(`document.querySelector('[data-part=stage] video').videoWidth`);
  await expect.poll(width).toBeGreaterThan(0);
  expect(await page.locator('[data-part=stage] [data-part=phase]').isVisible()).toBe(true);
  await camera.evaluate('stop()');
  await page.locator('[data-part=stage]:not([data-seen])').waitFor();
  expect(await page.locator('[data-part=stage] video').isVisible()).toBe(false);
  expect(await page.locator('[data-part=stage] [data-part=phase]').isVisible()).toBe(true);
});

/** Where the middles of the film’s outer spots are, in its pixels: chips lie there. */
const OUTER_SPOTS = [...PAIR_SPOTS, ...BONUS_SPOTS].map((spot) => {
  const { x, y, width, height } = SPOT_AREAS.get(spot)!;
  return { spot, x: x + width / 2, y: y + height / 2 };
});

/** The spots of the film that the words over it hide, or that are cut off. */
const hiddenSpots = `(() => {
  const video = document.querySelector('[data-part=stage] video');
  const { left, top, width, height } = video.getBoundingClientRect();
  const { objectFit, objectPosition } = getComputedStyle(video);
  const scale = Math[objectFit === 'cover' ? 'max' : 'min'](width / ${WIDTH}, height / ${HEIGHT});
  const [across, down] = objectPosition.split(' ').map((each) => Number.parseFloat(each) / 100);
  const words = [...document.querySelectorAll('[data-part=phase], [data-hand]')].map((each) =>
    each.getBoundingClientRect());
  return ${JSON.stringify(OUTER_SPOTS)}.filter((spot) => {
    const x = left + (width - ${WIDTH} * scale) * across + spot.x * scale;
    const y = top + (height - ${HEIGHT} * scale) * down + spot.y * scale;
    const isHidden = words.some((box) => box.left < x && x < box.right && box.top < y && y < box.bottom);
    return isHidden || y < top || y > top + height;
  }).map(({ spot }) => spot);
})()`;

/** The words over the picture that have no ground of their own between them and the picture. */
const bareWords = `[...document.querySelectorAll('[data-part=phase] strong, [data-hand] h2')].filter((words) => {
  for (let each = words; !each.matches('[data-part=stage]'); each = each.parentElement) {
    const colour = getComputedStyle(each).backgroundColor;
    const [, , , opacity = 1] = colour.match(/[\\d.]+/g).map(Number);
    if (opacity > 0.5) return false;
  }
  return true;
}).map((words) => words.textContent)`;

/** What of the drawn hands the frame of the picture lies over. */
const underFrame = `(() => {
  const frame = document.querySelector('[data-part=stage] video').getBoundingClientRect();
  const parts = [...document.querySelectorAll('[data-hand] h2, [data-hand] h2 ~ *, [data-part=phase]')];
  return parts.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < frame.right && frame.left < box.right && box.top < frame.bottom && frame.top < box.bottom;
  }).map((part) => part.outerHTML.slice(0, 60));
})()`;

const SIZES = [
  PHONE,
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
];

/** The page of a new player, who is sent the camera's picture, and the table that it is of. */
const filmed = async (name: string, language = 'en-GB') => {
  const table = await openTable(`${studio.url}/whep/pb`);
  const camera = await startCamera();
  const { token } = await testbed.enlist(name);
  const page = await browser.page(DESK, language);
  await page.route('**/whep/*', async (route) => {
    const offer = route.request().postData();
    const sdp = await camera.evaluate<string>(`answer(${JSON.stringify(offer)})`);
    await route.fulfill({ status: 201, contentType: 'application/sdp', body: sdp });
  });
  return { table, token, page };
};

test('words hide no spot of the picture, and its frame no hand, at any size', async () => {
  const { table, token, page } = await filmed('Dina');
  await page.addInitScript(`localStorage.setItem('sabot.table', ${JSON.stringify(table)})`);
  await page.goto(`${studio.url}/#token=${token}`);
  for (const view of ['video', 'classic']) {
    await page.locator(`[data-part=stage][data-seen][data-view=${view}]`).waitFor(seen);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const wrong = view === 'video' ? hiddenSpots : underFrame;
      expect.soft(await page.evaluate(wrong), `${view} ${JSON.stringify(size)}`).toEqual([]);
      expect.soft(await cutWords(page), `${view} ${JSON.stringify(size)}`).toEqual([]);
    }
    if (view === 'video') {
      expect(await page.evaluate(bareWords), 'words without a ground').toEqual([]);
      const asked = page.getByRole('dialog');
      if (await asked.isVisible()) await asked.getByRole('button').first().click();
      await page.getByRole('button', { name: 'Classic view' }).click();
    }
  }
}, 900_000);

test('why a table waits is read whole over the picture, and beside the buttons, in Italian', async () => {
  const { table, token, page } = await filmed('Dino', 'it-IT');
  await page.setViewportSize(PHONE);
  await page.addInitScript(`localStorage.setItem('sabot.table', ${JSON.stringify(table)})`);
  await page.goto(`${studio.url}/#token=${token}`);
  await page.locator('[data-part=stage][data-view=video][data-seen]').waitFor(seen);
  const manager = await testbed.staff(studio, 'Sven', { table, role: 'shift_manager' });
  await manager.call('table:suspend', { table, reason: 'A card is worn' });
  const why = page.locator('[data-part=phase] > span').first();
  await expect.poll(() => why.textContent()).toContain('A card is worn');
  await page.getByRole('dialog').getByRole('button').first().click();
  for (const view of ['video', 'classic']) {
    await page.locator(`[data-part=stage][data-seen][data-view=${view}]`).waitFor(seen);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect.soft(await cutWords(page), `${view} ${JSON.stringify(size)}`).toEqual([]);
    }
    if (view === 'video') await page.getByRole('button', { name: italian.stage.classic }).click();
  }
  // What people wrote may be so long. Of that two lines are seen, and the whole when it is touched.
  const reason = 'A card is worn and is replaced. '.repeat(7).slice(0, 199).concat('.');
  await manager.must('table:resume');
  await manager.call('table:suspend', { table, reason });
  await expect.poll(() => why.getAttribute('title')).toContain(reason);
  const isSeenWhole = () =>
    page.evaluate<boolean>(`(() => {
      const why = document.querySelector('[data-part=phase] > span');
      return why.scrollHeight <= why.clientHeight + 1;
    })()`);
  for (const view of ['classic', 'video']) {
    await page.locator(`[data-part=stage][data-seen][data-view=${view}]`).waitFor(seen);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const wrong = await cutWords(page);
      const others = wrong.filter((each) => !each.startsWith('cut off: Il tavolo attende'));
      expect.soft(others, `${view} ${JSON.stringify(size)}`).toEqual([]);
    }
    await page.setViewportSize(PHONE);
    expect(await isSeenWhole(), view).toBe(false);
    await why.click();
    expect(await isSeenWhole(), `${view}, touched`).toBe(true);
    await why.blur();
    if (view === 'classic') await page.getByRole('button', { name: italian.stage.classic }).click();
  }
}, 900_000);

test('on a slow line the classic view comes by itself, with the picture in its frame', async () => {
  const { table, token, page } = await filmed('Cleo');
  let isSlow = false;
  let beats = 0;
  await page.routeWebSocket(/socket\.io/, (route) => {
    const server = route.connectToServer();
    const waiting: (string | Buffer)[] = [];
    route.onMessage((packet) => server.send(packet));
    // Each second has its beat: what waits for two more comes two seconds late. Answers and the
    // transport's own signs of life pass, or the line would be lost.
    server.onMessage((packet) => {
      if (!String(packet).startsWith(EVENT)) return route.send(packet);
      if (String(packet).includes('table:beat')) beats += 1;
      waiting.push(packet);
      while (waiting.length > (isSlow ? 2 : 0)) route.send(waiting.shift()!);
    });
  });
  await page.addInitScript(`localStorage.setItem('sabot.table', ${JSON.stringify(table)})`);
  await page.goto(`${studio.url}/#token=${token}`);
  await page.locator('[data-part=stage][data-seen][data-view=video]').waitFor(seen);
  // Whether a beat is late is known by those that were not.
  await expect.poll(() => beats).toBeGreaterThan(1);
  isSlow = true;
  await page.locator('[data-quality=slow]').waitFor(seen);
  await page.locator('[data-part=stage][data-seen][data-view=classic]').waitFor(seen);
  expect(await page.locator('[data-part=stage] video').isVisible()).toBe(true);
  isSlow = false;
  await page.locator('[data-part=stage][data-seen][data-view=video]').waitFor(seen);
}, 900_000);

test('whoever comes back to the page, or has a network again, has the picture tried at once', async () => {
  const { table, token, page } = await filmed('Elda');
  let isThere = false;
  let asked = 0;
  await page.route('**/whep/*', (route) => {
    asked += 1;
    return isThere ? route.fallback() : route.fulfill({ status: 503 });
  });
  await page.addInitScript(`localStorage.setItem('sabot.table', ${JSON.stringify(table)})`);
  await page.goto(`${studio.url}/#token=${token}`);
  await expect.poll(() => asked).toBe(1);
  for (const back of [
    'document.dispatchEvent(new Event("visibilitychange"))',
    'window.dispatchEvent(new Event("online"))',
  ]) {
    const before = asked;
    isThere = back.startsWith('window');
    // The page may not know yet that the last try has failed.
    const isAsked = async () => page.evaluate(back).then(() => asked > before);
    await expect.poll(isAsked, { timeout: 10_000, interval: 500, message: back }).toBe(true);
  }
  await page.locator('[data-part=stage][data-seen] video').waitFor(seen);
}, 900_000);

test.each(['none.m3u8', 'none'])(
  'the classic view stays when no stream comes: %s',
  async (name) => {
    const table = await openTable(`${studio.url}/stream/${name}`);
    const { token } = await testbed.enlist('Bea');
    const page = await browser.page();
    const failed = page.waitForResponse((response) => response.url().endsWith(name));
    await page.addInitScript(`localStorage.setItem('sabot.table', ${JSON.stringify(table)})`);
    await page.goto(`${studio.url}/#token=${token}`);
    expect((await failed).status()).toBe(404);
    await page.locator('[data-part=stage]:not([data-seen]) [data-part=phase]').waitFor();
    expect(await page.locator('[data-part=stage] video').isVisible()).toBe(false);
  },
);
