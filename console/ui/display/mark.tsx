// The product's mark: a small rack drawn in bars. The favicon is the same file, so there is one drawing.
import { base } from '../../util/base.ts'

export const Mark = ({ size = 24 }: { size?: number }) => (
  <img src={`${base}icon.svg`} alt="" width={size} height={size} className="shrink-0" />
)
