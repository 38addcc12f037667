/** What must hold for the takings that are kept of rounds: they are worked out anew. */
import type pg from 'pg';
import { type KeptTakings, keptOf } from '../report/kept-takings.js';
import { workOut } from '../report/work-out.js';
import { Proof } from './proof.js';

const ROUNDS_AT_ONCE = 200;

const ROUNDS = `
select r.game_number as game, r.status in ('settled', 'void', 'refunded') as is_over,
       exists (select from rounds_due d where d.game_number = r.game_number) as is_due, k.game_number is not null as is_kept,
       k.outcome, k.dealer, k.cards_seen, k.staked, k.is_balanced, k.takings, k.advantages
  from rounds r left join round_takings k using (game_number)
 where r.game_number > $1 order by r.game_number limit ${ROUNDS_AT_ONCE}`;

interface Row extends KeptTakings {
  readonly is_over: boolean;
  readonly is_due: boolean;
  readonly is_kept: boolean;
}

const OF_NO_ROUND = `
select game_number as game from round_takings k
 where not exists (select from rounds r where r.game_number = k.game_number) order by 1`;

/** Those that are due are not looked at: they are worked out anew before they are reported. */
export const proveTakings = async (client: pg.ClientBase): Promise<Proof> => {
  const proof = new Proof(
    'What is kept of a round that ended, for reports, is what its log and its bets say.',
    'rounds',
  );
  const { rows } = await client.query<{ game: string }>(OF_NO_ROUND);
  for (const { game } of rows) proof.fails(`takings of round ${game}, which was never opened`);
  for (let last = '0'; ;) {
    const page = (await client.query<Row>(ROUNDS, [last])).rows;
    if (page.length === 0) return proof;
    last = page.at(-1)!.game;
    for (const { game, is_over, is_due, is_kept } of page) {
      if (is_over && !is_due && !is_kept) proof.fails(`round ${game}: it has no takings`);
      if (is_kept && !is_over) proof.fails(`round ${game}: it has takings before its end`);
    }
    const looked = page.filter((row) => row.is_kept && row.is_over && !row.is_due);
    proof.looked += looked.length;
    await compare(client, looked, proof);
  }
};

const compare = async (
  client: pg.ClientBase,
  rows: readonly Row[],
  proof: Proof,
): Promise<void> => {
  const kept = new Map(rows.map((row) => [row.game, row]));
  for await (const some of workOut(client, [...kept.keys()])) {
    for (const worked of some) {
      const [has, due] = [kept.get(worked.game), keptOf(worked)];
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
    ...(takings === null ? [] : [{ name: 'all bets', taken: takings.all }]),
    ...(takings?.byBet ?? []).map(({ bet, taken }) => ({
      name: `${bet.spot} ${bet.mode ?? ''}`.trim(),
      taken,
    })),
  ];
  for (const { name, taken } of lines) {
    for (const of of ['bets', 'drop', 'payout', 'mean', 'variance'] as const) {
      facts.set(`${of} of ${name}`, taken[of]);
    }
  }
  for (const { mode, spot, n, d } of advantages)
    facts.set(`return of ${spot} ${mode}`, `${n}/${d}`);
  return facts;
};

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
