-- The JSON of the log, as Postgres reads it.

-- A code that a scanner misread may hold what Postgres takes in no JSON: NUL, and half a
-- character. It is passed over here, and nowhere else.
create or replace function storable_json(payload text) returns json language sql immutable as $$
  select (case when strpos(payload, '\u') = 0 then payload
               else regexp_replace(payload, '(\\\\)|\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})',
                 '\1?', 'g') end)::json
$$;
