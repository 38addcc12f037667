/** Which table, who deals, which round: small print for the dealer, evidence for the camera. */
import { useTranslation } from 'react-i18next';
import { timeText } from '../history/time.js';
import { RotaLine } from './rota-line.js';
import { useDesk, useDeskView, useSeconds } from './use-desk.js';
import { useDeskWords } from './words.js';
import styles from './top-bar.module.css';

export const TopBar = () => {
  const t = useDeskWords();
  const { i18n } = useTranslation();
  const { table, member } = useDesk();
  const copy = useDeskView((view) => view.copy);
  const nowMs = useSeconds();
  const dealer = copy?.dealer ?? null;
  return (
    <header className={styles.deskTop} data-part="top">
      <b>
        {copy?.settings.name ?? table} <small>{table}</small>
      </b>
      <span data-dealer={dealer ?? ''}>
        {dealer === null
          ? t('top.noDealer')
          : t('top.dealer', { dealer: dealer === member.id ? member.name : dealer })}
      </span>
      {copy?.shoe && <span>{t('top.shoe', { shoe: copy.shoe.ordinal })}</span>}
      {copy?.round && <span>{t('top.round', { round: copy.round.roundInShoe })}</span>}
      {copy?.round && <span>{t('top.game', { game: copy.round.game })}</span>}
      <RotaLine />
      <time>{timeText(nowMs, i18n.language)}</time>
    </header>
  );
};
