/** A table’s picture as it is now: one frame of it, asked for anew every few seconds. */
import { memo, useState } from 'react';
import { useNow } from '../use-now.js';

interface Props {
  readonly url: string;
  readonly name: string;
  readonly className: string | undefined;
}

const EVERY_MS = 3_000;

export const Still = memo(({ url, name, className }: Props) => {
  const at = Math.floor(useNow() / EVERY_MS);
  const [missedAt, setMissedAt] = useState<number>();
  const source = `${url}${url.includes('?') ? '&' : '?'}at=${at}`;
  return (
    <img
      className={className}
      src={source}
      alt={name}
      loading="lazy"
      data-part="still"
      data-seen={missedAt === at ? undefined : ''}
      onError={() => setMissedAt(at)}
    />
  );
});
