/**
 * The values that messages are made of, one schema each. Their titles name them in
 * docs/protocol.md.
 */
import { z } from 'zod';
import { webUrl } from './words.js';
import { FACES } from '../cards/card.js';
import { parseRate } from '../money/rate.js';
import { BEAD_PATTERN } from './patterns.js';
import { OUTCOMES, SIDES } from '../punto-banco/outcome.js';
import { PAIRS } from '../punto-banco/pair.js';
import { MODES, SPOTS } from '../punto-banco/spot.js';
import { LIMIT_DIGITS, LIMIT_GROUP } from '../round/limits-of.js';
import { PHASES } from '../round/state.js';

/**
 * Minor units of the table's currency, as digits, because a JSON number could not hold every
 * amount.
 */
export const amountText = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})$/, { abort: true })
  .meta({ title: 'amount', description: 'minor units of the table’s currency, as digits' });

/** An amount of the settings. With more digits, sums over all players could not be held. */
export const limitText = z
  .string()
  .regex(new RegExp(`^(0|[1-9]\\d{0,${LIMIT_DIGITS - 1}})$`), { abort: true })
  .meta({
    title: 'limit',
    description: `an amount of ${LIMIT_DIGITS} digits at most, so that it can be added up for all players`,
  });

/** A change of an amount: digits with a sign where negative. */
export const changeText = z
  .string()
  .regex(/^(0|-?[1-9]\d{0,17})$/, { abort: true })
  .meta({
    title: 'change',
    description: 'an amount with a sign where it is negative: `-500` comes back',
  });

export const rate = z
  .string()
  .max(22)
  .refine((text) => parseRate(text) !== undefined)
  .meta({
    title: 'rate',
    description:
      'how much of the table’s own currency one of another is taken to be worth where one total is shown: a decimal, `1.06`',
  });

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({
    title: 'currency',
    description:
      'ISO 4217; coins of the net as `BTC`, `ETH` and `LTC`, and made-up money as `XXX`. A new one must be in use',
  });

export const tableId = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/)
  .meta({ title: 'table id', description: 'a table’s name, such as `pb-1`' });

/** HLS where its path ends in `.m3u8`, else a WHEP endpoint. */
export const videoUrl = webUrl(2_000).meta({
  title: 'video URL',
  description: 'where a table’s picture comes from: HLS where its path ends in `.m3u8`, else WHEP',
});

/** A WHEP endpoint: an address, or a path of the studio itself. */
export const whepUrl = z
  .union([webUrl(2_000), z.string().regex(/^\/[^\s/\\][^\s\\]{0,1998}$/)])
  .meta({
    title: 'WHEP URL',
    description: 'where a table’s picture comes from by WHEP; a path is one of the studio itself',
  });

/** An address, or a path of the studio itself. */
export const filmUrl = whepUrl.meta({
  title: 'film URL',
  description:
    'where a table’s picture is kept, or a still of it is; a path is one of the studio itself',
});

export const gameNumber = z
  .string()
  .regex(/^[1-9]\d{9}$/)
  .meta({ title: 'game number', description: 'ten digits, never used twice' });

export const cardSeat = z
  .enum(['punto_1', 'banco_1', 'punto_2', 'banco_2', 'punto_3', 'banco_3'])
  .meta({ title: 'card seat', description: 'the place of a card in the coup' });

/** Of a hand of a solo game. */
export const handNumber = z
  .string()
  .regex(/^[1-9]\d{11}$/)
  .meta({ title: 'hand number', description: 'twelve digits, never used twice' });

export const commitment = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({
    title: 'commitment',
    description: 'the SHA-256 of what decides a hand’s deck, in hexadecimal digits',
  });

export const playerSeed = z
  .string()
  .regex(/^[\x20-\x7e]{1,64}$/)
  .meta({
    title: 'player’s seed',
    description: 'the player’s own part of the shuffle: up to 64 printable characters of ASCII',
  });

export const cut = z
  .int()
  .min(0)
  .max(311)
  .meta({ title: 'cut', description: 'where the player cuts the six decks of Blackjack' });

export const incidentId = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .meta({ title: 'incident id', description: 'an incident’s number' });

export const approvalId = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .meta({ title: 'approval id', description: 'the number of a request for a second person' });

/** Chosen by the client, once for each command. A retry with the same one gets the first answer. */
export const commandId = z.uuid().toLowerCase().meta({
  title: 'command id',
  description: 'a UUID chosen by the client, in small letters or capitals; a retry repeats it',
});

export const seq = z
  .int()
  .nonnegative()
  .meta({ title: 'seq', description: 'a number in the order of a table’s log' });
/** A number in the log may come again, with another event, once the database was restored. */
export const timeline = z.int().nonnegative().meta({
  title: 'timeline',
  description: 'how often the studio’s database has been restored; a `seq` counts within one',
});

export const timeMs = z
  .int()
  .nonnegative()
  .meta({ title: 'time', description: 'milliseconds since 1970, UTC' });
export const durationMs = z
  .int()
  .nonnegative()
  .meta({ title: 'duration', description: 'milliseconds' });

export const limitGroup = z
  .string()
  .regex(LIMIT_GROUP)
  .meta({ title: 'limit group', description: 'by whose limits a player bets' });

export const spot = z.enum(SPOTS).meta({ title: 'spot', description: 'a place for a bet' });
export const mode = z.enum(MODES).meta({
  title: 'mode',
  description: 'how Banco pays: 1:1, but 0.5:1 when it wins with a 6; in normal mode 0.95:1',
});
export const side = z
  .enum(SIDES)
  .meta({ title: 'side', description: 'the two sides that cards are dealt to' });
export const outcome = z
  .enum(OUTCOMES)
  .meta({ title: 'outcome', description: 'the side that won, or neither' });
export const pair = z.enum(PAIRS).meta({
  title: 'pair',
  description: 'two cards of a rank, and of a suit (`perfect`), a colour, or neither (`mixed`)',
});
export const phase = z.enum(PHASES).meta({
  title: 'phase',
  description: 'what the table is doing, see [phases](#phases-of-a-table)',
});
export const card = z
  .enum(FACES as [(typeof FACES)[number], ...(typeof FACES)[number][]])
  .meta({ title: 'card', description: 'rank, then suit' });
export const bead = z
  .string()
  .regex(BEAD_PATTERN)
  .meta({ title: 'bead', description: 'a coup in bead notation, `B8nb`' });
export const coup = z
  .string()
  .meta({ title: 'coup', description: 'a coup in notation, `P 2h Kd 5s . B 4c Ks 7d`' });

/** The stake on each spot. Spots without a stake are left out. */
export const stakes = z
  .partialRecord(spot, amountText)
  .meta({ title: 'stakes', description: 'the stake on each spot that has one' });

/** The same where at least one spot has a stake. */
export const someStakes = stakes
  .refine((each) => Object.keys(each).length > 0)
  .meta({
    title: 'placed stakes',
    description: 'the stake on each spot that has one, at least on one',
  });

/** A type as JSON knows it: nothing is read-only. */
export type Json<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? Json<Item>[]
    : {
        -readonly [K in keyof T]:
          | Json<Exclude<T[K], undefined>>
          | (undefined extends T[K] ? undefined : never);
      };
