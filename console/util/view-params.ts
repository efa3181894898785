// What a table keeps in the address besides its page's own parameters. Changing it loads nothing by itself.
export const VIEW_PARAMS = ['sort', 'filter'] as const
export type ViewParam = (typeof VIEW_PARAMS)[number]

/** The same view has the same address, in whatever order it was chosen. */
export function setView(search: URLSearchParams, changed: ViewParam, text: string): void {
  search.set(changed, text)
  for (const param of VIEW_PARAMS) {
    const value = search.get(param) ?? ''
    search.delete(param)
    if (value !== '') search.set(param, value)
  }
}

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
