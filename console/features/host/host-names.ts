// The states of hosts and of their checks in words, and the command that prepares one.
import type { Tone } from '../../ui/display/badge.tsx'
import type { Host } from './host-queries.ts'

interface Look {
  tone: Tone
  text: string
  isBusy?: boolean
}

export const hostStates: Record<Host['state'], Look> = {
  waiting: { tone: 'notice', text: 'compare key' },
  checking: { tone: 'transition', text: 'checking', isBusy: true },
  unfit: { tone: 'danger', text: 'unfit' },
  ready: { tone: 'accent', text: 'ready' },
  in_service: { tone: 'success', text: 'in service' },
  unreachable: { tone: 'danger', text: 'unreachable' },
}

export const checkStates: Record<Host['checks'][number]['state'], Look> = {
  ok: { tone: 'success', text: 'ok' },
  warning: { tone: 'notice', text: 'warning' },
  failed: { tone: 'danger', text: 'failed' },
}

/** `rack-2.example.com`, with the port if it is another than that of SSH. */
export const hostName = ({ address, port }: Pick<Host, 'address' | 'port'>) =>
  port === 22 ? address : `${address.includes(':') ? `[${address}]` : address}:${port}`

export function checksText({ checks }: Pick<Host, 'checks'>): string {
  const count = (state: Host['checks'][number]['state']) => checks.filter((check) => check.state === state).length
  const [failed, warnings] = [count('failed'), count('warning')]
  if (checks.length === 0) return ''
  if (failed === 0 && warnings === 0) return `${checks.length} ok`
  const parts = [failed > 0 && `${failed} failed`, warnings > 0 && `${warnings} warning${warnings === 1 ? '' : 's'}`]
  return parts.filter(Boolean).join(', ')
}

/** `key` and `other_hosts` as titles. */
export const checkTitle = (name: string) => {
  const words = name.replaceAll('_', ' ')
  return KNOWN[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const KNOWN: Record<string, string> = { kvm: 'KVM', ovn: 'OVN', cpu: 'CPU', qemu: 'QEMU' }

export const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$|\.localhost$/.test(hostname)

const FILE = 'rackwright-host.sh'

/** Fetches the script, checks that it is the right one, and runs it. Debian has wget from the start. */
export const setupCommand = (origin: string, sha256: string) =>
  `wget -O ${FILE} ${origin}/rackwright/hosts/setup && echo '${sha256}  ${FILE}' | sha256sum -c && sudo sh ${FILE}`

/** For a script that was downloaded and brought there. */
export const runCommand = (sha256: string) => `echo '${sha256}  ${FILE}' | sha256sum -c && sudo sh ${FILE}`
