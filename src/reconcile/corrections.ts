/**
 * What must hold for a round's corrections: after each, every player has what it says, whatever SQL
 * paid it, and all of it is posted (RULES 1.13).
 */
import type { Proof } from './proof.js';
import { refunds, winnings } from './payments.js';
import {
  type CorrectionPayoutRow,
  type CorrectionRow,
  type RecordedRound,
} from './recorded-rounds.js';
import { headOf, isLater, parse } from './stored-event.js';

/**
 * What corrections changed and was not posted, and the other way round. `$1` is the rounds. What is
 * posted of what was advanced on a wallet stands in place of the game account (money-away.ts).
 */
export const UNCORRECTED = `
with changed as (
  select p.*, c.chunks, p.player_id % c.chunks as chunk, s.id as session_id, g.id as game_id, o.id as owing_id, house.id as house_id, outside.id as outside_id,
         h.player_id is not null as by_hand
    from correction_payouts p join corrections c using (game_number, ordinal)
    join accounts s on s.player_id = p.player_id and s.kind = 'session'
    join accounts g on g.player_id = p.player_id and g.kind = 'game'
    left join accounts o on o.player_id = p.player_id and o.kind = 'shortfall'
    join accounts house on house.name = 'house'
    join accounts outside on outside.name = 'outside'
    left join hand_pays h on h.game_number = p.game_number and h.ordinal = p.ordinal and h.player_id = p.player_id
   where p.game_number = any($1::bigint[])
), owed as (
  select game_number as game, 'round:' || game_number || ':correction:' || ordinal || ':' || step || ':' || chunk as key, source, destination, amount
    from changed cross join lateral (values
      ('cover', game_id, session_id, from_game), ('cover', owing_id, session_id, shortfall), 
      ('back', case when by_hand then outside_id else session_id end, house_id, case when by_hand then was - paid else was end),
      ('pay', house_id, case when by_hand then outside_id else session_id end, case when by_hand then paid - was else paid end), ('pay', session_id, game_id, to_game), ('recover', session_id, owing_id, recovered)
    ) as line(step, source, destination, amount)
   where amount > 0
), posted as (
  select c.game_number as game, e.key, coalesce(sg.id, p.source_id) as source_id, coalesce(dg.id, p.destination_id) as destination_id, p.amount
    from correction_chunks c cross join unnest(array['cover', 'back', 'pay', 'recover']) as step
    join entries e on e.key = 'round:' || c.game_number || ':correction:' || c.ordinal || ':' || step || ':' || c.chunk
    join postings p on p.entry_id = e.id
    left join accounts s on s.id = p.source_id and s.kind = 'advance' left join accounts sg on sg.player_id = s.player_id and sg.kind = 'game'
    left join accounts d on d.id = p.destination_id and d.kind = 'advance' left join accounts dg on dg.player_id = d.player_id and dg.kind = 'game'
   where c.game_number = any($1::bigint[])
)
select game, format('entry %s: %s from account %s to %s is owed and not posted', key, amount, source, destination) as what
  from (select * from owed except all select * from posted) as unpaid
union all
select game, format('entry %s: %s from account %s to %s is posted and not owed', key, amount, source_id, destination_id)
  from (select * from posted except all select * from owed) as unowed`;

/** One correction after the other. `proof` is the one of the payments. */
export const proveCorrections = (recorded: RecordedRound, proof: Proof): void => {
  const { round, corrections, correctionPayouts, correctionChunks } = recorded;
  const known = new Set(corrections.map(({ ordinal }) => ordinal));
  for (const { ordinal } of [...correctionPayouts, ...correctionChunks]) {
    proof.needs(known.has(ordinal), `round ${round.game}: correction ${ordinal} does not exist`);
  }
  if (corrections.length === 0) return;
  const isVoid = round.status === 'refunded';
  const wereTaken = isVoid || recorded.untaken.size === 0;
  proof.needs(wereTaken, `round ${round.game} was settled with stakes that no wallet has given`);
  const before = isVoid ? refunds(recorded) : winnings(recorded, round.coup, proof);
  if (before === undefined) return;
  let has: ReadonlyMap<string, bigint> = new Map([...before].map(([id, { back }]) => [id, back]));
  for (const correction of corrections) {
    proveOrder(correction, proof);
    const after = positionAfter(recorded, correction, has, proof);
    if (after === undefined) return;
    proveCorrection(recorded, correction, has, after, proof);
    has = after;
  }
};

const nameOf = ({ game, ordinal }: CorrectionRow): string => `round ${game}, correction ${ordinal}`;

const proveOrder = (row: CorrectionRow, proof: Proof): void => {
  if (isLater(headOf(row.ordered ?? ''))) return;
  const event = row.ordered === null ? undefined : parse(row.ordered);
  const isSo =
    event?.kind === 'round_corrected' &&
    event.game === row.game &&
    event.correction === row.ordinal &&
    event.fix === row.fix &&
    event.coup === row.coup &&
    event.player === row.player_id;
  proof.needs(isSo, `${nameOf(row)}: it is not what the log ordered`);
};

