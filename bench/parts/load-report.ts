/** What was seen under a load: as text, as JSON, and as one HTML page with its histograms. */
import { rounded } from '../kit.js';
import type { Durations } from './histogram.js';
import { missedGoals } from './load-complaints.js';
import type { GoingOn, SeenFault } from './load-faults.js';

/** What each histogram counts, and what it is called. */
const TITLES = {
  joins: 'A join: connection, token, seat, snapshot',
  acks: 'A bet, from the hand to the answer',
  late: 'A card at a client, by the table’s clock',
  spreads: 'A card, from the first client that has it to the last',
  hops: 'A command’s hop to the process of its table and back, as the edges measured it',
} as const;

type LoadHistograms = Readonly<Record<keyof typeof TITLES, Durations>>;

interface LoadSummary {
  readonly [name: string]: unknown;
}

export interface LoadFindings {
  readonly summary: LoadSummary;
  readonly faults: readonly SeenFault[];
  readonly histograms: LoadHistograms;
  /** Empty where everything is as it should be. */
  readonly complaints: readonly string[];
}

const NAMES = Object.keys(TITLES) as readonly (keyof typeof TITLES)[];

const quantiles = (durations: Durations) => ({
  count: durations.count,
  p50Ms: rounded(durations.quantileMs(0.5)),
  p99Ms: rounded(durations.quantileMs(0.99)),
  worstMs: rounded(durations.maxMs),
});

/** What is longer than the last bucket has no length of its own. */
const quantilesAsText = (durations: Durations): string => {
  const { p50Ms, p99Ms, worstMs } = quantiles(durations);
  const said = (ms: number): string => {
    if (ms === Infinity) return `> ${rounded(durations.bars.at(-1)?.fromMs ?? 0)} ms`;
    return `${durations.isAtMost ? '≤ ' : ''}${ms} ms`;
  };
  return `p50 ${said(p50Ms)}, p99 ${said(p99Ms)}, worst ${said(worstMs)}`;
};

/** Plain JSON, with the counts of every bucket. */
export const findingsAsJson = ({ summary, faults, histograms, complaints }: LoadFindings): string =>
  JSON.stringify(
    {
      summary,
      complaints,
      missed: missedGoals(faults),
      faults,
      histograms: Object.fromEntries(
        NAMES.map((name) => [
          name,
          { ...quantiles(histograms[name]), ...histograms[name].toJSON() },
        ]),
      ),
    },
    null,
    2,
  );

export const findingsAsText = ({ summary, faults, histograms, complaints }: LoadFindings): string =>
  [
    ...Object.entries(summary).map(([name, value]) => `  ${name.padEnd(22)} ${plain(value)}`),
    '',
    ...NAMES.map((name) => {
      const durations = histograms[name];
      return `  ${TITLES[name]}: ${quantilesAsText(durations)} (${durations.count})`;
    }),
    ...faults.map((fault) => `  ${faultAsText(fault)}`),
    ...missedGoals(faults).map((missed) => `  missed: ${missed}`),
    '',
    complaints.length === 0 ? '  Everything is in order.' : complaints.join('\n'),
  ].join('\n');

const goingOnAsText = (whose: 'its' | 'all', { tables, stalled, withinMs }: GoingOn): string => {
  if (tables === 0) return whose === 'its' ? 'it ran no table' : 'there was no table';
  const some = tables - stalled;
  if (some === 0) return `none of ${whose} ${tables} tables went on`;
  const which = stalled === 0 ? whose : `${some} of ${whose}`;
  const end = whose === 'all' ? ' of its end' : '';
  return `${which} ${tables} tables went on within ${withinMs} ms${end}`;
};

const faultAsText = (fault: SeenFault): string => {
  const { its, all, players, playersBack } = fault;
  const ofIts = its === undefined ? '' : `; ${goingOnAsText('its', its)}`;
  const back =
    playersBack === 0
      ? 'none was back'
      : `${playersBack < players ? playersBack : 'all'} were back within ${fault.playersWithinMs} ms`;
  const ofPlayers =
    players === 0
      ? 'no player lost the connection'
      : `${players} players lost the connection, ${back}`;
  return `${fault.fault} (${fault.of}): ${ofPlayers}${ofIts}; ${goingOnAsText('all', all)}`;
};

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b2420}
table{border-collapse:collapse}td,th{text-align:left;padding:.2rem 1rem .2rem 0;border-bottom:1px solid #dde3e0}
svg{width:100%;height:11rem;background:#f5f8f6}rect{fill:#1f6f4a}text{font-size:10px;fill:#53605a}.bad{color:#a3262a}`;

/** One page that needs nothing else. */
export const findingsAsHtml = (findings: LoadFindings): string => {
  const { summary, faults, histograms, complaints } = findings;
  const rows = Object.entries(summary).map(
    ([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(plain(value))}</td></tr>`,
  );
  const verdict =
    complaints.length === 0
      ? '<p>Everything is in order.</p>'
      : `<ul class="bad">${complaints.map((each) => `<li>${escaped(each)}</li>`).join('')}</ul>`;
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sabot under load</title>',
    `<style>${STYLE}</style><h1>Sabot under load</h1>${verdict}`,
    `<table>${rows.join('\n')}</table>`,
    faults.length === 0 ? '' : '<h2>Faults</h2>',
    `<ul>${faults.map((fault) => `<li>${escaped(faultAsText(fault))}</li>`).join('')}</ul>`,
    `<ul class="bad">${missedGoals(faults)
      .map((missed) => `<li>${escaped(missed)}</li>`)
      .join('')}</ul>`,
    ...NAMES.map((name) => drawing(TITLES[name], histograms[name])),
    '</html>\n',
  ].join('\n');
};

const WIDTH = 960;
const HEIGHT = 150;
const LABELS = 12;

const drawing = (title: string, durations: Durations): string => {
  const { bars, count } = durations;
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const wide = WIDTH / Math.max(1, bars.length);
  const every = Math.max(1, Math.ceil(bars.length / LABELS));
  const drawn = bars.map((bar, index) => {
    const high = (bar.count / most) * (HEIGHT - 20);
    const end = bar.toMs === Infinity ? '…' : rounded(bar.toMs);
    const says = `${rounded(bar.fromMs)}–${end} ms: ${bar.count}`;
    const label =
      index % every === 0
        ? `<text x="${rounded(index * wide)}" y="${HEIGHT + 14}">${end}</text>`
        : '';
    return `<rect x="${rounded(index * wide + 1)}" y="${rounded(HEIGHT - high)}" width="${rounded(wide - 2)}" height="${rounded(high)}"><title>${says}</title></rect>${label}`;
  });
  return [
    `<h2>${escaped(title)}</h2>`,
    `<p>${quantilesAsText(durations)}, of ${count}. Each bar ends at its label, in ms.</p>`,
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 20}" role="img" aria-label="${escaped(title)}">${drawn.join('')}</svg>`,
  ].join('\n');
};
