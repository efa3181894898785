// The architectures that guests can have. Names as on the wire, which are those of libvirt.
export const ARCHITECTURES = ['x86_64', 'aarch64'] as const

export type Architecture = (typeof ARCHITECTURES)[number]

export const isArchitecture = (name: string): name is Architecture =>
  (ARCHITECTURES as readonly string[]).includes(name)

/** As people write it. */
export const ARCHITECTURE_NAMES: Record<Architecture, string> = { x86_64: 'x86-64', aarch64: 'aarch64' }
