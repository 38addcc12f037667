-- A stake is looked at for whoever stakes, however many others are marked; and of a hand that waits
-- only the bets beside it are read.
-- Guards: 1c7e24e6703a68fe
select;
