/** Verification of a whole studio: from Postgres, as it is at one moment, or from an export. */
import type { KeyObject } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import type pg from 'pg';
import { textLines } from '../platform/text-lines.js';
import { writeWhole } from '../platform/whole-file.js';
import { keysById, parsePublicKey } from './anchor-key.js';
import { betLines } from './bet-lines.js';
import { readAnchors, readKeys } from './anchor-rows.js';
import { type Anchor, STAFF_LOG } from './anchor.js';
import { BadExport, makeLines, parseLine, readLines } from './lines.js';
import { rowFaults } from './compare-rows.js';
import { rowsInPostgres } from './stored-rows.js';
import { brokenTraces, eventRows, logRows, openIncidentFaults } from './log-source.js';
import { RestoreFinder, withRestores } from './restores.js';
import { handFaults } from './hand-faults.js';
import { staffFaults } from './staff-traces.js';
import { traceFaults, withFaults, witnessFaults } from './log-report.js';
import { type LogFault, type FaultKind, type LogVerdict, missingAnchor, verify } from './verify.js';

export interface Trust {
  /**
   * Public keys that are trusted, as base64 or PEM. Where there is none, those that the logs
   * themselves name are.
   */
  readonly keys: readonly KeyObject[];
  /** Anchors that were kept elsewhere: the logs must still have them. */
  readonly witnesses: readonly Anchor[];
}

/** Within a transaction that sees one moment only. */
export const verifyDatabase = async (
  client: pg.ClientBase,
  { keys, witnesses }: Trust,
): Promise<readonly LogVerdict[]> => {
  const anchors = await readAnchors(client);
  const trusted = keysById(keys, (await readKeys(client)).values());
  const finder = new RestoreFinder(witnesses);
  const rows = finder.watch(logRows(client));
  const verdicts = await verify({ rows, anchors, keys: trusted });
  const badRows = verdicts.flatMap(({ faults }) =>
    faults.filter(({ kind }) => !OF_ANCHORS.has(kind)),
  );
  const firstBad = new Map(badRows.map(({ log, since, seq }) => [log, since ?? seq]));
  const differing = await rowFaults(eventRows(client), rowsInPostgres(client), firstBad);
  const traces = traceFaults(await brokenTraces(client));
  const staff = await staffFaults(client, firstBad.get(STAFF_LOG));
  const open = await openIncidentFaults(client);
  const hands = await handFaults(client, firstBad);
  const lost = finder.lost(anchors);
  const signed = anchorFaults(witnesses, anchors, lost);
  const all = withFaults(verdicts, [
    ...signed,
    ...traces,
    ...differing,
    ...open,
    ...staff,
    ...hands,
  ]);
  return withRestores(all, finder.restores, lost);
};

/** Throws `BadExport` for a file that is not an export, or not complete. */
export const verifyFile = async (
  file: string,
  { keys, witnesses }: Trust,
): Promise<readonly LogVerdict[]> => {
  const exported = await readLines(linesOf(file));
  const { anchors, rows } = exported;
  const finder = new RestoreFinder(witnesses);
  const watched = finder.watch(rows);
  const trusted = keysById(keys, exported.keys.values());
  const verdicts = await verify({ rows: watched, anchors, keys: trusted });
  const lost = finder.lost(anchors);
  const all = withFaults(verdicts, anchorFaults(witnesses, anchors, lost));
  return withRestores(all, finder.restores, lost);
};

/** Faults of the anchors alone: the rows may be good. */
const OF_ANCHORS: ReadonlySet<FaultKind> = new Set(['anchor_missing', 'anchor_forged']);

const anchorFaults = (
  witnesses: readonly Anchor[],
  anchors: readonly Anchor[],
  lost: readonly Anchor[],
): readonly LogFault[] => {
  const missing = missingAnchor(anchors);
  const due = witnesses.filter((witness) => !lost.includes(witness));
  return [...witnessFaults(due, anchors), ...(missing === undefined ? [] : [missing])];
};

/** Within a transaction that sees one moment only. */
export const exportLogs = async (client: pg.ClientBase, file: string): Promise<void> => {
  const lines = makeLines({
    at: new Date(),
    keys: await readKeys(client),
    anchors: await readAnchors(client),
    rows: logRows(client),
  });
  await writeWhole(file, lines);
};

/** Within the same transaction as the logs, where both are written. */
export const exportBets = (client: pg.ClientBase, file: string): Promise<void> =>
  writeWhole(file, betLines(client));

/**
 * The anchors of an export, or of the studio's own log. Lines that are neither are skipped. Throws
 * `BadExport` where none is left: such a file is witness to nothing. So it does for an export that
 * was cut short, which may have lost those that matter.
 */
export const readWitnesses = async (file: string): Promise<readonly Anchor[]> => {
  const anchors: Anchor[] = [];
  let [lines, isExport, isWhole] = [0, false, false];
  for await (const text of linesOf(file)) {
    const line = parseLine(text);
    if (line?.line === 'anchor') anchors.push(line);
    if (line?.line === 'export' && lines === 0) isExport = true;
    if (line?.line === 'end') isWhole = line.lines === lines;
    lines += 1;
  }
  if (isExport && !isWhole) throw new BadExport(`${file} is an export that is not whole`);
  if (anchors.length === 0) {
    throw new BadExport(`${file} holds no anchor: it is neither an export nor the studio’s log`);
  }
  return anchors;
};

/** A public key as base64 or PEM, or the file that holds it; or what is wrong with it. */
export const readKey = (text: string): KeyObject | string => {
  const key = parsePublicKey(text);
  if (key !== undefined) return key;
  try {
    return parsePublicKey(readFileSync(text, 'utf8')) ?? `${text}: has no Ed25519 public key in it`;
  } catch {
    return `${text}: is neither an Ed25519 public key nor a file that can be read`;
  }
};

export { BadExport };

const linesOf = (file: string): AsyncIterable<string> => textLines(createReadStream(file));
