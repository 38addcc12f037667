-- Money of operators (I4): a movement is of the operator's own player, and moves what it says.

-- By the end of the transaction. The entry's key is the movement's, and no other entry has it.
create or replace function movement_moves_money()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from players p join operator_keys k on k.kid = new.kid and k.operator_id = new.operator_id
    where p.id = new.player_id and p.operator_id = new.operator_id;
  if not found then
    raise exception 'movement % of % is not of its player, or not by its key', new.movement_id,
      new.operator_id using errcode = 'SB060';
  end if;
  if new.refusal is not null then
    return null;
  end if;
  perform from entries e
    join postings m on m.entry_id = e.id and m.line = 1 and m.amount = new.amount
    join accounts s on s.id = m.source_id join accounts d on d.id = m.destination_id
    where e.key = 'movement:' || new.operator_id || ':' || new.movement_id and e.kind = new.kind
      and not exists (select from postings more where more.entry_id = e.id and more.line > 1)
      and case new.kind
        when 'deposit' then s.kind = 'outside' and d.kind = 'game' and d.player_id = new.player_id
        else d.kind = 'outside' and s.kind = 'game' and s.player_id = new.player_id end;
  if not found then
    raise exception 'movement % of % moves something else', new.movement_id, new.operator_id
      using errcode = 'SB060';
  end if;
  return null;
end $$;

create constraint trigger operator_movements_move_money
  after insert on operator_movements deferrable initially deferred
  for each row execute function movement_moves_money();
