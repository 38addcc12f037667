/**
 * Calls whoever sits at the pit: the title of the page counts what waits, and each thing that comes
 * is heard once, and again every half minute for as long as nobody takes it. A player who waits for
 * an answer is heard once: their last words may want none.
 */
import { useEffect, useRef, useState } from 'react';
import { browserKeeps } from '../browser-keeps.js';
import { type Tone, playTones } from '../table/sounds.js';
import { usePlayersWaiting } from './support/use-players-waiting.js';
import { useNow } from './use-now.js';
import { useCases, useMay, usePit } from './use-pit.js';
import { useWords } from './use-words.js';
import { needsOf } from './waiting.js';

const AGAIN_MS = 30_000;
const CALL: readonly Tone[] = [
  [784, 160, 0.3],
  [1_047, 160, 0.3],
  [784, 260, 0.3],
];

/** The sound is a matter of this machine and not of the person. */
const KEY = 'sabot.pit.sound';

export const useCalls = () => {
  const { t } = useWords();
  const { who } = usePit();
  const may = useMay();
  const now = useNow();
  const cases = useCases((all) =>
    // One text, so that nothing is drawn again while the same things wait.
    needsOf(all, { id: who.id, mayApprove: may.approve, mayTake: may.approve }, now).join(','),
  );
  const players = usePlayersWaiting().map((player) => `player ${player}`);
  const needs = [cases, ...players].filter((each) => each !== '').join(',');
  const [isLoud, setLoud] = useState(() => browserKeeps.getItem(KEY) !== 'off');
  const calledAt = useRef({ needs: '', atMs: 0 });
  const count = needs === '' ? 0 : needs.split(',').length;
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${t('needed')} · Sabot` : `Sabot · ${t('pit')}`;
  }, [count, t]);
  useEffect(() => {
    const before = new Set(calledAt.current.needs.split(','));
    const isNew = needs !== '' && needs.split(',').some((each) => !before.has(each));
    const isLongAgo = cases !== '' && now - calledAt.current.atMs >= AGAIN_MS;
    const isCalled = isNew || isLongAgo;
    calledAt.current = { needs, atMs: isCalled ? now : calledAt.current.atMs };
    if (isCalled && isLoud) playTones(CALL);
  }, [needs, cases, now, isLoud]);
  return {
    isLoud,
    setLoud: (loud: boolean) => {
      browserKeeps.setItem(KEY, loud ? 'on' : 'off');
      setLoud(loud);
      if (loud) playTones(CALL);
    },
  };
};
