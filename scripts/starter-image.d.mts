export function buildStarterImage(file: string, architecture?: 'x86_64' | 'aarch64'): string
