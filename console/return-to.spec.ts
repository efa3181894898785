import { expect, test } from 'vitest'
import { returnTo, withReturn } from './return-to.ts'

const asked = (wanted: string) => new URLSearchParams({ redirect_uri: wanted })

test.each(['/projects/web/instances', '/settings/profile?from=mail', '/'])('%s is a place of this site', (wanted) => {
  expect(returnTo(asked(wanted))).toBe(wanted)
})

test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'projects', ''])(
  '%s is not',
  (wanted) => {
    expect(returnTo(asked(wanted))).toBe('/projects')
  },
)

test('the requested page is passed on, encoded', () => {
  expect(withReturn('/login/a/local', asked('/x?a=1&b=2'))).toBe('/login/a/local?redirect_uri=%2Fx%3Fa%3D1%26b%3D2')
  expect(withReturn('/login?choose', asked('/x'))).toBe('/login?choose&redirect_uri=%2Fx')
  expect(withReturn('/login', new URLSearchParams())).toBe('/login')
})
