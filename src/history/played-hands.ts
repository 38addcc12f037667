/** The hands of solo games that a player has played, read from Postgres, newest first. */
import type pg from 'pg';
import type { Deal } from '../chance/deck.js';
import { makeProof } from '../chance/proof.js';
import { statement } from '../platform/statement.js';
import type { HandsPage, HandsQuery, PlayedHand, WholeHand } from '../protocol/hand-history.js';
import { parseStoredEvents } from '../protocol/solo-events.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { type PlainObject, plainObject } from '../solo/plain.js';
import { readPlayerCurrency } from './currency.js';
import type { FinishedHand, HandChoices } from './hand-choices.js';
import { HALVED, numbersIn } from './hands-halved.js';
import { pageOf } from './page.js';

/** Of a void hand all that it took came back, and what it had paid was taken back. */
const HAND = `h.hand_number as hand, h.game, h.rules, h.status, round(extract(epoch from h.acted_at) * 1000) as acted_ms, h.taken,
       case h.status when 'void' then h.taken else h.paid end as paid`;

/**
 * A hand is committed to when the one before it of its game ends, so those of several games do not
 * follow each other as their numbers do: by when each was played, from where the hand `before` was.
 * Of its own game these are those of lower numbers, and of another they are found. So they are of
 * a number that is no hand of the player's. Of each game no more hands are read than are shown.
 */
const READ_HANDS = statement({
  inputs: { player: 'bigint', games: 'text[]', before: 'bigint', limit: 'bigint' },
  text: `
with recursive place as materialized (
  select game, acted_at, hand_number from solo_hands
   where hand_number = :before and player_id = :player and game = any(:games::solo_game[]) and status <> 'committed'
), searched as materialized (
  select wanted.game, coalesce(own.low, :before) as low, coalesce(own.high, :before) as high
    from unnest(:games::solo_game[]) as wanted(game)
    left join place on place.game <> wanted.game
    left join lateral (${numbersIn('wanted.game')}) as own on place.game is not null
), ${HALVED}
select h.* from (select game, min(high) as until from halved group by game) as wanted cross join lateral (
  select ${HAND} from solo_hands h
   where h.player_id = :player and h.game = wanted.game and h.hand_number < wanted.until and h.status <> 'committed'
   order by h.hand_number desc limit :limit) as h
 order by h.acted_ms desc, h.hand desc limit :limit`,
});

const READ_HAND = statement({
  inputs: { player: 'bigint', hand: 'bigint' },
  text: `
select ${HAND}, encode(h.commitment, 'hex') as commitment, h.opening, h.player_seed as seed, h.cut
  from solo_hands h where h.hand_number = :hand and h.player_id = :player and h.status <> 'committed'`,
});

const READ_STEPS = statement({
  inputs: { hand: 'bigint' },
  text: `
select command_id as id, round(extract(epoch from at) * 1000) as at_ms, command, events, taken, paid, balance_after as balance, chain, seq
  from solo_steps where hand_number = :hand order by ordinal`,
});

interface HandRow {
  readonly hand: string;
  readonly game: SoloGame;
  readonly rules: string;
  readonly status: PlayedHand['status'];
  readonly acted_ms: string;
  readonly taken: string;
  readonly paid: string;
}

interface WholeRow extends HandRow {
  readonly commitment: string;
  readonly opening: Buffer | null;
  readonly seed: string | null;
  readonly cut: number | null;
}

interface StepRow {
  readonly id: string;
  readonly at_ms: string;
  readonly command: string;
  readonly events: string;
  readonly taken: string;
  readonly paid: string;
  readonly balance: string;
  readonly chain: string;
  readonly seq: string;
}

const AFTER_ALL = '1000000000000';

export const readHands = async (
  pool: pg.Pool,
  playerId: string,
  { game, before, limit }: HandsQuery,
): Promise<HandsPage> => {
  const { rows } = await pool.query<HandRow>(
    READ_HANDS({
      player: playerId,
      games: game === undefined ? SOLO_GAMES : [game],
      before: before ?? AFTER_ALL,
      limit: limit + 1,
    }),
  );
  const { shown, next } = pageOf(rows, limit, ({ hand }) => hand);
  const currency = await readPlayerCurrency(pool, playerId);
  return { hands: shown.map((row) => playedHand(row, currency)), next };
};

/**
 * Undefined where there is no such hand, or it is not the player’s. `choicesIn` works out what its
 * choices have cost, once it is over; no connection is held meanwhile.
 */
export const readHand = async (
  pool: pg.Pool,
  playerId: string,
  hand: string,
  choicesIn: (dealt: FinishedHand) => HandChoices | Promise<HandChoices | null>,
): Promise<WholeHand | undefined> => {
  const { rows } = await pool.query<WholeRow>(READ_HAND({ player: playerId, hand }));
  const row = rows[0];
  if (row === undefined) return undefined;
  const { rows: stepRows } = await pool.query<StepRow>(READ_STEPS({ hand }));
  const steps = stepRows.map(({ id, at_ms, command, events, seq, ...rest }) => ({
    id,
    atMs: Number(at_ms),
    command: objectOf(command),
    events: parseStoredEvents(events).map((event) => plainObject(Object(event) as object)),
    ...rest,
    seq: Number(seq),
  }));
  const events = steps.flatMap((step) => step.events);
  const { commitment, opening, seed, cut, game } = row;
  return {
    ...playedHand(row, await readPlayerCurrency(pool, playerId)),
    ...{ commitment, seed, cut },
    steps,
    choices: opening === null ? null : await choicesIn({ game, events }),
    proof: opening === null ? null : proofOf(row, opening, steps, events),
  } as WholeHand;
};

const playedHand = (row: HandRow, currency: string | null): PlayedHand => {
  const { hand, game, rules, status, acted_ms, taken, paid } = row;
  return { hand, game, rules, status, actedAtMs: Number(acted_ms), currency, taken, paid };
};

const proofOf = (
  { game, rules, hand, status, seed, cut }: WholeRow,
  opening: Buffer,
  steps: readonly { readonly id: string; readonly command: PlainObject }[],
  events: readonly PlainObject[],
): PlainObject => {
  const deal: Deal =
    game === 'blackjack'
      ? { game, rules, hand, cut: cut ?? 0 }
      : { game, rules, hand, seed: seed ?? '' };
  const ended = status === 'void' ? 'void' : 'over';
  return makeProof({ deal, status: ended, opening, steps, events });
};

const objectOf = (text: string): PlainObject => plainObject(Object(JSON.parse(text)) as object);
