export function findChromium(): string | undefined
export function findPostgres(): string | undefined
export function installPrograms(names: readonly ('chromium' | 'postgresql' | 'unzip')[]): void
