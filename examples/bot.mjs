/** Places one chip on Punto in every round: `node example-bot.mjs [studio] [table] [token]`. */
import { PlayerClient, signIn } from '@sabot/client';

const [url = 'http://127.0.0.1:3000', table = 'pb-1', shown] = process.argv.slice(2);
const token = shown ?? (await signIn(url, { role: 'player', name: 'Example bot' })).token;
const bot = new PlayerClient(url, token);
bot.connection.onState((state, reason) => {
  console.log(state, reason);
  if (state === 'refused' || state === 'ended') process.exit(1);
});
bot.onResult(({ game, stakes, paid, balance }) => {
  console.log(`${game}: staked ${stakes}, paid ${paid}, balance ${balance}`);
});
const seat = bot.join(table, {
  message(message, { settings }) {
    if (message.kind === 'coup_decided') console.log(`${message.game}: ${message.coup}`);
    if (message.kind === 'betting_opened') play(message.game, settings.chips[0]).catch(console.log);
  },
});

async function play(game, amount) {
  const bet = () => bot.bet(seat, game, { kind: 'place', spot: 'punto', amount });
  let reply = await bet();
  if (!reply.ok && reply.refusal === 'insufficient_funds') {
    await bot.send('session:buy-in', { key: crypto.randomUUID(), amount: '10000' });
    reply = await bet();
  }
  console.log(`${game}: ${reply.ok ? `bet, balance ${reply.balance}` : reply.refusal}`);
}
