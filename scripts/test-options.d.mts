export function readTestOptions(args: readonly string[]): {
  depth: 'short' | 'ci' | 'all'
  parts: string[]
  projects: string[]
  shard: string | undefined
  rest: string[]
}
