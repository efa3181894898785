// Below a form that takes storage: how much of the silo's quota it will use.
import { isUnlimited, usesText, type QuotaUse } from '../util/quota.ts'

interface StorageUseProps {
  /** not a number while the form is incomplete */
  bytes: number
  /** undefined until it has loaded */
  use: QuotaUse | undefined
}

export const StorageUse = ({ bytes, use }: StorageUseProps) => (
  // as tall as one line, so that the form does not move when the text appears
  <output className="block min-h-4 text-xs text-muted tabular-nums">
    {use && bytes > 0 && !isUnlimited('storage', use.capacity.storage) && `${usesText('storage', bytes, use)}.`}
  </output>
)
