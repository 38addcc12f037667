/**
 * The version before and this one, side by side on one database, as while processes are replaced
 * one by one: both run tables, each takes over the other's, and every cent is where it should be.
 */
import { describe, expect, it } from 'vitest';
import type { Player, Staff } from '../kit/clients.js';
import type { StudioProcess } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import { buildVersionBefore, whyNoVersionBefore } from '../kit/version-before.js';

const whyNot = whyNoVersionBefore();
if (whyNot !== undefined) console.log(`there is no version before to run: ${whyNot}`);

const SHORT = { ...BETTING, betMs: 2_500 };
const testbed = useTestbed({ tables: { 'pb-1': SHORT }, env: { TABLE_LEASE_MS: '6000' } });

/** Who deals and who plays at a table. */
interface Party {
  readonly table: string;
  dealer: Staff;
  players: readonly Player[];
}

const partyAt = async (studio: StudioProcess, table: string): Promise<Party> => {
  await testbed.isRunBy(studio, table);
  const dealer = await testbed.staff(studio, `Dealer of ${table}`, { table });
  await dealer.makeReady();
  const players = await testbed.players(studio, 3, table, { table, euros: 100 });
  return { table, dealer, players };
};

/** Another process runs the table now: nobody misses anything. */
const moveTo = async (studio: StudioProcess, party: Party): Promise<void> => {
  const { table, dealer, players } = party;
  await testbed.isRunBy(studio, table);
  const { scanSeq } = dealer; // the scanner counts on by itself
  party.dealer = await testbed.staff(studio, dealer.name, { table });
  party.dealer.scanSeq = scanSeq;
  party.players = await Promise.all(
    players.map(async (player) => {
      const back = await testbed.again(studio, player);
      expect(await back.join(player.lastSeq.get(table))).toMatchObject({ snapshot: null });
      return back;
    }),
  );
};

/** Everybody bets 5 on Punto, which wins: 1:1. */
const playAt = async ({ dealer, players }: Party): Promise<void> => {
  const before = await Promise.all(players.map((player) => player.balance()));
  const { game, seq } = await dealer.openBetting();
  await Promise.all(players.map((player) => player.bet(game, ['punto', 5])));
  await dealer.betsClosed(seq);
  await dealer.deal('9h Kd Ts Qs');
  const results = await Promise.all(players.map((player) => player.result(game)));
  expect(results.map(({ paid }) => paid)).toEqual(players.map(() => '1000'));
  await dealer.next('round_settled', { after: seq });
  const after = await Promise.all(players.map((player) => player.balance()));
  expect(after).toEqual(before.map((balance) => balance + 500n));
};

/** One more table, which `studio` takes, since the other process is frozen for that long. */
const tableOf = async (studio: StudioProcess, other: StudioProcess): Promise<string> => {
  other.freeze();
  try {
    return await testbed.addTable(studio, SHORT);
  } finally {
    other.thaw();
  }
};

describe.skipIf(whyNot !== undefined)('the version before, beside this one', () => {
  it('runs tables, loses them to this one, and takes them back', async () => {
    const main = buildVersionBefore();
    const older = await testbed.startProcess({}, main);
    const one = await partyAt(older, 'pb-1');
    await playAt(one);
    const newer = await testbed.startProcess();
    const other = await partyAt(newer, await tableOf(newer, older));
    // Whichever process the queue gives the payments to.
    for (let round = 0; round < 2; round += 1) await Promise.all([playAt(one), playAt(other)]);

    await older.stop();
    await moveTo(newer, one);
    await Promise.all([playAt(one), playAt(other)]);

    // Back to the version before: the schema stays.
    const again = await testbed.startProcess({}, main);
    await newer.stop();
    for (const party of [one, other]) await moveTo(again, party);
    await Promise.all([playAt(one), playAt(other)]);

    const faults = [older, newer, again].flatMap(({ log }) =>
      log.split('\n').filter((line) => /"level":(50|60)/.test(line)),
    );
    expect(faults).toEqual([]);
  });
});
