// Types of postgres.mjs, which must run before TypeScript is installed.
export function findPostgres(): string | undefined
export function startPostgres(options?: { isDurable?: boolean }): Promise<{
  url: string
  restart(whileDown: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}>
