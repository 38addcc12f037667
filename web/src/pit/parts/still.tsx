/**
 * A table’s picture as it is now: one frame of it, asked for anew every few seconds, but not before
 * the last one has come or failed, and never while nobody looks.
 */
import { memo, useEffect, useState } from 'react';
import { nowMs } from '../use-now.js';

interface Props {
  readonly url: string;
  /** Empty where the picture lies in something that has a name of its own. */
  readonly name: string;
  /** Without `data-seen` it is to be hidden, and to keep its place. */
  readonly className: string | undefined;
}

const EVERY_MS = 3_000;

export const Still = memo(({ url, name, className }: Props) => {
  const [askedAtMs, setAskedAt] = useState(nowMs);
  const [isAnswered, setAnswered] = useState(false);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!isAnswered) return undefined;
    const askAgain = (): void => {
      if (document.hidden) return;
      setAnswered(false);
      setAskedAt(nowMs());
    };
    const timer = setInterval(askAgain, EVERY_MS);
    return () => clearInterval(timer);
  }, [isAnswered]);
  const answer = (hasCome: boolean) => (): void => {
    setAnswered(true);
    setSeen(hasCome);
  };
  return (
    <img
      className={className}
      src={`${url}${url.includes('?') ? '&' : '?'}at=${askedAtMs}`}
      alt={name}
      data-part="still"
      data-seen={isSeen ? '' : undefined}
      onLoad={answer(true)}
      onError={answer(false)}
    />
  );
});