/** By the rules alone. What no wallet has given goes back, whatever coup the round is paid by. */
const positionAfter = (
  recorded: RecordedRound,
  { fix, coup, player_id }: CorrectionRow,
  has: ReadonlyMap<string, bigint>,
  proof: Proof,
): ReadonlyMap<string, bigint> | undefined => {
  if (fix === 'resettle') {
    const owed = winnings(recorded, coup, proof);
    const { untaken } = recorded;
    return (
      owed &&
      new Map([...owed].map(([id, { staked, back }]) => [id, untaken.has(id) ? staked : back]))
    );
  }
  const stakes = refunds(recorded);
  const isRefunded = (id: string): boolean => fix === 'void' || id === player_id;
  return new Map(
    [...stakes].map(([id, { staked }]) => [id, isRefunded(id) ? staked : (has.get(id) ?? 0n)]),
  );
};

const proveCorrection = (
  recorded: RecordedRound,
  row: CorrectionRow,
  was: ReadonlyMap<string, bigint>,
  paid: ReadonlyMap<string, bigint>,
  proof: Proof,
): void => {
  const isOfThis = ({ ordinal }: { readonly ordinal: number }) => ordinal === row.ordinal;
  const chunks = recorded.correctionChunks.filter(isOfThis);
  const payouts = new Map(
    recorded.correctionPayouts.filter(isOfThis).map((payout) => [payout.player_id, payout]),
  );
  const partOf = (id: string): number => Number(BigInt(id) % BigInt(row.chunks));
  const isPaid = new Set(chunks.map(({ chunk }) => chunk));
  for (const id of new Set([...paid.keys(), ...payouts.keys()])) {
    const [before, after] = [was.get(id) ?? 0n, paid.get(id) ?? 0n];
    const changes = before !== after && isPaid.has(partOf(id));
    const payout = payouts.get(id);
    const says = payout === undefined ? 'nothing' : `${payout.was} to ${payout.paid}`;
    const due = changes ? `${before} to ${after}` : 'nothing';
    proof.needs(says === due, `${nameOf(row)}: player ${id} went from ${says}, not ${due}`);
    if (payout !== undefined) proveSources(payout, row, proof);
  }
  const stakes = refunds(recorded);
  for (const chunk of chunks) {
    const own = [...stakes.keys()].filter((id) => partOf(id) === chunk.chunk);
    const moved = own.flatMap((id) => payouts.get(id) ?? []);
    const due = {
      stakes: sumOf(own, (id) => stakes.get(id)!.staked),
      was: sumOf(own, (id) => was.get(id) ?? 0n),
      paid: sumOf(own, (id) => paid.get(id) ?? 0n),
      shortfall: sumOf(moved, ({ shortfall }) => BigInt(shortfall)),
      players: moved.length.toString(),
    };
    for (const what of ['stakes', 'was', 'paid', 'shortfall', 'players'] as const) {
      const isSo = String(chunk[what]) === due[what];
      proof.needs(
        isSo,
        `${nameOf(row)}, part ${chunk.chunk}: ${what} is ${chunk[what]}, not ${due[what]}`,
      );
    }
  }
  if (row.is_finished) proveFinish(row, chunks, proof);
};

/** What is clawed back comes from somewhere, what is paid goes somewhere, and no more than that. */
const proveSources = (payout: CorrectionPayoutRow, row: CorrectionRow, proof: Proof): void => {
  const change = BigInt(payout.paid) - BigInt(payout.was);
  const [taken, given] = change < 0n ? [-change, 0n] : [0n, change];
  const isCovered = BigInt(payout.from_game) + BigInt(payout.shortfall) <= taken;
  const isGiven = BigInt(payout.to_game) + BigInt(payout.recovered) <= given;
  const place = `${nameOf(row)}: player ${payout.player_id}`;
  proof.needs(isCovered && isGiven, `${place}: more was covered, or passed on, than moved`);
};

const proveFinish = (
  row: CorrectionRow,
  chunks: RecordedRound['correctionChunks'],
  proof: Proof,
): void => {
  const isWhole = chunks.length === row.chunks;
  proof.needs(isWhole, `${nameOf(row)} has ended with ${chunks.length} of ${row.chunks} parts`);
  if (isLater(headOf(row.finished ?? ''))) return;
  const event = row.finished === null ? undefined : parse(row.finished);
  const isSo =
    event?.kind === 'correction_paid' &&
    event.game === row.game &&
    event.correction === row.ordinal &&
    event.stakes === sumOf(chunks, ({ stakes }) => BigInt(stakes)) &&
    event.paid === sumOf(chunks, ({ paid }) => BigInt(paid)) &&
    event.shortfall === sumOf(chunks, ({ shortfall }) => BigInt(shortfall));
  proof.needs(isSo, `${nameOf(row)}: the log gives other sums than its parts`);
};

const sumOf = <T>(all: readonly T[], each: (one: T) => bigint): string =>
  all.reduce((sum, one) => sum + each(one), 0n).toString();
