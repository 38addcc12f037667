/** What must hold for every round, by its bets, its log and its payments. */
import type pg from 'pg';
import { sum } from '../money/amount.js';
import { readArchives, readSealedUntil } from '../period/period-rows.js';
import { isOneOf } from '../round/event.js';
import { stakesAccountOf } from '../ledger/stakes-account.js';
import { Proof } from './proof.js';
import { UNCORRECTED, proveCorrections } from './corrections.js';
import { provePaid } from './payments.js';
import { COMMANDS, type RoundRow, type RecordedRound, recordedRounds } from './recorded-rounds.js';

/** Stakes that were placed and not posted, and postings of bets that were not placed. */
const UNPOSTED = `
with command as (${COMMANDS}), placed as (
  select game, 'bets:' || table_id || ':' || seq as key,
         case when total > 0 then account_id else stakes_account_id end as source,
         case when total > 0 then stakes_account_id else account_id end as destination, abs(total) as amount
    from command where total <> 0
), posted as (
  select game, key, p.source_id, p.destination_id, p.amount::numeric
    from (select distinct game, 'bets:' || table_id || ':' || seq as key from command) as batch join entries e using (key) join postings p on p.entry_id = e.id
)
select game, format('entry %s: %s from account %s to %s was placed and not posted', key, amount, source, destination) as what
  from (select * from placed except all select * from posted) as unposted
union all
select game, format('entry %s: %s from account %s to %s was posted and not placed', key, amount, source_id, destination_id)
  from (select * from posted except all select * from placed) as unplaced`;

/**
 * Payments that chunks and payouts record and that were not posted, and the other way round.
 * What was ordered to be paid by hand goes outside.
 */
const UNPAID = `
with chunk as (
  select c.game_number as game, c.chunk, c.chunks, c.stakes, c.paid, r.stakes_account_id, r.further_stakes_account_ids,
         'round:' || c.game_number || ':' || c.verdict || ':' || c.chunk as key
    from settlement_chunks c join rounds r using (game_number) where c.game_number = any($1::bigint[])
), staked as (
  select b.game_number as game, b.player_id, sum(b.amount) as stake
    from bets b where b.game_number in (select game from chunk where further_stakes_account_ids <> '{}')
   group by 1, 2 having sum(b.amount) > 0
), netted as (
  select game, key, stakes_account_id as account_id, stakes::numeric, paid::numeric
    from chunk where further_stakes_account_ids = '{}'
  union all
  select game, key, ${stakesAccountOf('s.player_id', 'chunk')} as account_id, sum(s.stake), coalesce(sum(p.paid), 0)
    from chunk join staked s using (game)
    left join payouts p on p.game_number = s.game and p.player_id = s.player_id
   where s.player_id % chunk.chunks = chunk.chunk
   group by 1, 2, 3
), owed as (
  select chunk.game, key, ${stakesAccountOf('p.player_id', 'chunk')} as source, a.id as destination, p.paid as amount
    from payouts p join chunk on chunk.game = p.game_number and p.player_id % chunk.chunks = chunk.chunk
    left join hand_pays h on h.game_number = p.game_number and h.player_id = p.player_id and h.ordinal = 0
    join accounts a on case when h.game_number is null then a.player_id = p.player_id and a.kind = 'session' else a.name = 'outside' end
  union all
  select game, key, case when stakes > paid then account_id else house.id end,
         case when stakes > paid then house.id else account_id end, abs(stakes - paid)
    from netted, accounts house where house.name = 'house' and stakes <> paid
), posted as (
  select game, key, p.source_id, p.destination_id, p.amount
    from chunk join entries e using (key) join postings p on p.entry_id = e.id
)
select game, format('entry %s: %s from account %s to %s is owed and not posted', key, amount, source, destination) as what
  from (select * from owed except all select * from posted) as unpaid
union all
select game, format('entry %s: %s from account %s to %s is posted and not owed', key, amount, source_id, destination_id)
  from (select * from posted except all select * from owed) as unowed`;

/** What must hold for every round by itself. */
export const roundProofs = () => ({
  log: new Proof('Every round is what the log says of it.', 'rounds'),
  close: new Proof('Every bet stands before the close of its round.', 'batches of bets'),
  batches: new Proof(
    'Every batch of bets in the log has the bets that are recorded.',
    'batches of bets',
  ),
  stakes: new Proof(
    'What is staked on a round is in its account of stakes, and nothing once it has ended.',
    'rounds',
  ),
  paid: new Proof('Every round that ended is paid once, as the rules say.', 'rounds'),
  corrected: new Proof(
    'Every correction leaves each player with what the rules say, and no more than that moved.',
    'corrections',
  ),
});

/** From everything that is recorded of the round, wherever that was read. */
export const proveRound = (
  recorded: RecordedRound,
  proofs: ReturnType<typeof roundProofs>,
): void => {
  const { log, close, batches, stakes, paid, corrected } = proofs;
  for (const proof of [log, stakes]) proof.looked += 1;
  for (const proof of [close, batches]) proof.looked += recorded.batches.length;
  if (recorded.round.ended_seq !== null) paid.looked += 1;
  proveClose(recorded, close);
  if (!recorded.isLater) {
    proveLog(recorded, log);
    proveBatches(recorded, batches);
  }
  proveStakes(recorded, stakes);
  provePaid(recorded, paid);
  corrected.looked += recorded.corrections.length;
  proveCorrections(recorded, corrected);
};

