/**
 * Corrections in the pit’s page, by two people, each signed in: a round settled again, one player’s
 * bets given back, a card by hand; the players’ pages and Postgres agree to the cent.
 */
import { beforeAll, expect, test } from 'vitest';
import { DESK, look, useBrowser } from '../kit/browser.js';
import { creditOf, euros } from '../kit/browser-books.js';
import { BrowserPit } from '../kit/browser-pit.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import { axeFaults } from '../kit/browser-layout.js';
import type { Player, Staff } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, name: 'Salon Noir' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const open = (name: string): Promise<BrowserPit> =>
  BrowserPit.open(testbed, browser, studio, name, { size: DESK });

interface Played {
  readonly table: string;
  readonly game: string;
  readonly dealer: Staff;
  readonly anna: Player;
  readonly ben: Player;
}

/** There is time to bet. */
const UNHURRIED = { ...QUICK, betMs: 4_000 };

/** Anna placed 100 on Punto, Ben 50 on Banco and 5 on Banco Pair; the bets are closed. */
const closedRound = async (): Promise<Played> => {
  const table = await testbed.addTable(studio, { ...UNHURRIED, name: 'Salon Noir' });
  const dealer = await testbed.staff(studio, `Dora of ${table}`, { table });
  await dealer.makeReady();
  const anna = await testbed.player(studio, 'Anna', { table, euros: 500 });
  const ben = await testbed.player(studio, 'Ben', { table, euros: 500 });
  const { game, seq } = await dealer.openBetting();
  await anna.bet(game, ['punto', 100]);
  await ben.bet(game, ['banco', 50]);
  await ben.bet(game, ['banco_pair', 5]);
  await dealer.betsClosed(seq);
  return { table, game, dealer, anna, ben };
};

/** Punto 9, Banco 8; read as it should not have been: Punto's nine is a seven. */
const AS_READ = '9h 8c Kd Ts';

const settledRound = async (): Promise<Played> => {
  const played = await closedRound();
  await played.dealer.deal(AS_READ);
  await played.dealer.next('round_settled', {
    where: ({ game: settled }) => settled === played.game,
  });
  return played;
};

/** The player’s page, in place of the bare socket. */
const pageOf = ({ id, token, table }: Player): Promise<BrowserPlayer> =>
  browser.again(studio, { id, token: token as string }, { table });

const expectCredit = async (player: BrowserPlayer, credit: bigint): Promise<void> => {
  await expect.poll(() => creditOf(testbed.pool, player.id)).toBe(credit);
  await expect.poll(() => player.balance()).toBe(credit);
};

/** Asks with what the form holds; the number of the request. */
const asks = async (pit: BrowserPit, reason: string): Promise<string> => {
  await pit.find('select[name=reason]').selectOption(reason);
  await pit.find('[data-part=amend-form] input[name=note]').fill('The camera shows it');
  await pit.press('ask');
  return (await pit.attribute('[data-asked]', 'data-asked'))!;
};

/** Sees the same effect as the one who asked, and says yes. */
const approves = async (pit: BrowserPit, approval: string, effect: string): Promise<void> => {
  await pit.find('[data-waiting="approvals"]').waitFor();
  await pit.goes('approvals');
  const request = pit.find(`[data-request="${approval}"]`);
  await request.getByText(effect).waitFor();
  await pit.look(`approval-${approval}`);
  const movesMoney = (await request.locator('[data-effect]').count()) > 0;
  await request.locator('[data-do="approve"]').click();
  if (movesMoney) await request.locator('[data-sure="approve"]').click();
  await pit.find(`[data-request="${approval}"][data-state="done"]`).waitFor();
  await pit.look(`approved-${approval}`);
};

