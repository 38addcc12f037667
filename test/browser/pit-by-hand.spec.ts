/**
 * The burn card and the cut card in the pit’s page, where no scanner reads them: asked for by one,
 * explained to another in words, approved, and carried out.
 */
import { beforeAll, expect, test } from 'vitest';
import { DESK, useBrowser } from '../kit/browser.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults } from '../kit/browser-layout.js';
import type { Staff } from '../kit/clients.js';
import { QUICK, SHUT, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import english from '../../web/src/i18n/en/pit/amend.json' with { type: 'json' };

const testbed = useTestbed({
  tables: { 'pb-1': QUICK },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const open = (name: string): Promise<BrowserPit> =>
  BrowserPit.open(testbed, browser, studio, name, { size: DESK });

/** A table of its own, with a shoe in place whose first card is due. */
const cutShoe = async (): Promise<{ table: string; dealer: Staff }> => {
  const table = await testbed.addTable(studio, { ...SHUT, name: 'Salon Noir' });
  const dealer = await testbed.staff(studio, `Dora of ${table}`, { table });
  await dealer.must('table:open');
  await dealer.placeShoe();
  return { table, dealer };
};

/** Asks with what the form holds; the number of the request. */
const asks = async (pit: BrowserPit): Promise<string> => {
  await pit.find('select[name=reason]').selectOption('equipment_fault');
  await pit.press('ask');
  return (await pit.attribute('[data-asked]', 'data-asked'))!;
};

const approves = async (pit: BrowserPit, approval: string, words: string): Promise<void> => {
  await pit.goes('approvals');
  const request = pit.find(`[data-request="${approval}"]`);
  await request.getByText(words).waitFor();
  await pit.look(`approval-${words.slice(0, 12)}`);
  expect(await axeFaults(pit.page)).toEqual([]);
  await request.locator('[data-do="approve"]').click();
  await pit.find(`[data-request="${approval}"][data-state="done"]`).waitFor();
};

test('the cards of a shoe that no scanner reads are entered by two persons', async () => {
  const { table, dealer } = await cutShoe();
  const [asker, second] = [await open('Mila'), await open('Otto')];
  await asker.goes('table', table);
  await asker.find('[data-tab="amend"]').click();
  await asker.find('input[name=kind][value=burn_card]').check();
  expect(await asker.find('input[name=kind]').count(), 'there is no round yet').toBe(1);
  await asker.find('input[name=card]').fill('8s');
  await asker.find('[data-part=amend-form]').getByText(english.amend.said.burn_card).waitFor();
  await asker.look('burn-by-hand');
  expect(await axeFaults(asker.page)).toEqual([]);
  await approves(second, await asks(asker), english.amend.said.burn_card);
  expect(await dealer.next('cards_burned')).toMatchObject({
    card: '8s',
    manual: { requestedBy: asker.id, approvedBy: second.id },
  });

  const { seq, game } = await dealer.openBetting();
  await dealer.betsClosed(seq);
  // The page is where it was.
  await asker.find('input[name=kind][value=cut_card]').check();
  expect(await asker.find('input[name=kind][value=burn_card]').count()).toBe(0);
  await asker.find('[data-part=amend-form]').getByText(english.amend.said.cut_card).waitFor();
  await asker.look('cut-card-by-hand');
  await approves(second, await asks(asker), english.amend.said.cut_card);
  expect(await dealer.next('cut_card_drawn')).toMatchObject({ thisCoupIsLast: true });
  await dealer.deal('9h Kd Ts Qs');
  await dealer.next('round_settled', { where: (settled) => settled.game === game });
  const found = second.find('[data-became]');
  await second.goes('wall');
  await second.goes('approvals');
  await expect.poll(() => found.count()).toBeGreaterThan(1);
  await second.look('approvals-over');
  for (const pit of [asker, second]) pit.expectNoFaults();
});

test('an incident of a dead scanner proposes the card that is due, and asks for it', async () => {
  const { table, dealer } = await cutShoe();
  await dealer.call('malfunction:report', { table, malfunction: 'scanner_dead' });
  const [asker, second] = [await open('Maud'), await open('Olaf')];
  await asker.goes('incidents');
  await asker.opensCase('scanner_dead');
  await asker.press('take');
  await asker.find('[data-action="burn_card"]').click();
  await asker.find('input[name=card]').fill('9h');
  await asker.look('incident-burn-by-hand');
  const approval = await asks(asker);
  await second.goes('approvals');
  await second.find(`[data-request="${approval}"] [data-do="approve"]`).click();
  await second.find('[data-obstacle="table_is_suspended"]').waitFor();
  await asker.orders('resume');
  expect(await dealer.next('cards_burned')).toMatchObject({ card: '9h', unseen: 9 });
  await second.find(`[data-request="${approval}"][data-state="done"]`).waitFor();

  // Card after card is entered by the form that stays where it is.
  const { seq } = await dealer.openBetting();
  await dealer.betsClosed(seq);
  await dealer.call('malfunction:report', { table, malfunction: 'scanner_dead' });
  await asker.goes('wall');
  await asker.goes('incidents');
  await asker.opensCase('scanner_dead');
  await asker.find('[data-action="card"]').click();
  const decide = async (card: string, verdict: 'approve' | 'refuse', state: string) => {
    const typed = asker.find('input[name=card]');
    await typed.waitFor();
    expect(await typed.inputValue(), 'the form begins anew').toBe('');
    await typed.fill(card);
    const of = await asks(asker);
    expect(await asker.find('[data-part=amend-form]').count(), 'one at a time').toBe(0);
    await second.find(`[data-request="${of}"] [data-do="${verdict}"]`).click();
    await second.find(`[data-request="${of}"][data-state="${state}"]`).waitFor();
  };
  await decide('9c', 'refuse', 'refused');
  await asker.find('[data-part=amend-form]').waitFor();
  expect(await asker.find('[data-asked]').count(), 'it is over').toBe(0);
  await decide('9h', 'approve', 'approved');
  await asker.find('[data-asked]').getByText(english.amend.approved).waitFor();
  await asker.look('card-asked-again');
  expect(await axeFaults(asker.page)).toEqual([]);
  await asker.orders('resume');
  expect(await dealer.next('card_dealt')).toMatchObject({ card: '9h' });
  // That has closed the incident. The rest are entered at the table.
  await asker.goes('table', table);
  await asker.find('[data-tab="amend"]').click();
  await asker.find('input[name=kind][value=card]').check();
  for (const face of ['Kd', 'Ts', 'Qs']) {
    await decide(face, 'approve', 'done');
    await dealer.next('card_dealt', { where: ({ card }) => card === face });
  }
  for (const pit of [asker, second]) pit.expectNoFaults();
});
