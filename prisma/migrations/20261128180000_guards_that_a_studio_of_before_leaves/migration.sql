-- What may come from outside, and what a correction that was settled by hand moves, is held by
-- guards that were changed with this version. A studio of the version before knows by a migration
-- that the database is of a newer one, and then does not put its own guards in their place.
select;
