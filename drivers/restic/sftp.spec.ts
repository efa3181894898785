// Real repositories on an SFTP server of OpenSSH, on loopback: what every engine must do, and a server with another key.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { backupEngineCases } from '../backup-engine.cases.ts'
import type { BackupPlace } from '../backup-engine.ts'
import { testingClock } from '../testing-clock.ts'
import { makeResticEngine } from './engine.ts'

describe('SFTP', needing('sftp'), () => {
  let folder: string
  let server: ChildProcess
  let port: number
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sftp-'))
    for (const name of ['host', 'user', 'other'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
    writeFileSync(join(folder, 'authorized'), readFileSync(join(folder, 'user.pub')))
    port = await freePort()
    const settings = [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(folder, 'host')}`,
      `AuthorizedKeysFile ${join(folder, 'authorized')}`,
      `PidFile ${join(folder, 'pid')}`,
      'PasswordAuthentication no',
      'UsePAM no',
      // the folder is below one that everybody can write to
      'StrictModes no',
      'PermitRootLogin yes',
      'Subsystem sftp internal-sftp',
    ]
    writeFileSync(join(folder, 'config'), settings.join('\n'))
    // what sshd wants to be there, if it is root
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
    server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    for await (const line of server.stderr!) if (String(line).includes('listening')) break
    server.stderr!.resume()
  })
  afterAll(async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  const keyOf = (name: string) =>
    readFileSync(join(folder, `${name}.pub`), 'utf8')
      .split(' ')
      .slice(0, 2)
      .join(' ')
  const placeAt = (name: string): BackupPlace => ({
    kind: 'sftp',
    host: 'backup.example.com',
    port,
    username: userInfo().username,
    folder: name,
    host_key: keyOf('host'),
    private_key: readFileSync(join(folder, 'user'), 'utf8'),
  })
  const engine = makeResticEngine({
    clock: testingClock(),
    searchPath: process.env.PATH ?? '',
    addressOf: async () => '127.0.0.1',
  })

  let count = 0
  backupEngineCases('SFTP', async () => {
    const name = join(folder, `tapes-${count++}`)
    mkdirSync(name)
    return { engine, repository: { place: placeAt(name), id: 'r1', key: 'a secret key' } }
  })

  test('a server with another host key, or that does not accept ours, is refused', async () => {
    const place = placeAt(folder) as Extract<BackupPlace, { kind: 'sftp' }>
    const repository = { place: { ...place, host_key: keyOf('other') }, id: 'r1', key: 'a secret key' }
    await expect(engine.create(repository)).rejects.toMatchObject({
      code: 'refused',
      message: 'the server has another host key',
    })
    const stranger = { ...place, private_key: readFileSync(join(folder, 'other'), 'utf8') }
    await expect(engine.create({ ...repository, place: stranger })).rejects.toMatchObject({
      code: 'refused',
      message: 'the server does not accept the private key',
    })
  })

  test('a server that is gone is unreachable', async () => {
    const place = { ...placeAt(folder), port: await freePort() } as BackupPlace
    await expect(engine.create({ place, id: 'r1', key: 'a secret key' })).rejects.toMatchObject({ code: 'unreachable' })
  })
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
