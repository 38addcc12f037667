/** The lines of an exported period's files. Whatever is of another form is bad. */
import { z } from 'zod';
import { MODES, SPOTS } from '../punto-banco/spot.js';
import { BadPeriod, type FileNote, readLines } from './files.js';

const digits = z.string().regex(/^-?\d{1,19}$/);
const hex = z
  .string()
  .regex(/^([0-9a-f]{2})*$/)
  .transform((text) => Buffer.from(text, 'hex'));

const entry = z.strictObject({
  key: z.string(),
  kind: z.string(),
  at: z.string(),
  currency: z.string(),
  /** Source, destination, amount, currency. Files of before lack the last, or most of them do. */
  postings: z.array(z.tuple([digits, digits, digits, z.string().optional()])),
});
export type EntryLine = z.infer<typeof entry>;

const LINES = {
  heads: z.strictObject({
    log: z.string(),
    fromSeq: digits.transform(BigInt),
    fromHash: hex,
    fromState: z.string().nullable(),
    seq: digits.transform(BigInt),
    hash: hex,
    state: z.string().nullable(),
  }),
  accounts: z.strictObject({
    id: digits,
    name: z.string(),
    kind: z.string(),
    player: digits.nullable(),
    opening: digits,
    closing: digits,
  }),
  events: z
    .strictObject({
      table: z.string(),
      seq: digits,
      epoch: digits,
      atMs: digits,
      kind: z.string(),
      payload: z.string(),
      hash: hex,
    })
    .transform((row) => ({ line: 'event' as const, ...row })),
  rounds: z.strictObject({
    game: digits,
    table: z.string(),
    roundInShoe: z.int(),
    paytable: z.string(),
    status: z.string(),
    openedSeq: digits,
    closedSeq: digits.nullable(),
    coup: z.string().nullable(),
    endedSeq: digits.nullable(),
    stakesAccount: digits,
    /** By player of a further currency: the account of the stakes. Files of before do not say. */
    further: z.record(digits, digits).default({}),
    /** Player, session account, id, line, spot, mode, kind, amount, event, balance after, noted. */
    bets: z.array(
      z.tuple([
        digits,
        digits.nullable(),
        z.string(),
        z.int(),
        z.enum(SPOTS),
        z.enum(MODES),
        z.string(),
        digits,
        digits,
        digits,
        z.array(z.string()).nullable(),
      ]),
    ),
    /** Player, the account that was paid, amount. */
    payouts: z.array(z.tuple([digits, digits.nullable(), digits])),
    /** Chunk, chunks, verdict, stakes, paid, players. */
    chunks: z.array(z.tuple([z.int(), z.int(), z.string(), digits, digits, z.int()])),
    entries: z.array(entry),
  }),
  corrections: z.strictObject({
    game: digits,
    ordinal: z.int(),
    fix: z.string(),
    coup: z.string().nullable(),
    player: digits.nullable(),
    parts: z.int(),
    /** Of a resettlement: whose stakes no wallet has given. Files of before do not say. */
    untaken: z.array(digits).default([]),
    /** Who was paid by hand. Files of before do not say. */
    byHand: z.array(digits).optional(),
    ordered: z.strictObject({ seq: digits, payload: z.string() }).nullable(),
    finished: z.strictObject({ seq: digits, payload: z.string() }).nullable(),
    /** Chunk, stakes, was, paid, shortfall, players. */
    chunks: z.array(z.tuple([z.int(), digits, digits, digits, digits, z.int()])),
    /** Player, was, paid, from the game account, to it, shortfall, recovered. */
    payouts: z.array(z.tuple([digits, digits, digits, digits, digits, digits, digits])),
    entries: z.array(entry),
  }),
  batches: z
    .strictObject({
      chain: z.string(),
      seq: digits,
      atMs: digits,
      payload: z.string(),
      hash: hex,
      steps: z.array(z.string()),
      voided: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).nullable(),
      entry: entry.nullable(),
      /** Of its players: player, session account, account of hands. Files of before lack them. */
      accounts: z.array(z.tuple([digits, digits, digits])).optional(),
    })
    .transform((row) => ({ line: 'batch' as const, ...row })),
  hands: z.strictObject({
    hand: digits,
    game: z.enum(['punto_e_banco', 'sette_e_mezzo', 'blackjack']),
    rules: z.string(),
    commitment: z.string(),
    opening: z.string().nullable(),
    seed: z.string().nullable(),
    cut: z.int().nullable(),
    status: z.enum(['committed', 'in_play', 'over', 'void']),
    step: z.int(),
    taken: digits,
    paid: digits,
    steps: z.array(
      z.strictObject({
        id: z.string(),
        command: z.string(),
        events: z.string(),
        step: z.int(),
        taken: digits,
        paid: digits,
        chain: z.string(),
        seq: digits,
      }),
    ),
    voided: z.strictObject({ status: z.string(), step: z.int() }).nullable(),
  }),
  actions: z
    .strictObject({ seq: digits, fields: z.array(z.string().nullable()), hash: hex })
    .transform((row) => ({ line: 'action' as const, ...row })),
  entries: entry,
} as const;

export type LineOf<Name extends keyof typeof LINES> = z.output<(typeof LINES)[Name]>;

/** The lines of one of the files. Throws `BadPeriod`, at the first line that is not one. */
export async function* linesOf<Name extends keyof typeof LINES>(
  folder: string,
  files: readonly FileNote[],
  name: Name,
): AsyncGenerator<LineOf<Name>> {
  const note = files.find((file) => file.name === `${name}.jsonl.gz`);
  if (note === undefined) throw new BadPeriod(`the manifest names no file of ${name}`);
  let line = 0;
  for await (const value of readLines(folder, note)) {
    line += 1;
    const read = LINES[name].safeParse(value);
    if (!read.success) throw new BadPeriod(`line ${line} of ${note.name} is of another form`);
    yield read.data as LineOf<Name>;
  }
}
