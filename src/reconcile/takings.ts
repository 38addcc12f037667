/** What must hold for the takings that are kept of rounds: they are worked out anew. */
import type pg from 'pg';
import { type KeptOfRound, type KeptTakings, keptOf } from '../report/kept-takings.js';
import { workOut } from '../report/work-out.js';
import { Proof } from './proof.js';
import { isLater } from './stored-event.js';

const ROUNDS_AT_ONCE = 200;

const ROUNDS = `
select r.game_number as game, r.table_id, r.status in ('settled', 'void', 'refunded') as is_over,
       exists (select from rounds_due d where d.game_number = r.game_number) as is_due, k.game_number is not null as is_kept,
       k.outcome, k.dealer, k.cards_seen, k.staked, k.is_balanced, k.takings, k.advantages
  from rounds r left join round_takings k using (game_number)
 where r.game_number > $1 order by r.game_number limit ${ROUNDS_AT_ONCE}`;

interface Row extends KeptTakings {
  readonly table_id: string;
  readonly is_over: boolean;
  readonly is_due: boolean;
  readonly is_kept: boolean;
}

const OF_NO_ROUND = `
select game_number as game from round_takings k
 where not exists (select from rounds r where r.game_number = k.game_number) order by 1`;

/**
 * Of those that are due nothing is compared: they are worked out anew before they are reported. But
 * each that has ended must be one that can be worked out.
 */
export const proveTakings = async (client: pg.ClientBase): Promise<Proof> => {
  const proof = new Proof(
    'What is kept of a round that ended, for reports, is what its log and its bets say.',
    'rounds',
  );
  const { rows } = await client.query<{ game: string }>(OF_NO_ROUND);
  for (const { game } of rows) proof.fails(`takings of round ${game}, which was never opened`);
  const later = new LaterLogs(client);
  for (let last = '0'; ;) {
    const page = (await client.query<Row>(ROUNDS, [last])).rows;
    if (page.length === 0) return proof;
    last = page.at(-1)!.game;
    for (const { game, is_over, is_due, is_kept } of page) {
      if (is_over && !is_due && !is_kept) proof.fails(`round ${game}: it has no takings`);
      if (is_kept && !is_over) proof.fails(`round ${game}: it has takings before its end`);
    }
    const over = page.filter((row) => row.is_over);
    proof.looked += over.length;
    await compare(client, over, later, proof);
  }
};

/** The version stands at the beginning of a text, if anywhere. */
const KINDS = `
select distinct kind, coalesce(substring(payload from '^\\{"kind":"[a-z0-9_]+","version":([0-9]{1,9})'), '1') as version
  from table_events where table_id = $1`;

/**
 * Logs that a later version of the studio has written to. What cannot be read of them is that
 * version's, and the proof of the logs names it.
 */
class LaterLogs {
  readonly #known = new Map<string, boolean>();

  constructor(private readonly client: pg.ClientBase) {}

  async has(table: string): Promise<boolean> {
    const known = this.#known.get(table) ?? (await this.#look(table));
    this.#known.set(table, known);
    return known;
  }

  async #look(table: string): Promise<boolean> {
    const { rows } = await this.client.query<{ kind: string; version: string }>(KINDS, [table]);
    return rows.some(isLater);
  }
}

const compare = async (
  client: pg.ClientBase,
  rows: readonly Row[],
  later: LaterLogs,
  proof: Proof,
): Promise<void> => {
  const tables = new Map(rows.map(({ game, table_id }) => [game, table_id]));
  const kept = new Map(
    rows.filter(({ is_kept, is_due }) => is_kept && !is_due).map((row) => [row.game, row]),
  );
  for await (const { worked, unclear } of workOut(client, [...tables.keys()])) {
    for (const { game, fault } of unclear) {
      if (await later.has(tables.get(game) ?? '')) continue;
      proof.fails(`round ${game}: it cannot be worked out: ${fault}`);
    }
    for (const each of worked) {
      const [has, due] = [kept.get(each.game), keptOf(each)];
      if (has !== undefined) compareFacts(due.game, factsOf(has), factsOf(due), proof);
    }
  }
};

type Facts = ReadonlyMap<string, string | number>;

const factsOf = ({
  outcome,
  dealer,
  cards_seen,
  staked,
  is_balanced,
  takings,
  advantages,
}: KeptTakings): Facts => {
  const facts = new Map<string, string | number>([
    ['outcome', outcome],
    ['dealer', dealer ?? '(none)'],
    ['cards seen', cards_seen],
    ['stakes', staked],
    ['balance', String(is_balanced)],
  ]);
  const lines = [
    ...(takings === null ? [] : linesOf('', takings)),
    ...Object.entries(takings?.further ?? {}).flatMap(([currency, its]) =>
      linesOf(` in ${currency}`, its),
    ),
  ];
  for (const { name, taken } of lines) {
    const { bets, drop: turnover, payout, mean, variance } = taken;
    const figures = { bets, turnover, payout, mean, variance };
    for (const [of, figure] of Object.entries(figures)) facts.set(`${of} of ${name}`, figure);
  }
  for (const { mode, spot, n, d } of advantages)
    facts.set(`return of ${spot} ${mode}`, `${n}/${d}`);
  return facts;
};

const linesOf = (where: string, { all, byBet }: KeptOfRound) => [
  { name: `all bets${where}`, taken: all },
  ...byBet.map(({ bet, taken }) => ({
    name: `${bet.spot} ${bet.mode ?? ''}`.trim() + where,
    taken,
  })),
];

const compareFacts = (game: string, has: Facts, due: Facts, proof: Proof): void => {
  for (const name of new Set([...has.keys(), ...due.keys()])) {
    const [one, other] = [has.get(name) ?? '(none)', due.get(name) ?? '(none)'];
    proof.needs(isSame(one, other), `round ${game}: ${name} is kept as ${one}, and is ${other}`);
  }
};

/** Statistics in floating point may differ where another machine added them up. */
const TOLERANCE = 1e-9;

const isSame = (one: string | number, other: string | number): boolean =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other))
    : one === other;
