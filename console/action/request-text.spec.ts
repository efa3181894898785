import { beforeEach, expect, test, vi } from 'vitest'
import { asCommand, asCurl, asTypeScript } from './request-text.ts'

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://rack.example' }))

test('a create as curl and as TypeScript', () => {
  const params = { body: { name: 'web', description: "it's" } }
  expect(asCurl('project_create', params)).toBe(
    [
      `curl -X POST 'https://rack.example/v1/projects' \\`,
      `  -H "Authorization: Bearer $RACKWRIGHT_TOKEN" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{`,
      `  "name": "web",`,
      `  "description": "it'\\''s"`,
      `}'`,
    ].join('\n'),
  )
  expect(asTypeScript('project_create', params)).toContain(
    [
      `await call('project_create', {`,
      `  body: {`,
      `    name: 'web',`,
      `    description: 'it\\'s',`,
      `  },`,
      `})`,
    ].join('\n'),
  )
})

test('bytes come from a file', () => {
  const params = { path: { upload: 'x' }, query: { offset: 0 }, body: '…' }
  expect(asCurl('image_upload_write', params)).toBe(
    [
      `curl -X PUT 'https://rack.example/rackwright/image-uploads/x/content?offset=0' \\`,
      `  -H "Authorization: Bearer $RACKWRIGHT_TOKEN" \\`,
      `  -H 'Content-Type: application/octet-stream' \\`,
      `  --data-binary @FILE`,
    ].join('\n'),
  )
})

test('wire names are snake case, dates are ISO text', () => {
  const params = { path: { project: 'a b' }, query: { timeSince: new Date(0) }, body: { bootDisk: { diskName: 'x' } } }
  expect(asCurl('project_update', params)).toContain(`/v1/projects/a%20b?time_since=1970-01-01T00%3A00%3A00.000Z'`)
  expect(asCurl('project_update', params)).toContain('"boot_disk": {\n    "disk_name": "x"')
  expect(asTypeScript('project_update', params)).toContain(`timeSince: new Date('1970-01-01T00:00:00.000Z')`)
})

test('secrets are masked, public keys are not', () => {
  const secrets = { body: { password: 'hunter2', signingKeypair: { privateKey: 'pk' }, publicKey: 'ssh-ed25519 AAAA' } }
  const value = { body: { externalId: 'x', password: { mode: 'password', value: 'hunter2' } } }
  for (const show of [asCurl, asTypeScript, asCommand]) {
    expect(show('login_local', { path: { siloName: 's' }, ...secrets })).not.toMatch(/hunter2|'pk'|"pk"/)
    expect(show('login_local', { path: { siloName: 's' }, ...secrets })).toContain('ssh-ed25519 AAAA')
    expect(show('local_idp_user_create', { ...value, query: { silo: 's' } })).not.toContain('hunter2')
  }
})

test('a call with an incomplete path gives nothing', () => {
  expect(asCurl('project_update', { body: {} })).toBe('# fill in the form first')
  expect(asCommand('project_update', { body: {} })).toBe('# fill in the form first')
})

test('a call as a command', () => {
  expect(asCommand('project_update', { path: { project: 'web' }, body: { name: 'shop', description: 'a b' } })).toBe(
    `rackwright project update \\\n  --project web \\\n  --name shop \\\n  --description 'a b'`,
  )
})
