-- A hand that is left in play keeps its session open, and that counted as play. What of it is no play
-- any more is in prisma/guards/play-limits.sql.
-- Guards: f1cc02dcd4c3a44c
select;
