// The connection to a database with certificates. The other kinds of connections are used by the other tests.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openOvsdb } from './ovsdb.ts'
import { command, ENVIRONMENT } from './testing/namespace.ts'
import { clock } from './testing-vpc.ts'
import { needing } from '../../scripts/needs.mjs'

const DATABASE = 'OVN_Northbound'

describe('a database with certificates', needing('networks'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'rw-ssl-'))
  const file = (name: string) => join(folder, name)
  let server: ChildProcess
  let remote = ''

  /** Signs its own certificate, so that it is its own authority. */
  const certificates = (name: string) => ({
    privateKey: file(`${name}.key`),
    certificate: file(`${name}.pem`),
    authority: file('server.pem'),
  })
  const makeCertificate = (name: string) => {
    const subject = ['-subj', `/CN=${name}`, '-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)]
    return command('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject])
  }

  beforeAll(async () => {
    for (const name of ['server', 'client', 'stranger']) await makeCertificate(name)
    await command('ovsdb-tool', ['create', file('nb.db'), '/usr/share/ovn/ovn-nb.ovsschema'])
    const own = [`--private-key=${file('server.key')}`, `--certificate=${file('server.pem')}`]
    const listen = ['--remote=pssl:0:127.0.0.1', `--ca-cert=${file('client.pem')}`, `--log-file=${file('log')}`]
    server = spawn('ovsdb-server', [file('nb.db'), ...own, ...listen, '-vconsole:off', `--unixctl=${file('ctl')}`], {
      env: ENVIRONMENT,
      stdio: 'ignore',
    })
    const port = await vi.waitUntil(() => /listening on port (\d+)/.exec(readText(file('log')))?.[1])
    remote = `ssl:127.0.0.1:${port}`
  })
  afterAll(() => {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const connect = (name: string, authority = 'server') =>
    openOvsdb({
      remote,
      certificates: { ...certificates(name), authority: file(`${authority}.pem`) },
      timeout: async (signal) => {
        await clock.sleep(2_000, signal).catch(() => undefined)
        throw new Error('no answer')
      },
      updated: () => {},
      ended: () => {},
    })

  test('answers those that it knows', async () => {
    const ovsdb = await connect('client')
    expect(await ovsdb.call('list_dbs', [])).toContain(DATABASE)
    await expect(ovsdb.transact(DATABASE, [{ op: 'select', table: 'None', where: [] }])).rejects.toMatchObject({
      code: 'refused',
    })
    ovsdb.close()
    await expect(ovsdb.call('list_dbs', [])).rejects.toMatchObject({ code: 'host' })
  })

  test('does not answer others, and nobody else is taken for it', async () => {
    await expect(connect('stranger').then((ovsdb) => ovsdb.call('list_dbs', []))).rejects.toThrow()
    await expect(connect('client', 'stranger')).rejects.toMatchObject({ code: 'host' })
  })
})

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
