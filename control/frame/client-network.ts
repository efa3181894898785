// The network a request comes from, as limits count it.

/** An IPv6 /64 counts as one address, because a single customer has that many. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return `${[...before, ...gap, ...after].slice(0, 4).join(':').toLowerCase()}::/64`
}
