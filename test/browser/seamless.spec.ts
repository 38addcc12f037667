/**
 * The bets of a round while operators' wallets are asked for them, as the player's page and the
 * dealer's desk show it: a slow wallet, one that refuses, and one that is too late.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { BrowserDealer, lookAt } from '../kit/browser-dealer.js';
import { axeFaults } from '../kit/browser-layout.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import { useBrowser } from '../kit/browser.js';
import type { Staff } from '../kit/clients.js';
import { SlowWallet, WAITS_MS } from '../kit/slow-wallet.js';
import { type Studio, eventually } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const BET_MS = 10_000;
/** Of the 100.00 in the wallet, in euros. */
const AT_THE_TABLE = 50;

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: BET_MS } },
  // That a table is slow is not an incident here.
  env: { STALLED_CLOCK_MS: '60000', STALLED_DEAL_MS: '600000', STALLED_PAY_MS: '60000' },
});
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;
let slow: SlowWallet;
let wallet: WalletServer;

beforeAll(async () => {
  studio = await testbed.start();
  slow = await SlowWallet.open(testbed);
  wallet = slow.wallet;
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});
afterAll(() => wallet.stop());

beforeEach(() => slow.noFaults());

/** A player of the operator's with credit, whose page shows the table. */
const comes = async (ref: string): Promise<BrowserPlayer> => {
  const first = await slow.launches(studio, ref, AT_THE_TABLE);
  first.close();
  const { id, token } = first;
  await changePlayerSettings(testbed.pool, id, { modeAsked: true });
  return browser.again(studio, { id, token: token as string });
};

/** The round in hand is dealt to its end. Each coup is of a suit of its own. */
let coups = 0;
const dealOut = async (after: number): Promise<void> => {
  const suit = 'hdcs'[coups++ % 4]!;
  await dealer.deal(`9${suit} K${suit} T${suit} Q${suit}`);
  await dealer.next('round_settled', { after });
};

/** The desk, as the shift manager sees it, who may stand in for the dealer. */
const desk = async (id: string): Promise<BrowserDealer> => {
  const token = await testbed.employ({ id, role: 'shift_manager' });
  return BrowserDealer.at(browser, studio, { id, token, role: 'shift_manager' });
};

/** The player places 5.00 on Punto, and the bets are closed. Returns the position of the close. */
const closed = async (player: BrowserPlayer) => {
  const { seq } = await dealer.openBetting();
  await expect.poll(() => player.phase.textContent()).toContain('PLACE YOUR BETS');
  await player.places('punto', '5');
  await eventually('the bet stands', async () => (await player.balance()) === 4_500n);
  await browser.advance(BET_MS);
  return dealer.next('betting_closed', { after: seq });
};

const says = (player: BrowserPlayer, words: string | RegExp) =>
  expect.poll(() => player.phase.textContent()).toMatch(words);

const taken = (after: number) => testbed.passing(dealer.next('stakes_taken', { after }));

const nothingIsOpen = () =>
  testbed.passing(
    eventually('nothing is open', async () => {
      const { rows } = await testbed.pool.query(
        `select from wallet_movements where status in ('due', 'void')`,
      );
      return rows.length === 0;
    }),
  );

test('a slow wallet is waited for, and the page and the desk say so', async () => {
  const [player, sven] = await Promise.all([comes('anna'), desk('Sven')]);
  const goOn = slow.holds();
  const { seq, acceptedByMs, atMs } = await closed(player);
  expect(acceptedByMs).toBe(atMs + WAITS_MS);
  await says(player, /ACCEPTING BETS \d+$/);
  await sven.isAsked('WAIT_FOR_WALLETS');
  const timer = sven.page.locator('[data-part=next] [data-seconds]');
  expect(Number(await timer.getAttribute('data-seconds'))).toBeGreaterThan(0);
  expect(await sven.page.locator('[data-part=next]').textContent()).toContain('ACCEPTING BETS');
  await lookAt(sven, 'accepting');
  expect(await axeFaults(player.page), 'axe, the page').toEqual([]);
  expect(await axeFaults(sven.page), 'axe, the desk').toEqual([]);
  // The countdown runs, and what lies stays where it is.
  const before = Number(await timer.getAttribute('data-seconds'));
  await browser.advance(2_000);
  await expect
    .poll(async () => Number(await timer.getAttribute('data-seconds')))
    .toBeLessThan(before);
  expect(await player.stakes()).toEqual({ punto: 500n });
  goOn();
  await taken(seq);
  await says(player, 'BETS ACCEPTED');
  expect(await player.stakes()).toEqual({ punto: 500n });
  expect(wallet.book.balance('anna')).toBe(9_500n);
  await sven.isAsked('DEAL_PUNTO_1');
  await dealOut(seq);
  await expect.poll(() => player.won.textContent()).toContain('You get €10.00');
  await nothingIsOpen();
  expect(wallet.book.balance('anna')).toBe(10_500n);
});

