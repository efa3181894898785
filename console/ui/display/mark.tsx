// The product's mark: a small rack drawn in bars. The favicon is the same file, so there is one drawing.

export const Mark = ({ size = 24 }: { size?: number }) => (
  <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={size} height={size} className="shrink-0" />
)
