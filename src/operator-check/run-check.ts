/** The conformance kit: every case tried against a wallet, one after the other, and the report. */
import { type Case, GROUPS, type Group } from './case.js';
import { Failed } from './failed.js';
import { HARD_CASES } from './hard-cases.js';
import { MONEY_CASES } from './money-cases.js';
import { ONCE_CASES } from './once-cases.js';
import { ROUND_CASES } from './round-cases.js';
import { TIP_CASES } from './tip-cases.js';
import { Trial, type TrialOf } from './trial.js';
import type { TriedWallet } from './tried-wallet.js';

const ALL: readonly Case[] = [
  ...MONEY_CASES,
  ...ONCE_CASES,
  ...ROUND_CASES,
  ...TIP_CASES,
  ...HARD_CASES,
];

/** In the order of the groups. */
export const CASES: readonly Case[] = GROUPS.flatMap((group) =>
  ALL.filter((each) => each.group === group),
);

interface Outcome {
  readonly group: Group;
  readonly says: string;
  readonly result: 'holds' | 'fails' | 'skipped';
  /** What the wallet did, or what the case lacks. Empty where it holds. */
  readonly why: string;
  readonly ms: number;
}

/** Of these groups, or of all. A case that cannot be tried at all has failed. */
export const runCheck = async (
  wallet: TriedWallet,
  of: TrialOf,
  groups: readonly Group[] = GROUPS,
): Promise<readonly Outcome[]> => {
  const trial = new Trial(wallet, of);
  const outcomes: Outcome[] = [];
  for (const each of CASES.filter(({ group }) => groups.includes(group))) {
    const startedAtMs = performance.now();
    const { group, says } = each;
    const why = await faultOf(each, trial);
    const ms = Math.round(performance.now() - startedAtMs);
    const isSkipped = [LACKING, NO_BARRED_SESSION, NO_SESSION, NO_TIPS].includes(why);
    const result = why === '' ? 'holds' : isSkipped ? 'skipped' : 'fails';
    outcomes.push({ group, says, result, why, ms });
  }
  return outcomes;
};

const LACKING = 'nobody was named whom nothing may be taken from (--barred)';
const NO_BARRED_SESSION = 'no session of who is barred was named (--barred-session)';
const NO_SESSION = 'no session of the player was named (--session)';
const NO_TIPS = 'the wallet was not said to take tips in this mode (--tips)';

const faultOf = async (
  { needsBarred, needsBarredSession, needsSession, needsTips, run }: Case,
  trial: Trial,
): Promise<string> => {
  if (needsTips !== undefined && trial.of.tips?.includes(needsTips) !== true) return NO_TIPS;
  if (needsBarred === true && trial.of.barred === undefined) return LACKING;
  const { session, barredSession } = trial.of;
  if (needsBarredSession === true && session !== undefined && barredSession === undefined) {
    return NO_BARRED_SESSION;
  }
  if (needsSession === true && session === undefined) return NO_SESSION;
  try {
    await run(trial);
    return '';
  } catch (error) {
    if (error instanceof Failed) return error.message;
    throw error;
  }
};

const SIGNS = { holds: 'ok   ', fails: 'FAILS', skipped: '–    ' } as const;

/** A line for each case, under its group, with what the wallet did where it fails. */
export const makeCheckReport = (outcomes: readonly Outcome[], wallet: TriedWallet): string => {
  const groups = GROUPS.filter((each) => outcomes.some(({ group }) => group === each));
  const lines = groups.flatMap((each) => [
    each,
    ...outcomes
      .filter(({ group }) => group === each)
      .flatMap(({ result, says, why }) => [
        `  ${SIGNS[result]} ${says}`,
        ...(why === '' ? [] : [`          ${why}`]),
      ]),
  ]);
  const count = (result: Outcome['result']) =>
    outcomes.filter((each) => each.result === result).length;
  return [
    ...lines,
    '',
    `${outcomes.length} cases: ${count('holds')} hold, ${count('fails')} fail, ${count('skipped')} skipped; ` +
      `${wallet.requests} requests, the slowest verdict in ${Math.round(wallet.slowestMs)} ms`,
  ].join('\n');
};
