// The items of a picker: the first thousand at once, the rest once loaded. The API cannot search, so the picker needs them all.
import type { Query } from '../api.ts'
import { LARGE_PAGE, type PageArgs, type PageOf } from '../queries.ts'
import { wholeList } from '../table/whole-list.ts'
import { useLoad } from '../use-api.ts'
import { useCutList } from './cut-lists.ts'

/** `first` is the data of a `first1000…` query, undefined while it loads. */
export function useOptions<Row>(
  first: PageOf<Row> | undefined,
  list: (page?: PageArgs) => Query<PageOf<Row>>,
): readonly Row[] {
  // the last page can have a token too, which leads to an empty one
  const hasMore = Boolean(first?.nextPage) && first!.items.length >= LARGE_PAGE
  const { data } = useLoad(wholeList(list), { enabled: hasMore })
  useCutList(data?.isComplete === false)
  return data?.items ?? first?.items ?? []
}
