/** The page of a simulated operator: its books, its last requests, and faults to choose from. */
import { FAULTS, type WalletServer } from './wallet-server.js';
import type { WebhookReceiver } from './webhook-receiver.js';

const LAST = 30;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((each) => `<td>${escaped(each)}</td>`).join('')}</tr>`;

const button = (path: string, says: string): string =>
  `<form method="post" action="${path}"><button>${says}</button></form>`;

/** `faulty` says of how many requests in a hundred what goes wrong. */
export const page = (wallet: WalletServer, receiver: WebhookReceiver, faulty: string): string => {
  const { book, served, isDead } = wallet;
  const players = book.players.map(([player, balance]) => row([player, `${balance}`]));
  const movements = book.movements
    .slice(-LAST)
    .reverse()
    .map(({ movement: { movementId, kind, player, total }, answer }) =>
      row([movementId, kind, player, `${total}`, answer.status]),
    );
  const requests = served
    .slice(-LAST)
    .reverse()
    .map(({ verb, movementId, fault }) => row([verb, movementId ?? '', fault ?? '']));
  const answers = wallet.answers
    .slice(-LAST)
    .reverse()
    .map(({ player, notice, action }) => row([player, notice, action]));
  const pushed = receiver.lines
    .slice(-LAST)
    .reverse()
    .map(({ feed, id, atMs }) => row([feed, id, new Date(atMs).toISOString()]));
  const { calls, repeats, refused } = receiver;
  const faults = FAULTS.map((each) => `<option>${each}</option>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A simulated operator</title>
<style>body{font:16px system-ui;margin:2rem}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:2px 8px;text-align:left}form{display:inline-block;margin:0 8px 8px 0}</style>
<h1>A simulated operator</h1>
<p>${isDead ? 'The wallet is dead.' : 'The wallet answers.'} ${escaped(faulty)}</p>
${isDead ? button('/revive', 'Revive it') : button('/kill', 'Let it die')}
${button('/forget', 'Restart it without memory')}
<form method="post" action="/faults"><select name="fault">${faults}</select>
 in <input name="percent" type="number" min="0" max="100" value="20"> of 100 requests <button>Set</button></form>
<form method="post" action="/play"><input name="player" required pattern="[!-~]{1,32}" placeholder="player"> <button>Play</button></form>
<form method="post" action="/notice"><input name="player" required placeholder="player"> <input name="text" required maxlength="500" placeholder="what the player is to read"> <button>Tell</button></form>
<h2>Players</h2><table><tr><th>player<th>balance${players.join('')}</table>
<h2>Movements</h2><table><tr><th>id<th>kind<th>player<th>total<th>answer${movements.join('')}</table>
<h2>Requests</h2><table><tr><th>verb<th>movement<th>fault${requests.join('')}</table>
<h2>Notices answered</h2><table><tr><th>player<th>notice<th>answer${answers.join('')}</table>
<h2>Pushed by the studio</h2><p>${calls} calls, ${repeats} lines came again, ${refused} calls were refused.</p>
<table><tr><th>feed<th>line<th>at${pushed.join('')}</table></html>`;
};