test('a settled round is settled again with the cards as they were', async () => {
  const { table, game, anna, ben } = await settledRound();
  const [annasPage, bensPage] = [await pageOf(anna), await pageOf(ben)];
  await expectCredit(annasPage, euros(600));
  await expectCredit(bensPage, euros(445));
  const asker = await open('Mara');
  const second = await open('Nils');

  await asker.goes('rounds', game);
  await asker.press('amend-form');
  await asker.find('input[name=kind][value=resettle]').check();
  // Nothing was typed yet, which is not a fault.
  await asker.find('[data-untouched]').waitFor();
  expect(await asker.find('[data-part=amend-form] [role=alert]').count()).toBe(0);
  await asker.look('resettle-untouched');
  const card = (seat: string) => asker.find(`[data-part=coup-editor] input[name=${seat}]`);
  expect(await card('punto_1').inputValue()).toBe('9h');
  // What the tableau does not allow is said at once, and cannot be asked for.
  await card('punto_1').fill('5h');
  await card('banco_1').fill('2c');
  await asker.find('[data-coup-fault]').waitFor();
  expect(await asker.find('[data-do="ask"]').isDisabled()).toBe(true);
  await asker.look('resettle-unsound');
  await card('punto_1').fill('7h');
  await card('banco_1').fill('8c');
  const effect = asker.find('[data-effect="resettle"]');
  await effect.waitFor();
  const notice =
    'Resettle: 3 bets of 2 players; €200.00 taken back from 1 player, €100.00 given to 1 player. Nobody would fall below zero.';
  await expect.poll(() => effect.textContent()).toBe(notice);
  expect(await effect.getAttribute('data-back')).toBe('-10000');
  await asker.look('resettle');
  expect(await axeFaults(asker.page)).toEqual([]);
  const approval = await asks(asker, 'misread_card');
  await asker.look('resettle-asked');
  await expectCredit(annasPage, euros(600));
  await approves(second, approval, notice);

  await expectCredit(annasPage, euros(400));
  await expectCredit(bensPage, euros(545));
  await asker.goes('rounds');
  await asker.goes('rounds', game);
  await asker.find('[data-tab="corrections"]').click();
  const correction = asker.find('[data-correction="1"]');
  await correction.waitFor();
  expect(await correction.getAttribute('data-fix')).toBe('resettle');
  expect(await correction.getAttribute('data-back')).toBe('-10000');
  await asker.look('resettled-round');
  expect(await asker.find('[data-tab="corrections"]').textContent()).toBe('Corrections (1)');
  expect(await asker.find('[data-tab="bets"]').textContent()).toBe('Bets (3)');
  expect(await asker.find('[data-part=replay]').textContent()).toContain('3 bets');
  // The player’s list of rounds says that this one was amended, and so does that of all rounds.
  await second.goes('players', anna.id);
  await second.find(`[data-played="${game}"] [data-fix="resettle"]`).waitFor();
  await second.look('resettled-player');
  expect(await axeFaults(second.page)).toEqual([]);
  await second.goes('rounds');
  await second.find('[data-part=recent] select[name=table]').selectOption(table);
  await second.find(`[data-recent="${game}"] [data-fix="resettle"]`).waitFor();
  await second.look('recent-rounds');
  expect(await axeFaults(second.page)).toEqual([]);
  await second.find(`[data-recent="${game}"] a`).click();
  await second.find(`[data-part=round-view][data-game="${game}"]`).waitFor();
  const { rows } = await testbed.pool.query<{ coup: string; shortfall: string }>(
    `select c.coup, (select sum(shortfall) from correction_payouts p where p.game_number = c.game_number) as shortfall
       from corrections c where game_number = $1`,
    [game],
  );
  expect(rows).toEqual([{ coup: 'P 7h Kd . B 8c Ts', shortfall: '0' }]);
  await second.goes('table', table);
  await second.look('resettled-table');
  asker.expectNoFaults();
  second.expectNoFaults();
});

test('one player’s bets are given back, and nobody else’s', async () => {
  const { table, game, dealer, anna, ben } = await settledRound();
  const [annasPage, bensPage] = [await pageOf(anna), await pageOf(ben)];
  await expectCredit(bensPage, euros(445));
  const asker = await open('Mila');
  const second = await open('Otto');
  await asker.goes('table', table);
  await asker.find('[data-tab="amend"]').click();
  await asker.find('input[name=kind][value=refund]').check();
  await asker.find('select[name=player]').selectOption(ben.id);
  const notice =
    'Refund: 2 bets of 1 player; €55.00 given to 1 player. Nobody would fall below zero.';
  await expect.poll(() => asker.find('[data-effect="refund"]').textContent()).toBe(notice);
  // The table goes on, and the form stays with its round.
  const { game: next } = await dealer.openBetting();
  const inHand = asker.find('[data-do="in-hand"]');
  await inHand.getByText(next).waitFor();
  const legend = asker.find('[data-part=amend-form] legend');
  expect(await legend.textContent()).toContain(game);
  expect(await asker.find('select[name=player]').inputValue()).toBe(ben.id);
  await asker.look('refund');
  expect(await axeFaults(asker.page)).toEqual([]);
  const approval = await asks(asker, 'player_dispute');
  await inHand.click();
  await legend.getByText(next).waitFor();
  expect(await inHand.count()).toBe(0);
  await approves(second, approval, notice);
  await expectCredit(bensPage, euros(500));
  await expectCredit(annasPage, euros(600));
  await asker.goes('players', ben.id);
  await asker.find(`[data-credit="50000"]`).waitFor();
  await asker.look('refunded-player');
  const { rows } = await testbed.pool.query(
    `select player_id, was, paid from correction_payouts where game_number = $1`,
    [game],
  );
  expect(rows).toEqual([{ player_id: ben.id, was: '0', paid: '5500' }]);
  asker.expectNoFaults();
  second.expectNoFaults();
});

