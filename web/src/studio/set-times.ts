/** The times that the studio has set, as texts: how long a session or a hand that waits is kept. */
import { useTranslation } from 'react-i18next';
import type { OwnPlayer } from '../../../src/protocol/http.js';
import { useOwnPlayer } from './own-player.js';

type SetTimes = NonNullable<OwnPlayer['times']>;

/** Until the studio has said them. One of the version before does not. */
const USUAL: SetTimes = {
  idleMs: 1_200_000,
  lostMs: 180_000,
  soloLostMs: 300_000,
  handKeptMs: 604_800_000,
};

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `20 minutes`: in the largest unit that it is whole in. */
export const timeText = (ms: number, language: string): string => {
  const [unit, unitMs] = UNITS.find(([, each]) => ms % each === 0) ?? (['second', 1_000] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.max(1, Math.round(ms / unitMs)));
};

/** By the names that the words have for them. */
export const setTimeTexts = (times: SetTimes = USUAL, language: string) => ({
  idle: timeText(times.idleMs, language),
  lost: timeText(times.lostMs, language),
  soloLost: timeText(times.soloLostMs, language),
  kept: timeText(times.handKeptMs, language),
});

export const useSetTimes = (): ReturnType<typeof setTimeTexts> => {
  const { i18n } = useTranslation();
  return setTimeTexts(useOwnPlayer()?.times, i18n.language);
};
