/**
 * The hands of solo games, compared with their chains: the digest of each batch is made again of
 * its steps, and each hand is dealt again by the rules, from the deck that was committed to.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { checkProof } from '../chance/check-proof.js';
import { systemHmac } from '../hands/system-hmac.js';
import { rowsOf } from '../platform/cursor.js';
import type { SoloGame } from '../solo/game.js';
import { canonicalText, plain } from '../solo/plain.js';
import type { LogFault } from './verify.js';

/** Both columns of the log are null where the batch is missing, those of steps where they are. */
interface BatchedStep {
  readonly chain: string;
  readonly seq: string;
  readonly payload: string | null;
  readonly text: string | null;
  /** Of the hands that it voids: what their rows say. */
  readonly voided: readonly VoidRow[] | null;
}

/** As in the payload of the log, but for who asked and approved. */
type VoidRow = Readonly<Record<string, string | number | null>>;

/** The text of a step, as `solo_step_text` makes it. */
const STEP_TEXT = `concat_ws('|', s.hand_number, encode(h.commitment, 'hex'), s.ordinal, s.player_id, s.command_id,
         s.command, s.events, s.step_after, s.taken, s.paid, s.balance_after)`;

/** Of a batch `l`: what its digest is made of. */
export const STEPS_OF_BATCH = `(
         select coalesce(json_agg(${STEP_TEXT} order by s.hand_number), '[]')
           from solo_steps s left join solo_hands h on h.hand_number = s.hand_number where s.chain = l.chain and s.seq = l.seq)`;

/** Of a batch `l`: what the rows say of the hands that it voids. */
export const VOIDS_OF_BATCH = `(
         select json_agg(json_build_object('hand', v.hand_number::text, 'approval', v.approval_id::text, 'requestedBy', a.requested_by,
                  'approvedBy', d.decided_by, 'reason', a.reason_code, 'status', v.status_before, 'step', v.step, 'back', v.back::text,
                  'shortfall', v.shortfall::text, 'opening', encode(o.opening, 'hex')) order by v.hand_number)
           from hand_voids v join solo_hands o on o.hand_number = v.hand_number
           left join approvals a on a.id = v.approval_id left join approval_decisions d on d.approval_id = v.approval_id
          where v.chain = l.chain and v.seq = l.seq)`;

const BATCHED = `
select chain, seq, l.payload, ${STEP_TEXT} as text, ${VOIDS_OF_BATCH} as voided
  from solo_log l full join solo_steps s using (chain, seq) left join solo_hands h on h.hand_number = s.hand_number
 order by chain, seq, s.hand_number`;

interface StoredStep {
  readonly id: string;
  readonly command: string;
  readonly events: string;
  readonly step: number;
  readonly taken: string;
  readonly paid: string;
  readonly chain: string;
  readonly seq: string;
}

interface StoredHand {
  readonly hand: string;
  readonly game: SoloGame;
  readonly rules: string;
  readonly commitment: string;
  readonly opening: string | null;
  readonly seed: string | null;
  readonly cut: number | null;
  readonly status: 'committed' | 'in_play' | 'over' | 'void';
  readonly step: number;
  readonly taken: string;
  readonly paid: string;
  readonly steps: readonly StoredStep[];
  /** How it stood when it was voided, as far as its log has it. */
  readonly voided: { readonly status: string; readonly step: number } | null;
}

/** The hands for which `where` holds, each with its steps. */
export const handOf = (where = ''): string => `
select h.hand_number as hand, h.game, h.rules, encode(h.commitment, 'hex') as commitment, encode(h.opening, 'hex') as opening,
       h.player_seed as seed, h.cut, h.status, h.step, h.taken, h.paid, (
         select coalesce(json_agg(json_build_object('id', s.command_id, 'command', s.command, 'events', s.events, 'step', s.step_after,
                  'taken', s.taken::text, 'paid', s.paid::text, 'chain', s.chain, 'seq', s.seq::text) order by s.ordinal), '[]')
           from solo_steps s where s.hand_number = h.hand_number) as steps, (
         select json_build_object('status', v.status_before, 'step', v.step) from hand_voids v join solo_log l using (chain, seq)
          where v.hand_number = h.hand_number and l.payload is json and l.payload::jsonb ->> 'kind' in ('void', 'voids')) as voided
  from solo_hands h ${where} order by h.hand_number`;

/** `firstBad`: the first bad row of each log that has one. What comes later proves nothing. */
export const handFaults = async (
  client: pg.ClientBase,
  firstBad: ReadonlyMap<string, bigint>,
): Promise<readonly LogFault[]> => {
  const faults = [...(await digestFaults(client))];
  for await (const row of rowsOf<StoredHand>(client, handOf())) {
    const says = handFault(row);
    if (says === undefined) continue;
    const { chain = `@${row.game}`, seq = '0' } = row.steps.at(-1) ?? {};
    faults.push({
      log: chain,
      seq: BigInt(seq),
      kind: 'row_differs',
      says: `hand ${row.hand}: ${says}`,
    });
  }
  return faults.filter(({ log, seq }) => {
    const bad = firstBad.get(log);
    return bad === undefined || seq < bad;
  });
};

const digestFaults = async (client: pg.ClientBase): Promise<readonly LogFault[]> => {
  const faults: LogFault[] = [];
  let batch: { readonly head: BatchedStep; readonly texts: string[] } | undefined;
  const close = (): void => {
    if (batch === undefined) return;
    const { head, texts } = batch;
    const says = batchFault(head, texts);
    if (says === undefined) return;
    const kind = head.payload === null ? 'trace_differs' : 'row_differs';
    faults.push({ log: head.chain, seq: BigInt(head.seq), kind, says });
  };
  for await (const row of rowsOf<BatchedStep>(client, BATCHED)) {
    if (batch?.head.chain !== row.chain || batch.head.seq !== row.seq) {
      close();
      batch = { head: row, texts: [] };
    }
    // Of a batch without steps there is one row, whose text has bars alone, or nothing.
    if (row.text !== null && row.text !== '') batch.texts.push(row.text);
  }
  close();
  return faults;
};

