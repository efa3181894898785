// `rackwright audit verify` against a host and against a file.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveControl } from '#server/testing.ts'
import { sealEntries } from '#control/audit/seal.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeWorld } from '#control/testing/world.ts'
import { rackwright, scratch } from './testing.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const client_id = '7f1e5a06-0c35-4d3c-9d1c-1d2f0d0e7a11'

eachDatabase(
  (_name, open) => {
    test('the log is exported, verified and compared with a kept checkpoint', async () => {
      const world = await makeWorld(await open())
      const server = await serveControl(world.plane)
      const { body: asked } = await world.anonymous.raw('POST', '/device/auth', form({ client_id }), FORM)
      await world.admin.raw('POST', '/device/confirm', { user_code: asked.user_code })
      const fields = {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: String(asked.device_code),
        client_id,
      }
      const { body } = await world.anonymous.raw('POST', '/device/token', form(fields), FORM)
      const env = {
        RACKWRIGHT_URL: server.url,
        RACKWRIGHT_TOKEN: String(body.access_token),
        XDG_CONFIG_HOME: scratch(),
      }
      const run = (...args: string[]) => rackwright(['audit', ...args], { env })
      const folder = scratch()
      const [kept, log] = [join(folder, 'kept.json'), join(folder, 'audit.jsonl')]

      await world.clock.advance(120_000)
      await sealEntries(world.host)
      await world.admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      const first = await run('verify')
      expect(first.err).toBe('')
      expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^Proven:\n {2}\d+ entries up to number \d+/) })
      expect(first.out).toContain('1 entry at the end, which will be sealed within minutes.')
      expect(first.out).toContain('That the end of the log was not removed')
      writeFileSync(kept, first.out.trim().split('\n').at(-1)!)

      expect(await run('export', '--output', log)).toMatchObject({ code: 0 })
      const again = await run('verify', '--file', log, '--checkpoint', kept)
      expect(again).toMatchObject({ code: 0, out: expect.stringContaining('The log continues the one of the kept') })
      expect(await run('verify', '--file', log, '--checkpoint', log)).toMatchObject({ code: 0 })

      // its hashes remain, which only an export can show
      const { number } = JSON.parse(readFileSync(kept, 'utf8')) as { number: number }
      await world.host.db.transaction((tx) => tx.deleteFrom('audit_checkpoint').where('number', '=', number).execute())
      expect(await run('export', '--output', log)).toMatchObject({ code: 0 })
      const forged = await run('verify', '--file', log)
      expect(forged).toMatchObject({ code: 1, out: expect.stringContaining('no checkpoint covers the last') })

      await world.host.db.transaction(async (tx) => {
        await tx.deleteFrom('event').execute()
        await tx.deleteFrom('audit_checkpoint').execute()
      })
      expect(await run('verify')).toMatchObject({ code: 0, out: expect.not.stringContaining('Proven:') })
      const cut = await run('verify', '--checkpoint', kept)
      expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('the audit log is not as it was sealed') })
      expect(cut.out).toContain('its end was removed')

      writeFileSync(kept, 'nothing')
      expect(await run('verify', '--checkpoint', kept)).toMatchObject({
        code: 2,
        err: expect.stringContaining('there is no checkpoint in'),
      })
      expect(await run('verify', '--file', kept)).toMatchObject({ code: 1 })
      await server.close()
      await world.stop()
    })
  },
  ['libsql'],
)
