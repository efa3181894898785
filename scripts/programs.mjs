// Programs that npm cannot install: a browser, PostgreSQL and others for the tests, libvirt and QEMU for those of real machines, OVN for
// those of real networks, and what the starter image is built from. Installed with apt-get where that is available and permitted.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** `architectures` are those that Debian has a package for, unless it has it for all. */
const PROGRAMS = {
  // the headless shell opens pages in half the time, but not every distribution has it
  chromium: { why: 'the browser tests', find: findChromium, apt: ['chromium-headless-shell', 'chromium'] },
  firefox: { why: 'the tour of every page in Firefox', find: findFirefox, apt: ['firefox-esr', 'firefox'] },
  unzip: { why: 'the test of support bundles', find: () => inPath(['unzip']), apt: ['unzip'] },
  openssl: { why: 'the tests of certificates', find: () => inPath(['openssl']), apt: ['openssl'] },
  xz: { why: 'compressed images and kernel modules', find: () => inPath(['xz']), apt: ['xz-utils'] },
  zstd: { why: 'the tests of compressed images', find: () => inPath(['zstd']), apt: ['zstd'] },
  postgresql: { why: 'the tests on PostgreSQL', find: findPostgres, apt: ['postgresql'] },
  'qemu-x86': { why: 'real machines', find: () => inPath(['qemu-system-x86_64']), apt: ['qemu-system-x86'] },
  'qemu-arm': { why: 'real machines', find: () => inPath(['qemu-system-aarch64']), apt: ['qemu-system-arm'] },
  libvirt: { why: 'real machines', find: () => inPath(['libvirtd']), apt: ['libvirt-daemon-system'] },
  'qemu-img': { why: 'qcow2 and VMDK images', find: () => inPath(['qemu-img']), apt: ['qemu-utils'] },
  ssh: { why: 'the tests of real machines', find: () => inPath(['ssh']), apt: ['openssh-client'] },
  // Debian starts it where systemd runs; the tests start their own in namespaces, with keys of their own
  sshd: { why: 'the tests of other hosts and of SFTP servers', find: () => inPath(['sshd']), apt: ['openssh-server'] },
  virsh: { why: 'real machines', find: () => inPath(['virsh']), apt: ['libvirt-clients'] },
  restic: { why: 'backups at backup targets', find: () => inPath(['restic']), apt: ['restic'] },
  radosgw: {
    why: 'the tests of backups in S3',
    find: () => inPath(['radosgw']) && inPath(['radosgw-admin']) && inPath(['ceph-mon']) && inPath(['ceph-osd']),
    apt: ['radosgw', 'ceph-common', 'ceph-mon', 'ceph-osd'],
  },
  passt: { why: 'networks of real machines', find: () => inPath(['passt']), apt: ['passt'] },
  nftables: { why: 'networks of real machines', find: () => inPath(['nft']), apt: ['nftables'] },
  genisoimage: { why: 'the first boot of real machines', find: () => inPath(['genisoimage']), apt: ['genisoimage'] },
  ovmf: { why: 'real machines with UEFI', find: () => readable('/usr/share/OVMF/OVMF_CODE_4M.fd'), apt: ['ovmf'] },
  aavmf: {
    why: 'real machines for aarch64',
    find: () => readable('/usr/share/AAVMF/AAVMF_CODE.fd'),
    apt: ['qemu-efi-aarch64'],
  },
  xorriso: { why: 'the starter image for x86-64', find: () => inPath(['xorriso']), apt: ['xorriso'] },
  mtools: { why: 'the starter image for aarch64', find: () => inPath(['mcopy']), apt: ['mtools'] },
  isolinux: {
    why: 'the test of the guest agent',
    find: () => readable('/usr/lib/ISOLINUX/isolinux.bin'),
    apt: ['isolinux'],
  },
  ldlinux: {
    why: 'the test of the guest agent',
    find: () => readable('/usr/lib/syslinux/modules/bios/ldlinux.c32'),
    apt: ['syslinux-common'],
  },
  'installer-amd64': {
    why: 'the test of the guest agent',
    find: () => readable('/usr/lib/debian-installer/images/12/amd64/text/debian-installer/amd64/linux'),
    apt: ['debian-installer-12-netboot-amd64'],
  },
  'installer-arm64': {
    why: 'the test of CDs',
    find: () => readable('/usr/lib/debian-installer/images/12/arm64/text/debian-installer/arm64/linux'),
    apt: ['debian-installer-12-netboot-arm64'],
  },
  'grub-arm64': {
    why: 'the test of CDs',
    find: () => readable('/usr/lib/grub/arm64-efi/monolithic/grubaa64.efi'),
    apt: ['grub-efi-arm64-bin'],
  },
  // only downloaded, when the image is built
  kernel: { why: 'the starter image', find: findKernel, apt: [], architectures: ['x64', 'arm64'] },
  busybox: { why: 'the tests of real networks', find: () => inPath(['busybox']), apt: ['busybox-static'] },
  // Debian starts what these packages hold where systemd runs; the tests never use that, but start their own in namespaces
  openvswitch: { why: 'real networks', find: () => inPath(['ovs-vswitchd']), apt: ['openvswitch-switch'] },
  'ovn-central': { why: 'real networks', find: () => inPath(['ovn-northd']), apt: ['ovn-central'] },
  'ovn-host': { why: 'real networks', find: () => inPath(['ovn-controller']), apt: ['ovn-host'] },
  // nothing here is started by Debian before a cluster is set up; the tests start their own on loopback
  'ceph-mon': { why: 'volumes on Ceph', find: () => inPath(['ceph-mon']), apt: ['ceph-mon'] },
  'ceph-osd': { why: 'volumes on Ceph', find: () => inPath(['ceph-osd']), apt: ['ceph-osd'] },
  'ceph-mgr': { why: 'volumes on Ceph', find: () => inPath(['ceph-mgr']), apt: ['ceph-mgr'] },
  rbd: { why: 'volumes on Ceph', find: () => inPath(['rbd']), apt: ['ceph-common'] },
  'qemu-rbd': { why: 'volumes on Ceph', find: findQemuRbd, apt: ['qemu-block-extra'] },
  iproute2: { why: 'the tests of real networks', find: () => inPath(['ip']), apt: ['iproute2'] },
  ethtool: { why: 'the tests of real networks', find: () => inPath(['ethtool']), apt: ['ethtool'] },
}
/** What the starter image for this machine boots. */
const KERNEL = process.arch === 'arm64' ? 'linux-image-arm64' : 'linux-image-cloud-amd64'
/** Where apt puts programs for administrators, which the PATH of other people leaves out. */
const ADMIN_FOLDERS = ['/usr/sbin', '/sbin']

