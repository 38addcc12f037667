/**
 * The demo's picture: the table is filmed, and the page plays the film as a stream of HLS. Without
 * ffmpeg, or a canvas, there is none.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spot } from '../../src/punto-banco/spot.js';
import { whatPictureLacks } from '../../scripts/setup/studio.js';
import { axeFaults, cutWords } from '../kit/browser-layout.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { DESK, PATIENCE_MS, PHONE, useBrowser } from '../kit/browser.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import type { Staff } from '../kit/clients.js';
import { Camera, showsChip, showsFirstCard, watchFirstCard } from '../kit/filmed-table.js';
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

const COUPS = ['KH 9C QD 7S 2H', 'JD 8H KC AH', 'QC 9D JS 8C 4H', 'KD 8S TC AD'];

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

/** A main bet, a pair and a bonus: each row of the layout has one. */
const BET_ON: readonly Spot[] = ['punto', 'banco_pair', 'punto_bonus'];

/** Whether it comes to be so within the time. */
const comesTrue = (
  isSo: () => Promise<boolean>,
  within: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<boolean> =>
  expect
    .poll(isSo, within)
    .toBe(true)
    .then(() => true)
    .catch(() => false);

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
    'has the players’ chips on its spots, and a sound track where that is wanted',
    { timeout: 1_200_000 },
    async () => {
      const player = await spectator('Cleo');
      const { page } = player;
      const bettor = await testbed.player(studio, 'Dino');
      const chipsSeen = () => Promise.all(BET_ON.map((spot) => showsChip(page, spot)));
      /** A busy machine may bet late, or leave a round’s bets out of the film, but not always. */
      const isChipSeen = async (): Promise<boolean> => {
        for (const cards of COUPS) {
          const { game, seq } = await dealer.openBetting();
          const bets = await Promise.all(BET_ON.map((spot) => bettor.wager(game, [spot, 25])));
          await dealer.betsClosed(seq);
          const areSeen = async () => (await chipsSeen()).every(Boolean);
          const isSeen = bets.every(({ ok }) => ok) && (await comesTrue(areSeen));
          await dealer.deal(cards);
          await dealer.next('round_settled', { after: seq });
          if (isSeen) return true;
        }
        return false;
      };
      // A card on its way to Punto’s box passes over spots.
      await expect.poll(chipsSeen, IN_TIME).toEqual(BET_ON.map(() => false));
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
      // What comes later is painted over it.
      const isOverFelt = `document.querySelector('[data-part=stage] > [data-part=felt] ~ video') !== null`;
      expect(await page.evaluate<boolean>(isOverFelt)).toBe(true);
      for (const size of [PHONE, { width: 844, height: 390 }, { width: 390, height: 844 }, DESK]) {
        await page.setViewportSize(size);
        expect.soft(await cutWords(page), JSON.stringify(size)).toEqual([]);
      }
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
      let called = await callManager(COUPS[0]!);
      const pit = await BrowserPit.open(testbed, browser, studio, 'Mara', { size: DESK });
      pit.forgiven = /status of 404/; // what is not recorded yet
      const widthOf = (still: string) => () =>
        pit.page.evaluate<number>(`document.querySelector('${still}')?.naturalWidth ?? 0`);
      await expect.poll(widthOf('a[data-table="pb-1"] [data-part=still]'), IN_TIME).toBe(320);
      expect(await axeFaults(pit.page)).toEqual([]);
      await pit.look('wall-picture');
      await pit.goes('table', 'pb-1');
      await expect.poll(widthOf('[data-part=now-box] [data-part=still]'), IN_TIME).toBe(320);

      const film = pit.find('[data-part=film]');
      const press = (name: string) => film.getByRole('button', { name, exact: true }).click();
      const taken = async () => Number(await film.getAttribute('data-taken'));
      /** How much of the film is left, in s. Undefined until the frame that is wanted is there. */
      const left = () =>
        pit.page.evaluate<number | undefined>(`(() => {
          const video = document.querySelector('[data-part=film] video');
          if (video.seeking || video.readyState < 2) return undefined;
          return video.duration - video.currentTime;
        })()`);
      // A segment is kept once it has ended, and the cards take their time.
      const isHere = async (): Promise<boolean> => {
        const status = await film.getAttribute('data-status');
        if (status === 'coming') return false;
        if (status === 'here') {
          const leftS = await left();
          if (leftS === undefined) return false;
          if (leftS > 3 && Math.abs((await taken()) - called.atMs) < 100) return true;
        }
        await press('Load it again');
        return false;
      };
      const lookAt = (kind: string) => pit.find(`li[data-kind=${kind}] button`).first().click();
      /** Looks at one frame after the other until it shows a card, or none. */
      const comesTo = (isDealt: boolean, step: string) =>
        comesTrue(async () => {
          if ((await left()) === undefined) return false;
          if ((await showsFirstCard(pit.page, '[data-part=film] video')) === isDealt) return true;
          await press(step);
          return false;
        });
      const isWhole = async (): Promise<boolean> => {
        await pit.goes('incidents', called.incident);
        await pit.find(`[data-case="${called.incident}"]`).waitFor();
        if (!(await comesTrue(isHere, { ...IN_TIME, interval: 2_000 }))) return false;
        // Before the deal there is no card in the film.
        await lookAt('betting_closed');
        if (!(await comesTo(false, '1 s back'))) return false;
        // The cards slide onto the table while the test’s dealer has long gone on.
        await lookAt('coup_decided');
        return comesTo(true, '1 s on');
      };
      /** A film that begins anew just then lacks a round, but not every round. */
      const isOnceWhole = async (): Promise<boolean> => {
        for (const cards of COUPS.slice(1)) {
          if (await isWhole()) return true;
          called = await callManager(cards);
        }
        return isWhole();
      };
      expect(await isOnceWhole(), 'the film of an incident').toBe(true);
      await pit.find('li[data-shown]').first().waitFor();
      const beforeMs = await taken();
      await press('One frame back');
      await expect.poll(taken).toBeLessThan(beforeMs);
      expect(await axeFaults(pit.page)).toEqual([]);
      await pit.look('incident-film');
      pit.expectNoFaults();
    },
  );
});

interface Called {
  readonly incident: string;
  /** When the shift manager was called, ms since 1970. */
  readonly atMs: number;
}

/** Plays a round, after which the shift manager is called. */
const callManager = async (cards: string): Promise<Called> => {
  await dealer.playRound(cards);
  const seq = await dealer.must('manager:call');
  return eventually('the call is an incident', async () => {
    const { rows } = await testbed.pool.query<{ incident: string; at: string }>(
      `select id as incident, (extract(epoch from opened_at) * 1000)::bigint as at from incidents
        where table_id = 'pb-1' and opened_seq = $1`,
      [seq],
    );
    return rows[0] && { incident: rows[0].incident, atMs: Number(rows[0].at) };
  });
};
