// The part of OVN's match language that we write (ovn-sb, table Logical_Flow). Anything else is an error. Not for production code.
import { holds, prefixOf } from '../ipv4.ts'

export interface Packet {
  src: string
  dst: string
  protocol: 'TCP' | 'UDP' | 'ICMP'
  sourcePort?: number
  port?: number | null
  inport?: string
  outport?: string
}

export type Evaluate = (packet: Packet) => boolean

export interface Names {
  sets: ReadonlyMap<string, readonly string[]>
  portGroups: ReadonlyMap<string, ReadonlySet<string>>
}

const SYMBOLS: Record<string, Evaluate> = {
  ip: () => true,
  ip4: () => true,
  icmp4: ({ protocol }) => protocol === 'ICMP',
  tcp: ({ protocol }) => protocol === 'TCP',
  udp: ({ protocol }) => protocol === 'UDP',
}
const ADDRESSES: Record<string, (packet: Packet) => string> = {
  'ip4.src': ({ src }) => src,
  'ip4.dst': ({ dst }) => dst,
}
const PORTS: Record<string, (packet: Packet) => string | undefined> = {
  inport: ({ inport }) => inport,
  outport: ({ outport }) => outport,
}
/** Undefined for packets of another protocol, which no comparison matches. */
const NUMBERS: Record<string, (packet: Packet) => number | undefined> = {
  'tcp.dst': ({ protocol, port }) => (protocol === 'TCP' ? port! : undefined),
  'udp.dst': ({ protocol, port }) => (protocol === 'UDP' ? port! : undefined),
  'udp.src': ({ protocol, sourcePort }) => (protocol === 'UDP' ? (sourcePort ?? 40_000) : undefined),
}
const TOKEN = /\s*(&&|\|\||==|<=|[(){},]|[$@]?[\w.]+(?:\/\d+)?)/y

export function parseMatch(text: string, names: Names): Evaluate {
  const tokens = tokensOf(text)
  let at = 0
  const fail = (why: string): never => {
    throw new Error(`${why} at ${tokens[at]}: ${text}`)
  }
  const take = (wanted?: string) => {
    const token = tokens[at++] ?? ''
    if (wanted !== undefined && token !== wanted) fail(`no ${wanted}`)
    return token
  }

  function expression(): Evaluate {
    const parts = [term()]
    const operator = tokens[at]
    if (operator !== '&&' && operator !== '||') return parts[0]!
    while (tokens[at] === operator) {
      at += 1
      parts.push(term())
    }
    if (tokens[at] === '&&' || tokens[at] === '||') fail('&& and || need parentheses')
    return operator === '&&'
      ? (packet) => parts.every((part) => part(packet))
      : (packet) => parts.some((part) => part(packet))
  }

  function term(): Evaluate {
    const token = take()
    if (token === '(') {
      const inner = expression()
      take(')')
      return inner
    }
    if (/^\d+$/.test(token)) return range(Number(token))
    if (tokens[at] !== '==') return SYMBOLS[token] ?? fail(`unknown symbol ${token}`)
    at += 1
    return comparison(token, constants())
  }

  /** `8000 <= tcp.dst <= 8999` */
  function range(first: number): Evaluate {
    take('<=')
    const field = take()
    const value = NUMBERS[field] ?? fail(`unknown field ${field}`)
    take('<=')
    const last = Number(take())
    return (packet) => {
      const number = value(packet)
      return number !== undefined && first <= number && number <= last
    }
  }

  function constants(): string[] {
    if (tokens[at] !== '{') return [take()]
    const found: string[] = []
    do {
      at += 1
      found.push(take())
    } while (tokens[at] === ',')
    take('}')
    return found
  }

  function comparison(field: string, values: readonly string[]): Evaluate {
    const [address, port, number] = [ADDRESSES[field], PORTS[field], NUMBERS[field]]
    if (address) {
      const prefixes = values.flatMap(addressesOf).map(strictPrefix)
      return (packet) => {
        const single = prefixOf(address(packet))
        return prefixes.some((prefix) => holds(prefix, single))
      }
    }
    if (port) {
      const groups = values.map((value) => names.portGroups.get(value.slice(1)) ?? fail(`unknown group ${value}`))
      return (packet) => groups.some((ports) => ports.has(port(packet) ?? ''))
    }
    if (!number) return fail(`unknown field ${field}`)
    const wanted = new Set(values.map(Number))
    return (packet) => wanted.has(number(packet) ?? NaN)
  }

  function addressesOf(value: string): readonly string[] {
    return value.startsWith('$') ? (names.sets.get(value.slice(1)) ?? fail(`unknown set ${value}`)) : [value]
  }

  const found = expression()
  if (at < tokens.length) fail('more than an expression')
  return found
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined) throw new Error(`not a match: ${text}`)
    tokens.push(token)
  }
  return tokens
}

function strictPrefix(text: string) {
  const prefix = prefixOf(text)
  const [ip = ''] = text.split('/')
  if (prefix.first !== prefixOf(ip).first) throw new Error(`host bits in ${text}`)
  if (text.endsWith('/0')) throw new Error(`${text} restricts nothing`)
  return prefix
}
