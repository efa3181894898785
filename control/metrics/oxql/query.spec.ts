// The query language on made-up samples: two projects, an instance each; every series has points 1 to 4 times its factor, five
// seconds apart, the last at 09:00:00. Project 1 has factor 1 (and 2, 3, 4 for further vCPUs and states), project 2 a hundred times that.
import { describe, expect, test } from 'vitest'
import type { ReadPlan } from './plan.ts'
import { ask, INSTANCES, NOW, PROJECTS } from './testing.ts'

type Result = Awaited<ReturnType<typeof ask>>

/** Each table as its name and, for each series, the values of each dimension. */
const short = ({ tables }: Result) =>
  tables.map(({ name, timeseries }) => [
    name,
    Object.values(timeseries).map(({ points }) => points.values.map(({ values }) => values.values)),
  ])
const values = (result: Result) =>
  Object.values(result.tables[0]!.timeseries).map((each) => each.points.values[0]!.values.values)
const times = (result: Result) =>
  Object.values(result.tables[0]!.timeseries).map((each) => each.points.timestamps.map((time) => time.slice(14, 19)))

const READS = 'get virtual_disk:reads'
const POWER = 'get hardware_component:power'
const USAGE = 'get virtual_machine:vcpu_usage'
const FIRST = `${READS} | filter project_id == "${PROJECTS[0]}"`
const BOTH = [
  [1, 2, 3, 4],
  [100, 200, 300, 400],
]

