/**
 * An export: keys, anchors and rows as JSON lines. It is complete on its own, so that anybody can
 * verify it without the studio.
 */
import { z } from 'zod';
import { ANCHOR_REASONS, type Anchor } from './anchor.js';
import type { LogRow } from './log-row.js';

const digits = z.string().regex(/^-?\d{1,19}$/);
const hex = z
  .string()
  .regex(/^([0-9a-f]{2})*$/)
  .transform((text) => Buffer.from(text, 'hex'));

const line = z.discriminatedUnion('line', [
  z.strictObject({ line: z.literal('export'), version: z.literal(1), at: z.string() }),
  z.strictObject({ line: z.literal('key'), id: z.string(), publicKey: z.string() }),
  // The studio's own log contains anchors, too, with a time and more beside them.
  z.object({
    line: z.literal('anchor'),
    table: z.string(),
    number: digits.transform(BigInt),
    ordinal: digits.transform(BigInt),
    seq: digits.transform(BigInt),
    hash: hex,
    reason: z.enum(ANCHOR_REASONS),
    at: z.string(),
    keyId: z.string(),
    signature: hex,
    timeline: z.int().nonnegative().default(0),
  }),
  z.strictObject({
    line: z.literal('event'),
    table: z.string(),
    seq: digits,
    epoch: digits,
    atMs: digits,
    kind: z.string(),
    payload: z.string(),
    hash: hex,
  }),
  z.strictObject({
    line: z.literal('batch'),
    chain: z.string(),
    seq: digits,
    atMs: digits,
    payload: z.string(),
    hash: hex,
  }),
  z.strictObject({
    line: z.literal('action'),
    seq: digits,
    fields: z.array(z.string().nullable()),
    hash: hex,
  }),
  z.strictObject({ line: z.literal('end'), lines: z.int() }),
]);
type ExportLine = z.infer<typeof line>;

/** Undefined for a text that is not a line of an export. */
export const parseLine = (text: string): ExportLine | undefined => {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

export const anchorLine = ({ number, ordinal, seq, hash, signature, ...anchor }: Anchor) => ({
  line: 'anchor' as const,
  ...anchor,
  number: number.toString(),
  ordinal: ordinal.toString(),
  seq: seq.toString(),
  hash: hash.toString('hex'),
  signature: signature.toString('hex'),
});

const rowLine = (row: LogRow) => ({ ...row, hash: row.hash.toString('hex') });

interface Exported {
  readonly at: Date;
  /** Public keys by their ids. */
  readonly keys: ReadonlyMap<string, string>;
  readonly anchors: readonly Anchor[];
  readonly rows: AsyncIterable<LogRow>;
}

/** The last line says how many there are, so that a file that was cut short is noticed. */
export async function* makeLines({ at, keys, anchors, rows }: Exported): AsyncGenerator<string> {
  let lines = 0;
  const make = (value: object): string => {
    lines += 1;
    return `${JSON.stringify(value)}\n`;
  };
  yield make({ line: 'export', version: 1, at: at.toISOString() });
  for (const [id, publicKey] of keys) yield make({ line: 'key', id, publicKey });
  for (const anchor of anchors) yield make(anchorLine(anchor));
  for await (const row of rows) yield make(rowLine(row));
  yield `${JSON.stringify({ line: 'end', lines })}\n`;
}

/** What is wrong with a file that is not a complete export. */
export class BadExport extends Error {
  override readonly name = 'BadExport';
}

interface ReadExport {
  readonly keys: ReadonlyMap<string, string>;
  readonly anchors: readonly Anchor[];
  /** To be read once, to the end. Throws `BadExport`. */
  readonly rows: AsyncGenerator<LogRow>;
}

/**
 * Keys and anchors come before the rows, which are read as they are asked for. Throws `BadExport`.
 */
export const readLines = async (texts: AsyncIterable<string>): Promise<ReadExport> => {
  const keys = new Map<string, string>();
  const anchors: Anchor[] = [];
  const lines = numbered(texts);
  let first: LogRow | undefined;
  for (;;) {
    const next = await lines.next();
    if (next.done === true) break;
    const { value } = next;
    if (value.line === 'end') break;
    if (value.line === 'key') keys.set(value.id, value.publicKey);
    else if (value.line === 'anchor') anchors.push(value);
    else if (value.line !== 'export') {
      first = value;
      break;
    }
  }
  return { keys, anchors, rows: rowsOf(first, lines) };
};

async function* rowsOf(
  first: LogRow | undefined,
  lines: AsyncGenerator<ExportLine>,
): AsyncGenerator<LogRow> {
  if (first !== undefined) yield first;
  for await (const each of lines) {
    if (isRow(each)) yield each;
    else if (each.line !== 'end') throw new BadExport(`a ${each.line} is among the rows`);
  }
}

const isRow = (each: ExportLine): each is ExportLine & LogRow =>
  each.line === 'event' || each.line === 'batch' || each.line === 'action';

/** Every line, and nothing after the last. */
async function* numbered(texts: AsyncIterable<string>): AsyncGenerator<ExportLine> {
  let count = 0;
  let hasEnded = false;
  for await (const text of texts) {
    const parsed = parseLine(text);
    if (parsed === undefined) throw new BadExport(`line ${count + 1} is not a line of an export`);
    if (hasEnded) throw new BadExport(`line ${count + 1} comes after the end`);
    if ((count === 0) !== (parsed.line === 'export')) {
      throw new BadExport('it does not begin as an export does');
    }
    if (parsed.line === 'end') {
      hasEnded = true;
      if (parsed.lines !== count) {
        throw new BadExport(`it has ${count} lines, and should have ${parsed.lines}`);
      }
    }
    count += 1;
    yield parsed;
  }
  if (!hasEnded) throw new BadExport('its end is missing');
}
