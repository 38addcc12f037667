/** The time of day where the player is. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

export const LocalTime = () => {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time>
      {now.toLocaleTimeString(i18n.language, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })}
    </time>
  );
};
