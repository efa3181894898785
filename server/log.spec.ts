import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

test('a closed log pipe does not stop the server', async () => {
  const target = new Writable({ write: (_text, _encoding, done) => done(new Error('EPIPE')) })
  const log = makeLog(target)
  log.error('the disk is on fire')
  await new Promise((resolve) => target.once('close', resolve))
  log.error('it still is')
  expect(target.destroyed).toBe(true)
})
