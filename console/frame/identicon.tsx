// A small icon derived from a name: six mirrored bars whose heights come from the name's hash.
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

export function Identicon({ name, size = 20 }: { name: string; size?: number }) {
  const hash = hashOf(name)
  const heights = [0, 1, 2].map((bar) => 4 + ((hash >>> (bar * 5)) % 4) * 4)
  const bars = [...heights, ...heights.toReversed()]
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 20 20" className="shrink-0 text-accent">
      {bars.map((height, bar) => (
        <rect
          key={bar}
          x={1 + bar * 3.2}
          y={(20 - height) / 2}
          width="2"
          height={height}
          rx="1"
          fill="currentColor"
          opacity={bar % 5 === 0 ? 0.55 : 1}
        />
      ))}
    </svg>
  )
}
