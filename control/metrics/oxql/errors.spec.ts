// Queries that are refused: what is wrong with them, and where. The samples are those of testing.ts.
import { describe, expect, test } from 'vitest'
import { ask, INSTANCES, PROJECTS } from './testing.ts'

const READS = 'get virtual_disk:reads'
const POWER = 'get hardware_component:power'
const USAGE = 'get virtual_machine:vcpu_usage'
const FIRST = `${READS} | filter project_id == "${PROJECTS[0]}"`

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
    ['get a:b | filter x == "open', 'Error at 1:23: this string is not closed'],
    ['get a:b | filter x == "a\\q"', 'Error at 1:25: unknown escape in a string'],
    ['get a:b | filter x == 12abc', 'Error at 1:23: this is not a number or a duration'],
    ['get a:b | filter x == 1.', 'Error at 1:23: this is not a number or a duration'],
    ['get a:b | filter x == 1h30m', 'Error at 1:23: this is not a number or a duration'],
    ['get a:b | filter x == 1.5h', 'Error at 1:23: a duration is a whole number'],
    ['get a:b | filter x == 1e999', 'Error at 1:23: this number is too large'],
    ['get a:b | filter timestamp > @yesterday', 'Error at 1:30: a timestamp is'],
    ['get a:b | filter timestamp > @2025-13-01', 'Error at 1:30: this time does not exist'],
    ['get a:b | filter timestamp > @2025-02-30', 'Error at 1:30: this time does not exist'],
    ['get a:b | filter timestamp > @25:00:00', 'Error at 1:30: this time does not exist'],
    ['get a:b | filter timestamp > @2025-01-01T00:00:00Z', 'Error at 1:30: a timestamp is'],
    ['get a:b | filter timestamp > @now() - 999999999Y', 'Error at 1:30: this time does not exist'],
    ['get a:b | align', 'Error at 1:16: expected `mean_within`'],
    ['get a:b | align mean_within', 'Error at 1:28: expected `(`'],
    ['get a:b | align mean_within(5)', 'Error at 1:29: expected a duration'],
    ['get a:b | align mean_within(0s)', 'Error at 1:29: the period must be longer than zero'],
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
    [`${USAGE} | filter state ~= "("`, 'Invalid regular expression "(": missing closing )'],
    [`${USAGE} | filter state ~= "a**"`, 'Invalid regular expression "a**": invalid nested repetition operator'],
    [`${USAGE} | filter state ~= "(a{999}){999}"`, 'it is too large once its repetitions are written out'],
    // each is small, but a query has room for two hundred
    [`${USAGE} | filter ${Array(9).fill('state ~= "(.?){50}"').join(' || ')}`, 'it is too large'],
    [`${FIRST} | align mean_within(100ms)`, 'would give more than 10 points for each sample'],
    [`${FIRST} && timestamp < @2025-12-01 | align mean_within(5s)`, 'it reads or computes more than 1000000 points'],
  ])('%s', async (query, message) => {
    const error = await ask(query).catch((reason: Error) => reason)
    expect((error as Error).message).toContain(message)
    expect(error).toMatchObject({ code: 'InvalidRequest', status: 400 })
  })

  test('a parse error marks the position', async () => {
    const error = await ask('get virtual_disk:reads\n  | filter x === 1').catch((reason: Error) => reason)
    expect((error as Error).message).toBe(
      ['Error at 2:16: unexpected character `=`', '2 |   | filter x === 1', '  |                ^'].join('\n'),
    )
  })

  test('exceeding a limit names the limit', async () => {
    await expect(ask(FIRST, { maxPoints: 3 })).rejects.toThrow('it reads or computes more than 3 points')
  })
})
