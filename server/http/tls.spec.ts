// The certificate of the server itself is replaced while it runs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { bind } from './listen.ts'
import { expiryOf, watchTls } from './tls.ts'
import { needing } from '../../scripts/needs.mjs'

const dir = mkdtempSync(join(tmpdir(), 'rackwright-tls-'))
afterAll(() => rmSync(dir, { recursive: true }))
const tls = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') }

function issue(name: string, days: number) {
  const make = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=${name}`
  execFileSync('openssl', [...make.split(' '), '-keyout', tls.key, '-out', tls.cert], { stdio: 'ignore' })
}

const served = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    }).on('error', reject)
  })

test('a new certificate is served after a reload, and one that cannot be used is not', needing('openssl'), async () => {
  issue('first', 2)
  const bound = await bind({ port: 0, host: '127.0.0.1', tls })
  const port = Number(new URL(bound.url).port)
  expect(await served(port)).toBe('first')

  const logged: string[] = []
  const log = { info: (text: string) => void logged.push(text), error: (text: string) => void logged.push(text) }
  let changes = 0
  const stop = watchTls(tls, () => changes++, 20)
  issue('second', 10)
  await expect.poll(() => changes).toBeGreaterThan(0)
  stop()
  bound.reload(log)
  expect(await served(port)).toBe('second')
  expect((expiryOf(tls)!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(10, 0)

  writeFileSync(tls.cert, 'half a certif')
  bound.reload(log)
  expect(await served(port)).toBe('second')
  expect(expiryOf(tls)).toBeUndefined()
  expect(logged).toEqual(['the certificate was reloaded', expect.stringContaining('the old one stays')])
  await bound.close()
})
