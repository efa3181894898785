// The selected filter chip of a list, kept in the address: it survives a reload and going back, and links can select it.
import { useSearchParams } from 'react-router'

/** An address can hold any text; what is none of the values selects nothing. */
export function useChip<Value extends string>(param: string, values: readonly Value[]) {
  const [search, setSearch] = useSearchParams()
  const choose = (value: Value | undefined) =>
    setSearch(
      (was) => {
        was.delete(param)
        if (value !== undefined) was.set(param, value)
        return was
      },
      { replace: true },
    )
  return { chosen: values.find((value) => value === search.get(param)), choose }
}
