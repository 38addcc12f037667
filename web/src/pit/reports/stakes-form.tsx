/** The chips and the limits of a solo game. Others hold from the next hand on. */
import type { GameStakes, SoloStakes } from '../../../../src/protocol/solo-stakes.js';
import { useForm } from '../../use-form.js';
import { faultOf } from '../refused.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyField } from '../parts/why-field.js';
import { useMay, usePit } from '../use-pit.js';
import {
  type StakesEdits,
  readStakes,
  typeChips,
  typeLimit,
  typedStakes,
  withEdits,
} from './new-stakes.js';
import { useReportWords } from './words.js';
import buttons from '../../look/button.module.css';
import box from '../look/box.module.css';
import figures from '../look/figures.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './stakes-form.module.css';

interface Props {
  readonly stakes: GameStakes;
  readonly currency: string;
  readonly onChanged: (now: SoloStakes) => void;
  /** Somebody else has changed them. */
  readonly onMovedOn: () => void;
}

const NOTHING: { readonly edits: StakesEdits; readonly why: string } = {
  edits: { limits: {} },
  why: '',
};

export const StakesForm = ({ stakes, currency, onChanged, onMovedOn }: Props) => {
  const { t, own, game: table, language, faultText } = useReportWords();
  const { http } = usePit();
  const may = useMay();
  const action = useAction();
  const { game, ...was } = stakes;
  const { typed, isDone, type, done } = useForm(() => NOTHING);
  const { edits, why } = typed;
  const held = typedStakes(stakes, currency, language);
  const shown = withEdits(held, edits);
  const read = readStakes(shown, stakes, currency, language);
  const isChanged = read.ok && read.isChanged;
  const nameOf = (place: string) =>
    place === 'stake'
      ? own(game === 'blackjack' ? 'stakes.box' : 'stakes.stake')
      : table(`spot.${place as 'punto'}`);
  const change = async () => {
    if (!read.ok) return;
    const order = { ...read.stakes, was, reason: why.trim() };
    await action.run(async () => {
      try {
        const now = await http.send<SoloStakes>('PUT', `pit/solo/stakes/${game}`, order);
        onChanged(now);
        done(typed, NOTHING);
      } catch (error) {
        if (faultOf(error) === 'settings_moved_on') onMovedOn();
        throw error;
      }
    });
  };
  const faultAt = !read.ok && 'at' in read ? read.at : undefined;
  const chipsFault = !read.ok && !('at' in read) ? read.fault : undefined;
  const title = `stakes-${game}`;
  return (
    <form
      className={box.sheetBox}
      data-stakes={game}
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <h2 id={title}>{own(`solo.games.${game}`)}</h2>
      {isDone && (
        <p className={tones.said} role="status" data-said="changed">
          {own('stakes.done')}
        </p>
      )}
      {action.fault !== undefined && <Fault fault={action.fault} />}
      <label className={styles.chips}>
        <span>{own('stakes.chips', { currency })}</span>
        <input
          name="chips"
          disabled={!may.set}
          aria-invalid={chipsFault !== undefined}
          aria-describedby={chipsFault === undefined ? undefined : `${title}-fault`}
          value={shown.chips}
          onChange={({ target }) => type({ edits: typeChips(edits, held, target.value) })}
        />
      </label>
      <table className={figures.figures}>
        <thead>
          <tr>
            <th scope="col">{own('stakes.place')}</th>
            <th scope="col">{own('stakes.min')}</th>
            <th scope="col">{own('stakes.max')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(shown.limits).map(([place, limits]) => (
            <tr key={place}>
              <th scope="row">{nameOf(place)}</th>
              {(['min', 'max'] as const).map((end) => (
                <td key={end}>
                  <input
                    inputMode="decimal"
                    size={8}
                    disabled={!may.set}
                    aria-label={`${nameOf(place)} ${own(`stakes.${end}`)}`}
                    aria-invalid={faultAt === place}
                    aria-describedby={faultAt === place ? `${title}-fault` : undefined}
                    name={`${place}-${end}`}
                    value={limits[end]}
                    onChange={({ target: { value } }) =>
                      type({ edits: typeLimit(edits, held, { place, end, text: value }) })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!read.ok && (
        <p className={tones.alarmed} id={`${title}-fault`} role="alert" data-fault={read.fault}>
          {faultAt !== undefined && `${nameOf(faultAt)}: `}
          {faultText(read.fault, (other) => own(`stakes.fault.${other}`))}
        </p>
      )}
      {may.set && (
        <>
          <WhyField of="limits" value={why} onChange={(text) => type({ why: text })} />
          <div className={layout.row}>
            <button
              type="submit"
              className={buttons.primary}
              disabled={!isChanged || why.trim() === '' || action.isBusy}
            >
              {own('stakes.change')}
            </button>
            <button
              type="button"
              disabled={read.ok && !read.isChanged}
              onClick={() => type({ edits: NOTHING.edits })}
            >
              {t('cancel')}
            </button>
          </div>
        </>
      )}
    </form>
  );
};