/** What is wrong with a batch whose steps have these texts, if anything. */
export const batchFault = (
  { payload, voided }: Pick<BatchedStep, 'payload' | 'voided'>,
  texts: readonly string[],
): string | undefined => {
  if (payload === null) return 'there are steps of hands that it should vouch for, and it is not';
  const { steps, digest, kind, version, ...rest } = parsed(payload);
  if (kind === 'void') {
    const isSame =
      version === 1 &&
      voided?.length === 1 &&
      canonicalText(plain(rest)) === canonicalText(voided[0]!);
    return isSame && texts.length === 0 ? undefined : 'the void of its hand is not as it says';
  }
  if (kind === 'voids') {
    const said = { ...rest, digest };
    const isSame = version === 1 && canonicalText(plain(said)) === canonicalText(orderOf(voided));
    return isSame && texts.length === 0 ? undefined : 'the voids of its hands are not as it says';
  }
  const made = createHash('sha256').update(texts.join('\n')).digest('hex');
  return steps === texts.length && digest === made
    ? undefined
    : 'the steps of its hands are not those that its digest was made of';
};

/** What the row of the log says of an order for many hands, made again of their voids. */
const orderOf = (voided: readonly VoidRow[] | null): VoidRow => {
  const first = voided?.[0];
  const isOfMany = (void_: VoidRow) =>
    void_['status'] === 'in_play' &&
    void_['shortfall'] === '0' &&
    void_['approval'] === first?.['approval'];
  if (voided === null || first === undefined || !voided.every(isOfMany)) return {};
  const texts = voided.map(({ hand, step, back, opening }) => {
    return [hand, step, back, opening ?? ''].join('|');
  });
  return {
    approval: first['approval'] ?? null,
    requestedBy: first['requestedBy'] ?? null,
    approvedBy: first['approvedBy'] ?? null,
    reason: first['reason'] ?? null,
    hands: voided.length,
    back: `${voided.reduce((sum, { back }) => sum + BigInt(back ?? 0), 0n)}`,
    digest: createHash('sha256').update(texts.join('\n')).digest('hex'),
  };
};

/** What is wrong with a hand, if anything. */
export const handFault = (row: StoredHand): string | undefined => {
  const { hand, game, rules, commitment, opening, seed, cut, status, steps } = row;
  const read = steps.map((step) => ({ ...step, list: eventsOf(step.events) }));
  const events = read.flatMap(({ list }) => list);
  let before = 0;
  for (const [index, { list, step, taken, paid, command }] of read.entries()) {
    const place = `step ${index + 1}`;
    if (step !== before + list.length) return `${place} does not follow the one before`;
    if (parsed(command)['step'] !== before) return `${place} answers another step of the hand`;
    if (taken !== movedBy(list, 'taken') || paid !== movedBy(list, 'paid')) {
      return `${place} takes or pays something else than its events`;
    }
    before = step;
  }
  const total = (name: 'taken' | 'paid'): string =>
    steps.reduce((sum, step) => sum + BigInt(step[name]), 0n).toString();
  if (row.step !== before) return `it is at step ${row.step}, its steps end at ${before}`;
  for (const name of ['taken', 'paid'] as const) {
    if (row[name] !== total(name)) return `${name} is ${row[name]}, its steps say ${total(name)}`;
  }
  const isOver = events.some(({ kind }) => kind === 'hand_ended');
  const due = steps.length === 0 ? 'committed' : isOver ? 'over' : 'in_play';
  const { voided } = row;
  if ((status === 'void') !== (voided !== null)) {
    return status === 'void' ? 'it is void, and no log says so' : `it was voided, and is ${status}`;
  }
  const stood = voided?.status ?? status;
  if (stood !== due) return `it ${voided === null ? 'is' : 'was'} ${stood}, its steps say ${due}`;
  if (voided !== null && voided.step !== row.step) return 'it was voided at another step';
  if (status !== 'over' && status !== 'void') return undefined;
  // The key of a hand in play may be lost for good. Nothing of it can be checked then.
  if (opening === null && stood === 'in_play') return undefined;

  const proof = {
    ...{ version: 1, game, rules, hand, status, commitment, opening },
    ...(game === 'blackjack' ? { cut } : { seed }),
    steps: steps.map(({ id, command }) => ({ id, command: parsed(command) })),
    events,
  };
  const check = checkProof(proof, systemHmac);
  if (check.ok) return undefined;
  const at = check.at === undefined ? '' : ` at ${check.at}`;
  return `the rules deal or pay it otherwise (${check.fault}${at})`;
};

/** Nothing, for a text that is no object in JSON. */
const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const eventsOf = (text: string): readonly Readonly<Record<string, unknown>>[] => {
  const { version, events } = parsed(text);
  if (version !== 1 || !Array.isArray(events)) return [];
  return events.map((event: unknown) => (typeof event === 'object' ? { ...event } : {}));
};

const movedBy = (
  events: readonly Readonly<Record<string, unknown>>[],
  name: 'taken' | 'paid',
): string =>
  events
    .reduce((sum, { [name]: digits }) => {
      return typeof digits === 'string' && /^\d+$/.test(digits) ? sum + BigInt(digits) : sum;
    }, 0n)
    .toString();
