// The product's logo: a small rack drawn in bars. The favicon uses the same file.
import { base } from '../../util/base.ts'

export const Mark = ({ size = 24 }: { size?: number }) => (
  <img src={`${base}icon.svg`} alt="" width={size} height={size} className="shrink-0" />
)
