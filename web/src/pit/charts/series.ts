/**
 * What charts of takings draw, from the lines of reports: whole units of the currency as plain
 * numbers, for the eye alone. Figures to the cent stand in the tables.
 */
import type { HoursReport, ShiftReport } from '../../../../src/protocol/report.js';

const HOUR_MS = 3_600_000;

interface HourSeries {
  /** Full hours, in seconds, without a gap. */
  readonly at: readonly number[];
  /** What the house kept of each. */
  readonly won: readonly number[];
  /** Of all hours up to it: what was kept, what the odds expect, and where chance leaves it. */
  readonly hold: readonly number[];
  readonly expected: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/**
 * Hour by hour and added up. The bands of single hours add up by their squares, as chances that
 * have nothing to do with each other do. Empty where nothing was played in that currency.
 */
export const hourSeries = (
  hours: HoursReport['hours'],
  currency: string,
  unit: number,
): HourSeries => {
  const own = hours.filter((hour) => hour.currency === currency);
  const at: number[] = [];
  const [won, hold, expected, low, high]: [number[], number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  let [kept, mean, square] = [0, 0, 0];
  const last = own.at(-1)?.atMs ?? -Infinity;
  for (let hourMs = own[0]?.atMs ?? 0; hourMs <= last; hourMs += HOUR_MS) {
    let inHour = 0;
    for (const { atMs, hold: held, expectedHold, band } of own) {
      if (atMs !== hourMs) continue;
      inHour += Number(held) / unit;
      mean += Number(expectedHold) / unit;
      square += ((Number(band.high) - Number(band.low)) / 2 / unit) ** 2;
    }
    kept += inHour;
    at.push(hourMs / 1_000);
    won.push(inHour);
    hold.push(kept);
    expected.push(mean);
    low.push(mean - Math.sqrt(square));
    high.push(mean + Math.sqrt(square));
  }
  return { at, won, hold, expected, low, high };
};

interface SpotBar {
  readonly spot: ShiftReport['bySpot'][number]['spot'];
  readonly turnover: number;
}

/** What was staked on each spot, in whatever mode, the most first. */
export const spotBars = (
  lines: ShiftReport['bySpot'],
  currency: string,
  unit: number,
): readonly SpotBar[] => {
  const turnovers = new Map<SpotBar['spot'], number>();
  for (const { spot, turnover, currency: of } of lines) {
    if (of === currency) turnovers.set(spot, (turnovers.get(spot) ?? 0) + Number(turnover) / unit);
  }
  return [...turnovers]
    .map(([spot, turnover]) => ({ spot, turnover }))
    .sort((one, other) => other.turnover - one.turnover);
};
