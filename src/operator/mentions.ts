/**
 * Where the staff have written of a person in words of their own, which an erasure leaves: found by
 * the names that are known of her.
 */
import type pg from 'pg';
import { type Transaction, atOneMoment } from '../platform/transaction.js';
import { statement } from '../platform/statement.js';

export interface Mention {
  readonly in: 'approval' | 'incident' | 'shift note' | 'staff’s log';
  /** The number of it, or of the line. */
  readonly number: string;
}

const NAMES = statement({
  inputs: { operator: 'text', ref: 'text' },
  text: `
select name from players where operator_id = :operator and ref = :ref
union select m.name from chat_messages m join players p on p.id = m.player_id
       where p.operator_id = :operator and p.ref = :ref
union select :ref`,
});

/** The operator's own name for the person, and those that she has played under. */
export const readNames = async (
  tx: Transaction,
  operator: string,
  ref: string,
): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ name: string }>(NAMES({ operator, ref }));
  return rows.map(({ name }) => name).filter((name) => name !== 'erased');
};

/** Of a text, its words, so that a name is found as a whole. */
const words = (text: string): string =>
  `' ' || trim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g')) || ' '`;

/** The words of a text and the patterns are made once each, however many names there are. */
const MENTIONS = statement({
  inputs: { names: 'text[]' },
  text: `
with written (kind, number, words) as (
  select 'approval', id, ${words('note')} from approvals
  union all select 'incident', id, ${words('detail')} from incidents
  union all select 'incident', incident_id, ${words('text')} from incident_notes
  union all select 'shift note', id, ${words('text')} from shift_notes
  union all select 'staff’s log', seq, ${words('reason')} from staff_actions where reason is not null)
select distinct kind as in, number from written
 where words like any (array(
         select '%' || name || '%' from (select ${words('given')} from unnest(:names) given) as known(name)
          where name <> '  '))
 order by kind, number`,
});

/** All that the staff have ever written is read, which takes seconds and may take minutes. */
const WITHIN_MS = 600_000;
const MARGIN_MS = 1_000;

/** It is for no transaction that holds anything, and has longer than the pool gives a statement. */
export const readMentions = (
  pool: pg.Pool,
  names: readonly string[],
): Promise<readonly Mention[]> =>
  atOneMoment(pool, async (tx) => {
    await tx.query(`set local statement_timeout = ${WITHIN_MS}`);
    const query = { ...MENTIONS({ names }), query_timeout: WITHIN_MS + MARGIN_MS };
    const { rows } = await tx.query<Mention>(query);
    return rows;
  });
