// Starting with a network that cannot be used ends with one sentence that says what to do.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openNetwork } from './network.ts'
import { BadOption } from './options.ts'

const folder = mkdtempSync(join(tmpdir(), 'rackwright-network-'))
const INSTALLATION = { id: 'installation-1', epoch: 0 }
const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** A socket whose server does this with connections. */
const socket = (name: string, answer: Parameters<typeof createServer>[1]) =>
  new Promise<string>((resolve) => {
    const path = join(folder, name)
    servers.push(createServer(answer).listen(path, () => resolve(`unix:${path}`)))
  })

const refusal = (northbound: string, southbound = northbound) =>
  openNetwork({ northbound, southbound }, INSTALLATION, { patienceMs: 100 }).then(
    () => 'none',
    (error: unknown) => {
      expect(error).toBeInstanceOf(BadOption)
      return (error as Error).message
    },
  )

test('a socket that does not exist', async () => {
  expect(await refusal(`unix:${folder}/nothing`)).toMatch(/^there is no socket .*nothing: start OVN/)
})

test('a database that closes every connection', async () => {
  expect(await refusal(await socket('closes', (each) => each.destroy()))).toMatch(/does not answer: start it/)
})

test('certificates that are not there', async () => {
  const file = join(folder, 'key')
  writeFileSync(file, '')
  const certificates = { privateKey: file, certificate: file, authority: join(folder, 'missing') }
  const remotes = { northbound: 'ssl:127.0.0.1:1', southbound: 'ssl:127.0.0.1:2' }
  await expect(openNetwork({ ...remotes, certificates }, INSTALLATION)).rejects.toThrow(/there is no file .*missing/)
})
