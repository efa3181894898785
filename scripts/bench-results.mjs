// Writes what the benches reported to bench/RESULTS.md: one section for each bench, between comments that name it, so that a later run
// can replace one section and keep the others.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'

const HEAD = `# Benchmark results

Written by \`npm run bench -- --write\`; \`npm run bench -- NAME --write\` replaces one section. A figure is a ratio of two things that were
measured in the same run wherever that is possible; the others depend on the machine. Targets are those of the design.
`

const begin = (name) => `<!-- ${name} -->`

export function writeResults(file, results, names) {
  const old = existsSync(file) ? sectionsOf(readFileSync(file, 'utf8'), names) : new Map()
  for (const result of results) old.set(result.name, sectionOf(result))
  const sections = names.filter((name) => old.has(name)).map((name) => `${begin(name)}\n${old.get(name)}`)
  writeFileSync(file, [HEAD, ...sections].join('\n'))
}

function sectionsOf(text, names) {
  const found = new Map()
  for (const part of text.split(/^<!-- (?=\w+ -->$)/m).slice(1)) {
    const name = part.slice(0, part.indexOf(' '))
    if (names.includes(name)) found.set(name, `${part.slice(part.indexOf('\n') + 1).trimEnd()}\n`)
  }
  return found
}

function sectionOf({ name, seconds, sections, problem }) {
  const about = `\`npm run bench -- ${name}\`, ${seconds} s, ${new Date().toISOString().slice(0, 10)}, ${machine()}`
  const tables = sections.map(({ title, rows }) => `### ${title}\n\n${tableOf(rows)}`)
  return [`## ${name}\n`, `${about}.\n`, ...(problem ? [`**The bench ${problem}.**\n`] : []), ...tables].join('\n')
}

/** No host name, no path. */
function machine() {
  const model = cpus()[0]?.model.trim() || 'unknown processor'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${availableParallelism()} cores (${model}), ${memory} of memory, Linux ${release().split('-')[0]}, Node ${process.versions.node}`
}

function tableOf(rows) {
  const lines = rows.map(({ what, measured, atMost, atLeast, unit = '' }) => {
    // JSON has no NaN: what could not be measured arrives as null
    const figure = (value) =>
      value === null ? 'not measured' : `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`
    const limit = atMost ?? atLeast
    if (limit === undefined) return `| ${what} | ${figure(measured)} | | |`
    const holds = measured !== null && (atMost === undefined ? measured >= limit : measured <= limit)
    return `| ${what} | ${figure(measured)} | ${atMost === undefined ? 'at least' : 'at most'} ${figure(limit)} | ${holds ? 'holds' : '**misses**'} |`
  })
  return ['| figure | measured | target | |', '|---|---:|---|---|', ...lines, ''].join('\n')
}
