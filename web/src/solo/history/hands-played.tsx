/** The hands of solo games that the player has played, newest first. */
import { useState } from 'react';
import type { HandsPage, PlayedHand } from '../../../../src/protocol/hand-history.js';
import { PagedList } from '../../history/paged-list.js';
import { type Page, Pages } from '../../history/pages.js';
import { readHttp } from '../../studio/http.js';
import { useSoloWords } from '../words.js';
import { ReturnedStakes, UnansweredOrders } from './outcomes-of-stakes.js';
import { HandPlayed } from './hand-played.js';

const readHands = async (before: string | undefined): Promise<Page<PlayedHand>> => {
  const { hands, next } = await readHttp<HandsPage>('me/hands', { query: { before, limit: 20 } });
  return { items: hands, next };
};

interface Props {
  /** Where the tables differ in it, that of the table which is played. */
  readonly currency: string;
}

const HandsPlayed = ({ currency }: Props) => {
  const own = useSoloWords();
  const [pages] = useState(() => new Pages<PlayedHand>(readHands, ({ hand }) => hand));
  return (
    <>
      <UnansweredOrders />
      <ReturnedStakes currency={currency} />
      <PagedList pages={pages} nothing={own('history.nothing')}>
        {(hands) =>
          hands.map((hand) => <HandPlayed key={hand.hand} hand={hand} currency={currency} />)
        }
      </PagedList>
    </>
  );
};
export default HandsPlayed;
