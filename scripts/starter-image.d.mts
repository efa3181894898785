export function buildStarterImage(file: string): string
