// What a table keeps in the address besides its page's own parameters. Changing it loads nothing by itself.
export const VIEW_PARAMS = ['filter', 'sort'] as const
export type ViewParam = (typeof VIEW_PARAMS)[number]

export function withoutView(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  for (const param of VIEW_PARAMS) rest.delete(param)
  return rest
}

/** Whether two addresses differ in nothing but the view of a table. */
export const differsInViewOnly = (one: URL, other: URL): boolean =>
  one.pathname === other.pathname &&
  one.search !== other.search &&
  withoutView(one.searchParams).toString() === withoutView(other.searchParams).toString()
