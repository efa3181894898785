import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

test('a log that nobody reads any more does not end the server', async () => {
  const target = new Writable({ write: (_text, _encoding, done) => done(new Error('EPIPE')) })
  const log = makeLog(target)
  log.error('the disk is on fire')
  await new Promise((resolve) => target.once('close', resolve))
  log.error('it still is')
  expect(target.destroyed).toBe(true)
})
