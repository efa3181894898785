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
  | 'qemu'
  | 'qemu-img'
  | 'libvirt'
  | 'virsh'
  | 'ssh'
  | 'sshd'
  | 'ovmf'
  | 'genisoimage'
  | 'isolinux'
  | 'ldlinux'
  | 'isohybrid'
  | 'kernel'
  | 'busybox'
  | 'dropbear'
  | 'openvswitch'
  | 'ovn-central'
  | 'ovn-host'
  | 'iproute2'
  | 'ethtool'
export function findProgram(name: Program): string | undefined
export function debianHas(name: Program, architecture?: string): boolean
export function installPrograms(names: readonly Program[]): void
export function tryToInstall(names: readonly Program[]): Program[]
