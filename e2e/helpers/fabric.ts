// Addresses of the fabric's pages and operations, for the tests that use them.

export const FABRIC = '/system/networking/fabric'
export const NETWORKING = '/v1/system/networking'
export const LOTS = `${NETWORKING}/address-lot`

/** The first three parts of a network that no other test uses. */
export function freeNet(): string {
  const number = Math.floor(Math.random() * 60_000)
  return `10.${number >> 8}.${number & 255}`
}
