/** Which numbers there are, as Postgres writes a set of them: `{[1000000001,1000000007)}`. */

/**
 * SQL for the set of all `column` of `table`. It is put together from runs, as `range_agg` keeps
 * all that it is given in memory until it has the last one, and a day has millions of hands.
 * Numbers that follow each other are a run: each is above its place among all by the same.
 */
export const numberRanges = (column: string, table: string): string => `coalesce((
    select range_agg(int8range(first, last, '[]'))
      from (select min(n) as first, max(n) as last
              from (select ${column} as n, ${column} - dense_rank() over (order by ${column}) as run from ${table}) as placed
             group by run) as runs), '{}')::text`;
