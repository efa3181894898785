// The systemd unit, the Dockerfile and the dependencies, as far as they can be checked without systemd running and without pulling images.
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { anyPair } from '#control/testing/certificates.ts'
import { HELP } from '#server/option-help.ts'
import { needing } from './scripts/needs.mjs'

const root = import.meta.dirname
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Continued lines joined, without comments. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => /^(\w+)\s+(.*)$/.exec(line.trim()))
  .map((match) => ({ name: match?.[1] ?? '', rest: match?.[2] ?? '' }))
const all = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest)
const jsonIn = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[]

/** Node may be elsewhere on this machine. */
/** systemd refuses programs that are not there. */
const textOf = (name: string) =>
  read(`packaging/${name}`).replace('/usr/bin/node', process.execPath).replaceAll('/usr/sbin/nft', process.execPath)

test('systemd accepts the unit, alone and as a template', needing('systemd'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const units = [
    'rackwright.service',
    'rackwright-backup.service',
    'rackwright-backup.timer',
    'rackwright-guests.service',
  ]
  for (const name of units) writeFileSync(join(folder, name), textOf(name))
  writeFileSync(join(folder, 'rackwright@4601.service'), textOf('rackwright.service'))
  const ofTarget = ['service', 'timer'].map((kind) => `rackwright-backup@tapes.${kind}`)
  for (const name of ofTarget) writeFileSync(join(folder, name), textOf(name.replace('tapes', '')))
  for (const name of [...units, 'rackwright@4601.service', ...ofTarget]) {
    const file = join(folder, name)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  }
})

test('the units are confined, and the help names what the tarball has', () => {
  for (const name of ['rackwright.service', 'rackwright-backup.service', 'rackwright-backup@.service']) {
    const unit = read(`packaging/${name}`)
    for (const line of [
      'SystemCallFilter=@system-service',
      'ProtectProc=invisible',
      'PrivateUsers=yes',
      'CapabilityBoundingSet=',
    ])
      expect(unit.split('\n'), name).toContain(line)
  }
  const guests = read('packaging/rackwright-guests.service').split('\n')
  for (const line of ['User=rackwright-guests', 'CapabilityBoundingSet=', 'NoNewPrivileges=yes', 'KillMode=process'])
    expect(guests).toContain(line)
  // what runs as root is a file of root's, and nothing that a guest or the server can write
  for (const line of guests.filter((each) => each.includes('=+')))
    expect(line).toMatch(/^Exec\w+=\+\/usr\/sbin\/nft --file \/opt\/rackwright\/packaging\//)
  const usage = HELP.split('\n').filter((line) => line.startsWith('  node '))
  expect(usage.length).toBeGreaterThan(5)
  for (const line of usage) expect(line).toContain('node dist/server/main.js')
})

test('the Dockerfile has only known instructions, and copies only what exists', () => {
  const KNOWN = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']
  expect(instructions.map(({ name }) => name).filter((name) => !KNOWN.includes(name))).toEqual([])
  const stages = all('FROM').flatMap((rest) => / AS (\w+)$/.exec(rest)?.[1] ?? [])
  for (const copy of all('COPY')) {
    const [, stage] = /^--from=(\w+)/.exec(copy) ?? []
    if (stage) expect(stages).toContain(stage)
    else for (const source of copy.split(/\s+/).slice(0, -1)) expect(existsSync(join(root, source)), source).toBe(true)
  }
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = all('RUN').flatMap((run) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script!))
  expect(commands).toEqual(['release'])
  for (const command of commands) expect(scripts).toHaveProperty(command)
})

test('the container runs the release as an ordinary user', () => {
  const names = instructions.map(({ name }) => name)
  expect(all('USER')).toEqual(['node'])
  expect(names.indexOf('USER')).toBeLessThan(names.lastIndexOf('CMD'))
  const [program, main] = jsonIn(all('CMD')[0]!)
  expect([program, main]).toEqual(['node', '/opt/rackwright/dist/server/main.js'])
  // the release is unpacked there, and contains it
  expect(all('COPY')).toContain('--from=build /release /opt/rackwright')
  expect(read('scripts/release.mjs')).toContain(`'dist/server'`)
})

test.each([
  { what: 'a healthy server', status: 200, exit: 0 },
  { what: 'a server that answers with an error', status: 503, exit: 1 },
  { what: 'no server', status: undefined, exit: 1 },
])('the health check of $what exits with $exit, also over TLS', async ({ status, exit }) => {
  const [program, file] = jsonIn(all('HEALTHCHECK')[0]!)
  expect([program, file]).toEqual(['node', '/opt/rackwright/packaging/healthcheck.mjs'])
  const { cert, key } = await anyPair()
  const answer: RequestListener = (request, response) => {
    response.writeHead(request.url === '/healthz' ? status! : 404).end()
  }
  for (const server of [createServer(answer), createTlsServer({ cert, key }, answer)]) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    if (status === undefined) server.close()
    onTestFinished(() => void (server.listening && server.close()))
    const env = { RACKWRIGHT_PORT: String(port), ...(server instanceof TlsServer && { RACKWRIGHT_TLS_CERT: 'x' }) }
    const child = execFile(process.execPath, [join(root, 'packaging/healthcheck.mjs')], { env })
    expect((await once(child, 'exit'))[0]).toBe(exit)
  }
})

test('the guide to a production site installs the tarball that a release of this architecture has', () => {
  const [, name] = /tar -xzf (rackwright-.*\.gz)/.exec(read('docs/operating.md'))!
  expect(name).toBe('rackwright-*-linux-$(node -p process.arch).tar.gz')
  expect(read('scripts/release.mjs')).toContain('-${process.platform}-${process.arch}`')
})

test('dependencies are pinned, and none runs a script when it is installed', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const versions = Object.entries({ ...dependencies, ...devDependencies })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: true }>
  }
  expect(Object.keys(packages).filter((name) => packages[name]!.hasInstallScript)).toEqual([])
})
