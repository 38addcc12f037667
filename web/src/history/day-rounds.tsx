/** The rounds of one day. Those of today grow as they are paid. */
import { useEffect, useState } from 'react';
import type { PlayedRound, RoundsPage } from '../../../src/protocol/http.js';
import { readHttp } from '../studio/http.js';
import { useStudio } from '../studio/use-studio.js';
import type { DayBounds } from './day.js';
import { PagedList } from './paged-list.js';
import { type Page, Pages } from './pages.js';
import { RoundPlayed } from './round-played.js';
import { useHistoryWords } from './words.js';

const readRounds = async (
  { fromMs, toMs }: DayBounds,
  before: string | undefined,
): Promise<Page<PlayedRound>> => {
  const query = { fromMs, toMs, before, limit: 20 };
  const { rounds, next } = await readHttp<RoundsPage>('me/rounds', { query });
  return { items: rounds.filter(isPlayed), next };
};

/** A player who only chose a mode in a round has bet nothing. */
const isPlayed = ({ bets, commands }: PlayedRound): boolean =>
  bets.length > 0 || commands.some(({ kind }) => kind !== 'mode');

export const DayRounds = ({ bounds }: { readonly bounds: DayBounds }) => {
  const own = useHistoryWords();
  const { client } = useStudio();
  const [pages] = useState(
    () =>
      new Pages<PlayedRound>(
        (before) => readRounds(bounds, before),
        ({ game }) => game,
      ),
  );
  useEffect(() => client.onResult(() => void pages.refresh()), [client, pages]);
  useEffect(() => client.onCorrection(() => void pages.refresh()), [client, pages]);
  return (
    <PagedList pages={pages} nothing={own('nothing')}>
      {(rounds) => rounds.map((round) => <RoundPlayed key={round.game} round={round} />)}
    </PagedList>
  );
};
