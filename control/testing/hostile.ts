// Hostile input for every parser of untrusted data, at the largest size the transport accepts. The spec asserts which limit stops
// each; the bench reports how long each blocks the event loop.

export interface Hostile {
  what: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
  /** Sent without a session. */
  isAnonymous?: boolean
  status: number
  /** Names the limit that stopped it. */
  message: RegExp
}

/** For JSON bodies and forms. */
const MAX_BODY = 1_048_576
/** Node refuses longer headers. */
const MAX_HEADER = 16_000
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

const base64 = (text: string) => Buffer.from(text).toString('base64')
const fill = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length))

const saml = (what: string, xml: string, message: RegExp): Hostile => ({
  what: `SAML response: ${what}`,
  method: 'POST',
  path: '/login/acme/saml/okta',
  headers: FORM_TYPE,
  body: new URLSearchParams({ SAMLResponse: base64(xml) }).toString(),
  isAnonymous: true,
  status: 400,
  message,
})
const XML_BYTES = 262_144
const namespaces = Array.from({ length: 60 }, (_, n) => ` xmlns:n${n}="urn:${n}"`).join('')
const attributes = Array.from({ length: 60 }, (_, n) => ` a${n}="${'x'.repeat(2)}"`).join('')

const samlInputs: Hostile[] = [
  saml('empty elements', `<r>${fill('<a b="1"/>', XML_BYTES - 10)}</r>`, /more than 500 XML nodes$/),
  saml('comments', `<r>${fill('<!---->', XML_BYTES - 10)}</r>`, /more than 500 XML nodes$/),
  saml('depth', fill('<a>', XML_BYTES / 3) + fill('</a>', XML_BYTES / 2), /nest deeper than 32$/),
  saml('attributes', `<r ${fill('a="1" ', XML_BYTES - 10)}/>`, /more than 64 attributes$/),
  saml(
    'attributes of many elements',
    `<r>${fill(`<a${attributes}/>`, XML_BYTES - 10)}</r>`,
    /more than 2400 attributes$/,
  ),
  saml('one attribute', `<r a="${fill('x', XML_BYTES - 10)}"/>`, /longer than 8192 characters$/),
  saml('an unfinished tag', `<r${fill(' ', XML_BYTES - 10)}`, /not well-formed XML$/),
  saml('entities', `<!DOCTYPE r [${fill('<!ENTITY a "&b;&b;">', XML_BYTES - 20)}]><r/>`, /document type declaration$/),
  saml('larger than allowed', fill('<', XML_BYTES + 1), /larger than 262144 bytes$/),
  {
    ...saml(
      'as many nodes and namespaces as allowed',
      `<r${namespaces}>${`<a${attributes}/>`.repeat(35)}</r>`,
      /refused$/,
    ),
    status: 401,
  },
  { ...saml('as many nodes as allowed', `<r>${'<a b="1"/> '.repeat(499)}</r>`, /refused$/), status: 401 },
]

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
/** Well-formed, with the reference that the library expects, but made without a key. */
const forged = (id: string, prefixes = '') =>
  `<ds:Signature xmlns:ds="${DSIG}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}">` +
  `<ds:InclusiveNamespaces PrefixList="${prefixes}"/></ds:CanonicalizationMethod>` +
  '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>' +
  `<ds:Reference URI="#${id}"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>` +
  '<ds:DigestValue>AA==</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>AA==</ds:SignatureValue></ds:Signature>'
const forgery = (what: string, xml: string): Hostile => ({ ...saml(what, xml, /refused$/), status: 401 })
samlInputs.push(
  forgery(
    'as many nodes as allowed, with a forged signature',
    `<Response ID="r">${forged('r')}${'<a b="1"/> '.repeat(480)}</Response>`,
  ),
  forgery(
    'as many nodes as allowed, with two forged signatures',
    `<Response ID="r">${forged('r')}<Assertion ID="a">${forged('a')}${'<a b="1"/> '.repeat(470)}</Assertion></Response>`,
  ),
  forgery(
    'a forged signature with as many namespaces as allowed',
    `<Response ID="r"${namespaces}>${forged('r', fill('n59 ', 8000))}${`<a${attributes}/>`.repeat(35)}</Response>`,
  ),
  forgery(
    'a forged signature with as many elements as allowed',
    `<Response ID="r">${forged('r').replace('<ds:Ref', `${'<ds:X/>'.repeat(480)}<ds:Ref`)}</Response>`,
  ),
)

const form = (what: string, path: string, body: string, message: RegExp): Hostile => ({
  what: `form: ${what}`,
  method: 'POST',
  path,
  headers: FORM_TYPE,
  body,
  isAnonymous: true,
  status: 400,
  message,
})
const formInputs: Hostile[] = [
  form('fields of a SAML login', '/login/acme/saml/okta', fill('&', 524_288), /more than 16 fields$/),
  form('fields of a device login', '/device/auth', fill('&a=b', MAX_BODY), /more than 64 fields/),
  form('escapes', '/device/auth', `client_id=${fill('%41', MAX_BODY - 12)}`, /unable to parse URL-encoded body/),
]

const json = (what: string, body: string, message: RegExp, path = '/v1/projects'): Hostile => ({
  what: `JSON: ${what}`,
  method: 'POST',
  path,
  headers: JSON_TYPE,
  body,
  status: 400,
  message,
})
const jsonInputs: Hostile[] = [
  json('open lists', fill('[', MAX_BODY), /recursion limit exceeded/),
  json('nested lists', fill('[', MAX_BODY / 2) + fill(']', MAX_BODY / 2), /recursion limit exceeded/),
  json('a long list', `[${fill('0,', MAX_BODY - 4)}0]`, /more than 100000 values/),
  json(
    'many objects',
    `{"a":[${fill('{},', 12_000)}{}],"b":[${fill('{"a":1},', 1_000_000)}0]}`,
    /more than 100000 values/,
  ),
  json('many keys', `{${Array.from({ length: 80_000 }, (_, n) => `"${n}":1`).join()}}`, /more than 4096 keys/),
  json('a long name', `{"description":"","name":"${fill('a', MAX_BODY - 40)}"}`, /name/),
  json('line breaks before a mistake', `${fill('\n', MAX_BODY - 2)}x`, /line 104857\d column/),
]

