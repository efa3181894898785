import { expect, test } from 'vitest'
import type { Result } from '#contract/client.ts'
import { siloHost } from './silo-host-name.ts'

const says = (dnsSuffix: string | null) =>
  ({ type: 'success', status: 200, data: { dnsSuffix }, headers: new Headers() }) as const
const unknown: Result<never> = { type: 'error', status: 404, data: { message: 'Not Found', requestId: 'r' } }

test.each([
  ['at another address', says('cloud.example'), '10.0.0.1', 'acme.sys.cloud.example'],
  ['at an address of a silo', says('cloud.example'), 'recovery.sys.cloud.example', 'acme.sys.cloud.example'],
  ['without a suffix', says(null), 'recovery.sys.cloud.example', undefined],
  ['on another host', unknown, 'recovery.sys.cloud.example', 'acme.sys.cloud.example'],
  ['on another host, at another address', unknown, 'localhost', undefined],
] as const)('%s', (_name, answer, hostname, host) => {
  expect(siloHost(answer, 'acme', hostname)).toBe(host)
})
