import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { parserOf } from './parsers.ts'
import { firstReason, reason } from './reasons.ts'
import { InstanceCreate, IpRange, ProjectRolePolicy } from './schemas.ts'
import * as value from './values.ts'
import { bounded, maybe, type Patient, upTo, VALUES_PER_TURN } from './values.ts'

/** Why a value is refused, or undefined. */
function whyNot(schema: z.ZodType, given: unknown): string | undefined {
  const result = schema.safeParse(given, { error: reason })
  return result.success ? undefined : firstReason(result.error)
}

const legalName = fc.stringMatching(/^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/)
const uuid = '550e8400-e29b-41d4-a716-446655440000'

describe('names', () => {
  test('valid names pass unchanged', () => {
    fc.assert(fc.property(legalName, (name) => value.Name.parse(name) === name))
    expect(whyNot(value.Name, `a-${uuid}`)).toBeUndefined()
  })

  test('the published pattern accepts what the server accepts', () => {
    const json = value.Name.meta()?.publish as { pattern: string } | undefined
    const published = new RegExp(json?.pattern ?? '^$')
    fc.assert(
      fc.property(
        fc.oneof(legalName, fc.string()),
        (text) => !value.Name.safeParse(text).success || published.test(text),
      ),
    )
  })

  test.each([
    ['', 'name requires at least one character'],
    ['a'.repeat(64), 'name may contain at most 63 characters'],
    ['Abc', 'name must begin with an ASCII lowercase character'],
    ['9a', 'name must begin with an ASCII lowercase character'],
    ['aBc', 'name contains invalid character: "B" (allowed characters are lowercase ASCII, digits, and "-")'],
    ['a😀', 'name contains invalid character: "😀" (allowed characters are lowercase ASCII, digits, and "-")'],
    ['a-', 'name cannot end with "-"'],
    [uuid, 'name cannot be a UUID to avoid ambiguity with IDs'],
    [`a${uuid.slice(1)}`, 'name cannot be a UUID to avoid ambiguity with IDs'],
  ])('%j is refused', (name, why) => {
    expect(whyNot(value.Name, name)).toBe(why)
  })

  test('a selector is a name or an id, and ids are normalized', () => {
    expect(value.NameOrId.parse(uuid.toUpperCase())).toBe(uuid)
    expect(value.NameOrId.parse('web')).toBe('web')
    expect(whyNot(value.NameOrId, 'Web!')).toBe('matched no variant of NameOrId')
  })
})

test('port ranges are returned in their shortest form', () => {
  const port = fc.integer({ min: 1, max: 65535 })
  fc.assert(
    fc.property(port, port, (a, b) => value.L4PortRange.parse(`${a}-${b}`) === (a === b ? `${a}` : `${a}-${b}`)),
  )
  for (const bad of ['0', '65536', '1-0', '', '1-2-3', '1 - 2', 'http']) {
    expect(whyNot(value.L4PortRange, bad), bad).toMatch(/^invalid port number/)
  }
})

test('invalid hosts, passwords, sizes and base64 give a reason', () => {
  expect(whyNot(value.Hostname, 'a.b-c.example')).toBeUndefined()
  expect(whyNot(value.Hostname, 'a..b')).toBe('Hostnames must comply with RFC 1035')
  expect(whyNot(value.Hostname, 'a'.repeat(254))).toBe('Max hostname length is 253')
  expect(whyNot(value.Password, 'ü'.repeat(257))).toMatch(/^unsupported password/)
  expect(whyNot(value.ByteCount, 2 ** 63)).toBe('value is too large for a byte count')
  expect(whyNot(value.ByteCount, 1.5)).toBe('expected an integer')
  expect(whyNot(value.uint64, Number('18446744073709551615'))).toBeUndefined()
  expect(whyNot(value.uint64, 2 ** 65)).toBe('value is too large for uint64')
  expect(whyNot(value.base64(3), 'AAAA')).toBeUndefined()
  expect(whyNot(value.base64(3), 'AAAAAA==')).toBe('the decoded data is longer than 3 bytes')
  expect(whyNot(value.base64(3), 'AAA')).toBe('invalid base64')
})

test('address ranges must be ascending', () => {
  expect(whyNot(IpRange, { first: '10.0.0.9', last: '10.0.0.10' })).toBeUndefined()
  expect(whyNot(IpRange, { first: '10.0.0.10', last: '10.0.0.9' })).toBe('IP address ranges must be non-decreasing')
  expect(whyNot(IpRange, { first: '10.0.0.1', last: 'fd00::1' })).toBeDefined()
})

describe('bodies', () => {
  const least = { name: 'a', description: '', ncpus: 1, memory: 1024, hostname: 'a' }

  test('defaults are filled in and unknown keys dropped', () => {
    expect(InstanceCreate.parse({ ...least, colour: 'red' })).toEqual({
      ...least,
      anti_affinity_groups: [],
      auto_restart_policy: null,
      boot_disk: null,
      disks: [],
      external_ips: [],
      network_interfaces: { type: 'default' },
      ssh_public_keys: null,
      start: true,
      user_data: '',
    })
  })

  test('the reason names the position', () => {
    const { name: _, ...nameless } = least
    expect(whyNot(InstanceCreate, nameless)).toBe('missing field `name`')
    expect(whyNot(InstanceCreate, { ...least, disks: [{ type: 'attach', name: 'x-' }] })).toBe(
      'disks[0].name: name cannot end with "-"',
    )
    expect(whyNot(InstanceCreate, { ...least, disks: [{ type: 'burn' }] })).toBe(
      'disks[0].type: unknown variant "burn"',
    )
    expect(whyNot(InstanceCreate, { ...least, ncpus: 'two' })).toBe(
      'ncpus: invalid type: string "two", expected number',
    )
  })

  test('a policy holds 64 assignments', () => {
    const assignment = { identity_type: 'silo_user', identity_id: uuid, role_name: 'viewer' }
    const policy = (count: number) => ({ role_assignments: Array.from({ length: count }, () => assignment) })
    expect(whyNot(ProjectRolePolicy, policy(64))).toBeUndefined()
    expect(whyNot(ProjectRolePolicy, policy(65))).toBe(
      'role_assignments: invalid length 65, expected a list of at most 64 role assignments',
    )
  })
})

