// The architectures of guests, and how people write them. No zod: the console imports this.
export const ARCHITECTURES = ['x86_64', 'aarch64'] as const

export type Architecture = (typeof ARCHITECTURES)[number]

export const ARCHITECTURE_NAMES: Record<Architecture, string> = { x86_64: 'x86-64', aarch64: 'aarch64' }