describe('values', () => {
  test.each<[string, unknown[][]]>([
    [`${READS} | filter timestamp > @now() - 1h`, BOTH],
    [`${READS} | filter block_size == 512`, BOTH],
    [`${READS} | filter block_size == 0x200`, BOTH],
    [`${READS} | filter block_size >= 512 && block_size <= 512`, BOTH],
    [`${READS} | filter block_size > 512`, []],
    [`${READS} | filter block_size < 513 && block_size != 1`, BOTH],
    [`${READS} | filter block_size > -1`, BOTH],
    [FIRST, [[1, 2, 3, 4]]],
    [`${READS} | filter project_id == '${PROJECTS[0].toUpperCase()}'`, [[1, 2, 3, 4]]],
    [`${READS} | filter project_id != "${PROJECTS[0]}"`, [[100, 200, 300, 400]]],
    [`${READS} | filter !(project_id == "${PROJECTS[0]}")`, [[100, 200, 300, 400]]],
    [`${READS} | filter !project_id == "${PROJECTS[0]}"`, [[100, 200, 300, 400]]],
    [`${READS} | filter !!(project_id == "${PROJECTS[0]}")`, [[1, 2, 3, 4]]],
    [
      `${READS} | filter datum > 2`,
      [
        [3, 4],
        [100, 200, 300, 400],
      ],
    ],
    [`${READS} | filter datum >= 2.5 && datum < 200`, [[3, 4], [100]]],
    [`${READS} | filter datum == 3 || datum == 300`, [[3], [300]]],
    [
      `${READS} | filter datum == 3 ^ block_size == 512`,
      [
        [1, 2, 4],
        [100, 200, 300, 400],
      ],
    ],
    [`${READS} | filter datum == 3 ^ block_size == 1`, [[3]]],
    // ^ binds before &&, && before ||
    [`${READS} | filter block_size == 512 && datum == 3 ^ datum == 3`, []],
    [`${READS} | filter datum == 1 || datum == 2 && datum == 200`, [[1]]],
    [`${READS} | filter (datum == 1 || datum == 200) && datum == 200`, [[200]]],
    [`${READS} | filter timestamp == @2025-03-03T08:59:50`, [[2], [200]]],
    [`${READS} | filter timestamp == @2025-03-03T08:59:50.000`, [[2], [200]]],
    [
      `${READS} | filter timestamp >= @08:59:55`,
      [
        [3, 4],
        [300, 400],
      ],
    ],
    [`${READS} | filter timestamp > @08:59:55`, [[4], [400]]],
    [
      `${READS} | filter timestamp > @08:59:54.999`,
      [
        [3, 4],
        [300, 400],
      ],
    ],
    [`${READS} | filter timestamp < @2025-03-03`, []],
    [`${READS} | filter timestamp > @2025-03-03`, BOTH],
    [
      `${READS} | filter timestamp >= @now() - 5s`,
      [
        [3, 4],
        [300, 400],
      ],
    ],
    [
      `${READS} | filter timestamp>=@now()-5000ms`,
      [
        [3, 4],
        [300, 400],
      ],
    ],
    [
      `${READS} | filter timestamp >= @now() - 5000000us`,
      [
        [3, 4],
        [300, 400],
      ],
    ],
    [`${READS} | filter timestamp < @now() + 1d && timestamp > @now() - 1w`, BOTH],
    [`${READS} | filter timestamp > @now() - 1M && timestamp > @now() - 1Y`, BOTH],
    [`${READS} | filter timestamp > @now() - 1m && timestamp > @now() - 1h`, BOTH],
    [
      `${READS} | filter start_time >= @08:59:50`,
      [
        [3, 4],
        [300, 400],
      ],
    ],
    [`${READS} | filter !(timestamp < @08:59:55 || timestamp > @08:59:55)`, [[3], [300]]],
    [
      `${READS} | filter timestamp != @09:00:00`,
      [
        [1, 2, 3],
        [100, 200, 300],
      ],
    ],
    [`${FIRST} | first 2`, [[1, 2]]],
    [`${FIRST} | last 2`, [[3, 4]]],
    [`${FIRST} | last 99`, [[1, 2, 3, 4]]],
    [`${FIRST} | last 3 | first 1`, [[2]]],
    [`${READS} | last 1`, [[4], [400]]],
    [`${READS} | first 1 | filter datum > 1`, [[100]]],
    [`${FIRST} | filter datum > 1 | filter datum < 4`, [[2, 3]]],
    [`${USAGE} | filter state ~= "^r" && vcpu_id == 1 && project_id == "${PROJECTS[0]}"`, [[2, 4, 6, 8]]],
    [`${USAGE} | filter state ~= "dl" && vcpu_id == 1 && project_id == "${PROJECTS[0]}"`, [[4, 8, 12, 16]]],
    [`${USAGE} | filter state ~= "(run|walk)$" && vcpu_id == 0 && project_id == "${PROJECTS[0]}"`, [[1, 2, 3, 4]]],
    [`${USAGE} | filter sled_serial ~= "^BRM\\\\d{2}$" && vcpu_id == 0 && state == "run"`, BOTH],
    [`${USAGE} | filter sled_serial ~= "^BRM\\\\d{3}$"`, []],
    [`${USAGE} | filter state > "idle" && vcpu_id == 0`, BOTH],
    [`${USAGE} | filter state == "r\\u{75}n" && vcpu_id == 0`, BOTH],
    [`${USAGE} | filter state == 'it\\'s "quoted"\\n'`, []],
    [`get collection_target:cpus_provisioned | filter id == "${PROJECTS[1]}"`, [[100, 200, 300, 400]]],
    [`get\n\tvirtual_disk:reads|filter\n project_id=="${PROJECTS[0]}"\n`, [[1, 2, 3, 4]]],
    // alignment: windows of 10 s back from the end, each with two samples
    [`${FIRST} && timestamp <= @09:00:00 | align mean_within(10s)`, [[1.5, 3.5]]],
    [`${FIRST} | align mean_within(10s)`, [[1.5, 3.5]]],
    [`${FIRST} | align mean_within(20s)`, [[2.5]]],
    [`${FIRST} | align mean_within(1h)`, [[2.5]]],
    // windows that cut samples in half: a part of a sample counts as one
    [`${FIRST} && timestamp <= @09:00:02.5 | align mean_within(10s)`, [[0.5 / 1, (0.5 + 2 + 1.5) / 3, (1.5 + 4) / 2]]],
    [`${FIRST} | align mean_within(5s)`, [[1, 2, 3, 4]]],
    [`${FIRST} | align mean_within(2500ms)`, [[0.5, 0.5, 1, 1, 1.5, 1.5, 2, 2]]],
    [`${FIRST} && timestamp < @09:00:20 | align mean_within(10s)`, [[1.5, 3.5, null, null]]],
    [`${FIRST} && timestamp >= @08:59:55 | align mean_within(5s)`, [[3, 4]]],
    [`${FIRST} && timestamp > @08:59:56 | align mean_within(5s)`, [[4]]],
    [
      `${POWER} | filter slot == 14 | align mean_within(5s) | first 2`,
      [
        [1, 2],
        [100, 200],
      ],
    ],
    [
      `${POWER} | filter slot == 14 | align mean_within(10s)`,
      [
        [1.5, 3.5],
        [150, 350],
      ],
    ],
    [`${POWER} | filter slot == 14 | align mean_within(10s) | filter datum > 100`, [[150, 350]]],
    [`${POWER} | filter slot == 14 | align mean_within(10s) | align mean_within(20s)`, [[2.5], [250]]],
    [`${READS} | filter block_size == 512 | align mean_within(10s) | group_by [block_size]`, [[75.75, 176.75]]],
    [`${READS} | filter block_size == 512 | align mean_within(10s) | group_by [block_size], mean`, [[75.75, 176.75]]],
    [`${READS} | filter block_size == 512 | align mean_within(10s) | group_by [block_size], sum`, [[151.5, 353.5]]],
    [`${READS} | filter block_size == 512 | align mean_within(10s) | group_by [block_size,],sum`, [[151.5, 353.5]]],
    [`${READS} | filter block_size == 512 | align mean_within(10s) | group_by [], sum`, [[151.5, 353.5]]],
    [
      `${READS} | filter block_size == 512 | align mean_within(20s) | group_by [project_id, block_size]`,
      [[2.5], [250]],
    ],
    [`${USAGE} | filter state == "run" | align mean_within(20s) | group_by [vcpu_id], sum`, [[252.5], [505]]],
    [
      `${USAGE} | filter state == "run" | align mean_within(20s) | group_by [vcpu_id], sum | group_by [], sum`,
      [[757.5]],
    ],
    [`${USAGE} | filter state == "walk" | align mean_within(20s) | group_by [vcpu_id], sum`, []],
    [`${FIRST} | align mean_within(5s) | last 1`, [[4]]],
  ])('%s', async (query, expected) => {
    expect(values(await ask(query))).toEqual(expected)
  })

  test.each<[string, string[][]]>([
    [`${FIRST} | last 2`, [['59:55', '00:00']]],
    [`${FIRST} | align mean_within(10s)`, [['59:50', '00:00']]],
    [
      `${FIRST} && timestamp < @09:00:01 | align mean_within(10s)`,
      [['59:51', '00:01']].map((each) => ['59:41', ...each]),
    ],
  ])('times of %s', async (query, expected) => {
    expect(times(await ask(query))).toEqual(expected)
  })

  const WRITES = 'get virtual_disk:writes'
  test.each<[string, unknown[]]>([
    [
      `{ ${READS}; ${WRITES} } | filter project_id == "${PROJECTS[0]}"`,
      [
        ['virtual_disk:reads', [[[1, 2, 3, 4]]]],
        ['virtual_disk:writes', [[[1, 2, 3, 4]]]],
      ],
    ],
    [
      `{ ${READS}; ${WRITES} } | filter project_id == "${PROJECTS[0]}" | align mean_within(10s) | join`,
      [
        [
          'virtual_disk:reads,virtual_disk:writes',
          [
            [
              [1.5, 3.5],
              [1.5, 3.5],
            ],
          ],
        ],
      ],
    ],
    [
      `{ ${FIRST} | align mean_within(10s); ${WRITES} | filter block_size == 512 | align mean_within(10s) } | join | first 1`,
      [['virtual_disk:reads,virtual_disk:writes', [[[1.5], [1.5]]]]],
    ],
    [
      `{ { ${READS}; ${WRITES} } | filter block_size == 512 | align mean_within(20s) | join; ${FIRST} | align mean_within(20s) } | join`,
      [['virtual_disk:reads,virtual_disk:writes,virtual_disk:reads', [[[2.5], [2.5], [2.5]]]]],
    ],
    [
      `{ ${READS}; ${POWER} } | filter timestamp > @now() - 1h | align mean_within(20s) | join`,
      [['virtual_disk:reads,hardware_component:power', []]],
    ],
    [
      `{ ${READS}; ${POWER} } | filter timestamp > @now() - 1h | align mean_within(20s) | group_by [], sum | join`,
      [['virtual_disk:reads,hardware_component:power', [[[252.5], [252.5]]]]],
    ],
    [`{ ${FIRST} }`, [['virtual_disk:reads', [[[1, 2, 3, 4]]]]]],
    [`${READS} | filter disk_id == "${INSTANCES[0]}"`, [['virtual_disk:reads', []]]],
  ])('%s', async (query, expected) => {
    expect(short(await ask(query))).toEqual(expected)
  })

  test('a point has its interval, its field types and its metric type', async () => {
    const { tables } = await ask(`get virtual_machine:vcpu_usage | filter state == "run" && vcpu_id == 1 | last 1`)
    const [series] = Object.values(tables[0]!.timeseries)
    expect(series!.points).toEqual({
      start_times: ['2025-03-03T08:59:55.000Z'],
      timestamps: ['2025-03-03T09:00:00.000Z'],
      values: [{ metric_type: 'delta', values: { type: 'integer', values: [8] } }],
    })
    expect(series!.fields).toMatchObject({
      instance_id: { type: 'uuid', value: INSTANCES[0] },
      vcpu_id: { type: 'u32', value: 1 },
      state: { type: 'string', value: 'run' },
    })
  })

  test('a distribution is given as it is', async () => {
    const { tables } = await ask('get virtual_disk:io_latency | last 1')
    const [series] = Object.values(tables[0]!.timeseries)
    expect(series!.points.values[0]).toMatchObject({
      metric_type: 'delta',
      values: { type: 'integer_distribution', values: [{ bins: [0, 10], counts: [4, 0] }] },
    })
  })
})

