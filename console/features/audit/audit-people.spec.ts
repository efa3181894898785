import { expect, test } from 'vitest'
import { anonymousText } from './audit-people.ts'
import type { AuditEvent } from './audit-queries.ts'

test.each([
  ['login_local', 'admin', 'admin (signing in)'],
  ['login_saml', null, 'someone (signing in)'],
  ['logout', 'admin', 'admin (signing out)'],
  ['device_auth_request', 'cli', 'a device (signing in)'],
  ['project_create', null, 'not signed in'],
  ['audit_begin_again', null, 'on the server'],
])('%s of %s has the actor %s', (operation, targetName, text) => {
  expect(anonymousText({ operation, targetName, actorId: null } as AuditEvent)).toBe(text)
})