const page = (query: Record<string, string>) => parserOf('instance_list').query.safeParse(query)

describe('queries', () => {
  test('limit is read from text, defaulted and clamped', () => {
    expect(page({}).data).toEqual({ limit: 100, page_token: null, sort_by: 'name_ascending' })
    expect(page({ limit: '25' }).data).toMatchObject({ limit: 25 })
    expect(page({ limit: '10001' }).data).toMatchObject({ limit: 10_000 })
    for (const limit of ['0', '-1', '', 'ten', '1.5']) expect(page({ limit }).success, limit).toBe(false)
  })

  test('parameters required for the first page are declared', () => {
    expect(api.instance_list.firstPage).toEqual(['project'])
    expect(api.silo_metric.firstPage).toEqual(['start_time', 'end_time'])
    expect(api.project_list.firstPage).toEqual([])
  })

  test('booleans and times are normalized', () => {
    expect(parserOf('internet_gateway_delete').query.parse({ cascade: 'true' })).toEqual({ cascade: true })
    expect(parserOf('internet_gateway_delete').query.parse({})).toEqual({ cascade: false })
    const { data } = parserOf('silo_metric').query.safeParse({ start_time: '2025-01-01T02:00:00+02:00' })
    expect(data).toMatchObject({ start_time: '2025-01-01T00:00:00.000Z', order: 'ascending' })
  })
})

test('a response has null for absent fields and no private columns', () => {
  const disk = {
    id: uuid,
    name: 'd',
    description: '',
    time_created: '2025-01-01T00:00:00Z',
    time_modified: '2025-01-01T00:00:00Z',
    block_size: 512,
    device_path: '/mnt/d',
    project_id: uuid,
    size: 2 ** 30,
    state: { state: 'detached' as const, secret: 1 },
  }
  expect(api.disk_view.answer.parse({ ...disk, lease: 'private' })).toEqual({
    ...disk,
    state: { state: 'detached' },
    image_id: null,
    snapshot_id: null,
  })
})

/** How many elements are parsed. */
function counted(list: (element: z.ZodType) => z.ZodType, input: unknown) {
  let parsed = 0
  const element = z.unknown().refine((value) => ++parsed > 0 && value !== 'bad')
  const result = list(element).safeParse(input)
  return { result, parsed }
}

describe('a bounded list', () => {
  const many = Array.from({ length: 1000 }, (_, index) => index)

  test.each([
    ['upTo', (element: z.ZodType) => upTo(10, element)],
    [
      'with checks',
      (element: z.ZodType) =>
        bounded(
          10,
          z.array(element).refine((list) => list.length > 0),
        ),
    ],
    ['in an object', (element: z.ZodType) => z.object({ list: maybe(upTo(10, element)) })],
  ])('%s: parses one element too many, and stops at the first mistake', (name, list) => {
    const wrap = (input: unknown) => (name === 'in an object' ? { list: input } : input)
    const path = name === 'in an object' ? ['list'] : []
    const long = counted(list, wrap(many))
    expect(long).toEqual({ result: { success: true, data: wrap(many.slice(0, 11)) }, parsed: 11 })
    expect(counted(list, wrap([1, 2, 3]))).toEqual({ result: { success: true, data: wrap([1, 2, 3]) }, parsed: 3 })
    const bad = counted(list, wrap([1, 'bad', 'bad', 'bad']))
    expect(bad.parsed).toBe(2)
    expect(bad.result.error?.issues).toMatchObject([{ path: [...path, 1] }])
    expect(counted(list, wrap('text')).result.error?.issues).toMatchObject([{ code: 'invalid_type', path }])
  })

  test('a large one is parsed in turns, with the same result', async () => {
    let inTurn = 0
    let most = 0
    const member = z.unknown().refine((value) => {
      most = Math.max(most, ++inTurn)
      return value !== 'bad'
    })
    const schema = z.object({ list: upTo(1024, z.object({ members: upTo(100, member) })).default([]) })
    const breathe = async () => void (inTurn = 0)
    const list = Array.from({ length: 1024 }, () => ({ members: many.slice(0, 50) }))
    const patient: Patient = { breathe }
    expect(await schema.safeParseAsync({ list }, patient)).toEqual({ success: true, data: { list } })
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(VALUES_PER_TURN)
    list[1000]!.members = [1, 'bad'] as never
    const { error } = await schema.safeParseAsync({ list }, patient)
    expect(error?.issues).toEqual(schema.safeParse({ list }).error?.issues)
    expect(error?.issues).toMatchObject([{ path: ['list', 1000, 'members', 1] }])
  })

  test('checks of the list itself still run', () => {
    expect(
      counted(
        (element) =>
          bounded(
            10,
            z.array(element).refine((list) => list.length > 0),
          ),
        [],
      ).result.success,
    ).toBe(false)
  })
})
