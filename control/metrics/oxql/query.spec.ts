// The query language on made-up samples: two projects, an instance each; every series has points 1 to 4 times its factor, five
// seconds apart, the last at 09:00:00. Project 1 has factor 1 (and 2, 3, 4 for further vCPUs and states), project 2 a hundred times that.
import { describe, expect, test } from 'vitest'
import { ask, INSTANCES, PROJECTS } from './testing.ts'

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
    // the latest upper bound of all filters, also of those after the alignment
    [
      `${FIRST} && timestamp <= @09:00:00 | filter timestamp < @09:00:05 | align mean_within(20s)`,
      [['59:45', '00:05']],
    ],
    [`${FIRST} | align mean_within(10s) | filter timestamp <= @08:59:57`, [['59:47', '59:57']]],
    [`${FIRST} && !(timestamp > @08:59:57) | align mean_within(10s)`, [['59:47', '59:57']]],
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
    // one end for both tables
    [
      `{ ${FIRST} && timestamp < @08:59:57 | align mean_within(20s); ${WRITES} | filter block_size == 512 | align mean_within(20s) } | join`,
      [['virtual_disk:reads,virtual_disk:writes', [[[2], [(1 + 2 + 3 + (4 * 2) / 5) / 4]]]]],
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

  test('a distribution is returned unchanged', async () => {
    const { tables } = await ask('get virtual_disk:io_latency | last 1')
    const [series] = Object.values(tables[0]!.timeseries)
    expect(series!.points.values[0]).toMatchObject({
      metric_type: 'delta',
      values: { type: 'integer_distribution', values: [{ bins: [0, 10], counts: [4, 0] }] },
    })
  })
})

describe('a project', () => {
  test('reads only its own series', async () => {
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
