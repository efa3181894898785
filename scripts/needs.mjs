// What some tests need besides Node and a browser. Where it is missing they are skipped, and the summary of `npm test` names them; with
// `--ci` that is a failure where Debian has the packages for the machine's architecture.
import { spawnSync } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { debianHas, findProgram } from './programs.mjs'

const BIOS_INSTALLER = ['installer-amd64', 'isolinux', 'ldlinux', 'genisoimage']
const MACHINES = [
  'qemu-x86',
  'qemu-arm',
  'qemu-img',
  'libvirt',
  'virsh',
  'genisoimage',
  'passt',
  'nftables',
  'iproute2',
]
const CEPH = ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'rbd', 'qemu-rbd', 'qemu-img']
const STARTER_IMAGE = ['kernel', 'xorriso', 'mtools', 'xz']

/** `tests` and `need` make the line of the summary; `refusal` says what is in the way although every program is there. */
export const NEEDS = {
  browser: { tests: 'in a browser', need: 'Chromium', programs: ['chromium'] },
  postgresql: { tests: 'on PostgreSQL', need: 'PostgreSQL', programs: ['postgresql'] },
  openssl: { tests: 'of certificates', need: 'OpenSSL', programs: ['openssl'] },
  unzip: { tests: 'of support bundles', need: 'unzip', programs: ['unzip'] },
  xz: { tests: 'of images compressed with xz', need: 'xz', programs: ['xz'], refusal: noSandbox },
  zstd: { tests: 'of images compressed with zstd', need: 'zstd', programs: ['zstd'], refusal: noSandbox },
  'qemu-img': { tests: 'of qcow2 and VMDK images', need: 'qemu-img', programs: ['qemu-img'], refusal: noSandbox },
  restic: { tests: 'of backup repositories', need: 'restic', programs: ['restic'] },
  sftp: { tests: 'of backups on an SFTP server', need: 'restic and OpenSSH', programs: ['restic', 'ssh', 'sshd'] },
  s3: { tests: 'of backups in S3', need: 'restic and radosgw', programs: ['restic', 'radosgw'] },
  sandbox: { tests: 'of the sandbox', need: 'permission to create namespaces', programs: [], refusal: noSandbox },
  machines: {
    tests: 'of real machines',
    need: 'libvirt, QEMU, passt, nftables and permission to create namespaces',
    programs: MACHINES,
    refusal: noNamespaces,
  },
  hosts: {
    tests: 'of real machines on other hosts',
    need: 'what real machines need, and an SSH server',
    programs: [...MACHINES, 'ssh', 'sshd'],
    refusal: noNamespaces,
  },
  'guest-agent': { tests: 'of the guest agent', need: 'what its guest boots', programs: BIOS_INSTALLER },
  installer: {
    tests: "of Debian's installer",
    need: 'its package for this architecture and a boot loader',
    programs: process.arch === 'arm64' ? ['installer-arm64', 'grub-arm64', 'mtools', 'aavmf'] : BIOS_INSTALLER,
  },
  uefi: { tests: 'of real machines with UEFI', need: 'OVMF', programs: ['ovmf'] },
  aarch64: { tests: 'of real machines for aarch64', need: 'their firmware', programs: ['aavmf'] },
  'starter-image': {
    tests: 'of real machines with the starter image',
    need: 'its packages, which Debian has for amd64 and arm64, and SSH',
    // the image is one for this machine, and aarch64 has no BIOS
    programs: [...STARTER_IMAGE, 'ssh', ...(process.arch === 'arm64' ? ['aavmf'] : [])],
  },
  networks: {
    tests: 'of real networks',
    need: 'OVN, ethtool and permission to create namespaces',
    programs: ['openvswitch', 'ovn-central', 'ovn-host', 'iproute2', 'ethtool', 'busybox'],
    refusal: noNamespaces,
  },
  ceph: { tests: 'of volumes on Ceph', need: 'Ceph and qemu-block-extra', programs: CEPH },
  'ceph-machines': {
    tests: 'of real machines on Ceph',
    need: 'Ceph, and what real machines need',
    programs: [...CEPH, ...MACHINES],
    refusal: noNamespaces,
  },
  firefox: { tests: 'in Firefox', need: 'Firefox', programs: ['firefox'] },
  root: {
    tests: 'as root',
    need: 'root',
    programs: [],
    refusal: () => process.getuid?.() !== 0 && 'not root',
  },
  mount: {
    tests: 'of a full or read-only file system',
    need: 'permission to mount one',
    programs: [],
    refusal: () => fails('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt') && 'no permission to mount',
  },
  systemd: {
    tests: 'of the systemd units',
    need: 'systemd',
    programs: [],
    refusal: () => fails('systemd-analyze', '--version') && 'no systemd',
  },
  promtool: {
    tests: 'with promtool',
    need: 'promtool',
    programs: [],
    refusal: () => fails('promtool', '--version') && 'no promtool',
  },
  network: {
    tests: 'of addresses of this machine',
    need: 'a network',
    programs: [],
    refusal: () => outwardAddress() === undefined && 'no network',
  },
}

/** The programs of some needs. */
export const programsOf = (...needs) => [...new Set(needs.flatMap((need) => NEEDS[need].programs))]

const known = new Map()

/** Why tests with this need cannot run here, or undefined. */
export function whyNot(need) {
  if (!known.has(need)) known.set(need, findOut(NEEDS[need]))
  return known.get(need)
}

function findOut({ programs, refusal }) {
  const missing = programs.filter((name) => !findProgram(name))
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`
  return refusal?.() || undefined
}

/** Options of a test or suite: skipped where something is missing, which the summary then names. */
export const needing = (need) => (whyNot(need) === undefined ? {} : { skip: true, meta: { needs: need } })

/** Lists the programs missing for a need that Debian has for an architecture. */
const installable = (need, architecture) =>
  NEEDS[need].programs.filter((name) => !findProgram(name) && debianHas(name, architecture))

/** What the summary says about tests that were skipped. A build machine must not pass because something could not be installed. */
export function verdictOn(need, count, { isShort, architecture = process.arch }) {
  const { tests, need: things } = NEEDS[need]
  const what = count === 1 ? `1 test ${tests}, which needs ${things}` : `${count} tests ${tests}, which need ${things}`
  const wanted = isShort ? [] : installable(need, architecture)
  if (wanted.length === 0) return { line: `not run: ${what}`, isFailure: false }
  return { line: `failed: ${what}\n  not installed: ${wanted.join(', ')}`, isFailure: true }
}

/** An address of this machine that is not loopback. */
export function outwardAddress() {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return own.find(({ internal, family }) => !internal && family === 'IPv4')?.address
}

const fails = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status !== 0

function noNamespaces() {
  return fails('unshare', '--mount', '--net', 'true') && 'no permission to create namespaces'
}

/** As server/images/sandbox.ts does it. */
function noSandbox() {
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts', '--fork']
  return (
    fails('unshare', ...namespaces, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt') && 'no permission to create namespaces'
  )
}