describe('errors', () => {
  test.each<[string, string]>([
    ['', 'Error at 1:1: expected `get` or `{`, found the end of the query'],
    ['fetch a:b', 'Error at 1:1: expected `get` or `{`, found `fetch`'],
    ['get', 'Error at 1:4: expected the name of a timeseries'],
    ['get a', 'Error at 1:6: expected `:`'],
    ['get a:', 'Error at 1:7: expected the name of a metric'],
    ['get A:b', 'Error at 1:5: unexpected character `A`'],
    ['get a:b c', 'Error at 1:9: expected `|` or the end of the query, found `c`'],
    ['get a:b |', 'Error at 1:10: expected `filter`'],
    ['get a:b | get c:d', 'Error at 1:11: expected `filter`'],
    ['get a:b\n| sort', 'Error at 2:3: expected `filter`'],
    ['get a:b | filter', 'Error at 1:17: expected the name of a field'],
    ['get a:b | filter x', 'Error at 1:19: expected a comparison'],
    ['get a:b | filter x = 1', 'Error at 1:20: unexpected character `=`'],
    ['get a:b | filter x ==', 'Error at 1:22: expected a literal'],
    ['get a:b | filter x == y', 'Error at 1:23: expected a literal'],
    ['get a:b | filter 1 == x', 'Error at 1:18: expected the name of a field'],
    ['get a:b | filter x == 1 y', 'Error at 1:25: expected `|`'],
    ['get a:b | filter (x == 1', 'Error at 1:25: expected `&&`, `||`, `^` or `)`'],
    ['get a:b | filter x == "open', 'Error at 1:23: this string has no end'],
    ['get a:b | filter x == "a\\q"', 'Error at 1:25: there is no such escape'],
    ['get a:b | filter x == 12abc', 'Error at 1:23: this is not a number or a duration'],
    ['get a:b | filter x == 1.', 'Error at 1:23: this is not a number or a duration'],
    ['get a:b | filter x == 1h30m', 'Error at 1:23: this is not a number or a duration'],
    ['get a:b | filter x == 1.5h', 'Error at 1:23: a duration is a whole number'],
    ['get a:b | filter x == 1e999', 'Error at 1:23: this number is too large'],
    ['get a:b | filter timestamp > @yesterday', 'Error at 1:30: a timestamp is'],
    ['get a:b | filter timestamp > @2025-13-01', 'Error at 1:30: there is no such moment'],
    ['get a:b | filter timestamp > @2025-02-30', 'Error at 1:30: there is no such moment'],
    ['get a:b | filter timestamp > @25:00:00', 'Error at 1:30: there is no such moment'],
    ['get a:b | filter timestamp > @2025-01-01T00:00:00Z', 'Error at 1:30: a timestamp is'],
    ['get a:b | filter timestamp > @now() - 999999999Y', 'Error at 1:30: there is no such moment'],
    ['get a:b | align', 'Error at 1:16: expected `mean_within`'],
    ['get a:b | align mean_within', 'Error at 1:28: expected `(`'],
    ['get a:b | align mean_within(5)', 'Error at 1:29: expected a duration'],
    ['get a:b | align mean_within(0s)', 'Error at 1:29: the period must be longer than nothing'],
    ['get a:b | align interpolate(5s)', 'Error at 1:17: `interpolate` is not implemented'],
    ['get a:b | group_by x', 'Error at 1:20: expected `[`'],
    ['get a:b | group_by [x', 'Error at 1:22: expected `,` or `]`'],
    ['get a:b | group_by [x] , sum', 'Error at 1:23: the comma must follow the bracket directly'],
    ['get a:b | group_by [x], max', 'Error at 1:25: expected `mean` or `sum`'],
    ['get a:b | first', 'Error at 1:16: expected how many points'],
    ['get a:b | first 0', 'Error at 1:17: expected a whole number above 0'],
    ['get a:b | last -1', 'Error at 1:16: expected a whole number above 0'],
    ['get a:b | join 2', 'Error at 1:16: expected `|`'],
    ['{ get a:b', 'Error at 1:10: expected `;`, `|` or `}`'],
    ['{ }', 'Error at 1:3: expected `get` or `{`'],
    ['{ get a:b; }', 'Error at 1:12: expected `get` or `{`'],
    [`get a:b | filter ${'('.repeat(60)}x == 1`, 'the query is nested more than 64 deep'],
    [`${'{'.repeat(100)} get a:b`, 'the query is nested more than 64 deep'],
    ['get a:b | last 1', 'Timeseries not found for: a:b'],
    [READS, 'The query reads all of virtual_disk:reads'],
    [`${READS} | align mean_within(5s)`, 'The query reads all of virtual_disk:reads'],
    [`{ ${READS} | last 1; ${POWER} }`, 'The query reads all of hardware_component:power'],
    [`${READS} | last 1 | group_by [disk_id]`, 'Input tables to a `group_by` must be aligned'],
    [`${READS} | last 1 | join`, 'A `join` needs at least two input tables'],
    [`{ ${READS} | last 1; ${POWER} | last 1 } | join`, 'Input tables to a `join` must be aligned'],
    [
      `{ ${FIRST} | align mean_within(5s); ${FIRST} | align mean_within(10s) } | join`,
      'Input tables to a `join` must be aligned with the same period',
    ],
    [
      `${READS} | filter nope == 1 && disk_id == "x"`,
      'The filter expression refers to identifiers that are not valid for its input table "virtual_disk:reads". ' +
        'Invalid identifiers: ["nope"], valid identifiers: ["attached_instance_id", "block_size", "datum", "disk_id", ' +
        '"project_id", "silo_id", "start_time", "timestamp"]',
    ],
    [`${POWER} | filter start_time > @now()`, 'Invalid identifiers: ["start_time"]'],
    [`get virtual_disk:io_size | filter datum > 1`, 'Invalid identifiers: ["datum"]'],
    [`get virtual_disk:io_size | last 1 | align mean_within(5s)`, 'virtual_disk:io_size is a distribution'],
    [`${FIRST} | align mean_within(5s) | group_by [nope]`, 'Invalid identifiers: ["nope"]'],
    [`${FIRST} | align mean_within(5s) | group_by [] | filter disk_id == "x"`, 'Invalid identifiers: ["disk_id"]'],
    [`${READS} | filter block_size == "512"`, '"block_size", which has type u32, with a value of type string'],
    [`${READS} | filter block_size == 512.0`, '"block_size", which has type u32, with a value of type double'],
    [`${READS} | filter disk_id == 5`, '"disk_id", which has type uuid, with a value of type integer'],
    [`${READS} | filter disk_id == "disk"`, '"disk_id", which has type uuid, with "disk"'],
    [`${READS} | filter disk_id > "${INSTANCES[0]}"`, 'The operator `>` does not apply to "disk_id"'],
    [`${READS} | filter timestamp > 5`, '"timestamp", which has type timestamp, with a value of type integer'],
    [`${READS} | filter datum > 5s`, '"datum", which has type i64, with a value of type duration'],
    [`${READS} | filter datum == true`, '"datum", which has type i64, with a value of type boolean'],
    [`${READS} | filter disk_id ~= "a"`, 'The operator `~=` is for strings: "disk_id" has type uuid'],
    [`${USAGE} | filter state ~= 5`, '"state", which has type string, with a value of type integer'],
    [`${USAGE} | filter state ~= "("`, 'Invalid regular expression "(": a group is not closed'],
    [`${USAGE} | filter state ~= "a**"`, 'Invalid regular expression "a**": a repetition follows another'],
    [`${USAGE} | filter state ~= "(a{999}){999}"`, 'it is too large once its repetitions are written out'],
    [`${USAGE} | filter state ~= "(((){999}){999}){999}("`, 'a group is not closed'],
    [`${FIRST} | align mean_within(100ms)`, 'would give more than 10 points for each sample'],
    [`${FIRST} && timestamp < @2025-12-01 | align mean_within(5s)`, 'it reads or computes more than 1000000 points'],
  ])('%s', async (query, message) => {
    const error = await ask(query).catch((reason: Error) => reason)
    expect((error as Error).message).toContain(message)
    expect(error).toMatchObject({ code: 'InvalidRequest', status: 400 })
  })

  test('a parse error shows the spot', async () => {
    const error = await ask('get virtual_disk:reads\n  | filter x === 1').catch((reason: Error) => reason)
    expect((error as Error).message).toBe(
      ['Error at 2:16: unexpected character `=`', '2 |   | filter x === 1', '  |                ^'].join('\n'),
    )
  })

  test('a query past a limit says which', async () => {
    await expect(ask(FIRST, { maxPoints: 3 })).rejects.toThrow('it reads or computes more than 3 points')
  })

  test('a query that takes too long is ended', async () => {
    let now = NOW
    const clock = { now: () => new Date((now += 6000)) }
    await expect(ask(`${READS} | filter datum > 1`, { clock })).rejects.toThrow('it takes longer than 10 seconds')
  })
})