export const proveRounds = async (client: pg.ClientBase): Promise<readonly Proof[]> => {
  const proofs = roundProofs();
  const posted = new Proof('Every bet moved its stake, every payment its money.', 'rounds');
  const archive = (await readArchives(client)).at(-1)?.period ?? 0n;
  const archived = await readSealedUntil(client, archive);
  for await (const rounds of recordedRounds(client)) {
    for (const recorded of rounds) proveRound(recorded, proofs);
    const all = rounds.map(({ round }) => round.game);
    // The postings of the others are in files, where `npm run period` proves them.
    const games = rounds
      .filter(({ round }) => BigInt(round.opened_seq) > (archived.get(round.table_id) ?? 0n))
      .map(({ round }) => round.game);
    posted.looked += games.length;
    for (const [query, of] of [
      [UNPOSTED, games],
      [UNPAID, games],
      [UNCORRECTED, all],
    ] as const) {
      const { rows } = await client.query<{ what: string }>(query, [of]);
      for (const { what } of rows) posted.fails(what);
    }
  }
  const { log, close, batches, stakes, paid, corrected } = proofs;
  return [log, close, batches, posted, stakes, paid, corrected];
};

const proveLog = ({ round, events }: RecordedRound, proof: Proof): void => {
  const said = whatEventsSay(round.game, events);
  for (const [what, recorded] of Object.entries(said)) {
    const kept = round[what as keyof typeof said];
    proof.needs(
      String(kept) === String(recorded),
      `round ${round.game}: ${what} is ${kept}, the log says ${recorded}`,
    );
  }
};

type Kept = Pick<
  RoundRow,
  'status' | 'round_in_shoe' | 'paytable' | 'opened_seq' | 'closed_seq' | 'coup' | 'ended_seq'
>;

/** The kinds of events that change the row of a round. */
const IN_THE_ROW = [
  'betting_opened',
  'betting_closed',
  'coup_decided',
  'round_settled',
  'round_voided',
  'round_refunded',
] as const;

/** The row of a round as its events would write it. */
const whatEventsSay = (
  game: string,
  events: RecordedRound['events'],
): Readonly<Record<keyof Kept, string | number | null>> => {
  const said: Record<keyof Kept, string | number | null> = {
    status: null,
    round_in_shoe: null,
    paytable: null,
    opened_seq: null,
    closed_seq: null,
    coup: null,
    ended_seq: null,
  };
  for (const { seq, event } of events) {
    if (!isOneOf(event, IN_THE_ROW) || event.game !== game) continue;
    switch (event.kind) {
      case 'betting_opened':
        said.status = 'betting';
        said.round_in_shoe = event.roundInShoe;
        said.paytable = event.paytable;
        said.opened_seq = String(seq);
        break;
      case 'betting_closed':
        said.status = 'closed';
        said.closed_seq = String(seq);
        break;
      case 'round_voided':
        said.status = 'void';
        said.closed_seq ??= String(seq);
        break;
      case 'coup_decided':
        said.status = 'resulted';
        said.coup = event.coup;
        break;
      case 'round_settled':
      case 'round_refunded':
        said.status = event.kind === 'round_settled' ? 'settled' : 'refunded';
        said.ended_seq = String(seq);
        break;
    }
  }
  return said;
};

const proveClose = ({ round, events, batches }: RecordedRound, proof: Proof): void => {
  const { game, opened_seq, closed_seq } = round;
  const voided = new Set(
    events.flatMap(({ seq, event }) => (event.kind === 'stakes_taken' ? [seq] : [])),
  );
  for (const { seq, bets } of batches) {
    if (voided.has(BigInt(seq))) continue; // What leaves the spots again, and is no bet.
    const isInTime =
      BigInt(seq) > BigInt(opened_seq) && (closed_seq === null || BigInt(seq) < BigInt(closed_seq));
    const when = `opened by event ${opened_seq} and closed by ${closed_seq ?? 'none'}`;
    proof.needs(isInTime, `round ${game}: ${bets} bets by event ${seq}, ${when}`);
  }
};

const proveBatches = ({ round, events, batches }: RecordedRound, proof: Proof): void => {
  const lying = new Map(batches.map((batch) => [BigInt(batch.seq), batch]));
  for (const { seq, event } of events) {
    if (event.kind !== 'bets_accepted' && event.kind !== 'stakes_taken') continue;
    if (event.game !== round.game) continue;
    const said = event.kind === 'bets_accepted' ? event.bets : event.voided;
    if (said === 0) continue;
    const batch = lying.get(seq);
    lying.delete(seq);
    const place = `round ${round.game}, event ${seq}`;
    if (batch === undefined) {
      proof.fails(`${place}: none of its ${said} bets is recorded`);
      continue;
    }
    const { change, digest } = event;
    proof.needs(
      String(said) === batch.bets,
      `${place}: ${batch.bets} bets are recorded, it says ${said}`,
    );
    proof.needs(
      change === batch.change,
      `${place}: they placed ${batch.change}, it says ${change}`,
    );
    proof.needs(digest === batch.digest, `${place}: its digest is not that of its bets`);
  }
  for (const { seq, bets } of lying.values()) {
    proof.fails(`round ${round.game}: ${bets} bets by event ${seq}, which records none`);
  }
};

const proveStakes = ({ round, stakes, chunks }: RecordedRound, proof: Proof): void => {
  for (const { player_id, mode, spot, stake } of stakes) {
    const place = `round ${round.game}: player ${player_id} has ${stake} on ${spot} (${mode})`;
    proof.needs(BigInt(stake) > 0n, place);
  }
  const placed = sum(stakes.map(({ stake }) => BigInt(stake)));
  const gone = sum(chunks.map((chunk) => BigInt(chunk.stakes)));
  const due = round.ended_seq === null ? placed - gone : 0n;
  const { game, left } = round;
  proof.needs(
    BigInt(left) === due,
    `round ${game}: its account of stakes holds ${left}, not ${due}`,
  );
};
