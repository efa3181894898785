export function build(names: readonly ('demo' | 'server' | 'console' | 'preview')[]): Promise<void>