test('a card that no scanner reads is entered by two persons, and is dealt', async () => {
  const { table, game, dealer, anna, ben } = await closedRound();
  await dealer.deal('7h 8c Kd');
  const [annasPage, bensPage] = [await pageOf(anna), await pageOf(ben)];
  const asker = await open('Maud');
  const second = await open('Olaf');
  await asker.goes('table', table);
  await asker.find('[data-tab="amend"]').click();
  await asker.find('input[name=kind][value=card]').check();
  await asker.find('input[name=card]').fill('Ts');
  const notice = 'It moves no money by itself: the bets are paid by the cards as they then are.';
  await asker.find('[data-part=amend-form]').getByText(notice).waitFor();
  await asker.look('card-by-hand');
  expect(await axeFaults(asker.page)).toEqual([]);
  const approval = await asks(asker, 'equipment_fault');
  expect(await annasPage.cards.count()).toBe(3);
  await approves(second, approval, notice);
  await dealer.next('round_settled', { where: ({ game: settled }) => settled === game });
  await expect.poll(() => annasPage.cards.count(), { message: 'the card is on the table' }).toBe(4);
  // Banco wins with eight: Anna has lost 100, Ben won 50 and lost 5.
  await expectCredit(annasPage, euros(400));
  await expectCredit(bensPage, euros(545));
  const { rows } = await testbed.pool.query<{ payload: string }>(
    `select payload from table_events where table_id = $1 and kind = 'card_dealt' order by seq desc limit 1`,
    [table],
  );
  expect(JSON.parse(rows[0]!.payload)).toMatchObject({
    game,
    card: 'Ts',
    side: 'banco',
    position: 2,
    manual: { approval, requestedBy: asker.id, approvedBy: second.id },
  });
  await asker.goes('wall');
  await asker.goes('table', table);
  await asker.look('card-by-hand-lies');
  asker.expectNoFaults();
  second.expectNoFaults();
});

test('the players at a table are listed, and can be muted or disconnected there', async () => {
  const { table, anna, ben } = await closedRound();
  const pit = await open('Mona');
  await pit.goes('table', table);
  await pit.find('[data-tab="players"]').click();
  const row = (id: string) => pit.find(`[data-part=at-table] li[data-player="${id}"]`);
  await row(anna.id).waitFor();
  await expect
    .poll(() => pit.find('[data-part=now-box]').textContent())
    .toContain('€155.00 · 3 bets');
  expect(await row(anna.id).getAttribute('data-stake')).toBe('10000');
  expect(await row(ben.id).getAttribute('data-stake')).toBe('5500');
  await pit.look('seated');
  expect(await axeFaults(pit.page)).toEqual([]);
  await row(ben.id).getByRole('button', { name: 'Mute: Ben' }).click();
  expect(await row(ben.id).getByText('Lift the mute').count()).toBe(0);
  await row(ben.id).getByLabel('Reason (the player sees it)').fill('shouts');
  await pit.look('seated-mute');
  await row(ben.id).locator('[data-part=mute] button[type=submit]').click();
  await pit.find(`[data-part=at-table] li[data-player="${ben.id}"][data-muted="true"]`).waitFor();
  await row(ben.id).getByText('Lift the mute').waitFor();
  await row(anna.id).getByRole('button', { name: 'Disconnect: Anna' }).click();
  expect(await row(anna.id).getByRole('button', { name: 'Disconnect: Anna' }).count()).toBe(0);
  await row(anna.id).getByRole('textbox').fill('please call us');
  await pit.press('disconnect');
  await anna.disconnected();
  // Her bets are still on, and so she is still listed.
  await pit
    .find(`[data-part=at-table] li[data-player="${anna.id}"][data-connected="false"]`)
    .waitFor();
  await pit.look('seated-away');
  expect(await axeFaults(pit.page)).toEqual([]);
  pit.expectNoFaults();
});

test('a player who is disconnected reads why over an open sheet, and can come back', async () => {
  const { table, anna } = await closedRound();
  const player = await pageOf(anna);
  // A player who is new is asked for the mode first.
  await player.page.getByRole('dialog').getByRole('button').first().click();
  await player.page.getByRole('dialog').waitFor({ state: 'detached' });
  await player.opens('chat');
  const pit = await open('Mavis');
  await pit.goes('table', table);
  await pit.find('[data-tab="players"]').click();
  const row = pit.find(`[data-part=at-table] li[data-player="${anna.id}"]`);
  await row.getByRole('button', { name: 'Disconnect: Anna' }).click();
  await row.getByRole('textbox').fill('please call us');
  await pit.press('disconnect');
  const banner = player.page.locator('[data-part=notices] [data-reason="disconnected"]');
  await banner.waitFor();
  expect(await banner.textContent()).toContain('please call us');
  await look(player, 'disconnected-over-chat');
  expect(await axeFaults(player.page)).toEqual([]);
  await banner.getByRole('button').click();
  await banner.waitFor({ state: 'detached' });
  pit.expectNoFaults();
});
