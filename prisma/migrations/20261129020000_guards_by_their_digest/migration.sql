-- A change of prisma/guards comes with a migration that names the guards by their digest. By it a
-- studio of the version before, which starts again beside the new one, knows that the database is of
-- a newer studio, and does not put its own guards in their place.
-- Guards: d34f04a02bbfe703
select;
