export function findChromium(): string | undefined
export function findFirefox(): string | undefined
export function findPostgres(): string | undefined
export function installPrograms(names: readonly ('chromium' | 'firefox' | 'postgresql' | 'unzip')[]): void
