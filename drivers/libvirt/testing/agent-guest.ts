// A guest with qemu-guest-agent, on a CD: the kernel and the small system of Debian's installer, with Debian's agent and its libraries
// instead of the installer. It runs what is typed on its serial port. Not for production code.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { biosInstallerCd } from './cd.ts'

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/agent-guest')
const PACKAGES = ['qemu-guest-agent', 'libglib2.0-0', 'libnuma1', 'liburing2', 'libudev1', 'libpcre2-8-0']
const LIBRARIES = ['libglib-2.0', 'libgmodule-2.0', 'libnuma', 'liburing', 'libudev', 'libpcre2-8']

export const SYSTEM = 'Linux with an agent'
export const SHUTS_DOWN = 'the agent was asked to shut down'

const INIT = `#!/bin/sh
export PATH=/sbin:/bin:/usr/sbin:/usr/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
modprobe virtio_pci
modprobe virtio_console
mkdir -p /run
until ls /dev/vport*p1 2>/dev/null; do sleep 1; done
qemu-ga -m virtio-serial -p $(ls /dev/vport*p1) -t /run -f /run/agent.pid -v -l /dev/ttyS0 &
agent=$!
while :; do while read -r line; do eval "$line"; done < /dev/ttyS0; sleep 1; done
`
const SHUTDOWN = `#!/bin/sh
echo "${SHUTS_DOWN}" > /dev/ttyS0
echo o > /proc/sysrq-trigger
`

/** Packages of Debian for x86-64, whatever this machine is. Downloaded once. */
function packagesFolder(): string {
  const root = join(CACHE, 'root')
  if (existsSync(root)) return root
  const folders = ['lists/partial', 'cache/archives/partial', 'debs']
  for (const name of folders) mkdirSync(join(CACHE, name), { recursive: true })
  const options = [
    'APT::Architecture=amd64',
    'APT::Architectures=amd64',
    `Dir::State::lists=${CACHE}/lists`,
    `Dir::Cache=${CACHE}/cache`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  const apt = (...args: string[]) => execFileSync('apt-get', ['-q', ...options, ...args], { cwd: join(CACHE, 'debs') })
  apt('update')
  apt('download', ...PACKAGES)
  const made = mkdtempSync(join(CACHE, 'unpacked-'))
  for (const name of readdirSync(join(CACHE, 'debs'))) execFileSync('dpkg', ['-x', join(CACHE, 'debs', name), made])
  execFileSync('mv', [made, root])
  return root
}

/** What is unpacked over the installer's system. */
function overlay(): Uint8Array {
  const packages = packagesFolder()
  const folder = mkdtempSync(join(tmpdir(), 'rw-agent-'))
  try {
    for (const name of ['sbin', 'etc', 'usr/lib/x86_64-linux-gnu']) mkdirSync(join(folder, name), { recursive: true })
    copyFileSync(join(packages, 'usr/sbin/qemu-ga'), join(folder, 'sbin/qemu-ga'))
    for (const from of ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu'])
      for (const name of existsSync(join(packages, from)) ? readdirSync(join(packages, from)) : [])
        if (LIBRARIES.some((library) => name.startsWith(`${library}.so`)))
          copyFileSync(join(packages, from, name), join(folder, 'usr/lib/x86_64-linux-gnu', name))
    writeFileSync(join(folder, 'init'), INIT, { mode: 0o755 })
    writeFileSync(join(folder, 'sbin/shutdown'), SHUTDOWN, { mode: 0o755 })
    writeFileSync(join(folder, 'etc/os-release'), `PRETTY_NAME="${SYSTEM}"\nNAME="${SYSTEM}"\n`)
    const archive = 'find . | busybox cpio -o -H newc'
    return gzipSync(
      execFileSync('sh', ['-c', archive], { cwd: folder, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const agentCd = (): Uint8Array =>
  biosInstallerCd((initrd) => writeFileSync(initrd, Buffer.concat([readFileSync(initrd), overlay()])))
