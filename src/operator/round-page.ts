/**
 * A round as a page for people, signed by the studio: whoever has the file can prove it, for as
 * long as the public half of the key is known. What is signed is the page down to its last line.
 */
import { sign } from 'node:crypto';
import type { AnchorKey } from '../audit/anchor-key.js';
import { decimalText } from '../history/decimal.js';
import { exponentOf } from '../money/currency.js';
import type { OperatorRound } from '../protocol/operator-rounds.js';

/** The line after what is signed. No line of a page begins so, since all in it is escaped. */
const SIGNATURE = '<!-- sabot-signature-1';

export const roundPage = (round: OperatorRound, key: AnchorKey): string => {
  const page = unsignedPage(round);
  const signature = sign(null, Buffer.from(page), key.privateKey).toString('base64');
  return `${page}${SIGNATURE}\nkey: ${key.id}\nsignature: ${signature}\n-->\n`;
};

const STYLE = `body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
th, td { border: 1px solid #ccc; padding: 0.25rem 0.5rem; text-align: left; }
td.sum { text-align: right; font-variant-numeric: tabular-nums; }
code { overflow-wrap: anywhere; }`;

const unsignedPage = (round: OperatorRound): string => {
  const { game, tableName, table, currency, shoe, roundInShoe, status, coup, rules, chain } = round;
  const facts = rowsOf([
    ['Table', `${tableName} (${table})`],
    ['Shoe and round in it', `${shoe}, ${roundInShoe}`],
    ['Opened', timeText(round.openedAtMs)],
    ['Ended', round.endedAtMs === null ? 'not yet' : timeText(round.endedAtMs)],
    ['Status', status],
    ['Cards, as they were dealt', coup ?? 'not decided'],
    ['Rules', `${rules.version}, ${rules.decks} decks`],
    ['Currency', currency],
  ]);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sabot: round ${esc(game)}</title>
<style>${STYLE}</style></head>
<body>
<h1>Round ${esc(game)}</h1>
${facts}
${correctionsOf(round)}${round.players.map((player) => playerPart(player, round)).join('')}${
    round.next === null ? '' : `<p>More players follow after ${esc(round.next)}.</p>\n`
  }<h2>Proof</h2>
${rowsOf([
  ['Events of the table’s log', `${chain.from} to ${chain.to}`],
  ['Hash before them', chain.before],
  ['Hash of the last', chain.after],
  ['Every hash computed anew', areHashesSound(chain) ? 'as it is stored' : 'NOT as it is stored'],
  ...anchorRows(chain.anchor),
])}
<p>The lines below the end of this page sign all that stands above them (Ed25519).</p>
</body>
</html>
`;
};

type Chain = OperatorRound['chain'];

/** Whoever has signed the anchor: a studio's key may have changed since. */
const areHashesSound = ({ firstBad, anchor }: Chain): boolean =>
  firstBad === null && (anchor === null || anchor.reached);

const SIGNERS: Readonly<Record<NonNullable<Chain['anchor']>['signedBy'], string>> = {
  studio: 'the key that the studio signs with now',
  other:
    'another key than the studio signs with now: one that it had before, or a stranger’s. Compare it with the keys that you have kept.',
  nobody: 'NOBODY: the signature is not one of this key',
};

const anchorRows = (anchor: Chain['anchor']): readonly Row[] =>
  anchor === null
    ? [['Signed anchor', 'none yet: one is set at the shoe’s end, and every hour']]
    : [
        ['Signed anchor', `${anchor.number}, of event ${anchor.seq}, ${timeText(anchor.atMs)}`],
        ['Hash that it signs', anchor.hash],
        ['Key of the anchor', anchor.keyId],
        ['The anchor is signed by', SIGNERS[anchor.signedBy]],
        ['Signature of the anchor', anchor.signature],
      ];

const correctionsOf = ({ corrections }: OperatorRound): string =>
  corrections.length === 0
    ? ''
    : `<h2>Corrections</h2>\n${rowsOf(
        corrections.map(({ correction, fix, coup, atMs, done }) => [
          `${correction}, ${timeText(atMs)}`,
          [fix, coup ?? '', done ? 'paid' : 'being paid'].filter(Boolean).join(', '),
        ]),
      )}\n`;

type PlayerRound = OperatorRound['players'][number];

const playerPart = (
  { player, mode, bets, stakes, paid, byHand, correction, currency: its }: PlayerRound,
  { currency: own, rules }: OperatorRound,
): string => {
  const currency = its ?? own;
  const money = (minor: string | null): string =>
    minor === null ? 'not yet' : decimalText(BigInt(minor), exponentOf(currency));
  const line = (spot: string, stake: string, back: string | null, share: string): string =>
    `<tr><td>${esc(spot)}</td><td class="sum">${money(stake)}</td><td class="sum">${money(back)}</td><td class="sum">${esc(share)}</td></tr>`;
  const returnOf = (spot: string): string => {
    const bet = rules.bets.find((each) => each.spot === spot && each.mode === mode);
    return bet === undefined ? '' : `${bet.return.n}/${bet.return.d} = ${bet.percent} %`;
  };
  const notes = [
    byHand ? '<p>What came back at first was paid outside the studio.</p>' : '',
    correction === null
      ? ''
      : `<p>Corrected (${correction.fix}); before that, ${money(correction.was)} had come back.</p>`,
  ];
  return `<h2>Player ${esc(player)}</h2>
<p>Mode: ${esc(mode)}. Amounts in ${esc(currency)}</p>
<table>
<tr><th>Bet</th><th>Stake</th><th>Came back</th><th>Exact return, from a full shoe</th></tr>
${bets.map(({ spot, stake, paid: back }) => line(spot, stake, back, returnOf(spot))).join('\n')}
${line('all', stakes, paid, '')}
</table>
${notes.join('')}`;
};

type Row = readonly [name: string, value: string];

const rowsOf = (rows: readonly Row[]): string =>
  `<table>\n${rows.map(([name, value]) => `<tr><th>${esc(name)}</th><td><code>${esc(value)}</code></td></tr>`).join('\n')}\n</table>`;

const timeText = (ms: number): string => new Date(ms).toISOString();

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const esc = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => ESCAPES[each]!);
