-- Of an operator that is off nothing is staked, at whatever process, from the commit on. Rounds and
-- hands in play go on and are paid. All sessions of its players are marked for as long
-- (`accounts.is_guarded`, play-bars.sql), so that their stakes ask.

-- With the owner's right to mark accounts, as bars have. At the end of the transaction, so that
-- nothing else is waited for while the accounts are locked: a batch of bets that meets them leaves
-- their players out meanwhile (`player_is_busy`) and takes the others. In the order of the
-- accounts, as batches lock them. All are changed, also those that are marked already: a stake that
-- was looked at before waits for the change, and is looked at again.
--
-- Turned on, an account is marked where its person is. That is read once it is locked: whoever bars
-- the person has written that by then, or marks the account afterwards.
create or replace function operator_guards_accounts()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from accounts a join players p on p.id = a.player_id
   where p.operator_id = new.id and a.kind = 'session'
   order by a.id for no key update of a;
  update accounts a
     set is_guarded = new.disabled_at is not null or is_person_guarded(p.operator_id, p.ref)
    from players p
   where p.operator_id = new.id and a.player_id = p.id and a.kind = 'session';
  return null;
end $$;

create constraint trigger operators_guard_accounts
  after update of disabled_at on operators deferrable initially deferred
  for each row when ((old.disabled_at is null) <> (new.disabled_at is null))
  execute function operator_guards_accounts();
