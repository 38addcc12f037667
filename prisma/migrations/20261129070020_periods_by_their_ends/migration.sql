-- Rounds and hands that are opened read of the sealed periods what the indexes of their ends say.

-- Guards: 6069cc69dcb9f0a0
select;
