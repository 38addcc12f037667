/**
 * The demo's picture: the table is filmed, and the page plays the film as a stream of HLS. Without
 * ffmpeg, or a canvas, there is none.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whatPictureLacks } from '../../scripts/setup/studio.js';
import { axeFaults } from '../kit/browser-layout.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { DESK, PATIENCE_MS, useBrowser } from '../kit/browser.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import type { Staff } from '../kit/clients.js';
import { Camera, showsFirstCard, watchFirstCard } from '../kit/filmed-table.js';
import { type Studio, eventually } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const camera = new Camera();
const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 1_500 } },
  env: { SABOT_DEMO: '1', DEMO_PICTURE: camera.folder },
});
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;

/** A machine that is busy may lose the picture, which is then tried again after half a minute. */
const IN_TIME = { timeout: 4 * PATIENCE_MS };

/** Whose page shows the film. */
const spectator = async (name: string): Promise<BrowserPlayer> => {
  const player = await browser.player(studio, name, { euros: 0 });
  player.forgiven = /status of 404/; // a segment that went before a busy page asked for it
  await player.page.locator('[data-part=stage][data-seen]').waitFor(IN_TIME);
  return player;
};

interface Moments {
  readonly filmedAt: number;
  readonly drawnAt: number;
  readonly saidAt: number;
}

/** Of the next round’s first card, in the page’s ms. 0: it was not seen. */
const dealSeen = async ({ page }: BrowserPlayer, cards: string): Promise<Moments> => {
  await watchFirstCard(page);
  await dealer.playRound(cards);
  const at = async (name: string): Promise<number> => {
    const read = () => page.evaluate<number>(`window.${name} ?? 0`);
    await expect
      .poll(read)
      .toBeGreaterThan(0)
      .catch(() => undefined);
    return read();
  };
  return {
    filmedAt: await at('cardFilmedAt'),
    drawnAt: await at('cardDrawnAt'),
    saidAt: await at('cardSaidAt'),
  };
};

/** As far as a film can be read in a browser without windows, in ms. */
const ABOUT_MS = 900;

const COUPS = ['KH 9C QD 7S 2H', 'JD 8H KC AH 5C', 'QC 9D JS 8C', 'KD 8S TC AD 6H'];

/** A busy machine may hold a film up, or leave a card out of it, but not in every round. */
const isOnceSo = async (
  player: BrowserPlayer,
  holds: (moments: Moments) => boolean,
): Promise<boolean> => {
  for (const cards of COUPS) {
    const moments = await dealSeen(player, cards);
    if (Object.values(moments).every((at) => at > 0) && holds(moments)) return true;
  }
  return false;
};

const isInStep = ({ filmedAt, drawnAt, saidAt }: Moments): boolean =>
  Math.min(drawnAt, saidAt) > filmedAt - ABOUT_MS;

const isAtOnce = ({ filmedAt, drawnAt, saidAt }: Moments): boolean =>
  Math.max(drawnAt, saidAt) < filmedAt - ABOUT_MS;

/** Whether the film shows a chip of 25 on Punto: its green, within its rim. */
const CHIP_ON_PUNTO = `(() => {
  const video = document.querySelector('[data-part=stage] video');
  if (!(video?.videoWidth > 0)) return false;
  const brush = new OffscreenCanvas(640, 360).getContext('2d');
  brush.drawImage(video, 0, 0, 640, 360);
  const { data } = brush.getImageData(296, 194, 24, 24);
  let rim = 0;
  for (let at = 0; at < data.length; at += 4)
    if (Math.min(data[at], data[at + 1], data[at + 2]) > 170) rim += 1;
  return rim > 20;
})()`;

const keepInStep = async (player: BrowserPlayer, isOn: boolean): Promise<void> => {
  await player.opens('settings');
  await player.page.locator('[data-setting=inStep]').setChecked(isOn);
  await player.closesPanel();
};

