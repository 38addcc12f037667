-- Adds up amounts as bigint and refuses what is out of its range. Postgres's own `sum` of them makes
-- a numeric of each sum, which takes longer than everything else of it where there are many groups.
CREATE AGGREGATE "bigint_sum"(bigint) (
  SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE
);
