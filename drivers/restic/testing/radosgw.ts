// A server of S3 for tests: radosgw, with one monitor and one store of Ceph in memory, all on loopback.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PATIENCE_MS = 60_000

export const ACCESS = { access_key_id: 'rackwright', secret_access_key: 'secret-of-rackwright' }

export interface Radosgw {
  endpoint: string
  /** With TLS. */
  secure: string
  /** In PEM, the authority that has signed its certificate for `s3.example.com`, and another one. */
  ca: string
  otherCa: string
  end(): Promise<void>
}

export async function startRadosgw(): Promise<Radosgw> {
  const folder = mkdtempSync(join(tmpdir(), 'radosgw-'))
  const [mon, web, tls] = [await freePort(), await freePort(), await freePort()]
  const conf = join(folder, 'ceph.conf')
  const children: ChildProcess[] = []
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))
  const fsid = crypto.randomUUID()
  const authorities = await makeCertificates(folder)
  writeFileSync(conf, settings(folder, fsid, mon, web, tls))
  const ceph = (program: string, ...args: string[]) => run(program, ['-c', conf, ...args], { timeout: PATIENCE_MS })
  const daemon = (program: string, ...args: string[]) =>
    children.push(spawn(program, ['-c', conf, '-f', ...args], { stdio: 'ignore' }))

  async function end() {
    for (const child of children.toReversed()) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const map = join(folder, 'monmap')
    await run('monmaptool', ['--create', '--addv', 'a', `[v2:127.0.0.1:${mon}]`, '--fsid', fsid, map])
    await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
    daemon('ceph-mon', '-i', 'a')
    const osd = crypto.randomUUID()
    await ceph('ceph', 'osd', 'new', osd)
    await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
    daemon('ceph-osd', '-i', '0')
    const key = ['--access-key', ACCESS.access_key_id, '--secret-key', ACCESS.secret_access_key]
    await ceph('radosgw-admin', 'user', 'create', '--uid', 'backup', '--display-name', 'backup', ...key)
    daemon('radosgw', '-n', 'client.rgw')
    await answers(web)
    await answers(tls)
    return { endpoint: `http://127.0.0.1:${web}`, secure: `https://127.0.0.1:${tls}`, ...authorities, end }
  } catch (error) {
    await end()
    throw error
  }
}

const settings = (folder: string, fsid: string, mon: number, web: number, tls: number) => `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${mon}]
public network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon max pg per osd = 1000
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
osd memory target = 939524096
mon data = ${folder}/mon
mon data avail crit = 1
mon data avail warn = 1
osd data = ${folder}/osd
rgw data = ${folder}/rgw
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
rgw frontends = beast endpoint=127.0.0.1:${web} ssl_endpoint=127.0.0.1:${tls} ssl_certificate=${folder}/server.crt ssl_private_key=${folder}/server.key
rgw gc max objs = 1
rgw lc max objs = 1
`

const openssl = (...args: string[]) => run('openssl', args)

/** Two authorities, and a certificate of the first one. */
async function makeCertificates(folder: string): Promise<Pick<Radosgw, 'ca' | 'otherCa'>> {
  const file = (name: string) => join(folder, name)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
  for (const name of ['ca', 'other'])
    await openssl(
      'req',
      '-x509',
      ...key,
      '-subj',
      `/CN=${name}`,
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.crt`),
    )
  const signer = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-addext', 'subjectAltName=DNS:s3.example.com']
  const out = ['-keyout', file('server.key'), '-out', file('server.crt')]
  await openssl('req', '-x509', ...key, '-subj', '/CN=s3', ...signer, ...out)
  const [ca, otherCa] = ['ca', 'other'].map((name) => readFileSync(file(`${name}.crt`), 'utf8'))
  return { ca: ca!, otherCa: otherCa! }
}

async function answers(port: number): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(100)) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
  }
  throw new Error('radosgw does not answer')
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