/** The path of a program of the table above, if it is there. */
export const findProgram = (name) => PROGRAMS[name].find()

/** Whether Debian has a program for an architecture, as Node calls it. Its other systems are not asked. */
export const debianHas = (name, architecture = process.arch) =>
  process.platform === 'linux' && (PROGRAMS[name].architectures?.includes(architecture) ?? true)

export function installPrograms(names) {
  const still = tryToInstall(names)
  if (still.length === 0) return
  const list = still.map((name) => `  ${name}, for ${PROGRAMS[name].why}${elsewhere(name)}`).join('\n')
  throw new Error(`Please install these programs and run the command again:\n${list}`)
}

const elsewhere = (name) =>
  debianHas(name) ? '' : ` (Debian has it only for ${PROGRAMS[name].architectures ?? 'Linux'})`

/** Returns those that are still missing. */
export function tryToInstall(names) {
  const missing = () => names.filter((name) => !PROGRAMS[name].find())
  const due = missing().filter((name) => debianHas(name))
  const apt = due.length > 0 ? aptGet() : undefined
  if (apt) {
    process.stdout.write(`Installing ${due.join(' and ')}…\n`)
    run(apt, ['update', '-q'])
    for (const name of due)
      PROGRAMS[name].apt.some(
        (each) => run(apt, ['install', '-q', '-y', '--no-install-recommends', each]) && PROGRAMS[name].find(),
      )
  }
  return missing()
}

/** The CHROMIUM variable names one that is not in the PATH. */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named && runs(named)) return named
  return inPath(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
}

/** FIREFOX names one that is not in the PATH. */
export function findFirefox() {
  const named = process.env.FIREFOX
  return named && runs(named) ? named : inPath(['firefox-esr', 'firefox'])
}

export function findPostgres() {
  const found = inPath(['postgres'])
  if (found) return found
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .map((version) => join(versions, version, 'bin/postgres'))
    .find(runs)
}

/** QEMU's driver for Ceph is a package of its own. */
function findQemuRbd() {
  const root = '/usr/lib'
  const folders = existsSync(root) ? readdirSync(root).filter((name) => name.endsWith('-linux-gnu')) : []
  return folders.map((name) => join(root, name, 'qemu/block-rbd.so')).find(readable)
}

function findKernel() {
  const apt = inPath(['apt-cache'])
  return apt && spawnSync(apt, ['show', KERNEL], { stdio: 'ignore' }).status === 0 ? KERNEL : undefined
}

function aptGet() {
  const apt = inPath(['apt-get'])
  if (!apt) return undefined
  if (process.getuid?.() === 0) return [apt]
  const sudo = inPath(['sudo'])
  // a password prompt in the middle of a build would hang it
  return sudo && spawnSync(sudo, ['-n', 'true']).status === 0 ? [sudo, '-n', apt] : undefined
}

function run([command, ...first], args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, [...first, ...args], { stdio: 'inherit', env }).status === 0
}

function inPath(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...ADMIN_FOLDERS]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs)
}

const readable = (file) => (existsSync(file) ? file : undefined)

function runs(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
