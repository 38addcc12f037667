/** The spots of the layout. The shift manager closes one at once, and stakes on it stand. */
import { Suspense, lazy } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { SPOTS } from '../../../../src/punto-banco/spot.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyButton } from '../parts/why-button.js';
import { useMay, usePit } from '../use-pit.js';
import { useTableWords } from './words.js';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';

/** The exact count is a script of its own. */
const OddsBox = lazy(() => import('./odds-box.js'));

interface Props {
  readonly copy: TableCopy;
  readonly correctedSeq: number;
}

export const Spots = ({ copy, correctedSeq }: Props) => {
  const { own, game, money } = useTableWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const { table, settings } = copy;
  const closed: readonly string[] = copy.closedSpots;
  return (
    <>
      <p className={tones.dim}>{own('spots.said')}</p>
      {action.fault !== undefined && <Fault fault={action.fault} />}
      <Suspense>
        <OddsBox copy={copy} correctedSeq={correctedSeq} />
      </Suspense>
      <table className={figures.figures}>
        <thead>
          <tr>
            <th scope="col">{own('spots.spot')}</th>
            <th scope="col" className={figures.number}>
              {own('spots.limits')}
            </th>
            <th scope="col">{own('spots.state')}</th>
          </tr>
        </thead>
        <tbody>
          {SPOTS.map((spot) => {
            const isClosed = closed.includes(spot);
            const { min, max } = settings.limits[spot];
            return (
              <tr key={spot} data-spot={spot} data-closed={isClosed}>
                <th scope="row">{game(`spot.${spot}`)}</th>
                <td className={figures.number}>
                  {money(min, settings.currency)} – {money(max, settings.currency)}
                </td>
                <td>
                  {isClosed && <b className={tones.alarmed}>{own('spots.closed')}</b>}{' '}
                  <WhyButton
                    key={String(isClosed)}
                    of={isClosed ? 'spotAgain' : 'spot'}
                    label={own(isClosed ? 'spots.open' : 'spots.close')}
                    question={own(isClosed ? 'spots.openAsked' : 'spots.closeAsked', {
                      spot: game(`spot.${spot}`),
                    })}
                    name={isClosed ? 'open-spot' : 'close-spot'}
                    isDisabled={!may.act || action.isBusy}
                    onWhy={(reason) =>
                      void action.run(() =>
                        pit.do(isClosed ? 'spot:open' : 'spot:close', { table, spot, reason }),
                      )
                    }
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
};
