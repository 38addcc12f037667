-- What nobody had staked on before a restore is taken back when its game is opened, and not by the
-- hand-over, which could not delete millions of hands in one statement.
-- Guards: 6c83d1570a2f9bb8
select;
