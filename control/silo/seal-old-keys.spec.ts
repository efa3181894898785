// Private keys are sealed in the database, those from before there was a secret key too.
import { expect, test } from 'vitest'
import { openEither, purposeOf } from '../frame/sealer.ts'
import { makeAuthority } from '../testing/certificates.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld } from '../testing/world.ts'
import { sealOldKeys } from './seal-old-keys.ts'

eachDatabase((_name, open) => {
  test('keys are sealed when they are uploaded, and at the next start if they were there before', async () => {
    const messages: unknown[] = []
    const w = await makeWorld(await open(), {
      log: { info: (...line) => messages.push(line), warn: () => undefined, error: () => undefined },
    })
    const { cert, key } = await (await makeAuthority()).leaf()
    const body = { name: 'front', description: '', service: 'external_api', cert, key }
    const { body: made } = await w.admin.raw('POST', '/v1/certificates', body)
    const id = made.id as string
    const stored = async () => (await w.host.db.read.selectFrom('certificate').select('private_key').execute())[0]!
    const opened = async () =>
      openEither(w.host.sealer, (await stored()).private_key, purposeOf('certificate.private_key', id))

    expect((await stored()).private_key).toMatch(/^sealed:1:/)
    expect(await opened()).toBe(key)

    await w.host.db.transaction((tx) => tx.updateTable('certificate').set({ private_key: key }).execute())
    expect(await opened()).toBe(key)
    await sealOldKeys(w.host)
    expect((await stored()).private_key).toMatch(/^sealed:1:/)
    expect(await opened()).toBe(key)
    await sealOldKeys(w.host)
    expect(messages).toEqual([['private keys that were stored in plain text are now sealed', { count: 1 }]])
  })
})
