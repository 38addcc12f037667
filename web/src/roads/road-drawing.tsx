/** A road as a drawing. What has come stays as it is drawn, and a coup adds its cell. */
import { type CSSProperties, type ReactNode, memo } from 'react';
import type { BeadPlateCell } from '../../../src/roads/bead-plate.js';
import type { BigRoadCell } from '../../../src/roads/big-road.js';
import type { DerivedCell } from '../../../src/roads/derived-road.js';
import { type GridPlace, ROWS } from '../../../src/roads/run-layout.js';
import type { RoadName, Roads } from '../../../src/roads/scoreboard.js';
import { BeadMark, BigRoadMark, DerivedMark } from './marks.js';
import { type Ghosts, makeSheet, placeKey } from './sheet.js';
import styles from './road-drawing.module.css';

interface Props {
  readonly road: RoadName;
  readonly roads: Roads;
  readonly ghosts?: Ghosts | undefined;
  readonly showTotals?: boolean;
  /** Draws only this many columns, the last ones. */
  readonly columns?: number;
}

export const RoadDrawing = memo(({ road, roads, ghosts, showTotals = false, columns }: Props) => {
  switch (road) {
    case 'beadPlate':
      return (
        <Drawing<BeadPlateCell>
          cells={roads.beadPlate}
          ghost={ghosts?.beadPlate}
          columns={columns}
          mark={({ bead }) => <BeadMark bead={bead} showTotals={showTotals} />}
        />
      );
    case 'bigRoad':
      return (
        <Drawing<BigRoadCell>
          cells={roads.bigRoad}
          ghost={ghosts?.bigRoad}
          columns={columns}
          mark={(cell) => <BigRoadMark cell={cell} />}
        />
      );
    case 'bigEyeBoy':
    case 'smallRoad':
    case 'cockroachRoad':
      return (
        <Drawing<DerivedCell>
          cells={roads[road]}
          ghost={ghosts?.[road]}
          columns={columns}
          mark={({ colour }) => <DerivedMark road={road} colour={colour} />}
        />
      );
  }
});

interface DrawingProps<Cell extends GridPlace> {
  readonly cells: readonly Cell[];
  readonly ghost: Cell | undefined;
  readonly columns: number | undefined;
  readonly mark: (cell: Cell) => ReactNode;
}

const UNIT = 10;

const Drawing = <Cell extends GridPlace>({ cells, ghost, columns, mark }: DrawingProps<Cell>) => {
  const sheet = makeSheet(cells, ghost, columns);
  const at = ({ column, row }: GridPlace): string =>
    `translate(${(column - 1) * UNIT} ${(row - 1) * UNIT})`;
  return (
    <svg
      className={styles.drawing}
      aria-hidden="true"
      style={{ '--columns': sheet.columns } as CSSProperties}
      viewBox={`${sheet.skipped * UNIT} 0 ${sheet.columns * UNIT} ${ROWS * UNIT}`}
      preserveAspectRatio="xMinYMin"
    >
      {sheet.cells.map((cell) => (
        <g key={placeKey(cell)} transform={at(cell)}>
          {mark(cell)}
        </g>
      ))}
      {sheet.ghost !== undefined && (
        <g className={styles.ghost} data-ghost="" transform={at(sheet.ghost)}>
          <rect width={UNIT} height={UNIT} />
          {mark(sheet.ghost)}
        </g>
      )}
    </svg>
  );
};
