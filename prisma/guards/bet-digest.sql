-- The text that the digest of a batch of bets is made of, for whoever accepts the batch and for
-- whoever proves it (I2, I9). The digest in `bets_accepted` is the SHA-256, in hexadecimal digits,
-- of the texts of the batch's commands in the order of the players' session accounts, joined by
-- line feeds.

-- One command: `7 0198a3f0-… place {punto,egalite} {normal,normal} {500,100}`, its lines in order.
create or replace function bet_digest_text(player_id bigint, bet_id uuid, kind bet_kind,
  spots spot[], modes mode[], amounts bigint[])
returns text language sql stable parallel safe as $$
  select concat_ws(' ', player_id, bet_id, kind, spots, modes, amounts)
$$;