/** Of the statement, as the page has it. */
interface Line {
  readonly dataset: { readonly session: string; readonly advance: string };
  readonly firstElementChild: { readonly firstChild: { readonly textContent: string } };
}

test('the statement says what the wallet gave, and what it is given', async () => {
  const player = await comes('ada');
  const { seq } = await closed(player);
  await taken(seq);
  await dealOut(seq);
  await nothingIsOpen();
  const sheet = await player.opens('cashier');
  const lines = sheet.locator('ol > li[data-kind]');
  await expect.poll(() => lines.count()).toBe(5);
  const shown = await lines.evaluateAll((all) =>
    all.map((line) => {
      const { dataset, firstElementChild } = line as unknown as Line;
      return [firstElementChild.firstChild.textContent, dataset.session, dataset.advance];
    }),
  );
  expect(shown).toEqual([
    ['To your casino: payout', '0', '-1000'],
    ['Paid out', '1000', '0'],
    ['From your casino: stakes', '0', '500'],
    ['Bets', '-500', '0'],
    ['Deposit to the session', '5000', '-5000'],
  ]);
  await sheet.locator('[data-part=advance]').waitFor();
  expect(await axeFaults(player.page), 'axe').toEqual([]);
});

test.each([
  ['funds', 'Bets void, €5.00 back: your wallet has too little'],
  ['limit', 'Bets void, €5.00 back: a limit of your wallet is reached'],
] as const)(
  'a stake that the wallet refuses is off, and why is said: %s',
  async (reason, words) => {
    const player = await comes(`bea-${reason}`);
    wallet.refuses = (verb) => (verb === 'debit' ? reason : undefined);
    const { seq } = await closed(player);
    await taken(seq);
    await expect.poll(() => player.won.textContent()).toBe(words);
    expect(await player.won.getAttribute('data-net')).toBe('0');
    expect(await player.stakes()).toEqual({});
    await expect.poll(() => player.balance()).toBe(5_000n);
    await says(player, 'BETS CLOSED');
    expect(wallet.book.balance(`bea-${reason}`)).toBe(10_000n);
    await dealOut(seq);
  },
);

test('a stake that comes too late is off, and the wallet has it back', async () => {
  const [player, sven] = await Promise.all([comes('carl'), desk('Sigrid')]);
  const goOn = slow.holds();
  const { seq } = await closed(player);
  await says(player, /ACCEPTING BETS/);
  await sven.isAsked('WAIT_FOR_WALLETS');
  await browser.advance(WAITS_MS);
  await taken(seq);
  await expect
    .poll(() => player.won.textContent())
    .toBe('Bets void, €5.00 back: your wallet did not answer in time');
  expect(await player.stakes()).toEqual({});
  await expect.poll(() => player.balance()).toBe(5_000n);
  await sven.isAsked('DEAL_PUNTO_1');
  // It books the stake all the same, now, and then the cancel of it.
  goOn();
  await nothingIsOpen();
  expect(wallet.book.balance('carl')).toBe(10_000n);
  await dealOut(seq);
});

test('a notice of the wallet is shown once the bets are off the table, and answered', async () => {
  const player = await comes('nora');
  const sheet = player.page.locator('[data-part=wallet-notice]');
  const goOn = slow.holds();
  const { seq } = await closed(player);
  wallet.notices.set('nora', {
    ...{ id: 'n-1', kind: 'limit_near', text: 'You have €10.00 left of today’s limit.' },
    actions: [
      { id: 'go-on', label: 'Go on' },
      { id: 'stop', label: 'I stop for today' },
    ],
  });
  // Its words are there, and the part of the page that shows them.
  const known = Promise.all(
    [/\/me\/notices$/, /wallet-notice/].map((url) => player.page.waitForResponse(url)),
  );
  goOn();
  await taken(seq);
  await known;
  await browser.advance(100);
  const { rows } = await testbed.pool.query('select from wallet_notices');
  expect(rows).toHaveLength(1);
  expect(await sheet.count(), 'bets lie').toBe(0);
  await dealOut(seq);
  await nothingIsOpen();
  await sheet.waitFor();
  expect(await sheet.textContent()).toContain('You have €10.00 left of today’s limit.');
  expect(await axeFaults(player.page), 'axe').toEqual([]);
  await sheet.locator('[data-action=stop]').click();
  await expect.poll(() => sheet.count()).toBe(0);
  await testbed.passing(eventually('the wallet has the answer', () => wallet.answers.length === 1));
  expect(wallet.answers).toEqual([{ player: 'nora', notice: 'n-1', action: 'stop' }]);
});
