// The selected filter chip of a list, kept in the address: it survives a reload and going back, and links can select it.
import { useAddress } from '../address.ts'

/** An address can hold any text; what is none of the values selects nothing. */
export function useChip<Value extends string>(param: string, values: readonly Value[]) {
  const { search, change } = useAddress()
  const choose = (value: Value | undefined) =>
    change((next) => {
      next.delete(param)
      if (value !== undefined) next.set(param, value)
    })
  return { chosen: values.find((value) => value === search.get(param)), choose }
}
