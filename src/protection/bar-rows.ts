/** The rows of bars: who may stake nothing, since when, until when, who ordered it, and why. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { BarKind, BarSource, KeptBar } from '../protocol/protection.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/** A person is known by the operator and its own name for them, whatever they play in. */
export interface Person {
  readonly operator: string;
  readonly ref: string;
}

/** The person of a player. */
export interface PlayingPerson extends Person {
  /** Of that player's money. */
  readonly currency: string;
}

export interface NewBar {
  readonly kind: BarKind;
  readonly source: BarSource;
  readonly by: string;
  readonly reason: string;
  readonly untilMs: number | null;
}

export type NewLift = Pick<NewBar, 'source' | 'by' | 'reason'>;

const PERSON = statement({
  inputs: { player: 'bigint' },
  text: 'select operator_id as operator, ref, currency from players where id = :player',
});

export const personOf = async (
  client: Querying,
  player: string,
): Promise<PlayingPerson | undefined> => {
  const { rows } = await client.query<PlayingPerson>(PERSON({ player }));
  return rows[0];
};

/** Until the transaction ends nobody else changes what bars or limits the person. */
export const lockPerson = async (client: Querying, { operator, ref }: Person): Promise<void> => {
  await client.query('select lock_person($1, $2)', [operator, ref]);
};

/** For a row `b` of play_bars: it has neither ended nor been lifted. */
const IN_FORCE = `(b.until is null or b.until > studio_now())
  and not exists (select from play_bar_lifts l where l.bar_id = b.id)`;

const READ = statement({
  inputs: { operator: 'text', ref: 'text' },
  text: `
select b.kind, b.source, b.by, b.reason, (extract(epoch from b.at) * 1000)::bigint as "atMs",
       (extract(epoch from b.until) * 1000)::bigint as "untilMs"
  from play_bars b where b.operator_id = :operator and b.ref = :ref and ${IN_FORCE}
 order by b.until desc nulls first, b.id limit 100`,
});

interface Row extends Omit<KeptBar, 'atMs' | 'untilMs'> {
  readonly atMs: string;
  readonly untilMs: string | null;
}

/** Those that hold, the longest first. */
export const readBars = async (client: Querying, { operator, ref }: Person): Promise<KeptBar[]> => {
  const { rows } = await client.query<Row>(READ({ operator, ref }));
  return rows.map(({ atMs, untilMs, ...bar }) => ({
    ...bar,
    atMs: Number(atMs),
    untilMs: untilMs === null ? null : Number(untilMs),
  }));
};

/** By trigger the sessions of the person are marked, which waits for stakes that are under way. */
const INSERT = statement({
  inputs: {
    operator: 'text',
    ref: 'text',
    kind: 'text',
    source: 'text',
    by: 'text',
    reason: 'text',
    untilMs: 'float8 null',
  },
  text: `
insert into play_bars (operator_id, ref, kind, source, by, reason, until)
select :operator, :ref, :kind, :source, :by, :reason, until
  from (select to_timestamp(:untilMs / 1000) as until) as its
 where until is null or until > studio_now()`,
});

/** False where its end has passed: nothing is written. */
export const insertBar = async (
  client: Querying,
  { operator, ref }: Person,
  { kind, source, by, reason, untilMs }: NewBar,
): Promise<boolean> => {
  const bar = { operator, ref, kind, source, by, reason, untilMs };
  return (await client.query(INSERT(bar))).rowCount === 1;
};

const LIFT = statement({
  inputs: { operator: 'text', ref: 'text', source: 'text', by: 'text', reason: 'text' },
  text: `
insert into play_bar_lifts (bar_id, source, by, reason)
select b.id, :source, :by, :reason from play_bars b
 where b.operator_id = :operator and b.ref = :ref and b.kind = 'bar' and b.source = :source
   and ${IN_FORCE}
on conflict do nothing`,
});

/** Lifts what this side has set and may lift. Returns how many bars that were. */
export const insertLifts = async (
  client: Querying,
  { operator, ref }: Person,
  { source, by, reason }: NewLift,
): Promise<number> => {
  const { rowCount } = await client.query(LIFT({ operator, ref, source, by, reason }));
  return rowCount ?? 0;
};