const certificate = (what: string, cert: string, message: RegExp): Hostile => ({
  ...json(
    '',
    JSON.stringify({ name: 'x', description: '', service: 'external_api', cert, key: '' }),
    message,
    '/v1/certificates',
  ),
  what: `PEM: ${what}`,
})
const pem = (der: Buffer) => `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
const PEM_LENGTH = 65_536
const pemInputs: Hostile[] = [
  certificate('beginnings', fill('-----BEGIN ', PEM_LENGTH), /it is not PEM$/),
  certificate('beginnings, a megabyte', fill('-----BEGIN ', MAX_BODY - 200), /longer than 65536 characters$/),
  certificate('dashes', fill('-', PEM_LENGTH), /no PEM certificate$/),
  certificate('many certificates', pem(Buffer.of(48, 0)).repeat(17), /more than 16 PEM blocks$/),
  certificate(
    'many elements',
    pem(Buffer.concat([Buffer.of(48, 0x82, 0xa0, 0), Buffer.alloc(40_960, Buffer.of(5, 0))])),
    /more than 4096 elements$/,
  ),
  certificate('depth', pem(nested(200)), /deeper than 32$/),
]

function nested(depth: number): Buffer {
  let der = Buffer.of(5, 0)
  for (let n = 0; n < depth; n++)
    der = Buffer.concat([
      Buffer.from(der.length < 128 ? [48, der.length] : [48, 0x82, der.length >> 8, der.length & 255]),
      der,
    ])
  return der
}

const rules = (filter: object) => ({
  ...json(
    '',
    JSON.stringify({
      rules: [
        {
          name: 'x',
          description: '',
          status: 'enabled',
          direction: 'inbound',
          targets: [],
          action: 'allow',
          priority: 1,
          filters: filter,
        },
      ],
    }),
    /unable to parse JSON body/,
    '/v1/vpc-firewall-rules?project=web&vpc=default',
  ),
  method: 'PUT' as const,
})
const networks = (count: number) => Array.from({ length: count }, (_, n) => `10.${n >> 8}.${n & 255}.0/24`)
const fabric = (what: string, method: 'POST' | 'PUT', path: string, body: object, message: RegExp): Hostile => ({
  ...json('', JSON.stringify(body), message, `/v1/system/networking/${path}`),
  method,
  what,
})
const routes = networks(500).map((dst) => ({ dst, gw: '10.0.0.1' }))
const listInputs: Hostile[] = [
  fabric(
    'allow list: too long',
    'PUT',
    'allow-list',
    { allowed_ips: { allow: 'list', ips: networks(4096) } },
    /limited to 1000 entries$/,
  ),
  fabric(
    'announce set: too long',
    'PUT',
    'bgp-announce-set',
    {
      name: 'x',
      description: '',
      announcement: networks(4096).map((network) => ({ address_lot_block: 'x', network })),
    },
    /at most 256 networks$/,
  ),
  fabric(
    'port settings: 8 times 500 routes',
    'POST',
    'switch-port-settings',
    {
      name: 'x',
      description: '',
      port_config: { geometry: 'qsfp28x1' },
      groups: [],
      links: {},
      interfaces: {},
      addresses: {},
      bgp_peers: {},
      routes: Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`eth${n}`, { routes }])),
    },
    /neither a link nor an interface/,
  ),
]

const otherInputs: Hostile[] = [
  {
    ...json(
      '',
      JSON.stringify({ name: 'x', description: '', public_key: fill('ssh-rsa ', MAX_BODY - 100) }),
      /longer than 16384 characters$/,
      '/v1/me/ssh-keys',
    ),
    what: 'SSH key: a megabyte',
  },
  { ...rules({ hosts: [{ type: 'ip_net', value: fill('1:', MAX_BODY - 400) }] }), what: 'IP network: colons' },
  { ...rules({ hosts: [{ type: 'ip', value: fill('1.', MAX_BODY - 400) }] }), what: 'IP address: dots' },
  {
    ...rules({ hosts: Array.from({ length: 4097 }, () => ({ type: 'ip', value: '10.0.0.1' })) }),
    what: 'IP list: too many',
  },
  { ...rules({ ports: [fill('1-', MAX_BODY - 400)] }), what: 'port range: dashes' },
  {
    what: 'page token: not base64',
    method: 'GET',
    path: `/v1/projects?page_token=${fill('%25', MAX_HEADER)}`,
    status: 400,
    message: /page token|query/i,
  },
  {
    what: 'page token: nested',
    method: 'GET',
    path: `/v1/projects?page_token=${encodeURIComponent(base64(fill('[', 11_000)))}`,
    status: 400,
    message: /page token|query/i,
  },
  {
    what: 'header: a long bearer token',
    method: 'GET',
    path: '/v1/me',
    isAnonymous: true,
    headers: { authorization: `Bearer ${fill('a', MAX_HEADER)}` },
    status: 401,
    message: /credentials/,
  },
]

export const hostileInputs: readonly Hostile[] = [
  ...samlInputs,
  ...formInputs,
  ...jsonInputs,
  ...pemInputs,
  ...listInputs,
  ...otherInputs,
]
