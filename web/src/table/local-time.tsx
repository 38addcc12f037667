/** The time of day to the second, in the time zone of the player’s device. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeText } from '../history/time.js';

const SECOND_MS = 1_000;

export const LocalTime = () => {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(new Date());
      timer = setTimeout(tick, SECOND_MS - (Date.now() % SECOND_MS));
    };
    timer = setTimeout(tick, SECOND_MS - (Date.now() % SECOND_MS));
    return () => clearTimeout(timer);
  }, []);
  return <time>{timeText(now.getTime(), i18n.language)}</time>;
};
