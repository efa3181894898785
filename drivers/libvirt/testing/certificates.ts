// Certificates with which QEMU encrypts memory that travels, on hosts of tests. Not for production code.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestDaemon } from './daemon.ts'
import { giveOwnFolders } from './own-folders.ts'

const openssl = (cwd: string, ...args: string[]) => execFileSync('openssl', args, { cwd, stdio: 'pipe' })
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Returns its folder. */
export function makeAuthority(within: string): string {
  const folder = mkdtempSync(join(within, 'ca-'))
  const uses = ['-addext', 'keyUsage=critical,keyCertSign']
  openssl(folder, 'req', '-x509', ...KEY, '-keyout', 'ca-key.pem', '-out', 'ca-cert.pem', '-subj', '/CN=test', ...uses)
  return folder
}

/** Where QEMU looks, in a folder that the host gets by `giveCertificates`. The authority that is trusted can be another one. */
export function certify(authority: string, address: string, trusted = authority): string {
  const folder = mkdtempSync(join(authority, 'host-'))
  const extensions = `subjectAltName=IP:${address}\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\n`
  writeFileSync(join(folder, 'extensions'), extensions)
  openssl(folder, 'req', ...KEY, '-keyout', 'server-key.pem', '-out', 'request', '-subj', `/CN=${address}`)
  const by = ['-CA', join(authority, 'ca-cert.pem'), '-CAkey', join(authority, 'ca-key.pem'), '-CAcreateserial']
  openssl(folder, 'x509', '-req', '-in', 'request', ...by, '-extfile', 'extensions', '-out', 'server-cert.pem')
  for (const file of ['cert.pem', 'key.pem'])
    copyFileSync(join(folder, `server-${file}`), join(folder, `client-${file}`))
  copyFileSync(join(trusted, 'ca-cert.pem'), join(folder, 'ca-cert.pem'))
  return folder
}

const LINK = 'mkdir -p /etc/pki && ln -sfn "$1" /etc/pki/qemu'

const linked = new WeakSet<TestDaemon>()

/** Undefined takes them away. */
export function giveCertificates(daemon: TestDaemon, from: string | undefined): void {
  const own = join(daemon.folder, 'pki')
  if (!linked.has(daemon)) {
    giveOwnFolders(daemon, ['/etc'])
    execFileSync('env', daemon.inside(['sh', '-ec', LINK, 'sh', own]))
    linked.add(daemon)
  }
  execFileSync('rm', ['-rf', own])
  if (from === undefined) return
  mkdirSync(own)
  execFileSync('sh', ['-c', 'cp "$1"/*.pem "$2"', 'sh', from, own])
}
