/** What the events of a hand and the holders of its cards are called. */
import { useTranslation } from 'react-i18next';
import type { SoloEvents } from '../../../../src/protocol/solo-events.js';
import type { SoloGame } from '../../../../src/solo/game.js';
import { useSoloWords } from '../words.js';
import type { Holder } from './dealt-table.js';

export type CourseEvent = SoloEvents[SoloGame];
/** Who reads it: a player reads “You”, the pit reads “Player”. */
export type Reader = 'player' | 'pit';

export const useCourseWords = (reader: Reader) => {
  const { t } = useTranslation();
  const own = useSoloWords();
  const holder = (of: Holder): string => {
    switch (of.kind) {
      case 'punto':
      case 'banco':
        return t(`spot.${of.kind}`);
      case 'bank':
        return own('history.to.bank');
      case 'player':
        return own(reader === 'pit' ? 'history.seenByPit.player' : 'history.to.player');
      case 'box':
        return own(of.hand === 0 ? 'history.box' : 'history.second', { box: of.box + 1 });
    }
  };
  const event = (of: CourseEvent): string => {
    if ('side' in of) return holder({ kind: of.side });
    if ('to' in of) return holder({ kind: of.to });
    if ('box' in of) {
      const name = holder({ kind: 'box', box: of.box, hand: of.hand });
      return of.kind === 'card_dealt' ? name : `${name}: ${own(`history.event.${of.kind}`)}`;
    }
    if (of.kind === 'bank_card_dealt') return holder({ kind: 'bank' });
    if (of.kind === 'player_stood' && reader === 'pit') return own('history.seenByPit.stood');
    return own(`history.event.${of.kind}`);
  };
  return { own, holder, event };
};
