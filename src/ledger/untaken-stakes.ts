/**
 * The players with stakes in a round that no wallet has given; `game` is SQL for the round. The
 * same as the function `untaken_stakes` (stakes-are-taken.sql), which proofs must not call, because
 * the owner of the database can replace it.
 */
export const untakenStakesOf = (game: string): string => `
  select b.player_id
    from bets b join players p on p.id = b.player_id join operators o on o.id = p.operator_id
   where b.game_number = ${game} and o.mode = 'seamless' and p.currency <> 'XXX'
     and not exists (select from wallet_movements m
       where m.game_number = ${game} and m.player_id = b.player_id and m.kind = 'debit' and m.status = 'done')
   group by b.player_id having sum(b.amount) > 0`;
