// Which checks of a host are shown while it does not take part.
import { expect, test } from 'vitest'
import { checksOf, type HostRow } from './host-state.ts'

const reachable = { name: 'reachable', state: 'ok' as const, text: '192.0.2.12 answers.', remedy: null }
const libvirt = { name: 'libvirt', state: 'failed' as const, text: 'libvirt does not answer.', remedy: 'Install it.' }

const shown = (trouble_text: string, checks: HostRow['checks']) =>
  checksOf({ address: '192.0.2.12', port: 22, trouble: 'unreachable', trouble_text, checks } as HostRow).map(
    ({ name, state }) => `${name} ${state}`,
  )

test('a host that answers, but not its libvirt, is not called one that does not answer', () => {
  expect(shown(libvirt.text, [reachable, libvirt])).toEqual(['reachable ok', 'libvirt failed'])
})

test('a host that has stopped answering since its checks is', () => {
  expect(shown('The host cannot be reached.', [reachable])).toEqual(['reachable failed'])
  expect(shown('The host cannot be reached.', null)).toEqual(['reachable failed'])
})
