/** Chooses which tables the lobby shows, with how many each choice has. */
import { useTranslation } from 'react-i18next';
import type { LobbyCard } from '../../../src/protocol/lobby.js';
import { ROAD_FILTERS, type RoadFilter, isShownBy } from './road-filter.js';
import styles from './road-filters.module.css';

interface Props {
  readonly cards: readonly Pick<LobbyCard, 'phase' | 'goodRoads'>[];
  readonly filter: RoadFilter;
  readonly onChoose: (filter: RoadFilter) => void;
}

export const RoadFilters = ({ cards, filter, onChoose }: Props) => {
  const { t } = useTranslation();
  return (
    <div className={styles.filters} role="group" aria-label={t('lobby.filter.title')}>
      {ROAD_FILTERS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === filter}
          data-filter={each}
          onClick={() => onChoose(each)}
        >
          {t(`lobby.filter.${each}`)} {cards.filter((card) => isShownBy(each, card)).length}
        </button>
      ))}
    </div>
  );
};
