/** The player’s day, which becomes the next one at midnight while the page is open. */
import { useEffect, useState } from 'react';
import { dayOf } from './day.js';

const LOOKS_EVERY_MS = 1_000;

export const useToday = (): string => {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(Date.now())), LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
};
