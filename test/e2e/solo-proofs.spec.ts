/**
 * Hands of solo games are proven from their rows: each chain is signed and walked, each digest made
 * again, each hand dealt again, and its money followed. Whatever a superuser changes is named.
 */
import type pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeUpAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { readAnchors } from '../../src/audit/anchor-rows.js';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import { Prospects } from '../../src/blackjack/prospects.js';
import { checkProof } from '../../src/chance/check-proof.js';
import { handsPage, wholeHand } from '../../src/protocol/hand-history.js';
import { statementPage } from '../../src/protocol/http.js';
import { handReport, soloReport } from '../../src/protocol/solo-report.js';
import { proveBooks } from '../../src/reconcile/reconcile.js';
import type { Player } from '../kit/clients.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { useTestbed } from '../kit/testbed.js';
import { anchorsOf } from '../kit/written-log.js';

const testbed = useTestbed();
let studio: Studio;
/** One of each game that is over, and one that is in play. */
let hands: { readonly over: readonly string[]; readonly inPlay: string };
let sol: Player;
let keys: Parameters<typeof verifyDatabase>[1]['keys'];

beforeAll(async () => {
  studio = await testbed.restart();
  const player = await testbed.visitor(studio, 'Sol', { euros: 10_000 });
  sol = player;
  await player.buyIn(5_000);
  const solo = await new SoloPlayer(player).connect();
  const { hand } = await solo.open('punto_e_banco');
  const stakes = { punto: '1000', banco: '1000' };
  await solo.must('punto-e-banco:deal', { hand, step: 0, stakes, seed: SEED });
  const sette = await solo.dealSetteEMezzo();
  await solo.playOut(sette.hand);
  const blackjack = await solo.dealBlackjack();
  await solo.playOut(blackjack.hand);
  const inPlay = await solo.dealBlackjack();
  hands = { over: [hand, sette.hand.hand, blackjack.hand.hand], inPlay: inPlay.hand.hand };
  const key = makeUpAnchorKey();
  await anchorsOf(testbed.pool, key).set();
  const ours = (
    await testbed.pool.query<{ public_key: string }>('select public_key from anchor_keys')
  ).rows;
  keys = ours.flatMap(({ public_key }) => parsePublicKey(public_key) ?? []);
});

/** What verify and reconcile find after a superuser's statement, which is then taken back. */
const found = (sql: string, values: readonly unknown[] = []) =>
  asSuperuser(testbed.database, async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    const { rowCount } = await client.query(sql, [...values]);
    const verdicts = await verifyDatabase(client, { keys, witnesses: [] });
    const proofs = await proveBooks(client);
    await client.query('rollback');
    return {
      rowCount,
      faults: verdicts.flatMap(({ faults }) => faults),
      wrong: proofs.filter(({ wrong }) => wrong > 0).map(({ says }) => says),
    };
  });

const dealt = 'the rules deal or pay it otherwise';
const DIGEST = 'the steps of its hands are not those that its digest was made of';
const SUMS = 'Every hand has taken and paid what its steps say, and pays once, at its end.';
const IN_PLAY = 'Every account of hands holds the stakes of its player’s hands in play.';
const ENDED =
  'Every hand that is over or void has ended when its log says, within ten minutes, and no other has.';
const MOVED =
  'Every entry of solo hands belongs to a batch in their log, and moves for each player what its steps take and pay.';
const ENTRY = 'Every batch of steps of solo hands that moves money has its entry.';

