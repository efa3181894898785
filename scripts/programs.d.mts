export function findChromium(): string | undefined
export function findFirefox(): string | undefined
export function findPostgres(): string | undefined
export type Program =
  | 'chromium'
  | 'firefox'
  | 'postgresql'
  | 'openssl'
  | 'unzip'
  | 'xz'
  | 'zstd'
  | 'qemu-x86'
  | 'qemu-arm'
  | 'qemu-img'
  | 'libvirt'
  | 'virsh'
  | 'sshd'
  | 'restic'
  | 'ssh'
  | 'ovmf'
  | 'aavmf'
  | 'genisoimage'
  | 'xorriso'
  | 'mtools'
  | 'kernel'
  | 'busybox'
  | 'openvswitch'
  | 'ovn-central'
  | 'ovn-host'
  | 'iproute2'
  | 'ethtool'
export function findProgram(name: Program): string | undefined
export function debianHas(name: Program, architecture?: string): boolean
export function installPrograms(names: readonly Program[]): void
export function tryToInstall(names: readonly Program[]): Program[]
