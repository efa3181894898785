// How many addresses a subnet has. Without an address parser, which the list would have to load.

/** The first five addresses and the last one. */
const RESERVED_ADDRESSES = 6

/** Addresses that interfaces can have. IPv4 only: interfaces get no IPv6 addresses yet. */
export const usableAddresses = (ipv4Block: string): number =>
  2 ** (32 - Number(ipv4Block.split('/')[1])) - RESERVED_ADDRESSES
