// Fields that are masked wherever a request is shown.
import { expect, test } from 'vitest'
import { MASK, masked } from './secrets.ts'

test('keys of BGP peers are masked in both spellings, at any depth', () => {
  const peers = [{ addr: '10.0.0.1', md5_auth_key: 'secret' }, { md5AuthKey: 'secret' }, { md5_auth_key: null }]
  expect(masked({ bgp_peers: { phy0: { peers } } })).toEqual({
    bgp_peers: {
      phy0: { peers: [{ addr: '10.0.0.1', md5_auth_key: MASK }, { md5AuthKey: MASK }, { md5_auth_key: null }] },
    },
  })
})

test('each of several secrets is masked', () => {
  expect(masked({ secrets: ['one', 'two'], name: 'ops' })).toEqual({ secrets: [MASK, MASK], name: 'ops' })
  expect(masked({ secrets: [{ id: '1' }] })).toEqual({ secrets: [{ id: '1' }] })
})
