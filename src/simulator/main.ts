/**
 * The simulator's process: robot dealers and players at every table of a studio, and a terminal
 * that shows them.
 */
import { Schedule } from './schedule.js';
import { Crowd } from './crowd.js';
import { LineReport } from './line-report.js';
import { loginLines } from './logins.js';
import type { Report } from './report.js';
import { Screen } from './screen.js';
import { readSeed } from './seed.js';
import { SimulatorSettingsError, type SimulatorSettings, readSettings } from './settings.js';
import { startSoloRobots } from './solo-robot.js';
import { staffTable } from './staff.js';
import { RobotTally } from './tally.js';

const run = async (settings: SimulatorSettings): Promise<void> => {
  const { url, tables, players, dataFolder, fast, hasDealers, coups } = settings;
  const seed = readSeed(dataFolder);
  const leaving = new AbortController();
  const schedule = new Schedule();
  const tally = new RobotTally();
  const note = (text: string) => report.note(text);
  const context = { url, schedule, note, signal: leaving.signal };

  process.stdout.write(`${loginLines(url, tables).join('\n')}\n\n`);
  const report = reportOf(
    () => ({
      url,
      robots: { seated: crowd.seated, all: players },
      bets: tally,
      hands: tally.hands,
    }),
    tally,
  );
  const crowd = new Crowd({ context, report, tally, players, tables });

  // However the process ends, the cursor comes back. The connections end with the process, since
  // closing a thousand by hand takes a second.
  process.on('exit', () => report.close());
  const leave = () => {
    leaving.abort();
    schedule.stop();
    process.exit(0);
  };
  // Ctrl-C and the start command may both ask. Without a listener the second signal would end the
  // process midway.
  process.on('SIGINT', leave);
  process.on('SIGTERM', leave);
  process.stdout.on('error', leave); // Whoever read the lines has closed the pipe.

  for (let number = 1; number <= tables; number += 1) {
    const own = number === 1 ? coups : undefined;
    const parts = {
      context,
      report,
      dataFolder,
      seed,
      fast,
      hasDealer: hasDealers,
      number,
      coups: own,
    };
    await staffTable(parts);
  }
  await crowd.comeIn();
  await startSoloRobots({ context, report, tally, fast });
};

const reportOf = (
  floor: ConstructorParameters<typeof Screen>[0]['floor'],
  tally: RobotTally,
): Report => {
  const { stdout } = process;
  if (!stdout.isTTY) return new LineReport((line) => stdout.write(`${line}\n`), tally);
  const hasColours = !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
  return new Screen({ terminal: stdout, hasColours, floor });
};

try {
  await run(readSettings(process.env, process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof SimulatorSettingsError ? error.message : error);
  process.exit(1);
}
