-- A dump that is read back into the same cluster is a restore, too, and Postgres does not count it.
-- It is known by the numbers of the database in the cluster, and of the table in it: Postgres gives
-- each that it makes another one. A restore by Postgres's own log, the promotion of a standby,
-- pg_upgrade and another name of the database keep both.

-- Both, since a copy that was made with `create database … template` has its tables by the same
-- numbers, and a dump that was read into a schema that had been emptied is in the same database. It
-- is asked before each event, so plpgsql keeps its plan. The table is looked up anew each time: a
-- constant in a plan would be the number of before in a connection that stays.
CREATE FUNCTION "postgres_database"() RETURNS text LANGUAGE plpgsql STABLE AS $$
begin
  return (select d.oid || '/' || to_regclass('public.timelines')::oid
    from pg_catalog.pg_database d where d.datname = current_database());
end $$;

-- What is there now is taken for what was there before, and whoever knows nothing of the column writes
-- what is so.
-- AlterTable
ALTER TABLE "timelines" ADD COLUMN     "database" TEXT NOT NULL DEFAULT postgres_database();

-- Guards: 85634d2498e5db5c
select;