describe('the hands of solo games', () => {
  it('are whole, and each chain is signed to its end', async () => {
    const { faults, wrong } = await found('select 1');
    expect({ faults, wrong }).toEqual({ faults: [], wrong: [] });
    const chains = await ends(testbed.pool);
    expect(chains.length).toBeGreaterThanOrEqual(3);
    const anchors = await readAnchors(testbed.pool);
    for (const { chain, seq } of chains) {
      const last = anchors.findLast(({ table }) => table === chain);
      expect({ chain, seq: String(last?.seq) }).toEqual({ chain, seq });
    }
  });

  it('need no anchor twice', async () => {
    expect(await anchorsOf(testbed.pool).set('sweep')).toBe(0);
  });

  /** The row that is changed, what is found, and by which proof of the books. */
  const TAMPERED: readonly [string, string, string, RegExp, string?][] = [
    ['what a hand took', 'solo_hands', 'taken = taken + 1', /taken is \d+, its steps say/, SUMS],
    ['what a hand was paid', 'solo_hands', 'paid = paid + 1', /paid is \d+, its steps say/, SUMS],
    [
      'the step of a hand',
      'solo_hands',
      'step = step + 1',
      /it is at step \d+, its steps end/,
      SUMS,
    ],
    [
      'a player’s seed',
      'solo_hands',
      `player_seed = 'other', cut = null`,
      /(card_differs|malformed)/,
    ],
    [
      'an event',
      'solo_steps',
      `events = replace(events, '"paid":"', '"paid":"9')`,
      /takes or pays something else|payment_differs/,
    ],
    ['a command', 'solo_steps', `command = replace(command, '1000', '2000')`, new RegExp(dealt)],
    ['what a step took', 'solo_steps', 'taken = taken + 1', /takes or pays something else/, SUMS],
    ['a balance', 'solo_steps', 'balance_after = balance_after + 1', new RegExp(DIGEST)],
  ];

  it.each(TAMPERED)('are found changed: %s', async (...[, table, set, says, proof]) => {
    const [hand] = hands.over;
    const { rowCount, faults, wrong } = await found(
      `update ${table} set ${set} where hand_number = $1`,
      [hand],
    );
    expect(rowCount).toBeGreaterThan(0);
    expect(faults.map((fault) => fault.says).join('\n')).toMatch(says);
    if (table === 'solo_steps') {
      expect(faults.map((fault) => fault.says)).toContain(DIGEST);
    }
    if (proof !== undefined) expect(wrong).toContain(proof);
  });

  it('are dealt again, of every game', async () => {
    for (const hand of hands.over) {
      const { faults } = await found(
        `update solo_hands set opening = set_byte(opening, 33 % length(opening), (get_byte(opening, 33 % length(opening)) + 1) % 52),
                commitment = sha256(set_byte(opening, 33 % length(opening), (get_byte(opening, 33 % length(opening)) + 1) % 52))
          where hand_number = $1`,
        [hand],
      );
      const says = faults.map((fault) => fault.says);
      expect(says).toContain(DIGEST); // the commitment was in it
      expect(says.join('\n')).toMatch(
        /(card_differs|opening_is_no_deck|event_differs|command_is_refused)/,
      );
    }
  });

  it('are found where one is over that is in play, or a step of it is gone', async () => {
    const shown = await found(
      `update solo_hands set status = 'committed', step = 0, taken = 0, player_seed = null, cut = null where hand_number = $1`,
      [hands.inPlay],
    );
    expect(shown.faults.map(({ says }) => says).join('\n')).toMatch(
      new RegExp(`hand ${hands.inPlay}: it is at step 0, its steps end at`),
    );
    expect(shown.wrong).toEqual(expect.arrayContaining([IN_PLAY, SUMS]));
    const gone = await found('delete from solo_steps where hand_number = $1', [hands.over[1]]);
    expect(gone.wrong).toContain(SUMS);
    expect(gone.faults.map(({ says }) => says)).toContain(DIGEST);
  });

  it.each([
    ['is in no report', 'over', 'null'],
    ['is in the report of the day before', 'over', `ended_at - interval '1 day'`],
    ['is in the report of a day to come', 'over', `ended_at + interval '1 day'`],
    ['is in a report, and is in play', 'inPlay', 'studio_now()'],
  ] as const)('are found where one of them %s', async (...[, which, endedAt]) => {
    const hand = which === 'over' ? hands.over[1] : hands.inPlay;
    const sql = `update solo_hands set ended_at = ${endedAt} where hand_number = $1`;
    expect(await found(sql, [hand])).toEqual({ rowCount: 1, faults: [], wrong: [ENDED] });
  });

  it('are found where money is missing: an entry, or a stake in play', async () => {
    const entry = await found(
      `delete from entries where id = (select max(id) from entries where kind = 'hands')`,
    );
    expect(entry.wrong).toContain(ENTRY);
    const stake = await found(`update accounts set balance = balance + 1 where kind = 'hands'`);
    expect(stake.wrong).toContain(IN_PLAY);
  });

  it.each([
    ['a payment', 'destination_id', 'session'],
    ['a stake', 'source_id', 'hands'],
  ])('are found where the money of another player was moved: %s', async (...[, side, to]) => {
    const lia = await testbed.visitor(studio, 'Lia', { euros: 1_000 });
    await lia.buyIn(500);
    const its = `select id from accounts where kind = 'session' and player_id = $1`;
    const { rowCount, wrong } = await found(
      `update postings set ${side} = (${its})
        where ctid = (select max(p.ctid) from postings p join entries e on e.id = p.entry_id
                        join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
                       where e.kind = 'hands' and d.kind = '${to}')`,
      [lia.id],
    );
    expect(rowCount).toBe(1);
    expect(wrong).toContain(MOVED);
  });

  it('are on chains: a batch that is rewritten or removed is named', async () => {
    const [{ chain } = { chain: '' }] = await ends(testbed.pool);
    const changed = await found(
      `update solo_log set payload = replace(payload, '"steps":1', '"steps":2') where chain = $1 and seq = 1`,
      [chain],
    );
    expect(changed.faults[0]).toMatchObject({ log: chain, seq: 1n, kind: 'hash_wrong' });
    const rewritten = await found(
      `update solo_log set at_ms = at_ms + 1, hash = solo_log_hash(''::bytea, chain, seq, at_ms + 1, payload)
        where chain = $1 and seq = (select max(seq) from solo_log where chain = $1) and seq = 1`,
      [chain],
    );
    if (rewritten.rowCount === 1) {
      expect(rewritten.faults[0]).toMatchObject({ log: chain, kind: 'anchor_differs' });
    }
    const removed = await found(
      'delete from solo_log where chain = $1 and seq = (select max(seq) from solo_log where chain = $1)',
      [chain],
    );
    expect(removed.faults).toContainEqual(expect.objectContaining({ log: chain, kind: 'missing' }));
  });
});

