// Runs the printed command of every operation against a server, allowed and refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandFor } from '#contract/command.ts'
import { factsOf, nounOf, operations, type OperationId } from '#contract/operations.ts'
import { isSecret } from '#contract/secrets.ts'
import { cases } from '#control/testing/authz-cases.ts'
import { actors, outcomeOf, type ActorName } from '#control/testing/authz-rules.ts'
import { prepare, type Call, type Prepared } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import type { Person } from '#control/testing/world.ts'
import { signInPorts } from '#server/sign-in/testing.ts'
import { serveControl } from '#server/testing.ts'
import { EXIT } from './failure.ts'
import { homeEnv, rackwright, scratch } from './testing.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const client_id = '7f1e5a06-0c35-4d3c-9d1c-1d2f0d0e7a11'
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/** They need a browser with its cookies or passkeys; SAML logins also an identity provider. */
const BROWSER_ONLY: readonly OperationId[] = [
  'login_saml',
  'login_oidc',
  'login_second_factor',
  'login_passkey_begin',
  'login_passkey',
  'passkey_begin',
  'passkey_create',
  'passkey_proof_begin',
  'invitation_passkey_begin',
  'invitation_redeem',
]
/** The streams are tested through a terminal (e2e/specs/cli.e2e.ts). */
const tested = (Object.keys(cases) as OperationId[]).filter(
  (operation) => !BROWSER_ONLY.includes(operation) && !factsOf[operation].websocket,
)

const EXIT_OF = { forbid: EXIT.refused, hide: EXIT.notFound, 'unknown caller': EXIT.refused }

/** The command's standard input: the body, or the one secret that is not an option. */
function stdinOf(body: unknown, args: readonly string[]): string | undefined {
  if (typeof body === 'string' || args.includes('--body-file')) return String(body)
  if (args.includes('--json-body')) return JSON.stringify(body)
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  const secret = fields.find(([name]) =>
    isSecret(
      name,
      fields.map(([each]) => each),
    ),
  )?.[1]
  if (Array.isArray(secret)) return String(secret[0])
  return typeof secret === 'object' && secret ? (secret as { value: string }).value : (secret as string | undefined)
}

eachDatabase(
  (_name, open) => {
    let w: Prepared
    let url: string
    let close: () => Promise<unknown>
    const folder = scratch()
    const tokens = new Map<Person, string>()

    beforeAll(async () => {
      w = await prepare(await open(), signInPorts)
      const server = await serveControl(w.world.plane)
      url = server.url
      close = () => server.close()
    })
    afterAll(async () => {
      await close()
      await w.world.stop()
    })

    /** Gets a token like `rackwright login`. */
    async function tokenOf(person: Person): Promise<string> {
      const known = tokens.get(person) ?? person.token
      if (known !== undefined) return known
      const { anonymous } = w.world
      const asked = (await anonymous.raw('POST', '/device/auth', form({ client_id }), FORM)).body
      await person.raw('POST', '/device/confirm', { user_code: asked.user_code })
      const fields = { grant_type, client_id, device_code: String(asked.device_code) }
      const token = String((await anonymous.raw('POST', '/device/token', form(fields), FORM)).body.access_token)
      tokens.set(person, token)
      return token
    }

    async function runAs(actor: ActorName, operation: OperationId, call: Call) {
      const person = call.as?.[actor] ?? w.people[actor]
      const token = actor === 'anonymous' ? undefined : await tokenOf(person)
      const isForm = typeof call.body === 'string' && factsOf[operation].encoding === 'form'
      const body = isForm ? Object.fromEntries(new URLSearchParams(call.body as string)) : call.body
      // a URL has texts only
      const query = Object.entries(call.query ?? {}).map(([name, text]) => [name, text === 'true' ? true : text])
      const command = commandFor(operation, { path: call.path, query: Object.fromEntries(query), body })
      expect(command, `${operation} has a command`).toBeDefined()
      const args = command!.args.slice(1)
      const env = { ...homeEnv(folder), RACKWRIGHT_URL: url, RACKWRIGHT_TOKEN: token }
      const stdin = stdinOf(body, args)
      return rackwright([...args, '--format', 'json'], { env, ...(stdin !== undefined && { stdin }) })
    }

    test.each(tested)('%s', async (operation) => {
      const each = cases[operation]!
      const made = await each.make?.(w)
      const refused = (['forbid', 'hide', 'unknown caller'] as const)
        .map((outcome) => ({ outcome, actor: actors.find((one) => outcomeOf(each.rule, one, operation) === outcome) }))
        .find(({ actor }) => actor !== undefined)
      if (refused) {
        const { code, out, err } = await runAs(refused.actor!, operation, await each.call(w, made))
        expect([code, out], `${refused.actor}: ${err}`).toEqual([EXIT_OF[refused.outcome], ''])
        if (!operations[operation].startsWith('HEAD ')) expect(err).toMatch(/^rackwright: .+\nRequest ID: [\w-]+\n$/)
      }
      const allowed = actors.findLast((one) => outcomeOf(each.rule, one, operation) === 'allow')
      // nobody can use SCIM tokens
      if (!allowed) return
      const { code, err } = await runAs(allowed, operation, await each.call(w, made))
      expect([code, err], w.world.errors.join()).toEqual([EXIT.ok, ''])
      expect(w.world.errors).toEqual([])
    })
  },
  ['libsql'],
)

test('every noun but the streams is tested', () => {
  const left = new Set(Object.values(nounOf))
  for (const operation of tested) left.delete(nounOf[operation])
  expect([...left]).toEqual(['serial_stream', 'screen'])
})
