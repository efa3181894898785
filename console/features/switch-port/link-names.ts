// Names of ports, speeds and kinds of error correction.

/** 'speed100_g' becomes '100 Gbit/s'. */
export const speedText = (speed: string) => speed.replace(/^speed(\d+)_?g$/i, '$1 Gbit/s')

/** Forward error correction; auto leaves it to the switch. */
export const FEC_NAMES = { auto: 'Automatic', none: 'None', firecode: 'Firecode', rs: 'Reed-Solomon' } as const

export const fecText = (fec: string): string => (FEC_NAMES as Record<string, string>)[fec] ?? fec

/** qsfp2 before qsfp10. */
export const comparePorts = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
