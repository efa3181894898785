// What the guest of a machine says about itself, through its agent. A guest can say anything: it is shown, and nothing follows from it.

export interface GuestFacts {
  hostname?: string
  /** Name of the system, such as `Debian GNU/Linux 12 (bookworm)`. */
  system?: string
  kernel?: string
  interfaces: GuestInterface[]
}

export interface GuestInterface {
  name: string
  mac?: string
  addresses: string[]
}

const MAX_TEXT = 200
const MAX_INTERFACES = 16
const MAX_ADDRESSES = 16
const ADDRESS = /^[0-9A-Fa-f.:]{2,45}$/
const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** One line of printable characters, or nothing. */
function textIn(value: unknown, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined
  if (typeof found !== 'string') return undefined
  // directions and invisible characters could make it look like something else
  const text = found.slice(0, MAX_TEXT).replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')
  return text.trim() === '' ? undefined : text.trim()
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Keeps what is well formed of the answers to three questions, and not more than a page can show. */
export function factsFrom(answers: { host: unknown; system: unknown; interfaces: unknown }): GuestFacts {
  const hostname = textIn(answers.host, 'host-name')
  const system = textIn(answers.system, 'pretty-name') ?? textIn(answers.system, 'name')
  const kernel = textIn(answers.system, 'kernel-release')
  return {
    ...(hostname !== undefined && { hostname }),
    ...(system !== undefined && { system }),
    ...(kernel !== undefined && { kernel }),
    interfaces: listIn(answers.interfaces)
      .slice(0, MAX_INTERFACES)
      .flatMap((each) => interfaceFrom(each) ?? []),
  }
}

function interfaceFrom(value: unknown): GuestInterface | undefined {
  const name = textIn(value, 'name')
  const mac = textIn(value, 'hardware-address')
  if (name === undefined || !isObject(value)) return undefined
  const addresses = listIn(value['ip-addresses'])
    .slice(0, MAX_ADDRESSES)
    .flatMap((each) => textIn(each, 'ip-address') ?? [])
    .filter((address) => ADDRESS.test(address))
  return { name, ...(mac !== undefined && MAC.test(mac) && { mac }), addresses }
}
