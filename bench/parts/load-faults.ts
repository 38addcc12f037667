/** What is done to a studio while a load plays at it, and how soon it goes on. */
import type pg from 'pg';
import type { LoadCrowd } from './load-crowd.js';
import type { ScaledProcess, ScaledStudio } from './scaled-studio.js';
import { tablesRunBy } from './studio.js';

export const LOAD_FAULTS = [
  'owner-killed',
  'owner-frozen',
  'edge-killed',
  'redis-killed',
  'redis-flushed',
  'redis-frozen',
  'rolling-restart',
] as const;
type LoadFault = (typeof LOAD_FAULTS)[number];

/** Those that are named by `--faults`, or why there are none of them. */
export const readFaults = (names: string, isAtUrl: boolean): readonly LoadFault[] | string => {
  if (names === '') return [];
  if (isAtUrl) return '--faults: not with --url, whose studio is not the load’s own to hurt';
  if (names === 'all') return LOAD_FAULTS;
  const asked = names.split(',');
  const faults = LOAD_FAULTS.filter((fault) => asked.includes(fault));
  return faults.length === asked.length
    ? faults
    : `--faults: all, or some of ${LOAD_FAULTS.join(', ')}`;
};

/** Tables, those of them that have written nothing, and until the last of the others wrote. */
export interface GoingOn {
  readonly tables: number;
  readonly stalled: number;
  readonly withinMs: number | null;
}

/** What was seen of a fault. */
export interface SeenFault {
  readonly fault: LoadFault;
  /** The process, where it was one. */
  readonly of: string;
  readonly atMs: number;
  /** Of an owner: the tables that it ran, in the hands of another, since the fault began. */
  readonly its?: GoingOn;
  /** All tables of the studio, in whatever hands, since the fault was over. */
  readonly all: GoingOn;
  /** Connections that players lost, those that came back, and until the last of these sat again. */
  readonly players: number;
  readonly playersBack: number;
  readonly playersWithinMs: number | null;
}

/** An owner is frozen for longer than its lease of two seconds. */
const OWNER_FROZEN_MS = 6_000;
const REDIS_AWAY_MS = 4_000;
/** A process that was killed is started again after this, as whoever runs it would. */
const STARTED_AGAIN_MS = 4_000;
/** What happens within this time of its end is put down to the fault. */
const SEEN_WITHIN_MS = 25_000;
/** How long after that, and the time for bets, a table may write nothing: a shoe is changed. */
const SILENT_MAX_MS = 60_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** None of one that is still being started again. */
const tablesOf = ({ studio }: ScaledProcess): Promise<readonly string[]> =>
  tablesRunBy(studio).catch(() => []);

/** The process that runs most of the tables. */
const owner = async (studio: ScaledStudio): Promise<[ScaledProcess, readonly string[]]> => {
  const owners = studio.of('table').length > 0 ? studio.of('table') : studio.of('edge');
  let most: [ScaledProcess, readonly string[]] = [owners[0]!, []];
  for (const member of owners) {
    const tables = await tablesOf(member);
    if (tables.length > most[1].length) most = [member, tables];
  }
  return most;
};

const kill = async (studio: ScaledStudio, member: ScaledProcess): Promise<void> => {
  await member.studio.kill();
  studio.forget(member);
  setTimeout(() => {
    studio.launch(member.part, member.roles, member.studio.port);
  }, STARTED_AGAIN_MS);
};

/**
 * How many of the tables went on after that moment, and how soon: in the hands of an owner that is
 * not the one of before, or in any.
 */
export const goingOn = async (
  pool: pg.Pool,
  tables: readonly string[],
  atMs: number,
  hands: 'new' | 'any',
): Promise<GoingOn> => {
  const { rows } = await pool.query<{ stalled: number; ms: number | null }>(
    `select (count(*) filter (where first.ms is null))::int as stalled, max(first.ms)::float8 as ms
       from unnest($1::text[]) as t(id) left join lateral (
       select e.at_ms - $2::bigint as ms from table_events e
        where e.table_id = t.id and e.at_ms > $2::bigint
          and ($3 or e.epoch > (select max(b.epoch) from table_events b
                                 where b.table_id = t.id and b.at_ms <= $2::bigint))
        order by e.seq limit 1) as first on true`,
    [tables, atMs, hands === 'any'],
  );
  const { stalled, ms } = rows[0]!;
  return { tables: tables.length, stalled, withinMs: ms === null ? null : Math.round(ms) };
};

/** The same of all tables since then. Waits for those that write little. */
const allGoingOn = async (studio: ScaledStudio, sinceMs: number): Promise<GoingOn> => {
  const untilMs = Date.now() + SILENT_MAX_MS + studio.betMs;
  for (;;) {
    const seen = await goingOn(studio.database.admin, studio.tables, sinceMs, 'any');
    if (seen.stalled === 0 || Date.now() > untilMs) return seen;
    await pause(500);
  }
};

/** Resolves when it has been seen how the studio goes on. */
export const bringAbout = async (
  fault: LoadFault,
  studio: ScaledStudio,
  crowd: LoadCrowd,
): Promise<SeenFault> => {
  const { redis } = studio;
  let of = 'Redis';
  let its: readonly string[] | undefined;
  let atMs = Date.now();
  const cutsBefore = crowd.counts.cuts;
  switch (fault) {
    case 'owner-killed': {
      const [member, tables] = await owner(studio);
      [of, its, atMs] = [member.name, tables, Date.now()];
      await kill(studio, member);
      break;
    }
    case 'owner-frozen': {
      const [member, tables] = await owner(studio);
      [of, its, atMs] = [member.name, tables, Date.now()];
      member.studio.freeze();
      await pause(OWNER_FROZEN_MS);
      member.studio.thaw();
      break;
    }
    case 'edge-killed': {
      const member = studio.of('edge')[0]!;
      [of, atMs] = [member.name, Date.now()];
      await kill(studio, member);
      break;
    }
    case 'redis-killed':
      redis.kill();
      await pause(REDIS_AWAY_MS);
      await redis.startAgain();
      break;
    case 'redis-flushed':
      await redis.flush();
      break;
    case 'redis-frozen':
      redis.freeze();
      await pause(REDIS_AWAY_MS);
      redis.thaw();
      break;
    case 'rolling-restart':
      of = 'every process';
      for (const member of [...studio.members]) {
        await member.studio.stop();
        studio.forget(member);
        await studio.launch(member.part, member.roles, member.studio.port).studio.isReady();
      }
  }
  const overMs = Date.now();
  await pause(SEEN_WITHIN_MS);
  const players = crowd.counts.cuts - cutsBefore;
  const back = crowd.returns.filter(([at, tookMs]) => at - tookMs >= atMs - 50);
  return {
    ...{ fault, of, atMs, players },
    playersBack: back.length,
    playersWithinMs:
      back.length === 0 ? null : Math.round(Math.max(...back.map(([at]) => at - atMs))),
    ...(its && { its: await goingOn(studio.database.admin, its, atMs, 'new') }),
    all: await allGoingOn(studio, overMs),
  };
};
