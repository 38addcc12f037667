-- Whoever gave an account the PIN that it still has is no second person beside it.
-- Guards: 12512e1971ab7977
select;
