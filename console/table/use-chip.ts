// The selected filter chip of a list, kept in the address: it survives a reload and going back, and links can select it.
import { useSearchParams } from 'react-router'

export function useChip(param: string) {
  const [search, setSearch] = useSearchParams()
  const choose = (value: string | undefined) =>
    setSearch(
      (was) => {
        was.delete(param)
        if (value !== undefined) was.set(param, value)
        return was
      },
      { replace: true },
    )
  return { chosen: search.get(param) ?? undefined, choose }
}