describe.skipIf(whatPictureLacks() !== undefined)('a table that is filmed', () => {
  beforeAll(async () => {
    studio = await testbed.startProcess();
    await testbed.isRunBy(studio);
    camera.film(studio.url);
    dealer = await testbed.staff(studio, 'Dora');
    await dealer.makeReady();
    for (const name of ['index', 'high', 'low']) {
      const isThere = async () => (await fetch(`${studio.url}/picture/pb-1/${name}.m3u8`)).ok;
      await eventually(`${name} is served`, isThere, { withinMs: PATIENCE_MS });
    }
  });
  afterAll(() => camera.stop());

  test(
    'is seen in two qualities, each second with its hour, and drawn when the picture shows it',
    { timeout: 1_200_000 },
    async () => {
      const player = await spectator('Ada');
      const listOf = async (name: string) =>
        (await fetch(`${studio.url}/picture/pb-1/${name}.m3u8`)).text();
      expect((await listOf('index')).match(/RESOLUTION=\d+x\d+/g)).toEqual([
        'RESOLUTION=640x360',
        'RESOLUTION=320x180',
      ]);
      const hours = (await listOf('high')).match(/(?<=PROGRAM-DATE-TIME:).*/g)!;
      const aheadMs = Date.parse(hours.at(-1)!.replace('+0000', 'Z')) + 1_000 - Date.now();
      expect(aheadMs, 'a segment ends before it is listed').toBeLessThan(100);

      const whole = 'neither drawn nor said before the picture';
      expect(await isOnceSo(player, isInStep), whole).toBe(true);
      await keepInStep(player, false);
      expect(await isOnceSo(player, isAtOnce), 'at once').toBe(true);
    },
  );

  test(
    'has the players’ chips on its spots, and is heard where that is wanted',
    { timeout: 1_200_000 },
    async () => {
      const player = await spectator('Cleo');
      const { page } = player;
      const bettor = await testbed.player(studio, 'Dino');
      /** A busy machine may leave the bets of a round out of the film, but not of every round. */
      const isChipSeen = async (): Promise<boolean> => {
        for (const cards of COUPS) {
          const { game, seq } = await dealer.openBetting();
          await bettor.bet(game, ['punto', 25]);
          await dealer.betsClosed(seq);
          const isSeen = await expect
            .poll(() => page.evaluate<boolean>(CHIP_ON_PUNTO))
            .toBe(true)
            .then(() => true)
            .catch(() => false);
          await dealer.deal(cards);
          await dealer.next('round_settled', { after: seq });
          if (isSeen) return true;
        }
        return false;
      };
      expect(await page.evaluate<boolean>(CHIP_ON_PUNTO), 'before').toBe(false);
      expect(await isChipSeen()).toBe(true);

      const sound = () =>
        page.evaluate<{ readonly isMuted: boolean; readonly bytes: number }>(`(() => {
          const video = document.querySelector('[data-part=stage] video');
          return { isMuted: video.muted, bytes: video.webkitAudioDecodedByteCount };
        })()`);
      expect((await sound()).isMuted, 'silent by default').toBe(true);
      await player.opens('settings');
      await page.locator('[data-setting=videoSound]').check();
      await player.closesPanel();
      await expect.poll(async () => (await sound()).isMuted).toBe(false);
      await expect.poll(async () => (await sound()).bytes, IN_TIME).toBeGreaterThan(1_000);
    },
  );

  test(
    'leaves the picture a small frame in the classic view, as loud as it was set',
    { timeout: 1_200_000 },
    async () => {
      const { page } = await spectator('Bea');
      const stage = page.locator('[data-part=stage]');
      const video = stage.locator('video');
      await page.getByRole('button', { name: 'Classic view' }).click();
      await page.locator('[data-view=classic][data-seen]').waitFor(IN_TIME);
      const [frame, whole] = [await video.boundingBox(), await stage.boundingBox()];
      expect(frame!.width).toBeLessThan(0.3 * whole!.width);
      expect(await video.isVisible()).toBe(true);
      const width = () =>
        page.evaluate<number>(`document.querySelector('[data-part=stage] video').videoWidth`);
      await expect.poll(width, IN_TIME).toBe(320);

      const volume = () =>
        page.evaluate<number>(`document.querySelector('[data-part=stage] video').volume`);
      await page.getByRole('button', { name: 'Volume' }).click();
      await page.getByRole('slider', { name: 'Volume' }).fill('30');
      await expect.poll(volume).toBeCloseTo(0.3);
      await page.getByRole('checkbox', { name: 'Mute' }).check();
      await expect.poll(volume).toBe(0);
    },
  );

  test(
    'is kept for the last minutes, and an incident is looked at by its timecodes',
    { timeout: 1_200_000 },
    async () => {
      await dealer.playRound('KH 9C QD 7S 2H');
      await dealer.must('manager:call');
      const pit = await BrowserPit.open(testbed, browser, studio, 'Mara', { size: DESK });
      pit.forgiven = /status of 404/; // what is not recorded yet
      const still = pit.find('a[data-table="pb-1"] [data-part=still][data-seen]');
      await still.waitFor(IN_TIME);
      const width = () =>
        pit.page.evaluate<number>(
          `document.querySelector('a[data-table="pb-1"] [data-part=still]').naturalWidth`,
        );
      await expect.poll(width, IN_TIME).toBe(320);
      expect(await axeFaults(pit.page)).toEqual([]);
      await pit.look('wall-picture');
      await pit.goes('table', 'pb-1');
      await pit.find('[data-part=now-box] [data-part=still][data-seen]').waitFor(IN_TIME);

      await pit.goes('incidents');
      const openedAtMs = await calledAt();
      const film = pit.find('[data-part=film]');
      const taken = async () => Number(await film.getAttribute('data-taken'));
      const isAt = async (atMs: number) => Math.abs((await taken()) - atMs) < 100;
      // A segment is kept once it has ended.
      const again = async () => {
        if ((await film.getAttribute('data-status')) !== 'coming') {
          if (await isAt(openedAtMs)) return true;
          await film.getByRole('button', { name: 'Load it again' }).click();
        }
        return false;
      };
      await expect.poll(again, { ...IN_TIME, interval: 2_000 }).toBe(true);

      // Before the deal there is no card in the film.
      const shows = () => showsFirstCard(pit.page, '[data-part=film] video');
      const lookAt = (kind: string) => pit.find(`li[data-kind=${kind}] button`).first().click();
      await lookAt('betting_closed');
      await expect.poll(shows).toBe(false);
      // The cards slide onto the table while the test’s dealer has long gone on.
      await lookAt('coup_decided');
      await film.getByRole('button', { name: '1 s on', exact: true }).click();
      await expect.poll(shows).toBe(true);
      await pit.find('li[data-shown]').first().waitFor();
      const beforeMs = await taken();
      await film.getByRole('button', { name: 'One frame back' }).click();
      await expect.poll(taken).toBeLessThan(beforeMs);
      expect(await axeFaults(pit.page)).toEqual([]);
      await pit.look('incident-film');
      pit.expectNoFaults();
    },
  );
});

/** When the shift manager was called, ms since 1970. */
const calledAt = async (): Promise<number> => {
  const { rows } = await testbed.pool.query<{ at: string }>(
    `select (extract(epoch from opened_at) * 1000)::bigint as at from incidents
      where kind = 'manager_called'`,
  );
  return Number(rows[0]!.at);
};
