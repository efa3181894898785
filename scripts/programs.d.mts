export function findChromium(): string | undefined
export function findFirefox(): string | undefined
export function findPostgres(): string | undefined
export type Program =
  | 'chromium'
  | 'firefox'
  | 'postgresql'
  | 'unzip'
  | 'qemu'
  | 'libvirt'
  | 'virsh'
  | 'genisoimage'
  | 'isolinux'
  | 'isohybrid'
  | 'busybox'
  | 'dropbear'
export function findProgram(name: Program): string | undefined
export function installPrograms(names: readonly Program[]): void
export function tryToInstall(names: readonly Program[]): Program[]
