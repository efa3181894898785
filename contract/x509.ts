// Reads a certificate's subject, issuer and validity. It verifies nothing. Small enough for the console, which shows a certificate
// before sending it.
import { BadPem, readPem } from './pem.ts'

export interface CertificateFacts {
  /** "CN=rack.example, O=Example" */
  subject: string
  issuer: string
  notBefore: Date
  notAfter: Date
  /** Subject alternative names: DNS names, addresses, emails and URIs. */
  names: string[]
}

const SEQUENCE = 0x30
const EXTENSIONS = 0xa3
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17'
const UTC_TIME = 0x17
const UTF8_STRING = 0x0c
const BMP_STRING = 0x1e
const ADDRESS_NAME = 0x87
/** Email, DNS name and URI. */
const TEXT_NAMES: readonly number[] = [0x81, 0x82, 0x86]

const ATTRIBUTES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'E',
}

/** Leaf first, as in the file. Throws BadPem with a readable reason. */
export function readCertificates(pem: string): CertificateFacts[] {
  const blocks = readPem(pem)
  if (blocks.length === 0) throw new BadPem('it holds no PEM certificate')
  return blocks.map(({ label, der }) => {
    if (label !== 'CERTIFICATE') throw new BadPem(`expected certificates only, found "${label}"`)
    return readCertificate(der)
  })
}

export function readCertificate(der: Uint8Array): CertificateFacts {
  try {
    return factsOf(der)
  } catch {
    throw new BadPem('it is not a certificate')
  }
}

function factsOf(der: Uint8Array): CertificateFacts {
  const certificate = elementAt(der, 0)
  const [signed] = partsOf(certificate, SEQUENCE)
  const parts = partsOf(signed, SEQUENCE)
  // the optional version comes first
  const [, , issuer, validity, subject] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts
  const [notBefore, notAfter] = partsOf(validity, SEQUENCE)
  const extensions = parts.find(({ tag }) => tag === EXTENSIONS)
  return {
    subject: nameOf(issued(subject)),
    issuer: nameOf(issued(issuer)),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    names: extensions ? alternativeNames(extensions) : [],
  }
}

interface Element {
  tag: number
  value: Uint8Array
  /** Where the next element starts. */
  end: number
}

function elementAt(der: Uint8Array, at: number): Element {
  const tag = der[at]
  const first = der[at + 1]
  if (tag === undefined || first === undefined || first === 0x80 || first > 0x84) throw new BadPem('it is not DER')
  const size = first < 0x80 ? 0 : first & 0x7f
  let length = size === 0 ? first : 0
  for (let n = 0; n < size; n++) length = length * 256 + (der[at + 2 + n] ?? Number.NaN)
  const from = at + 2 + size
  if (!(from + length <= der.length)) throw new BadPem('it is not DER')
  return { tag, value: der.subarray(from, from + length), end: from + length }
}

function partsOf(element: Element | undefined, tag = element?.tag): Element[] {
  if (!element || element.tag !== tag) throw new BadPem('it is not a certificate')
  const parts: Element[] = []
  for (let at = 0; at < element.value.length; at = parts.at(-1)!.end) parts.push(elementAt(element.value, at))
  return parts
}

const issued = (name: Element | undefined) => partsOf(name, SEQUENCE).flatMap((set) => partsOf(set))

function nameOf(attributes: Element[]): string {
  return attributes
    .map((attribute) => {
      const [type, value] = partsOf(attribute, SEQUENCE)
      const id = oidOf(type)
      return `${ATTRIBUTES[id] ?? id}=${value ? textOf(value) : ''}`
    })
    .join(', ')
}

function oidOf(element: Element | undefined): string {
  const [first = 0, ...rest] = element?.value ?? []
  const numbers = [Math.min(2, Math.floor(first / 40)), first - 40 * Math.min(2, Math.floor(first / 40))]
  let number = 0
  for (const byte of rest) {
    number = number * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  return numbers.join('.')
}

function textOf({ tag, value }: Element): string {
  if (tag === UTF8_STRING) return new TextDecoder().decode(value)
  const codes = tag === BMP_STRING ? Array.from({ length: value.length / 2 }, (_, n) => wide(value, 2 * n)) : [...value]
  return codes.map((code) => String.fromCharCode(code)).join('')
}

const wide = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)

/** 250102030405Z, or with a four-digit year. */
function timeOf(element: Element | undefined): Date {
  const digits = element ? textOf(element) : ''
  const text = element?.tag === UTC_TIME ? `${Number(digits.slice(0, 2)) < 50 ? '20' : '19'}${digits}` : digits
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time.getTime())) throw new BadPem('its dates cannot be read')
  return time
}

function alternativeNames(extensions: Element): string[] {
  const [list] = partsOf(extensions)
  const found = partsOf(list, SEQUENCE)
    .map((extension) => partsOf(extension, SEQUENCE))
    .find(([id]) => oidOf(id) === SUBJECT_ALTERNATIVE_NAME)
  const octets = found?.at(-1)
  if (!octets) return []
  return partsOf(elementAt(octets.value, 0), SEQUENCE).flatMap((name) => {
    if (TEXT_NAMES.includes(name.tag)) return [textOf(name)]
    return name.tag === ADDRESS_NAME ? [addressOf(name.value)] : []
  })
}

const addressOf = (bytes: Uint8Array) =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: bytes.length / 2 }, (_, n) => wide(bytes, 2 * n).toString(16)).join(':')