const ask = async (path: string, player: Player = sol) => {
  const answer = await fetch(`${studio.url}${path}`, {
    headers: { authorization: `Bearer ${String(player.token)}` },
  });
  return { status: answer.status, text: await answer.text() };
};

describe('the history of hands', () => {
  it('is those that the player has played, newest first, page by page', async () => {
    const all = handsPage.parse(JSON.parse((await ask('/me/hands?limit=100')).text));
    const numbers = all.hands.map(({ hand }) => hand);
    expect(numbers).toEqual(numbers.toSorted().reverse());
    expect(numbers).toEqual(expect.arrayContaining([...hands.over, hands.inPlay]));
    expect(all.hands.find(({ hand }) => hand === hands.inPlay)).toMatchObject({
      game: 'blackjack',
      status: 'in_play',
      taken: '1000',
      paid: '0',
    });
    const paged: string[] = [];
    for (let before = ''; ;) {
      const { text } = await ask(`/me/hands?limit=1${before}`);
      const page = handsPage.parse(JSON.parse(text));
      paged.push(...page.hands.map(({ hand }) => hand));
      if (page.next === null) break;
      before = `&before=${page.next}`;
    }
    expect(paged).toEqual(numbers);
    const ofOne = handsPage.parse(JSON.parse((await ask('/me/hands?game=punto_e_banco')).text));
    expect(ofOne.hands.map(({ hand }) => hand)).toEqual([hands.over[0]]);
    expect((await ask('/me/hands?game=roulette')).status).toBe(400);
  });

  it('has of each hand its steps, what its choices cost, and a proof that holds', async () => {
    for (const number of hands.over) {
      const whole = wholeHand.parse(JSON.parse((await ask(`/me/hands/${number}`)).text));
      const check = checkProof(whole.proof);
      expect(check).toMatchObject({ ok: true, hand: number, commitment: whole.commitment });
      expect(String(check.ok && check.paid)).toBe(whole.paid);
      expect(whole.steps.at(-1)?.events.at(-1)).toMatchObject({ kind: 'hand_ended' });
      const choices = whole.steps.length - 1;
      if (whole.game === 'sette_e_mezzo') expect(whole.choices).toHaveLength(choices);
      else if (whole.game === 'punto_e_banco') expect(whole.choices).toEqual([]);
      else expect(whole.choices?.length).toBeGreaterThan(0);
    }
  });

  it('has what they cost worked out in the reports’ thread, for the player and for the pit', async () => {
    const working = vi.spyOn(Prospects.prototype, 'gains');
    try {
      const blackjack = hands.over.at(-1)!;
      const own = wholeHand.parse(JSON.parse((await ask(`/me/hands/${blackjack}`)).text));
      expect(own.choices?.length).toBeGreaterThan(0);
      const token = await testbed.employ({ id: 'Mara', role: 'shift_manager' });
      const { text } = await ask(`/pit/hands/${blackjack}`, { ...sol, token } as Player);
      expect(handReport.parse(JSON.parse(text)).choices).toEqual(own.choices);
      expect(working).not.toHaveBeenCalled();
    } finally {
      working.mockRestore();
    }
  });

  it('shows of a hand in play nothing that is not known to its player', async () => {
    const { text } = await ask(`/me/hands/${hands.inPlay}`);
    const whole = wholeHand.parse(JSON.parse(text));
    expect(whole).toMatchObject({ status: 'in_play', proof: null, choices: null });
    expect(text).not.toContain('opening');
  });

  it('is nobody else’s, and nothing is found that is none', async () => {
    const other = await testbed.visitor(studio, 'Eve');
    expect((await ask(`/me/hands/${hands.over[0]}`, other)).status).toBe(404);
    expect(JSON.parse((await ask('/me/hands', other)).text)).toEqual({ hands: [], next: null });
    for (const none of ['100000999999', '7', 'x']) {
      expect((await ask(`/me/hands/${none}`)).status).toBe(404);
    }
  });

  it('is downloaded, and its statement names the hands that moved money', async () => {
    const { text } = await ask('/me/hands.csv');
    const [head, ...rows] = text.trimEnd().split('\r\n').join('\n').split('\n');
    expect(head).toBe('hand,at,game,rules,status,taken,paid,currency');
    expect(rows.map((row) => row.split(',')[0])).toEqual(
      expect.arrayContaining([...hands.over, hands.inPlay]),
    );
    expect(rows.find((row) => row.startsWith(hands.inPlay))).toMatch(/,in_play,10\.00,0\.00,EUR$/);
    const { entries } = statementPage.parse(
      JSON.parse((await ask('/me/statement?limit=100')).text),
    );
    const moved = entries.filter(({ kind }) => kind === 'hands').map(({ hand }) => hand);
    expect(moved).toEqual(expect.arrayContaining([...hands.over, hands.inPlay]));
    expect(entries.every(({ kind, hand }) => (kind === 'hands') === (hand !== null))).toBe(true);
  });
});

