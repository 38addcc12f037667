/** `npm start`: from a fresh clone to robots playing at every table. Ctrl-C stops it all. */
import './setup/node-version.mjs';
import { CODE, PAGES } from './setup/build.mjs';
import { command, interruptionOf } from './setup/command.mjs';
import { dataFolder, openDataFolder } from './setup/data-folder.mjs';
import { keepRunning } from './setup/keep-running.mjs';
import { migrate } from './setup/migrations.mjs';
import { shown } from './setup/paths.mjs';
import { step } from './setup/progress.mjs';
import { readyCode } from './setup/ready-code.mjs';
import { HELP, parseFlags } from './setup/start-flags.mjs';
import {
  demoAnchorKey,
  demoKey,
  leftAsItShould,
  mustBeFree,
  startSimulator,
  startStudio,
  studioLog,
} from './setup/studio.mjs';
import { startServices } from './services.mjs';

/** A studio whose start command was killed has six seconds to go (see processes.mjs). */
const PATIENCE_AFTER_A_KILL_MS = 8_000;

const say = (text) => process.stderr.write(`\n${text}\n`);

await command(async ({ signal, onStop }) => {
  const flags = parseFlags(process.argv.slice(2), process.env);
  if (flags.help) return console.log(HELP);

  const { folder, release, wasLeftBehind } = openDataFolder(dataFolder());
  onStop(release);
  signal.addEventListener('abort', () => say('Stopping …'));
  onStop(() => signal.aborted && say('Stopped. The next npm start goes on with the same data.'));

  const patienceMs = wasLeftBehind ? PATIENCE_AFTER_A_KILL_MS : 0;
  await mustBeFree(flags.port, { patienceMs, signal });
  const options = { folder, durable: true, database: 'sabot', signal, say, onStop };
  const beside = () => startServices(options);
  const services = await readyCode({ signal, makes: [CODE, PAGES], beside });
  await step('migrations', () => migrate(services.env.DATABASE_URL, { signal }));

  const url = `http://127.0.0.1:${flags.port}`;
  const studioEnv = {
    ...services.env,
    PORT: String(flags.port),
    SABOT_JWT_KEY: process.env.SABOT_JWT_KEY || demoKey(folder),
    SABOT_ANCHOR_KEY: process.env.SABOT_ANCHOR_KEY || demoAnchorKey(folder).key,
    SABOT_DEMO: '1',
    DEMO_TABLES: String(flags.tables),
    DEMO_FAST: flags.fast ? '1' : '0',
  };
  const simulatorEnv = {
    STUDIO_URL: url,
    TABLES: String(flags.tables),
    PLAYERS: String(flags.players),
    FAST: flags.fast ? '1' : '0',
    ...(flags.shoeFile && { SHOE_FILE: flags.shoeFile }),
  };

  const keep = async (name, startProgram, isWanted) => {
    const kept = await keepRunning({ name, startProgram, isWanted, say, signal });
    onStop(kept.stop);
    return kept;
  };
  let studio;
  await step('studio', async () => {
    studio = await keep('The studio', (isRestart) =>
      startStudio({ folder, env: studioEnv, url, signal, isRestart }),
    );
    const proof = process.env.SABOT_ANCHOR_KEY
      ? ''
      : `; its anchors: npm run verify -- --key ${shown(demoAnchorKey(folder).publicFile)}`;
    return `${url}, its log is ${shown(studioLog(folder))}${proof}`;
  });
  const simulator = await keep(
    'The simulator',
    (isRestart) => startSimulator({ folder, env: simulatorEnv, isRestart }),
    leftAsItShould,
  );
  await Promise.race([interruptionOf(signal), services.failed, studio.failed, simulator.failed]);
});
