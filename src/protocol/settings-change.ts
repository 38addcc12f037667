/**
 * What the pit may set of a table while it runs, within which range, and from when it holds. A
 * table’s row may say otherwise. Limits have a command of their own.
 */
import { z } from 'zod';
import { CHECKSUMS } from '../round/check-character.js';
import { FORMAT_MAX } from '../round/scan-code.js';
import { FURTHER_MAX } from '../round/currencies.js';
import { LIMIT_GROUPS_MAX } from '../round/limits-of.js';
import { TIME_RANGES, type TimeName } from '../round/setting-ranges.js';
import { CONFIRMATIONS, type TableSettings } from '../round/settings.js';
import { furtherCurrency as heldCurrency } from './table.js';
import * as wire from './wire.js';
import { words } from './words.js';

const length = (name: TimeName) => {
  const [min, max] = TIME_RANGES[name];
  return z.int().min(min).max(max);
};

const time = (name: TimeName, meaning: string) => length(name).describe(`ms; ${meaning}`);

const timeOrNull = (name: TimeName, meaning: string) =>
  length(name).nullable().describe(`ms; ${meaning}`);

const codeText = (longest: number) => z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${longest}}$`));

/** Of one spot. */
export const newLimits = z.strictObject({ min: wire.limitText, max: wire.limitText });

const furtherCurrency = z.strictObject({
  chips: z.array(wire.limitText).min(1).max(20).describe('from the smallest'),
  limits: z.record(wire.spot, newLimits),
  groupLimits: z.record(wire.limitGroup, z.partialRecord(wire.spot, newLimits)).default({}),
  tipMax: wire.limitText.nullable().default(null),
  rate: wire.rate,
});

const SHAPE = {
  name: words(64).describe('what players read; from the next round'),
  betMs: time('betMs', 'from opening to closing the bets; from the next round'),
  lastBetsMs: time('lastBetsMs', 'how much of it, at the end, is LAST BETS; from the next round'),
  pauseMs: time('pauseMs', 'from the outcome to the next bets; after the next round'),
  opensItself: z
    .boolean()
    .describe('whether the bets open by themselves after the pause; after the next round'),
  confirms: z
    .enum(CONFIRMATIONS)
    .describe(
      'from the next round; `dealer`: a coup counts once the dealer has confirmed it, and its last card can be withdrawn until then',
    ),
  squeezeMs: timeOrNull(
    'squeezeMs',
    'a squeeze table: cards are dealt face down, and each is shown by itself after this long, unless the dealer shows it before; from the next round; null: each card is open as it is dealt',
  ),
  scanCodes: z
    .strictObject({
      format: codeText(FORMAT_MAX).describe(
        'of `<deck>`, `<rank>`, `<suit>`, `<serial>` and plain characters; what is in brackets may be missing',
      ),
      cutCard: codeText(32).describe('the cut card’s code, which no card may have'),
      checksum: z.enum(CHECKSUMS),
    })
    .describe('how the codes of the cards are made; from the next shoe'),
  cardsMaxMs: time('cardsMaxMs', 'how long cards may be at the table; from the next new cards'),
  streamLostMs: timeOrNull(
    'streamLostMs',
    'without a heartbeat for this long the stream is lost; at once, counted from the change; null: no encoder is watched',
  ),
  tipMax: wire.limitText
    .refine((text) => /[1-9]/.test(text))
    .nullable()
    .describe(
      'minor units; the most that a player may give the dealer at once; at once; null: none',
    ),
  videoUrl: wire.videoUrl.nullable().describe('null: the table is drawn; from the next round'),
  whepUrl: wire.whepUrl
    .nullable()
    .describe('the same picture by WHEP, to be tried first; null: none; from the next round'),
  groupLimits: z
    .record(
      wire.limitGroup,
      z
        .partialRecord(wire.spot, newLimits)
        .refine((changed) => Object.keys(changed).length > 0)
        .nullable(),
    )
    .refine((groups) => Object.keys(groups).length <= LIMIT_GROUPS_MAX)
    .describe(
      'by limit group: what its players have in place of the table’s limits; null: the table’s own again; from the next round',
    ),
  further: z
    .record(wire.currency, furtherCurrency.nullable())
    .refine((changed) => Object.keys(changed).length <= FURTHER_MAX)
    .describe(
      'by further currency: what the table has in it, each as a whole; null: it is no longer taken; from the next round',
    ),
} satisfies Partial<Record<keyof TableSettings, z.ZodType>>;

export const settingsChange = z
  .strictObject(SHAPE)
  .partial()
  .refine((changed) => Object.keys(changed).length > 0)
  .describe('those that change');

/** What a change of settings was made of. */
export const settingsBefore = z.strictObject({
  further: z
    .record(wire.currency, heldCurrency.nullable())
    .refine((were) => Object.keys(were).length <= FURTHER_MAX)
    .describe('by further currency that changes: what the table had in it; null: it was not taken'),
});
