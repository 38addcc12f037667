/** What was read last stays while it is read anew. */
import { useState } from 'react';

export const useLatest = <T>(value: T | undefined): T | undefined => {
  const [latest, setLatest] = useState(value);
  if (value !== undefined && value !== latest) setLatest(value);
  return value ?? latest;
};
