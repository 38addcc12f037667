/**
 * The gallery’s scenes of what concerns a player besides the round: the end of a session, the
 * reality check, a limit that is reached, and the result of a table that was left.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutWords, outsideScreen } from '../kit/browser-layout.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import { useBrowser } from '../kit/browser.js';
import type { Staff } from '../kit/clients.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, SLOW, useTestbed } from '../kit/testbed.js';
import { LANGUAGES, LOCALES, isWanted, takeShot, wantedSizes, writeGallery } from './shots.js';

/** All pictures of a warning are taken before the session ends. */
const IDLE_MS = 400_000;
const WARN_MS = 200_000;
/** So much at a time that no lease of a table runs out meanwhile. */
const MOVED_MS = 10_000;
const BET_MS = 40_000;

interface SessionScene {
  readonly name: string;
  readonly act: (player: BrowserPlayer) => Promise<unknown>;
  /** Where the player is. */
  readonly table?: string;
  /** There are no chips without a session. */
  readonly isOver?: true;
}

const passes = async (ms: number): Promise<void> => {
  for (let leftMs = ms; leftMs > 0; leftMs -= MOVED_MS) await browser.advance(MOVED_MS);
};

/** The operator has set it before. The session is 42 minutes old. */
const limits = ({ id }: BrowserPlayer, kind: string, period: string | null): Promise<void> =>
  asSuperuser(testbed.database, async (owner) => {
    await owner.query(
      `update sessions set opened_at = opened_at - interval '42 minutes' where player_id = $1`,
      [id],
    );
    await owner.query(
      `insert into play_limits (operator_id, ref, kind, amount, period, source, by, reason)
       select operator_id, ref, $2, 30, $3, 'operator', 'x', 'x' from players where id = $1`,
      [id, kind, period],
    );
  });

/** Bets at a table, goes to another one, and is paid. */
const goesAway = async (player: BrowserPlayer): Promise<void> => {
  const { seq } = await away.openBetting();
  await player.places('punto');
  await expect.poll(() => player.page.locator('[data-pending]').count()).toBe(0);
  const lobby = await player.opens('lobby');
  await lobby.locator('[data-table="pb-1"] button').first().click();
  await player.page.locator('[data-part=ask-leave] button').last().click();
  await player.page.locator('[data-part=ask-leave]').waitFor({ state: 'detached' });
  await away.betsClosed(seq);
  await away.deal('9h 3c 9d 4s');
  await away.next('round_settled', { after: seq });
  await player.page.locator('[data-part=notices] [data-away="pb-2"]').waitFor();
};

const SCENES: readonly SessionScene[] = [
  {
    name: '22-session-ends-soon',
    act: async (player) => {
      await player.places('banco');
      await passes(IDLE_MS - WARN_MS);
      await player.page.locator('[data-session-ends]').waitFor();
    },
  },
  {
    name: '23-session-ended',
    isOver: true,
    act: async (player) => {
      await passes(IDLE_MS);
      await player.page.locator('[data-session-ended]').waitFor();
    },
  },
  {
    name: '24-reality-check',
    act: async (player) => {
      await player.places('banco');
      await limits(player, 'reality_check', null);
      await player.places('banco');
      await player.page.locator('[data-part=reality-check]').waitFor();
    },
  },
  {
    name: '25-limit-of-time',
    act: async (player) => {
      await player.places('banco');
      await limits(player, 'time', 'day');
      await player.places('banco');
      await player.page.locator('[data-refusal=time_limit_reached]').waitFor();
    },
  },
  { name: '26-result-of-table-left', table: 'pb-2', act: goesAway },
];

const scenes = SCENES.filter(({ name }) => isWanted(name));
const testbed = useTestbed({
  tables: {
    'pb-1': { ...SLOW, name: 'Salone Rosso' },
    'pb-2': { ...QUICK, betMs: BET_MS, name: 'Salone degli Specchi' },
  },
  env: {
    ...{ SESSION_IDLE_MS: `${IDLE_MS}`, SESSION_WARN_MS: `${WARN_MS}`, SESSION_SWEEP_MS: '100' },
    ...{ STALLED_CLOCK_MS: '60000', STALLED_DEAL_MS: '600000', STALLED_PAY_MS: '600000' },
  },
});
const browser = useBrowser(testbed);
let studio: Studio;
let away: Staff;

beforeAll(async () => {
  if (scenes.length === 0) return;
  studio = await testbed.start();
  const dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  await dealer.openBetting();
  away = await testbed.staff(studio, 'Dirk', { table: 'pb-2' });
  await away.makeReady();
});
afterAll(writeGallery);

test.skipIf(scenes.length === 0)('the tables are open', () => expect(studio.url).toContain('http'));

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  '%s',
  { timeout: 600_000 },
  async (scene, { act, table = 'pb-1', isOver }) => {
    const wrong: string[] = [];
    for (const language of LANGUAGES) {
      const sizes = wantedSizes(scene, language);
      if (sizes.length === 0) continue;
      const options = { table, size: sizes[0]!, language: LOCALES[language] };
      const player = await browser.player(studio, `Ada ${scene} ${language}`, options);
      const { page } = player;
      await act(player);
      for (const size of sizes) {
        await page.setViewportSize(size);
        const name = await takeShot(page, { scene, language, size });
        const outside = await outsideScreen(page, { hasSession: isOver !== true });
        for (const fault of [...outside, ...(await cutWords(page))])
          wrong.push(`${name}: ${fault}`);
      }
      await page.context().close();
    }
    expect.soft(wrong, 'is on the screen, and whole').toEqual([]);
  },
);
