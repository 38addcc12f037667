/** The limits of every spot as fields, with what is wrong with them. */
import { useId } from 'react';
import { SPOTS, type Spot } from '../../../../src/punto-banco/spot.js';
import type { LimitFaults, TypedLimits } from './new-limits.js';
import { useTableWords } from './words.js';
import { classes } from '../../classes.js';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';
import styles from './limits-grid.module.css';

interface Props {
  readonly limits: TypedLimits;
  readonly faults: LimitFaults;
  readonly isDisabled?: boolean;
  readonly onType: (spot: Spot, limits: TypedLimits[Spot]) => void;
}

export const LimitsGrid = ({ limits, faults, isDisabled = false, onType }: Props) => {
  const { own, game, faultText } = useTableWords();
  const id = useId();
  return (
    <table className={classes(figures.figures, styles.grid)}>
      <thead>
        <tr>
          <th scope="col">{own('spots.spot')}</th>
          <th scope="col">{own('limits.min')}</th>
          <th scope="col">{own('limits.max')}</th>
        </tr>
      </thead>
      <tbody>
        {SPOTS.map((spot) => {
          const fault = faults[spot];
          return (
            <tr key={spot}>
              <th scope="row">
                {game(`spot.${spot}`)}
                {fault !== undefined && (
                  <small
                    className={tones.alarmed}
                    id={`${id}-${spot}`}
                    role="alert"
                    data-fault={fault.fault}
                  >
                    {faultText(fault.fault, (other) => own(`limits.fault.${other}`))}
                  </small>
                )}
              </th>
              {(['min', 'max'] as const).map((end) => (
                <td key={end}>
                  <input
                    inputMode="decimal"
                    size={8}
                    disabled={isDisabled}
                    aria-label={`${game(`spot.${spot}`)} ${own(`limits.${end}`)}`}
                    aria-invalid={fault?.end === end}
                    aria-describedby={fault === undefined ? undefined : `${id}-${spot}`}
                    name={`${spot}-${end}`}
                    value={limits[spot][end]}
                    onChange={({ target: { value } }) =>
                      onType(spot, { ...limits[spot], [end]: value })
                    }
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