describe('a project', () => {
  test('reads only its own', async () => {
    const project = PROJECTS[0]
    for (const query of [
      `${READS} | last 1`,
      `{ ${READS}; ${READS} } | filter project_id == "${PROJECTS[1]}" || datum > 0`,
    ])
      for (const { timeseries } of (await ask(query, { project })).tables)
        for (const { fields } of Object.values(timeseries)) expect(fields.project_id!.value).toBe(project)
    await expect(ask(`${POWER} | last 1`, { project })).rejects.toThrow('does not belong to a project')
    await expect(ask('get collection_target:cpus_provisioned | last 1', { project })).rejects.toThrow('does not belong')
  })
})

async function plan(query: string): Promise<ReadPlan> {
  const seen: ReadPlan[] = []
  await ask(query, { seen })
  return seen[0]!
}

describe('what is pushed down', () => {
  test('times and equal fields, from all filters up to the next other operation', async () => {
    const query = `{ ${READS} | filter timestamp >= @08:00:00 } | filter timestamp < @09:00:00 && block_size == 512 | last 5 | filter datum > 5`
    expect(await plan(query)).toMatchObject({
      from: Date.UTC(2025, 2, 3, 8),
      to: NOW,
      fields: new Map([['block_size', new Set([512])]]),
      limit: { kind: 'last', count: 5 },
      period: undefined,
    })
  })

  test.each<[string, Partial<ReadPlan>]>([
    ['timestamp > @08:00:00 || timestamp < @07:00:00', { from: -Infinity, to: Infinity }],
    ['timestamp > @08:00:00 || timestamp == @07:00:00', { from: Date.UTC(2025, 2, 3, 7), to: Infinity }],
    ['!(timestamp > @08:00:00)', { from: -Infinity, to: Date.UTC(2025, 2, 3, 8) }],
    ['!(timestamp > @08:00:00 && datum > 1)', { from: -Infinity, to: Infinity }],
    ['timestamp > @08:00:00 ^ datum > 1', { from: -Infinity, to: Infinity }],
    ['block_size == 512 || block_size == 4096', { fields: new Map([['block_size', new Set([512, 4096])]]) }],
    ['block_size == 512 || datum == 4096', { fields: new Map() }],
    ['!(block_size == 512)', { fields: new Map() }],
    ['!(block_size != 512)', { fields: new Map([['block_size', new Set([512])]]) }],
  ])('%s', async (filter, expected) => {
    expect(await plan(`${READS} | filter ${filter}`)).toMatchObject(expected)
  })

  test('a limit only where every filter before it is', async () => {
    expect((await plan(`${READS} | filter datum > 1 | last 1`)).limit).toBeUndefined()
    expect((await plan(`${READS} | filter timestamp != @08:00:00 | last 1`)).limit).toBeUndefined()
    expect((await plan(`${READS} | filter !(block_size == 1) | last 1`)).limit).toMatchObject({ count: 1 })
  })

  test('what cannot match is not read', async () => {
    const seen: ReadPlan[] = []
    await ask(`${READS} | filter block_size == 1 && block_size == 2`, { seen })
    await ask(`${READS} | filter timestamp > @09:00:00 && timestamp < @08:00:00`, { seen })
    expect(seen).toEqual([])
  })
})
