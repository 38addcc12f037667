/**
 * The shift at a glance: win by hour, the hold against what the exact odds expect with the band
 * that chance leaves it, and what was staked on each spot.
 */
import { useMemo } from 'react';
import UPlot from 'uplot';
import type { ShiftReport } from '../../../../src/protocol/report.js';
import { exponentOf } from '../../../../src/money/currency.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import type { AskedReport } from '../reports/shift-period.js';
import { useReportWords } from '../reports/words.js';
import { Chart } from './chart.js';
import { hourSeries, spotBars } from './series.js';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './shift-charts.module.css';

interface Props {
  readonly asked: AskedReport;
  readonly report: ShiftReport;
}

const INK = '#d7e6df';
const GRID = { stroke: 'rgb(255 255 255 / 12%)', width: 1 };
const AXIS = { stroke: INK, grid: GRID, ticks: GRID };
const MONEY_AXIS_PX = 76;
/** Around the first hour and the last. */
const HALF_AN_HOUR_S = 1_800;
const HOURS_NAMED = 12;
const bars = UPlot.paths.bars?.({ size: [0.7, 60] });
/** A series of bars in one colour. */
const barsIn = (colour: string): UPlot.Series => ({
  fill: colour,
  stroke: colour,
  points: { show: false },
  ...(bars && { paths: bars }),
});

const ShiftCharts = ({ asked, report }: Props) => {
  const { own, game, language, money } = useReportWords();
  const { reads } = usePit();
  const { value, fault, again } = useRead(reads.hours(asked));
  const currency = report.totals[0]?.currency;
  const drawn = useMemo(() => {
    if (currency === undefined || value === undefined) return undefined;
    const unit = 10 ** exponentOf(currency);
    const series = hourSeries(value.hours, currency, unit);
    const spots = spotBars(report.bySpot, currency, unit);
    const format = new Intl.NumberFormat(language, { notation: 'compact' });
    const figures = (_: UPlot, splits: readonly number[]) =>
      splits.map((each) => format.format(each));
    const hours = (_: UPlot, splits: readonly number[]) =>
      splits.map((each) => {
        const at = new Date(each * 1_000);
        return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
      });
    const at = [...series.at];
    const step = Math.ceil(at.length / HOURS_NAMED);
    const aroundHours = (): UPlot.Range.MinMax => [
      (at[0] ?? 0) - HALF_AN_HOUR_S,
      (at.at(-1) ?? 0) + HALF_AN_HOUR_S,
    ];
    const axes = [
      { ...AXIS, values: hours, splits: () => at.filter((_, index) => index % step === 0) },
      { ...AXIS, values: figures, size: MONEY_AXIS_PX },
    ];
    return {
      series,
      spots,
      win: {
        // What was lost in an hour is a bar of another colour, below the line.
        data: [
          at,
          series.won.map((each) => (each >= 0 ? each : null)),
          series.won.map((each) => (each < 0 ? each : null)),
        ] as UPlot.AlignedData,
        options: {
          legend: { show: false },
          cursor: { show: false },
          scales: { x: { range: aroundHours } },
          axes,
          series: [{}, barsIn('#7fdcae'), barsIn('#ff9c97')],
        },
      },
      hold: {
        data: [
          at,
          [...series.hold],
          [...series.expected],
          [...series.high],
          [...series.low],
        ] as UPlot.AlignedData,
        options: {
          legend: { show: false },
          cursor: { show: false },
          scales: { x: { range: aroundHours } },
          axes,
          series: [
            {},
            { stroke: '#7fdcae', width: 2.5 },
            { stroke: '#ffc766', width: 1.5, dash: [6, 4] },
            { stroke: 'transparent', points: { show: false } },
            { stroke: 'transparent', points: { show: false } },
          ],
          bands: [{ series: [3, 4] as [number, number], fill: 'rgb(255 199 102 / 18%)' }],
        },
      },
      staked: {
        data: [
          spots.map((_, index) => index),
          spots.map(({ turnover }) => turnover),
        ] as UPlot.AlignedData,
        options: {
          legend: { show: false },
          cursor: { show: false },
          scales: {
            x: { time: false, range: (): UPlot.Range.MinMax => [-0.6, spots.length - 0.4] },
            y: {
              range: (_: UPlot, __: number, most: number): UPlot.Range.MinMax => [0, most || 1],
            },
          },
          axes: [
            {
              ...AXIS,
              grid: { show: false },
              rotate: -32,
              size: 72,
              splits: () => spots.map((_, index) => index),
              values: () => spots.map(({ spot }) => game(`spot.${spot}`)),
            },
            { ...AXIS, values: figures, size: MONEY_AXIS_PX },
          ],
          series: [{}, barsIn('#7fb2ff')],
        },
      },
    };
  }, [currency, value, report, language, game]);
  if (fault !== undefined) return <Fault fault={fault} onAgain={again} />;
  if (drawn === undefined || currency === undefined || drawn.series.at.length === 0) return null;
  const [total] = report.totals;
  const first = drawn.spots[0];
  return (
    <section className={box.sheetBox} aria-labelledby="charts-title" data-part="charts">
      <h2 id="charts-title">{own('chart.title')}</h2>
      <div className={styles.charts}>
        <Chart
          name="win"
          title={own('chart.win', { currency })}
          said={own('chart.winSaid', { hours: drawn.series.at.length })}
          {...drawn.win}
        />
        <Chart
          name="hold"
          title={own('chart.hold', { currency })}
          said={
            total === undefined
              ? ''
              : own('chart.holdSaid', {
                  hold: money(total.hold, currency, true),
                  expected: money(total.expectedHold, currency, true),
                  low: money(total.band.low, currency, true),
                  high: money(total.band.high, currency, true),
                })
          }
          {...drawn.hold}
        />
        <Chart
          name="staked"
          title={own('chart.staked', { currency })}
          said={
            first === undefined ? '' : own('chart.stakedSaid', { spot: game(`spot.${first.spot}`) })
          }
          {...drawn.staked}
        />
      </div>
      {value !== undefined && value.due > 0 && (
        <p className={tones.dim}>{own('chart.due', { rounds: value.due })}</p>
      )}
    </section>
  );
};
export default ShiftCharts;
