/** The five spots as they lie on the felt, and what each brought once the coup is over. */
import { useTranslation } from 'react-i18next';
import {
  CURRENT_PUNTO_E_BANCO_PAYTABLE,
  PUNTO_E_BANCO_PAYTABLES,
} from '../../../../src/punto-e-banco/paytable.js';
import { PUNTO_E_BANCO_SPOTS, type PuntoEBancoSpot } from '../../../../src/punto-e-banco/spot.js';
import type { viewPuntoEBancoHand } from '../../../../src/punto-e-banco/view.js';
import { chipText, moneyText } from '../../money.js';
import type { StakeRules } from '../desk.js';
import { oddsText } from '../odds-text.js';
import type { StakesBySpot } from '../placed-chips.js';
import { StakeSpot } from '../stake-spot.js';
import { useSoloWords } from '../words.js';
import styles from './layout.module.css';

interface Props {
  readonly rules: StakeRules;
  readonly stakes: StakesBySpot;
  readonly coup: ReturnType<typeof viewPuntoEBancoHand>;
  readonly canPut: boolean;
  readonly isPending: boolean;
  readonly onPut: (spot: string) => void;
  readonly onTakeBack: (spot: string) => void;
}

export const Layout = ({ rules, stakes, coup, ...given }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useSoloWords();
  const paytable = PUNTO_E_BANCO_PAYTABLES[CURRENT_PUNTO_E_BANCO_PAYTABLE];
  return (
    <div className={styles.layout} data-part="grid" role="group" aria-label={t('bets.title')}>
      {PUNTO_E_BANCO_SPOTS.map((spot) => {
        const ending = endingOf(coup, spot);
        const brought = coup.paidOn[spot];
        return (
          <StakeSpot
            key={spot}
            {...given}
            spot={spot}
            name={t(`spot.${spot}`)}
            odds={[
              oddsText(paytable[spot], i18n.language),
              ownLimitsText(rules, spot, i18n.language),
            ]
              .filter(Boolean)
              .join(' · ')}
            rules={rules}
            stake={stakes[spot]}
            ending={ending}
            brought={
              ending === 'won' && brought !== undefined ? (
                <span data-brought={brought.toString()}>
                  {moneyText(brought, rules.currency, i18n.language)}
                </span>
              ) : ending === 'returned' ? (
                own('returned')
              ) : undefined
            }
          />
        );
      })}
    </div>
  );
};

/** `1–500`, of a spot that has other limits than those in the bar. */
const ownLimitsText = (
  { limits, currency }: StakeRules,
  spot: PuntoEBancoSpot,
  language: string,
): string => {
  const [own, common] = [limits[spot], limits['punto']];
  if (own === undefined || (own.min === common?.min && own.max === common.max)) return '';
  const [min, max] = [own.min, own.max].map((end) => chipText(end, currency, language));
  return `${min}–${max}`;
};

const endingOf = (
  { phase, stakes, paidOn }: Props['coup'],
  spot: PuntoEBancoSpot,
): 'won' | 'returned' | 'lost' | undefined => {
  const stake = stakes[spot];
  if (phase !== 'over' || stake === undefined) return undefined;
  const paid = paidOn[spot] ?? 0n;
  return paid > stake ? 'won' : paid === stake ? 'returned' : 'lost';
};
