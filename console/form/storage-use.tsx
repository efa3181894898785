// Below a form that takes storage: how much of the silo's quota it will use.
import { isUnlimited, usesText, type QuotaUse } from '../util/quota.ts'

interface StorageUseProps {
  /** not a number while the form is incomplete */
  bytes: number
  /** while more than that may be needed */
  atLeast?: boolean
  /** undefined until it has loaded */
  use: QuotaUse | undefined
}

export const StorageUse = ({ bytes, atLeast = false, use }: StorageUseProps) => (
  // as tall as one line, so that the form does not move when the text appears
  <output className="block min-h-4 text-xs text-muted tabular-nums">
    {use && bytes > 0 && !isUnlimited('storage', use.capacity.storage) && `${textOf(bytes, atLeast, use)}.`}
  </output>
)

const textOf = (bytes: number, atLeast: boolean, use: QuotaUse) => {
  const text = usesText('storage', bytes, use)
  return atLeast ? text.replace('Uses', 'Uses at least') : text
}
