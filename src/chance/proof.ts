/**
 * The file that proves how a hand was dealt: what was committed to, what it was, what the player
 * gave, what they did, and what came of it. docs/fair-deal.md says it field by field.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { BLACKJACK_PAYTABLE_VERSIONS } from '../blackjack/paytable.js';
import { PUNTO_E_BANCO_PAYTABLE_VERSIONS } from '../punto-e-banco/paytable.js';
import { SETTE_E_MEZZO_PAYTABLE_VERSIONS } from '../sette-e-mezzo/paytable.js';
import type { PlainObject } from '../solo/plain.js';
import { BLACKJACK_COMMAND, PUNTO_E_BANCO_COMMAND, SETTE_E_MEZZO_COMMAND } from './commands.js';
import { CUT_MAX, type Deal, PLAYER_SEED_PATTERN } from './deck.js';
import { type Opening, commitmentOf, openingLength } from './opening.js';

const PROOF_VERSION = 1;

/** The studio never deals a hand with more commands or events than this. */
const STEPS_MAX = 200;
const EVENTS_MAX = 500;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

const steps = <C extends z.ZodType>(command: C) =>
  z.array(z.strictObject({ id: z.uuid(), command })).max(STEPS_MAX);

const EVERY_GAME = {
  version: z.literal(PROOF_VERSION),
  hand: z.string().regex(/^[1-9]\d{11}$/),
  /** A hand that was void while it was in play has no end. */
  status: z.enum(['over', 'void']),
  commitment: hex(32),
  events: z.array(z.looseObject({ kind: z.string() })).max(EVENTS_MAX),
};

const PLAYER_SEED = z.string().regex(PLAYER_SEED_PATTERN);

export const DEAL_PROOF = z.discriminatedUnion('game', [
  z.strictObject({
    ...EVERY_GAME,
    game: z.literal('punto_e_banco'),
    rules: z.enum(PUNTO_E_BANCO_PAYTABLE_VERSIONS),
    opening: hex(openingLength('punto_e_banco')),
    seed: PLAYER_SEED,
    steps: steps(PUNTO_E_BANCO_COMMAND),
  }),
  z.strictObject({
    ...EVERY_GAME,
    game: z.literal('sette_e_mezzo'),
    rules: z.enum(SETTE_E_MEZZO_PAYTABLE_VERSIONS),
    opening: hex(openingLength('sette_e_mezzo')),
    seed: PLAYER_SEED,
    steps: steps(SETTE_E_MEZZO_COMMAND),
  }),
  z.strictObject({
    ...EVERY_GAME,
    game: z.literal('blackjack'),
    rules: z.enum(BLACKJACK_PAYTABLE_VERSIONS),
    opening: hex(openingLength('blackjack')),
    cut: z.int().min(0).max(CUT_MAX),
    steps: steps(BLACKJACK_COMMAND),
  }),
]);
export type DealProof = z.infer<typeof DEAL_PROOF>;

/** What a proof is made of: plain commands, and plain events in their order. */
interface ProvenHand {
  readonly deal: Deal;
  readonly status: 'over' | 'void';
  readonly opening: Opening;
  readonly steps: readonly { readonly id: string; readonly command: PlainObject }[];
  readonly events: readonly PlainObject[];
}

/** The file's content, for `JSON.stringify`. */
export const makeProof = ({ deal, status, opening, steps, events }: ProvenHand): PlainObject => {
  const { game, rules, hand } = deal;
  return {
    version: PROOF_VERSION,
    game,
    rules,
    hand,
    status,
    commitment: commitmentOf(opening),
    opening: bytesToHex(opening),
    ...(deal.game === 'blackjack' ? { cut: deal.cut } : { seed: deal.seed }),
    steps: steps.map(({ id, command }) => ({ id, command })),
    events,
  };
};
