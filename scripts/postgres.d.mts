// Types of postgres.mjs, which must run before TypeScript is installed.
export function findPostgres(): string | undefined
export function startPostgres(): Promise<{ url: string; stop(): Promise<void> }>
