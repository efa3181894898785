import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { claimFolder } from '#drivers/files/mark.ts'
import { checkNetwork, checkVolumes, noteOptions } from './last-options.ts'
import { OPTION_NAMES, OPTIONS } from './option-table.ts'
import { BadOption, type Options, readOptions } from './options.ts'
import { random } from './random.ts'

/** Returns what a start says, with these options, that comes after the earlier ones with this function. */
function starts() {
  const file = join(mkdtempSync(join(tmpdir(), 'rackwright-last-')), 'last-options')
  const start = (line: string) => {
    const options = readOptions(line.split(' ').filter(Boolean), {}) as Options
    const said: string[] = []
    checkNetwork({ file, options })
    checkVolumes({ file, options })
    noteOptions({ file, options, log: { warn: (text) => said.push(text) }, uuid: random.uuid })
    return said
  }
  return { file, start }
}

const EXAMPLES: Record<string, string> = {
  'tls-cert': '--tls-cert c --tls-key k',
  'dns-suffix': '--dns-suffix a.example',
  'backup-root': '--backup-root /b',
}
const SAID = OPTION_NAMES.filter((name) => OPTIONS[name].later === 'said')

test.each(SAID)('a start without the --%s of the last one says so, once', (name) => {
  const { start } = starts()
  expect(start(EXAMPLES[name] ?? `--${name}`)).toEqual([])
  expect(start(EXAMPLES[name] ?? `--${name}`)).toEqual([])
  expect(start('')).toEqual([`the last start had --${name}, and this one does not`])
  expect(start('')).toEqual([])
  expect(start(EXAMPLES[name] ?? `--${name}`)).toEqual([])
})

test('another value is said', () => {
  const { start } = starts()
  start('--dns-suffix a.example')
  expect(start('--dns-suffix b.example')).toEqual(['--dns-suffix is not the one of the last start'])
})

test('OVN cannot be left out unnoticed', () => {
  const { start } = starts()
  const ovn = '--network ovn:unix:/run/ovn/ovnnb_db.sock'
  start('')
  expect(start(ovn)).toEqual([])
  expect(() => start('')).toThrow(BadOption)
  expect(() => start('')).toThrow('was used with the OVN at unix:/run/ovn/ovnnb_db.sock: give --network again')
  expect(start('--forget-network')).toEqual(['the last start had --network, and this one does not'])
  expect(start('')).toEqual([])
})

test('nothing secret is written, and nothing else is left behind', () => {
  const { file, start } = starts()
  start('--database-url postgres://u:hush@h/n --dns-suffix a.example --secret-key-file /k')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ 'dns-suffix': 'a.example' })
  expect(readdirSync(dirname(file))).toEqual(['last-options'])
})

test('a file that was cut off is no obstacle', () => {
  const { file, start } = starts()
  writeFileSync(file, '{"dns-')
  expect(start('')).toEqual([])
})

test('the guide says of every option what a later start without it does', () => {
  const guide = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8')
  const section = /\n## Later starts\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? ''
  const line = (title: string) =>
    new RegExp(`^- \\*\\*${title}\\*\\*([\\s\\S]*?)(?=\\n- \\*\\*|$(?![\\s\\S]))`, 'm').exec(section)?.[1]
  const named = (title: string) => [...(line(title) ?? '').matchAll(/`--([a-z-]+)`/g)].map(([, name]) => name)
  for (const later of ['remembered', 'refused', 'said', 'each start'] as const) {
    const title = later.charAt(0).toUpperCase() + later.slice(1)
    const names = OPTION_NAMES.filter((name) => OPTIONS[name].later === later)
    expect([...new Set(named(title))].toSorted(), later).toEqual(names.toSorted())
  }
})

test('volumes that are not mounted are not taken for new ones, unless somebody says that they are lost', async () => {
  const { file, start } = starts()
  const volumes = join(dirname(file), 'volumes')
  const mark = join(volumes, 'installation-id')
  const line = `--machines qemu:///system --volumes ${volumes}`
  start(line)
  expect(() => start(line)).toThrow(`are not in ${volumes}: mount them, or put them back`)
  // the place to mount them at
  mkdirSync(volumes)
  expect(() => start(line)).toThrow(`create the empty file ${mark}`)
  await claimFolder(volumes, 'us')
  expect(start(line)).toEqual([])
  rmSync(mark)
  writeFileSync(mark, '')
  expect(start(line)).toEqual([])
  await claimFolder(volumes, 'us')
  expect(readFileSync(mark, 'utf8')).toBe('us\n')
})
