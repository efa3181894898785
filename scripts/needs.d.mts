import type { Program } from './programs.mjs'

export type Need =
  | 'browser'
  | 'postgresql'
  | 'openssl'
  | 'unzip'
  | 'xz'
  | 'zstd'
  | 'qemu-img'
  | 'restic'
  | 'sftp'
  | 's3'
  | 'sandbox'
  | 'machines'
  | 'hosts'
  | 'uefi'
  | 'aarch64'
  | 'guest-agent'
  | 'installer'
  | 'starter-image'
  | 'networks'
  | 'ceph'
  | 'ceph-machines'
  | 'firefox'
  | 'root'
  | 'mount'
  | 'systemd'
  | 'promtool'
  | 'network'
export const NEEDS: Record<Need, { tests: string; need: string; programs: readonly Program[] }>
export function programsOf(...needs: Need[]): Program[]
export function whyNot(need: Need): string | undefined
export function needing(need: Need): { skip?: true; meta?: { needs: Need } }
export function verdictOn(
  need: Need,
  count: number,
  about: { isShort: boolean; architecture?: string },
): { line: string; isFailure: boolean }
export function outwardAddress(): string | undefined

declare module 'vitest' {
  interface TaskMeta {
    needs?: Need
  }
}
