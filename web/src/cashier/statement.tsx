/** Every movement of the player’s money, newest first. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementPage } from '../../../src/protocol/http.js';
import { CsvButton } from '../history/csv-button.js';
import { csvName } from '../history/day.js';
import { PagedList } from '../history/paged-list.js';
import { type Page, Pages } from '../history/pages.js';
import { dayAndTimeText } from '../history/time.js';
import { useToday } from '../history/use-today.js';
import { moneyText } from '../money.js';
import { readHttp } from '../studio/http.js';
import { useAccount, useStudio } from '../studio/use-studio.js';
import { type CashierWords, useCashierWords } from './words.js';
import listHead from '../look/list-head.module.css';
import notes from '../look/notes.module.css';
import styles from './statement.module.css';

type Movement = StatementPage['entries'][number];

/** `onRead` is given until when what was moved is archived. */
const readStatement =
  (onRead: (archivedUntilMs: number | null) => void) =>
  async (before: string | undefined): Promise<Page<Movement>> => {
    const query = { before, limit: 30 };
    const page = await readHttp<StatementPage>('me/statement', { query });
    onRead(page.archivedUntilMs);
    return { items: page.entries, next: page.next };
  };

export const Statement = ({ currency }: { readonly currency: string }) => {
  const own = useCashierWords();
  const { i18n } = useTranslation();
  const { client } = useStudio();
  const gameAccount = useAccount(({ session }) => session?.gameAccount);
  const [archivedUntilMs, setArchivedUntilMs] = useState<number | null>(null);
  const [pages] = useState(
    () => new Pages<Movement>(readStatement(setArchivedUntilMs), ({ id }) => id),
  );
  const today = useToday();
  useEffect(() => client.onResult(() => void pages.refresh()), [client, pages]);
  useEffect(() => client.onCorrection(() => void pages.refresh()), [client, pages]);
  useEffect(() => void pages.refresh(), [pages, gameAccount]);
  return (
    <section className={styles.statement} aria-labelledby="statement-title">
      <div className={listHead.tools}>
        <h3 id="statement-title">{own('statement')}</h3>
        <CsvButton
          path="me/statement.csv"
          query={{}}
          name={csvName('statement', today)}
          label={own('csv')}
        />
      </div>
      <PagedList pages={pages} nothing={own('nothing')}>
        {(entries) => (
          <>
            {entries.some(({ advance }) => advance !== undefined) && (
              <p className={notes.nothing} data-part="advance">
                {own('advanceSaid')}
              </p>
            )}
            <ol>
              {entries.map((entry) => (
                <MovementLine key={entry.id} entry={entry} currency={currency} />
              ))}
            </ol>
          </>
        )}
      </PagedList>
      {archivedUntilMs !== null && (
        <p className={notes.nothing} data-part="archived">
          {own('archived', { at: dayAndTimeText(archivedUntilMs, i18n.language) })}
        </p>
      )}
    </section>
  );
};

interface LineProps {
  readonly entry: Movement;
  readonly currency: string;
}

const MovementLine = ({ entry, currency }: LineProps) => {
  const { t, i18n } = useTranslation();
  const own = useCashierWords();
  const { atMs, game, hand, session, gameAccount, advance = '0', wallet } = entry;
  const signed = (text: string) =>
    moneyText(BigInt(text), currency, i18n.language, { signed: true });
  return (
    <li
      data-kind={entry.kind}
      data-session={session}
      data-game-account={gameAccount}
      data-advance={advance}
    >
      <span className={styles.what}>
        {titleOf(entry, own)}
        {(game ?? hand) !== null && <small>{t('table.game', { game: game ?? hand })}</small>}
        {wallet !== undefined && wallet.status !== 'done' && (
          <small data-wallet={wallet.status}>{own(`walletStatus.${wallet.status}`)}</small>
        )}
      </span>
      <time dateTime={new Date(atMs).toISOString()}>{dayAndTimeText(atMs, i18n.language)}</time>
      <span className={styles.moved}>
        {session !== '0' && (
          <span>
            <small>{own('credit')}</small> {signed(session)}
          </span>
        )}
        {gameAccount !== '0' && (
          <span>
            <small>{own('gameAccount')}</small> {signed(gameAccount)}
          </span>
        )}
        {advance !== '0' && (
          <span>
            <small>{own('advance')}</small> {signed(advance)}
          </span>
        )}
      </span>
    </li>
  );
};

/** What the casino's wallet gave, or is given, says what for; all else is said by its kind. */
const titleOf = ({ kind, session, wallet, voided }: Movement, own: CashierWords): string => {
  if (wallet !== undefined) {
    const what = own(`walletFor.${wallet.for}`);
    return kind === 'deposit' ? own('fromWallet', { what }) : own('toWallet', { what });
  }
  if (voided === true) return own('handVoided');
  // What left the session is on its way back to the casino.
  if (kind === 'cash_out' && session === '0') return own('backToCasino');
  return own(`kind.${kind}`);
};
