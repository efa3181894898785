// Options that are read from the schemas: which are files, so that secrets appear in no process list and no shell history.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import { EXIT } from './failure.ts'
import { readAll } from './io.ts'
import { describe, jsonOf, type Json } from './options-of.ts'
import { homeEnv, rackwright, scratch, serve } from './testing.ts'

const all = Object.keys(operations) as OperationId[]

test('passwords, keys and certificates are read from files', () => {
  const files = all.flatMap((operation) => {
    const names = describe(operation).fields.flatMap(({ name, file }) => (file ? [name] : []))
    return names.length > 0 ? [[operation, names]] : []
  })
  expect(Object.fromEntries(files)).toEqual({
    login_local: ['password-file'],
    device_access_token: ['device-code-file'],
    local_idp_user_create: ['password-file'],
    local_idp_user_set_password: ['value-file'],
    login_second_factor: ['passcode-file'],
    second_factor_confirm: ['passcode-file'],
    second_factor_enroll: ['password-file', 'passcode-file'],
    second_factor_replace_recovery_codes: ['password-file', 'passcode-file'],
    second_factor_disable: ['password-file', 'passcode-file'],
    passkey_begin: ['password-file', 'passcode-file'],
    passkey_delete: ['password-file', 'passcode-file'],
    own_password_set: ['password-file', 'passcode-file', 'new-password-file'],
    oidc_provider_create: ['client-secret-file'],
    oidc_provider_update: ['client-secret-file'],
    silo_create: ['tls-certificates-file'],
    saml_identity_provider_create: ['signing-keypair-file'],
    certificate_create: ['cert-file', 'key-file'],
    networking_switch_port_settings_create: ['bgp-peers-file'],
    silo_certificate_create: ['cert-file', 'key-file'],
    webhook_receiver_create: ['secrets-file'],
    webhook_secrets_add: ['secret-file'],
    smtp_settings_update: ['password-file'],
    alert_subscription_confirm: ['token-file'],
    invitation_open: ['token-file'],
    invitation_passkey_begin: ['token-file'],
    invitation_redeem: ['token-file', 'password-file'],
    local_user_create: ['password-file'],
    local_user_set_password: ['password-file'],
    backup_target_create: ['place-file'],
    backup_target_silo_import: ['key-file'],
    sled_fence_set: ['secrets-file'],
  })
})

/** The names of a schema's fields at any depth. */
function namesIn({ properties = {}, ...json }: Json): string[] {
  const inner = [json.items, json.additionalProperties, ...(json.anyOf ?? []), ...(json.oneOf ?? [])]
  return [
    ...Object.keys(properties),
    ...[...inner, ...Object.values(properties)].flatMap((each) => (typeof each === 'object' ? namesIn(each) : [])),
  ]
}

// the answer of a passkey works once, and only for the question that it answers
test('no other option accepts anything that sounds like a secret', () => {
  const SECRET =
    /passw|passphrase|secret|private|credential|psk|md5|(?<!public_|ssh_|pass)key(?!s|pair)|token(?!_max_ttl)/
  const found = all.flatMap((operation) => {
    const { body }: Operation = api[operation]
    if (!body || factsOf[operation].encoding === 'bytes') return []
    const json = jsonOf(body)
    const files = new Set(describe(operation).fields.flatMap(({ field, file }) => (file ? [field] : [])))
    const variants = json.anyOf ?? json.oneOf ?? [json]
    return variants
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .filter(([name]) => !files.has(name))
      .flatMap(([name, field]) => [name, ...namesIn(field)])
      .filter((name) => SECRET.test(name))
      .map((name) => `${operation}: ${name}`)
  })
  expect(found).toEqual([])
})

async function keeping() {
  const bodies: unknown[] = []
  const url = await serve(async (request, response) => {
    bodies.push(JSON.parse((await readAll(request)).toString()))
    response.writeHead(201, { 'content-type': 'application/json' }).end('{}')
  })
  const folder = scratch()
  return { bodies, folder, env: { ...homeEnv(folder), RACKWRIGHT_URL: url } }
}

const SAML = (
  'saml identity-provider create --silo s --name n --description= --acs-url u --idp-entity-id e ' +
  '--idp-metadata-source {} --slo-url u --sp-client-id c --technical-contact-email m'
).split(' ')

test('a key pair comes from a file or standard input, never from the command line', async () => {
  const { bodies, folder, env } = await keeping()
  const pair = { private_key: 'hunter2', public_cert: 'c' }
  const refused = await rackwright([...SAML, '--signing-keypair', JSON.stringify(pair)], { env })
  expect(refused).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('--signing-keypair-file') })
  const file = join(folder, 'pair.json')
  writeFileSync(file, JSON.stringify(pair))
  expect((await rackwright([...SAML, '--signing-keypair-file', file], { env })).code).toBe(EXIT.ok)
  const stdin = JSON.stringify(pair)
  expect((await rackwright([...SAML, '--signing-keypair-file', '-'], { env, stdin })).code).toBe(EXIT.ok)
  expect(bodies).toEqual([expect.objectContaining({ signing_keypair: pair }), bodies[0]])
  writeFileSync(file, 'hunter2')
  const broken = await rackwright([...SAML, '--signing-keypair-file', file], { env })
  expect(broken).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('is not valid JSON') })
  expect(broken.err).not.toContain('hunter2')
})

test('a certificate and its key are two files, and only one can be standard input', async () => {
  const { bodies, folder, env } = await keeping()
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, 'the certificate\n')
  writeFileSync(key, 'the key\n')
  const create = (...more: string[]) =>
    rackwright(['certificate', 'create', '--name', 'n', '--description=', '--service', 'external_api', ...more], {
      env,
      stdin: 'piped\n',
    })
  expect((await create('--cert-file', cert, '--key-file', key)).code).toBe(EXIT.ok)
  expect((await create('--cert-file', cert, '--key-file', '-')).code).toBe(EXIT.ok)
  expect(bodies).toMatchObject([{ cert: 'the certificate', key: 'the key' }, { key: 'piped' }])
  const both = await create('--cert-file', '-', '--key-file', '-')
  expect([both.code, both.err]).toEqual([EXIT.usage, expect.stringContaining('only one option can read')])
})
