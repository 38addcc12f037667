/** Something that the pit reads, for as long as a component shows it. */
import {
  type DefaultError,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { faultOf } from '../refused.js';

export interface Read<T> {
  /** Undefined until it was read, and after it could not be read again. */
  readonly value: T | undefined;
  /** What was read last, even though it could not be read again. */
  readonly latest: T | undefined;
  readonly fault: string | undefined;
  readonly isReading: boolean;
  /** Whether what `again` asks for is still to come. */
  readonly isAwaited: boolean;
  readonly again: () => void;
}

/** `asked` is one of the pit’s `reads`; undefined: nothing yet. */
export const useRead = <T>(asked: UseQueryOptions<T> | undefined): Read<T> => {
  const { data, error, isFetching, refetch } = useQuery(
    asked ?? { queryKey: [], queryFn: skipToken },
  );
  const [awaited, setAwaited] = useState<object>();
  const again = useCallback(async () => {
    const own = {};
    setAwaited(own);
    await refetch();
    // A later one has cut it off.
    setAwaited((last) => (last === own ? undefined : last));
  }, [refetch]);
  return {
    value: error === null ? data : undefined,
    latest: data,
    fault: error === null ? undefined : faultOf(error),
    isReading: isFetching,
    isAwaited: awaited !== undefined,
    again: useCallback(() => void again(), [again]),
  };
};

interface ReadPages<P> extends Omit<Read<P>, 'latest' | 'isAwaited'> {
  readonly pages: readonly P[];
  readonly next: NextPageRead;
}

export interface NextPageRead {
  readonly isBusy: boolean;
  readonly fault: string | undefined;
  /** Undefined where the list is at its end. */
  readonly read: (() => void) | undefined;
}

/** A list that comes page by page. Its value is the first page; `again` reads all of them. */
export const useReadPages = <P, Key extends QueryKey>(
  asked: UseInfiniteQueryOptions<P, DefaultError, InfiniteData<P>, Key, string | undefined>,
): ReadPages<P> => {
  const list = useInfiniteQuery(asked);
  const { refetch } = list;
  const pages = list.data?.pages ?? [];
  const fault = list.error === null ? undefined : faultOf(list.error);
  const isOfNext = list.isFetchNextPageError;
  return {
    pages,
    value: fault === undefined || isOfNext ? pages[0] : undefined,
    fault: isOfNext ? undefined : fault,
    isReading: list.isFetching && !list.isFetchingNextPage,
    again: useCallback(() => void refetch(), [refetch]),
    next: {
      isBusy: list.isFetchingNextPage,
      fault: isOfNext ? fault : undefined,
      read: list.hasNextPage ? () => void list.fetchNextPage({ cancelRefetch: false }) : undefined,
    },
  };
};
