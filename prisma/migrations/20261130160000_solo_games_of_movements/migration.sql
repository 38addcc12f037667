-- The solo game of a movement's hand stays with the movement: a hand that nobody has staked on is
-- taken back, and its stake may be on its way back then. Null where it was asked for before this;
-- it is written down when its hand is taken back.
ALTER TABLE "wallet_movements" ADD COLUMN "solo_game" "solo_game";

-- Guards: d3973fb73ac1bb0f
select;