const ends = async (pool: pg.Pool) =>
  (
    await pool.query<{ chain: string; seq: string }>(
      'select chain, max(seq) as seq from solo_log group by chain order by chain',
    )
  ).rows;

describe('the pit', () => {
  it('looks a hand up by its number, and sees no more of it than was dealt', async () => {
    const pit = await testbed.employ({ id: 'Mara', role: 'shift_manager' });
    const asked = { ...sol, token: pit } as Player;
    const [number] = hands.over;
    const hand = handReport.parse(JSON.parse((await ask(`/pit/hands/${number}`, asked)).text));
    expect(hand).toMatchObject({ hand: number, name: 'Sol', player: sol.id, check: 'holds' });
    expect(checkProof(hand.proof)).toMatchObject({ ok: true });
    const { text } = await ask(`/pit/hands/${hands.inPlay}`, asked);
    expect(handReport.parse(JSON.parse(text))).toMatchObject({ status: 'in_play', proof: null });
    expect((await ask('/pit/hands/100000999999', asked)).status).toBe(404);
    expect((await ask(`/pit/hands/${number}`)).status).toBe(403);
  });

  it('lists a player’s hands page by page, and says which is in play', async () => {
    const pit = await testbed.employ({ id: 'Mara', role: 'shift_manager' });
    const asked = { ...sol, token: pit } as Player;
    const path = `/pit/players/${sol.id}/hands`;
    const list = async (query: string) =>
      handsPage.parse(JSON.parse((await ask(`${path}?${query}`, asked)).text));
    const all = await list('');
    expect(all.hands.map(({ hand }) => hand)).toEqual(
      expect.arrayContaining([...hands.over, hands.inPlay]),
    );
    const first = await list('limit=1');
    const second = await list(`limit=1&before=${first.next}`);
    expect([...first.hands, ...second.hands]).toEqual(all.hands.slice(0, 2));
    const coups = await list('game=punto_e_banco');
    expect(coups.hands.map(({ hand, status }) => [hand, status])).toEqual([
      [hands.over[0], 'over'],
    ]);
    expect(JSON.parse((await ask(`/pit/players/${sol.id}`, asked)).text)).toMatchObject({
      handsInPlay: [{ hand: hands.inPlay, game: 'blackjack' }],
    });
    expect((await ask('/pit/players/999999/hands', asked)).status).toBe(404);
    expect((await ask(`${path}?limit=101`, asked)).status).toBe(400);
    expect((await ask(path)).status).toBe(403);
  });

  it('sets what the games returned beside their exact returns', async () => {
    const pit = await testbed.employ({ id: 'Mara', role: 'shift_manager' });
    const asked = { ...sol, token: pit } as Player;
    const now = testbed.clock.nowMs();
    const path = `/pit/solo?fromMs=${now - 3_600_000}&toMs=${now + 3_600_000}`;
    const report = soloReport.parse(JSON.parse((await ask(path, asked)).text));
    expect(report.advantage).toBe('none');
    expect(new Set(report.games.map(({ currency }) => currency))).toEqual(new Set(['EUR']));
    const { rows } = await testbed.pool.query<{ game: string; hands: number; paid: string }>(
      `select game::text, count(*)::int as hands, sum(paid)::text as paid from solo_hands where status = 'over' group by game`,
    );
    expect(
      report.games.map(({ game, hands: count, paid }) => ({ game, hands: count, paid })),
    ).toEqual(expect.arrayContaining(rows));
    // A stake of 10.00 on Punto and on Banco: the mean of their exact returns.
    const [punto] = report.games;
    expect(punto).toMatchObject({ hands: 1, taken: '2000', exact: '98.8509', band: null });
    expect((await ask('/pit/solo?fromMs=0&toMs=999999999', asked)).status).toBe(400);
  });
});
