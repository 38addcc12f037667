/** `npm start`: from a fresh clone to robots playing at every table. Ctrl-C stops it all. */
import { CODE, PAGES, building } from './setup/build.js';
import { command, interruptionOf } from './setup/command.js';
import { dataFolder, openDataFolder } from './setup/data-folder.js';
import { type Kept, keepRunning } from './setup/keep-running.js';
import { markDemo, migrate } from './setup/migrations.js';
import { DEMO_OPERATORS, openOperator, operatorPages, startOperator } from './setup/operators.js';
import { shown } from './setup/paths.js';
import type { Exit, Running } from './setup/processes.js';
import { step, together } from './setup/progress.js';
import { type Services, startServices } from './setup/services.js';
import { HELP, parseFlags } from './setup/start-flags.js';
import { Trouble, describe } from './setup/trouble.mjs';
import {
  demoAnchorKey,
  demoHandsKey,
  demoKey,
  demoPublicKey,
  leftAsItShould,
  mustBeFree,
  pictureFolder,
  relayAddress,
  startPicture,
  startSimulator,
  startStudio,
  studioLog,
  studioLogin,
  whatPictureLacks,
} from './setup/studio.js';

/** A studio whose start command was killed has six seconds to go (see processes.ts). */
const PATIENCE_AFTER_A_KILL_MS = 8_000;

const say = (text: string): unknown => process.stderr.write(`\n${text}\n`);

await command(async (context) => {
  const { signal, onStop } = context;
  const flags = parseFlags(process.argv.slice(3), process.env);
  if (flags.help) return console.log(HELP);

  const { folder, release, wasLeftBehind } = openDataFolder(dataFolder());
  onStop(release);
  signal.addEventListener('abort', () => say('Stopping …'));
  onStop(() => signal.aborted && say('Stopped. The next npm start goes on with the same data.'));

  const owner = process.env['DATABASE_OWNER_URL'];
  /** Where the database is somebody else's and its owner is not named, no login is made in it. */
  const studioUrlOf = ({ env: { DATABASE_URL: url } }: Services): string | undefined => {
    if (process.env['DATABASE_URL']) return owner ? url : undefined;
    return studioLogin(url, folder);
  };
  const operators = DEMO_OPERATORS.slice(0, flags.operators);
  if (operators.length > 0 && process.env['DATABASE_URL'] && !owner) {
    throw new Trouble('--operators opens operators: name the owner by DATABASE_OWNER_URL.');
  }
  const timeoutMs = wasLeftBehind ? PATIENCE_AFTER_A_KILL_MS : 0;
  await mustBeFree(flags.port, { timeoutMs, signal });
  const services = await building(context, async (make) => {
    const code = make(CODE);
    const database = async (): Promise<Services> => {
      const [started] = await together(startServices({ ...context, folder }), code);
      await step('migrations', () =>
        migrate(owner || started.env.DATABASE_URL, signal, studioUrlOf(started), started.env),
      );
      if (!process.env['DATABASE_URL']) await markDemo(started.env.DATABASE_URL, signal);
      return started;
    };
    const [started] = await together(database(), make(PAGES));
    return started;
  });

  const url = `http://127.0.0.1:${flags.port}`;
  const lacking = whatPictureLacks();
  const hasPicture = !flags.noPicture && lacking === undefined;
  const relay = hasPicture ? await relayAddress() : undefined;
  const ownAnchorKey = process.env['SABOT_ANCHOR_KEY'];
  const studioEnv = {
    ...services.env,
    DATABASE_URL: studioUrlOf(services) ?? services.env.DATABASE_URL,
    PORT: String(flags.port),
    SABOT_JWT_KEY: process.env['SABOT_JWT_KEY'] || demoKey(folder),
    SABOT_ANCHOR_KEY: ownAnchorKey || demoAnchorKey(folder),
    SABOT_HANDS_KEY: process.env['SABOT_HANDS_KEY'] || demoHandsKey(folder),
    SABOT_DEMO: '1',
    DEMO_TABLES: String(flags.tables),
    DEMO_FAST: flags.fast ? '1' : '0',
    DEMO_FURTHER: flags.operators > 1 ? '1' : '0',
    DEMO_PICTURE: hasPicture ? pictureFolder(folder) : '',
    ...(relay !== undefined && { DEMO_RELAY: relay }),
  };
  const simulatorEnv = {
    STUDIO_URL: url,
    TABLES: String(flags.tables),
    PLAYERS: String(flags.players),
    FAST: flags.fast ? '1' : '0',
    NO_DEALER: flags.noDealer ? '1' : '0',
    ...(flags.shoeFile !== undefined && { SHOE_FILE: flags.shoeFile }),
  };

  const keep = async (
    name: string,
    startProgram: (last?: Running) => Promise<Running>,
    isWanted?: (exit: Exit) => boolean,
  ): Promise<Kept<Running>> => {
    const kept = await keepRunning({
      name,
      startProgram,
      say,
      signal,
      ...(isWanted && { isWanted }),
    });
    onStop(kept.stop);
    return kept;
  };
  const kept: Promise<void>[] = [services.failed];
  await step('studio', async () => {
    const { failed } = await keep('The studio', (last) =>
      startStudio({ folder, env: studioEnv, isRestart: last !== undefined }, url, signal),
    );
    kept.push(failed);
    const proof = ownAnchorKey
      ? ''
      : `; its anchors: npm run verify -- --key ${shown(demoPublicKey(folder))}`;
    return `${url}, its log is ${shown(studioLog(folder))}${proof}`;
  });
  if (operators.length > 0) {
    await step('operators', async () => {
      const ownerUrl = owner || services.env.DATABASE_URL;
      for (const operator of operators) {
        const kid = await openOperator(operator, { ownerUrl, folder, signal });
        const { failed } = await keep(`The operator ${operator.name}`, (last) =>
          startOperator(operator, {
            ...{ kid, folder, studioUrl: url, isRestart: last !== undefined, signal },
          }),
        );
        // The tables are played without it too.
        failed.catch((error: unknown) => say(describe(error)));
      }
      return operatorPages(operators);
    });
  }
  if (lacking !== undefined && !flags.noPicture) say(`The tables have no picture: ${lacking}.`);
  if (hasPicture) {
    const env = {
      STUDIO_URL: url,
      DEMO_PICTURE: pictureFolder(folder),
      DEMO_RELAY: relay,
      TABLES: String(flags.tables),
    };
    const picture = await keep(
      'The picture',
      async (last) => startPicture({ folder, env, isRestart: last !== undefined }),
      leftAsItShould,
    );
    // The tables are played without it too.
    picture.failed.catch((error: unknown) => say(describe(error)));
  }
  const { failed } = await keep(
    'The simulator',
    async (last) => startSimulator({ folder, env: simulatorEnv, isRestart: last !== undefined }),
    leftAsItShould,
  );
  await Promise.race([interruptionOf(signal), ...kept, failed]);
});
