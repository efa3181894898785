// Two replicas on one database show one login between them.
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeWorld } from '#control/testing/world.ts'
import type { FirstLogin } from '#control/system/first-login.ts'
import { startFirstLogin } from './first-login.ts'

eachDatabase(
  (_name, open) => {
    test('the replica with the lease shows the login; another one takes over when it stops', async () => {
      const { host, login, clock } = await makeWorld(await open(), {}, 'nobody yet')
      const shown: { by: number; login: FirstLogin }[] = []
      const start = (by: number) =>
        startFirstLogin({ ...host, password: undefined }, (each) => void shown.push({ by, login: each }))
      const stopOne = await start(1)
      await expect.poll(() => shown.length).toBe(1)
      const stopTwo = await start(2)
      /** In real time too: PostgreSQL takes a moment to renew a lease. */
      const pass = async () => {
        await clock.advance(1000)
        await setTimeout(30)
        return shown.map(({ by }) => by)
      }
      for (let n = 0; n < 30; n++) await pass()
      expect(shown.map(({ by }) => by)).toEqual([1])

      await stopOne()
      await expect.poll(pass).toEqual([1, 2])
      await login('recovery', 'admin', shown[1]!.login.password)
      await stopTwo()
      await (
        await start(3)
      )()
      expect(shown.map(({ by }) => by)).toEqual([1, 2])
    })
  },
  ['libsql', 'postgres'],
)
