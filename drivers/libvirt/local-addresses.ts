// The IPv4 addresses of a host, as its kernel knows them: those of interfaces without a carrier answer, too.

/** Every process may read it. */
export const ADDRESSES_FILE = '/proc/self/net/fib_trie'

/** Reads what is in that file. Leaves out 127.0.0.0/8, which no packet from outside can have. Sorted. */
export function localAddressesIn(trie: string): string[] {
  const leaves = [...trie.matchAll(/\|-- ([\d.]+)\n((?:\s+\/.*\n?)+)/g)]
  const own = leaves.flatMap(([, address = '', routes = '']) => (routes.includes('/32 host LOCAL') ? [address] : []))
  // each is in two tables
  return [...new Set(own)].filter((address) => !address.startsWith('127.')).sort()
}
