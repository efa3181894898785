// Guesses the name, operating system and version of an image from the name of its file. People correct what is wrong.
import { MAX_OS_LENGTH } from '#contract/limits.ts'
import { nameFrom } from '../util/name-from.ts'

export interface Guess {
  name: string
  os: string
  version: string
}

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/debian/i, 'Debian'],
  [/ubuntu/i, 'Ubuntu'],
  [/fedora/i, 'Fedora'],
  [/centos/i, 'CentOS'],
  [/rocky/i, 'Rocky'],
  [/alma/i, 'AlmaLinux'],
  [/alpine/i, 'Alpine'],
  [/opensuse/i, 'openSUSE'],
  [/arch(linux)?\b/i, 'Arch'],
  [/nixos/i, 'NixOS'],
  [/freebsd/i, 'FreeBSD'],
  [/openbsd/i, 'OpenBSD'],
  [/windows|win(10|11|20\d\d)/i, 'Windows'],
]

/** Releases that files are named after. */
const RELEASES: readonly [code: string, os: string, version: string][] = [
  ['bullseye', 'Debian', '11'],
  ['bookworm', 'Debian', '12'],
  ['trixie', 'Debian', '13'],
  ['focal', 'Ubuntu', '20.04'],
  ['jammy', 'Ubuntu', '22.04'],
  ['noble', 'Ubuntu', '24.04'],
]

const ENDINGS = /\.(raw|img|iso|bin|dd|qcow2?|vmdk|gz|xz|zst|bz2|zip|7z)$/i

function withoutEndings(file: string): string {
  const shorter = file.replace(ENDINGS, '')
  return shorter === file ? file : withoutEndings(shorter)
}

/** Guesses from the last part of a path or URL. */
export function guessFrom(file: string): Guess {
  const stem = withoutEndings(
    decoded(file.replace(/[?#].*$/, ''))
      .split(/[/\\]/)
      .at(-1) ?? '',
  )
  const release = RELEASES.find(([code]) => stem.toLowerCase().includes(code))
  const system = SYSTEMS.find(([pattern]) => pattern.test(stem))
  const after = system ? stem.slice(stem.search(system[0])) : ''
  const number = /(?:^|[^\d.])(\d{1,4}(?:\.\d{1,4}){0,2})(?![\d.]*[\d])/.exec(after)?.[1]
  return {
    name: nameFrom(stem),
    os: (release?.[1] ?? system?.[1] ?? '').slice(0, MAX_OS_LENGTH),
    version: (release?.[2] ?? number ?? '').slice(0, MAX_OS_LENGTH),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
