// Which certificates made a signature, and that a response without an authentic signature never reaches the library.
import { SAML } from '@node-saml/node-saml'
import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js'
import { beforeAll, expect, test, vi } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { ACS, IDP, makeIdp, makeKeyPair, SP } from '#control/testing/identity-provider.ts'
import { validateResponse } from './saml-response.ts'
import { MAX_SIGNATURE_ELEMENTS, signersOf } from './signers.ts'
import { elementsOf } from './xml-tree.ts'

type KeyPair = Awaited<ReturnType<typeof makeKeyPair>>
let [current, next, attacker]: KeyPair[] = []
beforeAll(async () => {
  ;[current, next, attacker] = await Promise.all(['current.test', 'next.test', 'attacker.test'].map(makeKeyPair))
})
const certificate = (keys: KeyPair | undefined) => keys!.signing_keypair.public_cert

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

function sign(keys: KeyPair | undefined, canonicalizationAlgorithm: string, prefixes: string[] = []): string {
  const signer = new SignedXml({
    privateKey: keys!.keyPem,
    canonicalizationAlgorithm,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    inclusiveNamespacesPrefixList: prefixes,
  })
  signer.addReference({
    xpath: '/*',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    inclusiveNamespacesPrefixList: prefixes,
  })
  signer.computeSignature(
    '<p:Response xmlns:p="urn:p" xmlns:xs="urn:xs" xmlns="urn:d" ID="r"><p:a>1</p:a></p:Response>',
  )
  return signer.getSignedXml()
}

async function signers(xml: string): Promise<string[]> {
  const { documentElement } = await parseDomFromString(xml)
  const signature = [...elementsOf(documentElement)].find(({ localName }) => localName === 'Signature')!
  return signersOf(signature, [certificate(next), certificate(current)])
}

test.each([
  ['exclusive', EXCLUSIVE, []],
  ['exclusive with comments', `${EXCLUSIVE}WithComments`, []],
  ['exclusive with a prefix list', EXCLUSIVE, ['xs']],
  ['inclusive', INCLUSIVE, []],
])('finds the certificate of a signature with %s canonicalization', async (_what, algorithm, prefixes) => {
  const xml = sign(current, algorithm, prefixes)
  expect(await signers(xml)).toEqual([certificate(current)])
  expect(await signers(xml.replace('URI="#r"', 'URI="#x"'))).toEqual([])
})

test('finds none for an unknown key, an unknown algorithm or a malformed signature', async () => {
  expect(await signers(sign(attacker, EXCLUSIVE))).toEqual([])
  const xml = sign(current, EXCLUSIVE)
  expect(await signers(xml.replace('#rsa-sha256', '#rsa-md5'))).toEqual([])
  expect(await signers(xml.replaceAll('SignatureValue', 'Value'))).toEqual([])
  expect(await signers(xml.replaceAll('SignedInfo', 'Info'))).toEqual([])
  expect(await signers(xml.replaceAll('Reference', 'Other'))).toEqual([])
})

test('finds none for a signature with too many elements', async () => {
  const xml = sign(current, EXCLUSIVE)
  const own = xml.slice(xml.indexOf('<Signature')).match(/<\w/g)!.length
  const withMore = (count: number) => xml.replace('</Signature>', `${'<X/>'.repeat(count - own)}</Signature>`)
  expect(await signers(withMore(MAX_SIGNATURE_ELEMENTS))).toEqual([certificate(current)])
  expect(await signers(withMore(MAX_SIGNATURE_ELEMENTS + 1))).toEqual([])
})

const twice = (xml: string) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, (all) => all + all)

test('only a response with an authentic signature reaches the library, with the certificates that made it', async () => {
  const library = vi.spyOn(SAML.prototype, 'validatePostResponseAsync')
  const provider = { idp_entity_id: IDP, acs_url: ACS } as never
  const idpCert = [certificate(next), certificate(current)]
  const config = { idpCert, issuer: SP, audience: SP, callbackUrl: ACS, wantAuthnResponseSigned: false }
  const now = new Date()
  const validate = (response: string) => validateResponse(provider, config, response, now)

  await expect(validate(await makeIdp(attacker!).respond(now))).rejects.toThrow('Invalid signature')
  await expect(validate(await makeIdp(current!).respond(now, { tamper: twice }))).rejects.toThrow('multiple signatures')
  expect(library).not.toHaveBeenCalled()

  await expect(validate(await makeIdp(current!).respond(now))).resolves.toMatchObject({ name_id: 'ana@acme.test' })
  expect(library.mock.contexts.map((each) => (each as SAML).options.idpCert)).toEqual([[certificate(current)]])
})
