/** A round by its game number: everything about it on one page. */
import { type FormEvent, useState } from 'react';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import type { PageProps } from '../page-props.js';
import { makePlace } from '../place.js';
import { goTo } from '../use-place.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { isGameNumber } from './round.js';
import { RecentRounds } from './recent-rounds.js';
import { RoundView } from './round-view.js';
import { useRoundWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';

const RoundsPage = ({ of: game }: PageProps) => {
  const { t, own } = useRoundWords();
  const { reads } = usePit();
  const isNumber = game !== undefined && isGameNumber(game);
  const { value, fault, isReading, again } = useRead(isNumber ? reads.round(game) : undefined);
  return (
    <section aria-labelledby="rounds-title">
      <header className={head.pageHead}>
        <h1 id="rounds-title">{t('pages.rounds')}</h1>
        <Search key={game} game={game ?? ''} onAgain={isNumber ? again : undefined} />
        {game !== undefined && <a href={makePlace('rounds')}>{own('recent.back')}</a>}
        {value !== undefined && (
          <button type="button" disabled={isReading} onClick={again}>
            {t('readAgain')}
          </button>
        )}
      </header>
      {game === undefined && <RecentRounds />}
      {game !== undefined && !isNumber && <Fault fault="not_a_game_number" />}
      {fault !== undefined && (
        <Fault fault={fault === 'not_found' ? 'unknown_round' : fault} onAgain={again} />
      )}
      {isNumber && value === undefined && fault === undefined && (
        <p className={tones.nothing}>{t('reading')}</p>
      )}
      {value !== undefined && <RoundView key={value.game} round={value} />}
    </section>
  );
};
export default RoundsPage;

interface SearchProps {
  readonly game: string;
  /** The round in view is looked up once more. */
  readonly onAgain: (() => void) | undefined;
}

const Search = ({ game, onAgain }: SearchProps) => {
  const { t } = useWords();
  const [typed, setTyped] = useState(game);
  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === game) onAgain?.();
    else goTo('rounds', wanted);
  };
  return (
    <form className={layout.row} role="search" onSubmit={search}>
      <input
        name="game"
        inputMode="numeric"
        required
        size={14}
        aria-label={t('roundColumn.number')}
        placeholder={t('roundColumn.number')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className={buttons.primary}>
        {t('search')}
      </button>
    </form>
  );
};
